#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the programs of tests/debuggees/values and stops each of them, by gdb, at the lines marked `stop: NAME`. What
comments before such a line `ask:` for is evaluated there.

    stops.py FOLDER [--flags=-O2] [--fortran flang] [--cc clang-22] [--cxx clang++-22] [--every-line] [--only kinds,plain]
    stops.py FOLDER --compilers gcc,clang,flang [--flags=-O2] [--every-line] [--only kinds,plain]

FOLDER then has, for each stop, PROGRAM.NAME.core and PROGRAM.NAME.json: what gdb says there of every variable of every
frame. sweep.py compares that with what our own reader says. Of --compilers each has a folder in FOLDER, called gcc-O2
and so on, and the newest version there is is taken; one that is missing is said to be left out.
"""
import argparse
import dataclasses
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

from newest_tool import newest

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE.parent / "debuggees" / "values"
MARK = re.compile(r"(?:!|//) stop: (\w+)\s*$")
ASK = re.compile(r"^\s*(?:!|//) ask: (.+?)\s*$")
WIDEST_REALS = re.compile(r"((?:real|complex)\(|\d\.\d*_)16\b")
WIDEST_KIND = re.compile(r"(cmplx\(.*, )16\b")
TIMEOUT = 3600
STALL = 20  # seconds that gdb may take for one variable
MAX_CRASHES = 100  # of gdb itself: 13.1 has some


@dataclasses.dataclass(frozen=True)
class Program:
    name: str
    sources: tuple
    flags: tuple = ()

    @property
    def language(self):
        return {".f90": "fortran", ".c": "cc", ".cpp": "cxx"}[pathlib.Path(self.sources[0]).suffix]


PROGRAMS = {
    program.name: program
    for program in (
        Program("kinds", ("kinds.f90",)),
        Program("texts", ("texts.f90",)),
        Program("arrays", ("arrays.f90",)),
        Program("records", ("records.f90",)),
        Program("classes", ("classes.f90",)),
        # Contained procedures that are passed on are called through code on the stack.
        Program("scopes", ("scopes_a.f90", "scopes_b.f90"), ("-Wl,-z,execstack", "-Wl,--no-warn-execstack")),
        Program("openmp", ("openmp.f90",), ("-fopenmp",)),
        Program("plain", ("plain.c",), ("-std=c11",)),
        Program("units", ("units_a.c", "units_b.c"), ("-std=c11",)),
        Program("cxx", ("classes.cpp",), ("-std=c++20",)),
        Program("names", ("names.cpp",), ("-std=c++20",)),
    )
}

# With --compilers: what each builds, the programs of other languages are left out.
FAMILIES = {
    "gcc": {"fortran": "gfortran", "cc": "gcc", "cxx": "g++"},
    "clang": {"cc": "clang", "cxx": "clang++"},
    "flang": {"fortran": "flang"},
}


def source_for(compiler, source, folder):
    """Where it is; of Fortran for a flang, whose Debian packages have no reals of 16 bytes, a copy with such of 10."""
    path = SOURCES / source
    if "flang" not in compiler or path.suffix != ".f90":
        return path
    text = path.read_text(encoding="utf-8")
    changed = WIDEST_REALS.sub(lambda match: match[1] + "10", text)
    changed = WIDEST_KIND.sub(lambda match: match[1] + "10", changed)
    if changed == text:
        return path
    (folder / source).write_text(changed, encoding="utf-8")
    return folder / source


def build(program, folder, compiler, flags):
    """Warnings are errors to whoever reads this: they are shown. Raises CalledProcessError."""
    sources = [str(source_for(compiler, source, folder)) for source in program.sources]
    command = [*shlex.split(compiler), "-g", *flags, *program.flags, *sources, "-o", program.name]
    subprocess.run(command, cwd=folder, check=True, timeout=TIMEOUT)


def marked_stops(program):
    """With the expressions that are asked for there: in comments before the line, parted by a comma and a blank."""
    stops = []
    for source in program.sources:
        asked = []
        for number, line in enumerate((SOURCES / source).read_text(encoding="utf-8").splitlines(), 1):
            if match := ASK.match(line):
                asked += match.group(1).split(", ")
                continue
            if match := MARK.search(line):
                stops.append({"file": source, "line": number, "name": match.group(1), "ask": asked})
            asked = []
    return stops


def record(program, folder, hits, every_line):
    """Cores and JSON of all stops. Returns whether gdb came to the program's end, crashes of its own left aside."""
    order = {
        "program": program.name,
        "folder": str(folder),
        "sources": program.sources,
        "stops": marked_stops(program),
        "hits": hits,
        "everyLine": every_line,
        "crashing": [],
    }
    now = folder / f"{program.name}.now"
    while True:
        now.write_text("", encoding="utf-8")
        run = run_gdb(program, folder, order)
        said = [line.removeprefix("stops.py: ") for line in run.stdout.splitlines() if line.startswith("stops.py: ")]
        if run.returncode == 0 and said and said[-1].endswith(" stops"):
            crashes = f"; gdb crashes {len(order['crashing'])} times" if order["crashing"] else ""
            print(f"{program.name}: {'; '.join(said)}{crashes}")
            return True
        crashed_at = now.read_text(encoding="utf-8")
        if not crashed_at or crashed_at in order["crashing"] or len(order["crashing"]) == MAX_CRASHES:
            print(f"{program.name}: gdb did not come to the end\n{run.stdout}{run.stderr}", file=sys.stderr)
            return False
        order["crashing"].append(crashed_at)


def run_gdb(program, folder, order):
    command = ["gdb", "-nx", "-nh", "-batch", "-x", str(HERE / "in_gdb.py"), str(folder / program.name)]
    environment = {**os.environ, "DBGR_STOPS": json.dumps(order), "LC_ALL": "C.UTF-8"}
    environment.pop("DEBUGINFOD_URLS", None)
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        gdb = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        watch(gdb, folder / f"{program.name}.now")
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode(errors="backslashreplace"))
    return subprocess.CompletedProcess(command, gdb.returncode, *texts)


def watch(gdb, now):
    """Until it ends; one that is at the same variable for too long (bounds that are not set yet) is made to."""
    known, since, start = None, time.monotonic(), time.monotonic()
    while gdb.poll() is None:
        time.sleep(0.2)
        at = now.read_text(encoding="utf-8")
        if at != known:
            known, since = at, time.monotonic()
        if time.monotonic() - since > STALL or time.monotonic() - start > TIMEOUT:
            gdb.kill()
            gdb.wait()


def remove_old(program, folder):
    for pattern in (f"{program.name}.*.core", f"{program.name}.*.json"):
        for path in folder.glob(pattern):
            path.unlink()


def builds(options, parser):
    """Folders, each with the compiler of each language."""
    folder = options.folder.resolve()
    if not options.compilers:
        yield folder, {language: getattr(options, language) for language in ("fortran", "cc", "cxx")}
        return
    for family in options.compilers.split(","):
        if family not in FAMILIES:
            parser.error(f"there is no {family}; there are {', '.join(FAMILIES)}")
        tools = {language: newest(tool) for language, tool in FAMILIES[family].items()}
        if missing := [FAMILIES[family][language] for language, tool in tools.items() if tool is None]:
            print(f"{family}: left out, {' and '.join(missing)} not found")
            continue
        yield folder / f"{family}{options.flags.replace(' ', '')}", tools


def taken(build_of, options, wanted):
    """Whether gdb came to the end of all programs, and there were some."""
    folder, compilers = build_of
    folder.mkdir(parents=True, exist_ok=True)
    are_done = []
    for program in PROGRAMS.values():
        compiler = compilers.get(program.language)
        if not compiler or program.name not in wanted:
            continue
        remove_old(program, folder)
        build(program, folder, compiler, shlex.split(options.flags))
        are_done.append(record(program, folder, 1 if options.every_line else options.hits, options.every_line))
    return bool(are_done) and all(are_done)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--only", default=",".join(PROGRAMS), metavar="PROGRAM,...", help="default: all")
    parser.add_argument("--fortran", default="gfortran", help='"" leaves out the programs of that language')
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--cxx", default="g++")
    parser.add_argument("--compilers", default="", metavar="FAMILY,...", help=f"of {', '.join(FAMILIES)}")
    parser.add_argument("--flags", default="-O0")
    parser.add_argument("--hits", type=int, default=2, help="how often each stop is taken; of --every-line once")
    parser.add_argument("--every-line", action="store_true", help="at each line with code, too")
    options = parser.parse_args()
    wanted = options.only.split(",")
    if unknown := set(wanted) - set(PROGRAMS):
        parser.error(f"there are no programs {', '.join(sorted(unknown))}; there are {', '.join(PROGRAMS)}")

    are_done = [taken(build_of, options, wanted) for build_of in builds(options, parser)]
    return 0 if are_done and all(are_done) else 1


if __name__ == "__main__":
    sys.exit(main())
