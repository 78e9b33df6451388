#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a step of all ranks costs: `next`, and `next --together`, beside one gdb that does `next` in each of them.

All ranks of a job under dbgrun stand at the same place, and step over the same three lines. In turns, in one run; what
counts is the ratio, of the clock and of the processor time of all processes of the debugger.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import attach
import keeper

sys.path.insert(0, str(attach.SOURCE / "tests/support"))
import processor_time  # noqa: E402

STEPS = 3
IN_GDB = """
import gdb, json, time
count = {count}
for number in range(1, count + 1):
    gdb.execute("inferior %d" % number, to_string=True)
    gdb.execute("continue", to_string=True)
times = []
used = time.process_time()
for step in range({steps}):
    start = time.monotonic()
    for number in range(1, count + 1):
        gdb.execute("inferior %d" % number, to_string=True)
        gdb.execute("next", to_string=True)
    times.append(time.monotonic() - start)
used = (time.process_time() - used) / {steps}
print("TIMES " + json.dumps([times, used]))
"""


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=attach.SOURCE / "build/dev", help="the build to measure (default: build/dev)")
    parser.add_argument("--ranks", type=int, nargs="+", default=[16, 64], help="numbers of ranks (default: 16 64)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each kind, in turns (default: 3)")
    return parser.parse_args()


def dbgr_steps(dbgr, job, command):
    session = keeper.Session(dbgr, job)
    session.ask("break turn")
    session.ask("continue")
    roots = [session.process.pid, job.process.pid]
    before = processor_time.of_debuggers(roots)
    seconds = statistics.median([session.ask(command) for _ in range(STEPS)])
    used = (processor_time.of_debuggers(roots) - before) / STEPS
    session.ask("delete 1")
    session.end()
    return seconds, used


def gdb_steps(job):
    command = ["gdb", "-nx", "-batch"]
    for number, pid in enumerate(job.pids):
        if number:
            command += ["-ex", "add-inferior", "-ex", f"inferior {number + 1}"]
        command += ["-ex", f"attach {pid}"]
    with tempfile.NamedTemporaryFile("w", suffix=".py") as script:
        script.write(IN_GDB.format(count=len(job.pids), steps=STEPS))
        script.flush()
        command += ["-ex", "break turn", "-x", script.name]
        done = subprocess.run(command, capture_output=True, text=True, timeout=attach.LIMIT_SECONDS)
    for line in done.stdout.splitlines():
        if line.startswith("TIMES "):
            times, used = json.loads(line[6:])
            return statistics.median(times), used
    sys.exit(f"gdb could not step: {done.stderr[-400:]}")


def main():
    arguments = parse_arguments()
    dbgr = str(arguments.build / "bin/dbgr")
    program = arguments.build / "bin/debuggees/launcher_rank_plain"
    print(f"{'ranks':>5}  {'of the':>9}  {'next':>9}  {'together':>9}  {'one gdb':>9}  {'next/gdb':>8}  {'together/gdb':>12}")
    for ranks in arguments.ranks:
        job = attach.Job(arguments.build, program, ranks)
        try:
            job.wait_until_it_runs()
            rows = [(dbgr_steps(dbgr, job, "next"), dbgr_steps(dbgr, job, "next --together"), gdb_steps(job))
                    for _ in range(arguments.runs)]
        finally:
            job.end()
        for which, name in enumerate(("clock", "processor")):
            plain, together, gdb = (statistics.median(pair[which] for pair in pairs) for pairs in zip(*rows))
            print(f"{ranks:>5}  {name:>9}  {1000 * plain:>6.1f} ms  {1000 * together:>6.1f} ms  {1000 * gdb:>6.1f} ms  "
                  f"{plain / gdb:>8.2f}  {together / gdb:>12.2f}", flush=True)


if __name__ == "__main__":
    main()
