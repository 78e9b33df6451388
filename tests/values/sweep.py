#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares what our reader says of every variable at every stop with what gdb said there.

    sweep.py VALUES_READ FOLDER... [--known tests/values/known.txt] [--all]

Each FOLDER is a build that stops.py made. Prints a line for each difference and a table of all builds. A difference that
the list of known ones does not have makes it fail, and so does a frame that gdb has and we have not.
"""
import argparse
import collections
import dataclasses
import fnmatch
import json
import pathlib
import re
import subprocess
import sys

from value_text import same_value, tokens

HERE = pathlib.Path(__file__).resolve().parent
TIMEOUT = 120
# What a comparison can yield; the last four are differences.
COLUMNS = ("same", "shows more", "ours only", "neither", "gdb only", "differ", "frame", "failed")
DIFFERENCES = ("gdb only", "differ", "frame", "failed")
# What gdb says instead of a value, and which of our codes mean the same.
NO_VALUE = re.compile(
    r"optimized out|synthetic pointer|not allocated|not associated|Cannot access memory|Location address is not set"
    r"|incomplete type|gdb crashes|Missing ELF symbol|Attempt to|Unable to|not available|error|Cannot|Invalid|Lower bound"
)
STATES = {
    "NotAllocated": re.compile(r"^(?:<not allocated>|0x0|\(PTR.*\) 0x0)$"),
    "NotAssociated": re.compile(r"^(?:<not associated>|0x0|\(PTR.*\) 0x0)$"),
    "NotPresent": re.compile(r"Cannot access memory at address|not set|<not (?:allocated|associated)>|^0x0$"),
    "OptimizedOut": re.compile(r"<optimized out>|synthetic pointer"),
}
NULL_CLASS = re.compile(r"^\( _data = (?:0x0|<not a\w+>), _vptr = ")


@dataclasses.dataclass(frozen=True)
class Finding:
    place: str  # build/program.stop
    function: str
    name: str
    kind: str
    ours: str
    theirs: str
    debugger: str = "gdb"

    def __str__(self):
        lines = (f"{self.kind}: {self.place} {self.function}: {self.name}", f"ours {self.ours}", f"{self.debugger:4} {self.theirs}")
        return "\n    ".join(lines)


@dataclasses.dataclass
class Known:
    """A line of the list: right | place | function | name | kind | why. Patterns as file names have them."""

    right: str
    patterns: tuple
    why: str
    uses: int = 0

    def covers(self, finding):
        parts = (finding.place, finding.function, finding.name, finding.kind)
        return all(fnmatch.fnmatchcase(part, pattern) for part, pattern in zip(parts, self.patterns))


def read_known(path):
    known = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        fields = [field.strip() for field in line.split("|", 5)]
        if len(fields) != 6 or fields[0] not in ("ours", "gdb", "lldb", "both", "neither"):
            sys.exit(f"{path}:{number}: a line is: ours, gdb, lldb, both or neither | place | function | name | kind | why")
        known.append(Known(fields[0], tuple(fields[1:5]), fields[5]))
    return known


def words_of(variable):
    """A variable as one of ours, or gdb's, for people."""
    if "text" in variable:
        return variable["text"]
    return f"({variable.get('code', 'error')}) {variable.get('message', variable.get('error', ''))}".strip()


def has_value(gdbs):
    if "text" not in gdbs or gdbs.get("isOptimizedOut"):
        return False
    return not NO_VALUE.search(gdbs["text"].partition("(")[0][:40])


def is_container(text):
    """An address or a descriptor, where Fortran has a value."""
    return re.search(r"\b0x[0-9a-f]+", text) is not None


def agrees_up_to_addresses(ours, gdbs):
    """What gdb shows before the first thing that it shows as an address only."""
    start = tokens(re.split(r"\b0x[0-9a-f]+", gdbs, maxsplit=1)[0])
    return "_data" in gdbs or all(mine in start or mine == theirs for mine, theirs in zip(tokens(ours), start[:-1]))


def compare_values(ours, gdbs, is_fortran):
    if not has_value(gdbs):
        return "same" if same_value(ours, words_of(gdbs)) else "ours only"
    text = gdbs["text"]
    if same_value(ours, text):
        return "same"
    if is_fortran and gdbs.get("pointee") is not None:
        # Of class(...) and of types with pointers in them, gdb has no more than their descriptors.
        pointee = gdbs["pointee"]
        return "same" if same_value(ours, pointee) else "shows more" if is_container(pointee) else "differ"
    if is_fortran and is_container(text):
        return "shows more" if agrees_up_to_addresses(ours, text) else "differ"
    return "differ"


def without_value(variable):
    """Our printer says in angle brackets why there is none: the same as an error."""
    state = re.fullmatch(r"<([^<>]*)>", variable.get("text", ""))
    if not state:
        return variable
    codes = {
        "not allocated": "NotAllocated",
        "not associated": "NotAssociated",
        "not present": "NotPresent",
        "optimised out": "OptimizedOut",
        "optimized out": "OptimizedOut",
    }
    return {"code": codes.get(state.group(1).split(": ")[0], "Unreadable"), "message": state.group(1)}


def compare(ours, gdbs, is_fortran):
    ours = without_value(ours)
    if "text" in ours:
        return compare_values(ours["text"], gdbs, is_fortran)
    said = words_of(gdbs)
    if ours["code"] == "Unreadable" and said in ours["message"].split():
        return "neither"  # gdb shows a pointer's address where ours shows what is there, and there is nothing
    state = STATES.get(ours["code"])
    if state and (state.search(gdbs.get("text", gdbs.get("error", ""))) or (is_fortran and NULL_CLASS.search(said))):
        return "same" if ours["code"] != "OptimizedOut" else "neither"
    return "gdb only" if has_value(gdbs) else "neither"


def by_name(variables):
    """Of one name there may be several, in blocks, in the order in which they come."""
    names = collections.defaultdict(list)
    for variable in variables:
        names[variable["name"]].append(variable)
    return names


def without_copies(gdbs, count):
    """For inlined functions, gdb has a variable twice or more: of those without a value, as many as have no partner."""
    best = [one for one in gdbs if has_value(one)] or gdbs
    return best[-count:] if count and len(gdbs) > count else gdbs


def compare_frame(place, ours, gdbs):
    function = gdbs["function"] or "?"
    wrong = {name for name, value in gdbs["registers"].items() if ours["registers"].get(name, value) != value}
    if wrong:
        names = ", ".join(sorted(wrong))
        yield Finding(place, function, names, "frame", str(ours["registers"]), str(gdbs["registers"]))
    if "message" in ours:
        yield Finding(place, function, "*", "failed", words_of(ours), f"{len(gdbs['variables'])} variables")
        return
    # Ours come with the innermost block first, gdb's with the outermost.
    our_names, gdb_names = by_name(reversed(ours["variables"])), by_name(gdbs["variables"])
    for name, theirs in gdb_names.items():
        mine = our_names.get(name, [])
        for position, gdb_one in enumerate(without_copies(theirs, len(mine))):
            if position >= len(mine):
                kind = "gdb only" if has_value(gdb_one) else "neither"
                yield Finding(place, function, name, kind, "no such variable", words_of(gdb_one))
                continue
            kind = compare(mine[position], gdb_one, gdbs["isFortran"])
            yield Finding(place, function, name, kind, words_of(mine[position]), words_of(gdb_one))
    for name, mine in our_names.items():
        for one in mine[len(gdb_names.get(name, [])) :]:
            kind = "ours only" if "text" in one else "neither"
            yield Finding(place, function, name, kind, words_of(one), "no such variable")


def compare_answers(place, ours, gdbs):
    """What was asked for in a frame, in its order."""
    for mine, theirs in zip(ours, gdbs["answers"], strict=True):
        kind = compare(mine, theirs, gdbs["isFortran"])
        yield Finding(place, gdbs["function"] or "?", theirs["name"], kind, words_of(mine), words_of(theirs))


def read_ours(reader, core, *more):
    """Raises ValueError with what the reader said."""
    run = subprocess.run([reader, str(core), *more], capture_output=True, text=True, errors="replace", timeout=TIMEOUT)
    if run.returncode != 0:
        raise ValueError(f"exit status {run.returncode}: {run.stderr.strip()[-300:]}")
    return json.loads(run.stdout)


def compare_stop(reader, path):
    gdbs = json.loads(path.read_text(encoding="utf-8"))
    place = f"{path.parent.name}/{gdbs['program']}.{gdbs['stop']}"
    try:
        ours = read_ours(reader, path.with_suffix(".core"))
    except (ValueError, subprocess.TimeoutExpired) as error:
        yield Finding(place, "*", "*", "failed", str(error), "")
        return
    frames = {(frame["physical"], frame["inlineDepth"]): frame for frame in ours["frames"]}
    for frame in gdbs["frames"]:
        mine = frames.get((frame["physical"], frame["inlineDepth"]))
        if mine is None:
            yield Finding(place, frame["function"] or "?", "*", "frame", "no such frame", f"line {frame['line']}")
            continue
        yield from compare_frame(place, mine, frame)
        if not frame.get("answers"):
            continue
        more = [word for answer in frame["answers"] for word in ("--print", answer["name"])]
        position = ours["frames"].index(mine)
        answers = read_ours(reader, path.with_suffix(".core"), *more, "--frame", str(position))
        yield from compare_answers(place, answers.get("answers", [answers]), frame)


def sweep(reader, folder, known, show_all):
    """A counter of kinds, the known ones under "known", and whether all is well."""
    counts = collections.Counter()
    for path in sorted(folder.glob("*.json")):
        for finding in compare_stop(reader, path):
            line = next((line for line in known if finding.kind in DIFFERENCES and line.covers(finding)), None)
            if line:
                line.uses += 1
                counts["known"] += 1
            else:
                counts[finding.kind] += 1
            if show_all or (finding.kind in DIFFERENCES and not line):
                print(f"{finding}" + (f"\n    known: right is {line.right}: {line.why}" if line else ""))
    return counts


def print_counts(rows, columns):
    width = max(len(name) for name in ("build", *rows))
    print("  ".join(["build".ljust(width), *columns]))
    for name, counts in rows.items():
        print("  ".join([name.ljust(width), *(str(counts[column]).rjust(len(column)) for column in columns)]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reader")
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--known", type=pathlib.Path, default=HERE / "known.txt")
    parser.add_argument("--all", action="store_true", help="print what is the same, too")
    options = parser.parse_args()
    known = read_known(options.known)
    rows = {}
    for folder in options.folders:
        rows[folder.resolve().name] = sweep(options.reader, folder.resolve(), known, options.all)
    print_counts(rows, (*COLUMNS, "known"))
    for line in known:
        if line.uses == 0:
            print(f"not seen: {' | '.join(line.patterns)}")
    compared = sum(sum(counts.values()) for counts in rows.values())
    return 0 if compared and not any(counts[kind] for counts in rows.values() for kind in DIFFERENCES) else 1


if __name__ == "__main__":
    sys.exit(main())
