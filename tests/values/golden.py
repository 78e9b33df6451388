#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds all that our reader says at the marked stops against what it said once, build by build: also where gdb has
nothing, or something else, to compare with.

    golden.py VALUES_READ FOLDER... [--golden tests/values/golden] [--write [--beside FOLDER...]]

Each FOLDER is a build that stops.py made, O0, O1 or O2 of gfortran, gcc and g++ of Debian 12; golden/O0.txt and so on have
its lines:

    = function: name = value      gdb says the same. Another value is as good, if gdb says that, too: bytes that the
                                  program never set are others on each machine
      function: name = value      ours alone
    ? function: name              other values in other recordings: bytes that were never set. Only that it is there counts

Addresses are 0x*, the folder is FOLDER. --write makes the files anew; --beside names other recordings of the same builds,
made in an environment of another size (`A=$(seq 999) stops.py ...`), of which the lines with a question mark are learnt;
those that a person has made stay.
"""
import argparse
import pathlib
import re
import sys
import zlib

from sweep import compare_stop

HERE = pathlib.Path(__file__).resolve().parent
ADDRESS = re.compile(r"\b0x[0-9a-f]{5,}\b")
LINE = re.compile(r"([ =?]) (.*?)(?: = (.*))?")  # of names that are expressions, the first one is meant
LONGEST = 300  # of a value; what is behind that is told by a checksum
SHOWN = 40  # differences of a build


def tidy(text, folder):
    text = ADDRESS.sub("0x*", text.replace(str(folder), "FOLDER")).replace("\n", "\\n")
    if len(text) <= LONGEST:
        return text
    return f"{text[:LONGEST]}... ({len(text)} characters, CRC {zlib.crc32(text.encode(errors='replace')):08x})"


def recorded(reader, folder):
    """By stop, and in it by function and name, with #2 behind the second of a name: whether gdb agrees, and our value."""
    stops = {}
    for path in sorted(folder.glob("*.json")):
        lines = stops.setdefault(path.stem, {})
        for finding in compare_stop(reader, path):
            if finding.ours == "no such variable":
                continue
            name = f"{finding.function}: {finding.name}"
            count = 1
            while (key := name if count == 1 else f"{name} #{count}") in lines:
                count += 1
            lines[key] = (finding.kind == "same", tidy(finding.ours, folder))
    return stops


def read_golden(path):
    stops, lines = {}, None
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("stop "):
            lines = stops.setdefault(line.removeprefix("stop "), {})
        elif line and not line.startswith("#"):
            mark, key, value = re.fullmatch(LINE, line).groups()
            lines[key] = (mark, value)
    return stops


def written(stops, others, old):
    """The text of a golden file; what had a question mark has it again."""
    out = ["# What our reader says; see golden.py."]
    for stop, lines in stops.items():
        out += ["", f"stop {stop}"]
        for key, (is_gdbs, value) in lines.items():
            seen = {other.get(stop, {}).get(key, (False, None))[1] for other in others} | {value}
            is_unset = len(seen) > 1 or old.get(stop, {}).get(key, (None, None))[0] == "?"
            if is_unset and not is_gdbs:
                out.append(f"? {key}")
            else:
                out.append(f"{'=' if is_gdbs else ' '} {key} = {value}")
    return "\n".join(out) + "\n"


def differences(golden, stops):
    for stop in sorted(golden.keys() | stops.keys()):
        old, new = golden.get(stop, {}), stops.get(stop, {})
        for key in sorted(old.keys() | new.keys()):
            mark, value = old.get(key, (None, None))
            is_gdbs, is_now = new.get(key, (False, None))
            if mark is None:
                yield f"{stop} {key}: it is new: {is_now}"
            elif is_now is None:
                yield f"{stop} {key}: it is missing: {value}"
            elif mark != "?" and is_now != value and not (mark == "=" and is_gdbs):
                yield f"{stop} {key}\n    was {value}\n    is  {is_now}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reader")
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--golden", type=pathlib.Path, default=HERE / "golden")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--beside", nargs="+", type=pathlib.Path, default=[], metavar="FOLDER")
    options = parser.parse_args()
    count = 0
    for folder in options.folders:
        folder = folder.resolve()
        stops = recorded(options.reader, folder)
        path = options.golden / f"{folder.name}.txt"
        if options.write:
            others = [recorded(options.reader, other.resolve()) for other in options.beside if other.name == folder.name]
            path.parent.mkdir(exist_ok=True)
            old = read_golden(path) if path.exists() else {}
            path.write_text(written(stops, others, old), encoding="utf-8")
            continue
        found = list(differences(read_golden(path), stops))
        for difference in found[:SHOWN]:
            print(f"{folder.name}/{difference}")
        print(f"{folder.name}: {sum(map(len, stops.values()))} values, {len(found)} differences")
        count += len(found)
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
