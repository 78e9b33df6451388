#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long it takes to attach to a running job and to see where all its ranks are.

dbgr attaches to the launcher and prints merged stacks; beside it stand `gdb -p` on each rank (as many at once as there
are processor cores) with a backtrace of all threads, and one gdb that attaches to all ranks. In turns, in one run;
what counts is the ratio.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
LIMIT_SECONDS = 600


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=SOURCE / "build/dev", help="the build to measure (default: build/dev)")
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 16, 64], help="numbers of ranks (default: 1 16 64)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each kind, in turns (default: 3)")
    parser.add_argument("--program", type=Path, help="a program that takes SECONDS FOLDER (default: launcher_rank_plain)")
    return parser.parse_args()


class Job:
    """A job that runs until it is told to stop."""

    def __init__(self, build, program, ranks):
        self.folder = tempfile.mkdtemp(prefix="dbgr-bench-")
        self.ranks = ranks
        self.environment = os.environ | {"TMPDIR": self.folder, "HOME": self.folder}
        command = [build / "bin/dbgrun", "-n", str(ranks), "--oversubscribe", program, "3600", self.folder]
        self.process = subprocess.Popen([str(word) for word in command], env=self.environment,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.pids = []

    def wait_until_it_runs(self):
        end = time.monotonic() + LIMIT_SECONDS
        while not all(Path(self.folder, f"beat.{rank}").exists() for rank in range(self.ranks)):
            if self.process.poll() is not None or time.monotonic() > end:
                sys.exit("the job does not run")
            time.sleep(0.05)
        self.pids = [int(Path(self.folder, f"pid.{rank}").read_text()) for rank in range(self.ranks)]

    def end(self):
        Path(self.folder, "stop").touch()
        self.process.wait(timeout=60)
        shutil.rmtree(self.folder)


def dbgr_attach(dbgr, job):
    """Seconds to (merged stacks printed, dbgr ended after the detach)."""
    start = time.monotonic()
    process = subprocess.Popen([dbgr, "--batch", "--json", "-c", "stacks", "-c", "detach", "-c", "quit", "--attach",
                                str(job.process.pid)],
                               env=job.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    stacks = None
    attached = ""
    for line in process.stdout:
        event = json.loads(line)
        if event.get("event") == "attached":
            attached = event["ranks"]
        if event.get("reply") == "stacks":
            stacks = time.monotonic() - start
    if process.wait(timeout=LIMIT_SECONDS) != 0 or stacks is None or not attached:
        sys.exit("dbgr could not attach")
    return stacks, time.monotonic() - start


def gdb_one(pid):
    done = subprocess.run(["gdb", "-nx", "-batch", "-p", str(pid), "-ex", "thread apply all bt"], capture_output=True,
                          text=True, timeout=LIMIT_SECONDS)
    if "main" not in done.stdout:
        sys.exit(f"gdb could not attach to {pid}: {done.stderr}")


def gdb_each(job):
    start = time.monotonic()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(gdb_one, job.pids))
    return time.monotonic() - start


def gdb_all(job):
    command = ["gdb", "-nx", "-batch"]
    for number, pid in enumerate(job.pids):
        if number:
            command += ["-ex", "add-inferior", "-ex", f"inferior {number + 1}"]
        command += ["-ex", f"attach {pid}"]
    command += ["-ex", "thread apply all bt"]
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_SECONDS)
    seconds = time.monotonic() - start
    if done.stdout.count(" main ") < len(job.pids):
        sys.exit(f"one gdb could not attach to all: {done.stderr[-400:]}")
    return seconds


def main():
    arguments = parse_arguments()
    program = arguments.program or arguments.build / "bin/debuggees/launcher_rank_plain"
    dbgr = str(arguments.build / "bin/dbgr")
    print(f"{'ranks':>5}  {'dbgr: stacks':>12}  {'and detached':>12}  {'gdb each':>9}  {'ratio':>6}  {'one gdb':>9}  {'ratio':>6}")
    for ranks in arguments.ranks:
        job = Job(arguments.build, program, ranks)
        try:
            job.wait_until_it_runs()
            stacks, detached, each, one = [], [], [], []
            for _ in range(arguments.runs):
                seen, gone = dbgr_attach(dbgr, job)
                stacks.append(seen)
                detached.append(gone)
                each.append(gdb_each(job))
                one.append(gdb_all(job))
        finally:
            job.end()
        s, d, e, o = (statistics.median(values) for values in (stacks, detached, each, one))
        print(f"{ranks:>5}  {s:>10.2f} s  {d:>10.2f} s  {e:>7.2f} s  {s / e:>6.2f}  {o:>7.2f} s  {s / o:>6.2f}")


if __name__ == "__main__":
    main()
