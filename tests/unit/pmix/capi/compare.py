#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a program that was compiled against libpmix, and its twin against our library, and compares what they print:
compare.py DIFFERENCES [LIBPMIX-PROGRAM OUR-PROGRAM]...

DIFFERENCES holds the lines that may differ, as "pattern | reason". Both outputs need the same number of lines.
"""

import fnmatch
import os
import pathlib
import subprocess
import sys
import tempfile

LIMIT_SECONDS = 60


def lines_of(program):
    """What a program prints; in a folder of its own, since libpmix leaves files."""
    with tempfile.TemporaryDirectory(prefix="c.", dir="/tmp") as folder:
        done = subprocess.run(
            [program], env={**os.environ, "TMPDIR": folder}, capture_output=True, text=True, timeout=LIMIT_SECONDS
        )
    if done.returncode != 0:
        sys.exit(f"{program} ended with status {done.returncode}\n{done.stderr}")
    return done.stdout.splitlines()


def table(path):
    entries = [line.partition("|")[0].strip() for line in path.read_text().splitlines() if not line.startswith("#")]
    return [entry for entry in entries if entry]


def main():
    allowed = table(pathlib.Path(sys.argv[1]))
    needed = set()
    failures = []
    for theirs, ours in zip(sys.argv[2::2], sys.argv[3::2]):
        expected, actual = lines_of(theirs), lines_of(ours)
        if len(expected) != len(actual):
            failures.append(f"{theirs} prints {len(expected)} lines, {ours} {len(actual)}")
        for number, (a, b) in enumerate(zip(expected, actual), 1):
            if a == b:
                continue
            matching = [p for p in allowed if fnmatch.fnmatchcase(a, p) and fnmatch.fnmatchcase(b, p)]
            needed.update(matching[:1])
            if not matching:
                failures.append(f"line {number}\n  libpmix: {a}\n  ours:    {b}")
    failures += [f"no difference needs: {p}" for p in allowed if p not in needed]
    print("\n".join(failures) or "equal, but for the differences in the table")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
