#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a value costs: our reader of debug information beside gdb, on the same core files, in one run.

A value is an expression from its text to the text of what it is: parsed, its names found, read, printed. gdb is asked
through its Python, which spares it its command line. Ratios of one run tell whether a change made the reader slower;
the first evaluation, which reads debug information, is shown by itself.

Then what the index of all names takes of memory: twenty megabytes for twelve of debug information are the goal.

Then what the first value costs in a program with much debug information: a process of each from its start to its end, as
both find nothing in memory that an earlier one left there. A tenth of gdb's time is the goal.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import large_debug_info

SOURCE = Path(__file__).resolve().parents[2]
# Program, stop, frame, expression; what gdb writes otherwise.
ROWS = (
    ("arrays", "explicit_shapes", "n", "n"),
    ("arrays", "explicit_shapes", "fix(2,3)", "fix(2,3)"),
    ("arrays", "assumed_shapes", "as(2,2)", "as(2,2)"),
    ("arrays", "assumed_shapes", "as", "as"),
    ("records", "nested", "full%parts(1)%at%x", "full%parts(1)%at%x"),
    ("records", "nested", "full", "full"),
    ("plain", "pointers", "toPoint->x", "toPoint->x"),
    ("plain", "pointers", "value*2+row[3]", "value*2+row[3]"),
)
# Of the large program: of the frame, of the file, of another unit's namespace.
LARGE_ROWS = ("n", "point", "numbers", "answer", "unit_0000::counted")
IN_GDB = """
import gdb, json, time
rows = json.loads({rows!r})
out = []
for expression in rows:
    try:
        start = time.perf_counter()
        str(gdb.parse_and_eval(expression))
        first = time.perf_counter() - start
        start = time.perf_counter()
        for _ in range({count}):
            str(gdb.parse_and_eval(expression))
        out.append([first * 1e6, (time.perf_counter() - start) * 1e6 / {count}])
    except gdb.error as error:
        out.append(str(error))
print("TIMES " + json.dumps(out))
"""


def run(command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=300)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout[-1000:]}{done.stderr[-1000:]}")
    return done.stdout


def times_of_gdb(folder, program, core, expressions, count):
    script = folder / "times.py"
    script.write_text(IN_GDB.format(rows=json.dumps(expressions), count=count), encoding="utf-8")
    said = run(["gdb", "-nx", "-nh", "-batch", "-ex", "set print elements 200", "-core", core, folder / program, "-x", script])
    return json.loads(next(line for line in said.splitlines() if line.startswith("TIMES "))[6:])


def seconds(command):
    start = time.perf_counter()
    run(command)
    return time.perf_counter() - start


def measure_large(reader, folder, options):
    program, core, size = large_debug_info.make(folder, options.large)
    print(f"\n{f'first value, {size / 1e6:.0f} MB':24} {'ours, ms':>10} {'gdb, ms':>10} {'ratio':>7}")
    gdb = ["gdb", "-nx", "-nh", "-batch", "-iex", "set debuginfod enabled off", "-core", core, program, "-ex"]
    for expression in LARGE_ROWS:
        ours, gdbs = [], []
        for _ in range(options.runs):
            ours.append(1e3 * seconds([reader, core, "--print", expression]))
            gdbs.append(1e3 * seconds([*gdb, f"print {expression}"]))
        mine, theirs = statistics.median(ours), statistics.median(gdbs)
        print(f"{expression:24} {mine:>10.0f} {theirs:>10.0f} {mine / theirs:>7.3f}")


def measure_memory(reader, folder, options):
    """What the index of all names costs: a process that has made it, beside one that has not. Both map the same files."""
    _, core, size = large_debug_info.make(folder, options.index)
    said = [json.loads(run([reader, core, "--print", expression, "--time", "1"])) for expression in ("n", "unit_0000::counted")]
    stays, peak = ((said[1][what] - said[0][what]) / 1e3 for what in ("ownKilobytes", "peakKilobytes"))
    print(f"\n{f'index of {size / 1e6:.0f} MB':24} {'stays, MB':>10} {'peak, MB':>10} {'seconds':>10}")
    print(f"{'all names':24} {stays:>10.1f} {peak:>10.1f} {said[1]['firstMicroseconds'] / 1e6:>10.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=SOURCE / "build/dev", help="the build to measure (default: build/dev)")
    parser.add_argument("--count", type=int, default=2000, help="evaluations of each expression (default: 2000)")
    parser.add_argument("--large", type=int, default=40, metavar="MB", help="of .debug_info, 0 for none (default: 40)")
    parser.add_argument("--index", type=int, default=12, metavar="MB", help="the same for the memory of the index (default: 12)")
    parser.add_argument("--runs", type=int, default=5, help="of each with the large program; the median counts (default: 5)")
    options = parser.parse_args()
    reader = options.build.resolve() / "bin/tests/values_read"
    with tempfile.TemporaryDirectory(prefix="dbgr-") as name:
        folder = Path(name)
        run([sys.executable, SOURCE / "tests/values/stops.py", folder, "--only", "arrays,records,plain"])
        print(f"{'expression':24} {'ours, us':>10} {'gdb, us':>10} {'ratio':>7} {'ours first':>12} {'gdb first':>12}")
        for program, stop, ours, gdbs in ROWS:
            core = folder / f"{program}.{stop}.core"
            said = json.loads(run([reader, core, "--print", ours, "--time", str(options.count)]))
            gdb = times_of_gdb(folder, program, core, [gdbs], options.count)[0]
            if "microseconds" not in said or isinstance(gdb, str):
                sys.exit(f"{ours}: ours {said}, gdb {gdb}")
            ratio = said["microseconds"] / gdb[1]
            print(f"{ours:24} {said['microseconds']:>10.1f} {gdb[1]:>10.1f} {ratio:>7.3f} "
                  f"{said['firstMicroseconds']:>12.0f} {gdb[0]:>12.0f}")
        if options.index:
            measure_memory(reader, folder, options)
        if options.large:
            measure_large(reader, folder, options)


if __name__ == "__main__":
    main()
