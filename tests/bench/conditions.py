#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a condition of a breakpoint costs each time that it is false: in dbgr, judged by its own reader and by LLDB's
compiler, and in gdb; what one of watched data costs in both, by the processor and by single steps; and what a hit of a
tracepoint does, beside gdb's dprintf.

The program itself measures it, so that nobody's start counts: in blocks of hits, of which the one in the middle counts, as
others use the machine, too. All kinds are run in turns, medians are stated, each beside gdb's, and the least of all blocks.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "tests/support"))
import machine  # noqa: E402

LIMIT_SECONDS = 300
BLOCKS = 20
PROGRAM = """
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>
long total;
static void work(int i, std::vector<int>& v) { total += i + v[i % 3]; }
int main(int, char** argv)
{
    const int blocks = std::atoi(argv[1]), hits = std::atoi(argv[2]);
    std::vector<int> v{1, 2, 3};
    std::vector<double> times;
    for (int block = 0; block < blocks; ++block) {
        const auto begun = std::chrono::steady_clock::now();
        for (int i = 0; i < hits; ++i)
            work(i, v);
        times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count() / hits);
    }
    std::sort(times.begin(), times.end());
    std::FILE* const out = std::fopen(argv[3], "w");
    std::fprintf(out, "%g %g\\n", times[times.size() / 2], times.front());
    std::fclose(out);
}
"""
DATA = "i == 100000000"
CONDITIONS = {"data": DATA, "container": "v.size() == 4", "compiled": "__builtin_abs(i) == 100000000"}
WATCH = "watch total if total == -1"
BY_STEPS = {"gdb": ["break main", "run", "set can-use-hw-watchpoints 0", WATCH, "continue"],
            "dbgr": ["break main", "continue", "watch --slow total if total == -1", "continue"]}
TRACES = {"gdb": r'dprintf work,"%d %ld\n",i,total', "dbgr": "trace work, i, total"}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=SOURCE / "build/dev", help="the build to measure (default: build/dev)")
    parser.add_argument("--hits", type=int, default=1000, help="hits that stop nobody (default: 1000)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each kind, in turns (default: 3)")
    return parser.parse_args()


def cost_of(command, folder):
    """Milliseconds for a hit: of the block in the middle, and of the quickest one."""
    told = Path(folder, "told")
    told.unlink(missing_ok=True)
    environment = os.environ | {"TMPDIR": folder}
    done = subprocess.run(list(map(str, [*command, told])), env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder, timeout=LIMIT_SECONDS)
    if done.returncode != 0 or not told.exists():
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout[-2000:]}")
    return tuple(map(float, told.read_text(encoding="utf-8").split()))


def main():
    arguments = parse_arguments()
    programs = arguments.build.resolve() / "bin"
    with tempfile.TemporaryDirectory(prefix="dbgr-", dir="/tmp") as folder:
        source, program = Path(folder, "hits.cpp"), Path(folder, "hits")
        source.write_text(PROGRAM, encoding="utf-8")
        subprocess.run(["c++", "-g", "-O0", "-o", program, source], check=True)

        blocks = [BLOCKS, max(arguments.hits // BLOCKS, 1)]

        def dbgr(commands):
            given = [part for command in commands for part in ("--command", command)]
            return [programs / "dbgr", "--batch", "--stop=exec", *given, programs / "dbgrun", "-n", "1", program, *blocks]

        def gdb(commands):
            given = [part for command in commands for part in ("-ex", command)]
            return ["gdb", "-nx", "-batch", *given, "--args", program, *blocks]

        kinds = {f"gdb, {name}": (gdb, [f"break work if {CONDITIONS[name]}", "run"]) for name in ("data", "container")}
        kinds |= {f"dbgr, {name}": (dbgr, [f"break work if {text}", "continue"]) for name, text in CONDITIONS.items()}
        kinds |= {"gdb, trace": (gdb, [TRACES["gdb"], "run"]), "dbgr, trace": (dbgr, [TRACES["dbgr"], "continue"])}
        kinds |= {"gdb, steps": (gdb, BY_STEPS["gdb"]), "dbgr, steps": (dbgr, BY_STEPS["dbgr"])}
        if machine.processor_watches(arguments.build.resolve()):
            kinds |= {"gdb, watch": (gdb, [WATCH, "run"]), "dbgr, watch": (dbgr, [WATCH, "continue"])}
        else:
            print("data that the processor watches is left out: that of this machine stops nobody for it")
        costs = {kind: [] for kind in kinds}
        for _ in range(arguments.runs):
            for kind, (command, given) in kinds.items():
                costs[kind].append(cost_of(command(given), folder))
        medians = {kind: statistics.median(middle for middle, _ in values) for kind, values in costs.items()}
        least = {kind: min(quickest for _, quickest in values) for kind, values in costs.items()}
        print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; milliseconds for each of {arguments.hits} hits, "
              f"medians of {arguments.runs} runs in turns, and the least; ratios to gdb's in brackets")
        for kind, median in medians.items():
            what = kind.split(", ")[1]
            gdb_kind = f"gdb, {what}" if f"gdb, {what}" in medians else "gdb, data"
            print(f"{kind:>16}  {median:7.3f} ({median / medians[gdb_kind]:5.2f})"
                  f"  {least[kind]:7.3f} ({least[kind] / least[gdb_kind]:5.2f})")


if __name__ == "__main__":
    main()
