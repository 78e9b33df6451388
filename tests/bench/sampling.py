#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What it costs to see where running ranks are: time as a ratio, and what the ranks notice.

A job that runs under dbgrun. In turns, in one run:
  sample   from `sample` until dbgr has printed the tree of all ranks, beside the kernel's own time to have all threads
           of these processes stand, and go on (ptrace_floor)
  stacks   `dbgr --stacks` from start to end, beside one gdb that attaches to all ranks and prints theirs
"""

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path

import attach
import keeper

SOURCE = Path(__file__).resolve().parents[2]
SAMPLES = 10


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=SOURCE / "build/dev", help="the build to measure (default: build/dev)")
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 16, 64, 128], help="numbers of ranks (default: 1 16 64 128)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each kind, in turns (default: 3)")
    return parser.parse_args()


def while_attached(dbgr, job):
    """Seconds of (the first sample, which reads the programs' tables; a later one, median)."""
    session = keeper.Session(dbgr, job)
    session.ask("continue &")
    first, *later = [session.ask("sample") for _ in range(SAMPLES)]
    session.end()
    return first, statistics.median(later)


def stacks(dbgr, job):
    start = time.monotonic()
    done = subprocess.run([dbgr, "--stacks", str(job.process.pid)], env=job.environment, capture_output=True, text=True,
                          timeout=attach.LIMIT_SECONDS)
    if done.returncode != 0 or "main" not in done.stdout:
        sys.exit(f"dbgr --stacks failed: {done.stderr}")
    return time.monotonic() - start


def main():
    arguments = parse_arguments()
    dbgr = str(arguments.build / "bin/dbgr")
    print(f"{'ranks':>5}  {'first':>9}  {'sample':>9}  {'floor':>9}  {'ratio':>6}  {'--stacks':>9}  {'one gdb':>9}  {'ratio':>6}")
    for ranks in arguments.ranks:
        job = attach.Job(arguments.build, arguments.build / "bin/debuggees/launcher_rank_plain", ranks)
        rows = []
        try:
            job.wait_until_it_runs()
            for _ in range(arguments.runs):
                first, sample = while_attached(dbgr, job)
                rows.append((first, sample, keeper.floor(arguments.build, job)[0], stacks(dbgr, job), attach.gdb_all(job)))
        finally:
            job.end()
        first, sample, floor, alone, gdb = (statistics.median(column) for column in zip(*rows))
        print(f"{ranks:>5}  {first * 1000:>6.1f} ms  {sample * 1000:>6.1f} ms  {floor * 1000:>6.1f} ms  {sample / floor:>6.1f}"
              f"  {alone:>7.2f} s  {gdb:>7.2f} s  {alone / gdb:>6.2f}")


if __name__ == "__main__":
    main()
