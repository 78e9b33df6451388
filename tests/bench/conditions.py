#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a condition of a breakpoint costs each time that it is false: in dbgr, judged by its own reader and by LLDB's
compiler, and in gdb; what one of watched data costs in both, by the processor and by single steps; what a hit of a
tracepoint does, beside gdb's dprintf; and what hits do that are told, of a breakpoint and of watched data, with a command
that lets the program go on.

A program calls a function many times and once; the difference is of the hits alone. All kinds are run in turns, medians
are stated, and each beside gdb's.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "tests/support"))
import machine  # noqa: E402
import processor_time  # noqa: E402

LIMIT_SECONDS = 300
PROGRAM = """
#include <cstdlib>
#include <vector>
long total;
static void work(int i, std::vector<int>& v) { total += i + v[i % 3]; }
int main(int, char** argv)
{
    std::vector<int> v{1, 2, 3};
    for (int i = 0, n = std::atoi(argv[1]); i < n; ++i)
        work(i, v);
}
"""
DATA = "i == 100000000"
CONDITIONS = {"data": DATA, "container": "v.size() == 4", "compiled": "__builtin_abs(i) == 100000000"}
WATCH = "watch total if total == -1"
BY_STEPS = {"gdb": ["break main", "run", "set can-use-hw-watchpoints 0", WATCH, "continue"],
            "dbgr": ["break main", "continue", "watch --slow total if total == -1", "continue"]}
GO_ON = {"gdb": "commands\nsilent\nprint i\ncontinue\nend", "dbgr": "print i; continue"}
TRACES = {"gdb": r'dprintf work,"%d %ld\n",i,total', "dbgr": "trace work, i, total"}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=SOURCE / "build/dev", help="the build to measure (default: build/dev)")
    parser.add_argument("--hits", type=int, default=1000, help="hits that stop nobody (default: 1000)")
    parser.add_argument("--told", type=int, default=200, help="hits that are told (default: 200)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each kind, in turns (default: 3)")
    return parser.parse_args()


def seconds_of(command, folder):
    """Of the clock, and of the processor in all processes together."""
    environment = os.environ | {"TMPDIR": folder}
    before = processor_time.of_ended()
    start = time.monotonic()
    done = subprocess.run(list(map(str, command)), env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, cwd=folder, timeout=LIMIT_SECONDS)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout[-2000:]}")
    seconds = time.monotonic() - start
    return seconds, processor_time.of_ended() - before


def gdb_script(folder, name, lines):
    """gdb takes commands of breakpoints from files only."""
    script = Path(folder, name)
    script.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [f"source {script}"]


def main():
    arguments = parse_arguments()
    processor_time.adopt()
    programs = arguments.build.resolve() / "bin"
    with tempfile.TemporaryDirectory(prefix="dbgr-", dir="/tmp") as folder:
        source, program = Path(folder, "hits.cpp"), Path(folder, "hits")
        source.write_text(PROGRAM, encoding="utf-8")
        subprocess.run(["c++", "-g", "-O0", "-o", program, source], check=True)

        def dbgr(commands, count):
            given = [part for command in commands for part in ("--command", command)]
            return [programs / "dbgr", "--batch", "--stop=exec", *given, programs / "dbgrun", "-n", "1", program, count]

        def gdb(commands, count):
            given = [part for command in commands for part in ("-ex", command)]
            return ["gdb", "-nx", "-batch", *given, "--args", program, count]

        kinds = {f"gdb, {name}": (gdb, [f"break work if {CONDITIONS[name]}", "run"]) for name in ("data", "container")}
        kinds |= {f"dbgr, {name}": (dbgr, [f"break work if {text}", "continue"]) for name, text in CONDITIONS.items()}
        kinds |= {"gdb, trace": (gdb, [TRACES["gdb"], "run"]), "dbgr, trace": (dbgr, [TRACES["dbgr"], "continue"])}
        kinds |= {"gdb, steps": (gdb, BY_STEPS["gdb"]), "dbgr, steps": (dbgr, BY_STEPS["dbgr"])}
        told = {"gdb, stop": (gdb, gdb_script(folder, "stop.gdb", ["break work", GO_ON["gdb"], "run"])),
                "dbgr, stop": (dbgr, ["break work", f"commands 1 {GO_ON['dbgr']}", "continue", "wait"]),
                "gdb, change": (gdb, gdb_script(folder, "change.gdb", [
                    "break main", "run", "set can-use-hw-watchpoints 0", "watch total",
                    GO_ON["gdb"].replace("print i", "print total"), "continue"])),
                "dbgr, change": (dbgr, ["break main", "continue", "watch --slow total", "commands 2 print total; continue",
                                        "continue", "wait"])}
        kinds |= told
        if machine.processor_watches(arguments.build.resolve()):
            kinds |= {"gdb, watch": (gdb, [WATCH, "run"]), "dbgr, watch": (dbgr, [WATCH, "continue"])}
        else:
            print("data that the processor watches is left out: that of this machine stops nobody for it")
        costs = {kind: [] for kind in kinds}
        for _ in range(arguments.runs):
            for kind, (command, given) in kinds.items():
                hits = arguments.told if kind in told else arguments.hits
                many, one = (seconds_of(command(given, count), folder) for count in (hits + 1, 1))
                costs[kind].append([1000 * (most - least) / hits for most, least in zip(many, one)])
        medians = {kind: [statistics.median(values) for values in zip(*pairs)] for kind, pairs in costs.items()}
        print(f"{os.cpu_count()} cores; milliseconds for each hit ({arguments.hits} that stop nobody, {arguments.told} that are "
              f"told), medians of {arguments.runs} runs in turns; ratio to gdb's in brackets")
        print(f"{'':>16}  {'clock':>14}  {'processor':>14}")
        for kind, median in medians.items():
            what = kind.split(", ")[1]
            gdbs = medians[f"gdb, {what}" if f"gdb, {what}" in medians else "gdb, data"]
            print(f"{kind:>16}  " + "  ".join(f"{ours:6.2f} ({ours / theirs:5.2f})" for ours, theirs in zip(median, gdbs)))


if __name__ == "__main__":
    main()
