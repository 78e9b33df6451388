#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What it costs that one process of ours holds all ranks of a node: times as ratios, and memory.

A small program, and the same with 40 MB of debug information, under dbgrun. In turns, in one run:
  attach   from `dbgr --attach` to merged stacks, beside one gdb that attaches to all ranks and prints theirs
  break    from the command line until all ranks stand at the first breakpoint, beside the job without a debugger. It is
           of two lines; for a program of MPI beside `mpiexec` see launch.py
  stop     from `interrupt` until dbgr says that all stand, beside the kernel's own time for it (ptrace_floor)
  keeper   of that the keeper's own part: from the order until dbgd is told that all stand (keeper_stops), beside the same
  where    the stop until it says where
  step     from `next` until dbgr says so, beside the kernel's own time for one instruction in each rank
  memory   pages of dbgd-keeper that are nobody else's, after all this
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import attach
import large_debug_info
import launch

SOURCE = Path(__file__).resolve().parents[2]
RANK = SOURCE / "tests/debuggees/launcher_rank.cpp"
FLOOR_ROUNDS = 9
KEEPER_ROUNDS = 21
STEPS = 3
KEEPER = "dbgd-keeper"


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=SOURCE / "build/dev", help="the build to measure (default: build/dev)")
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 16, 64, 128], help="numbers of ranks (default: 1 16 64 128)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each kind, in turns (default: 3)")
    parser.add_argument("--large", type=int, default=40, help="megabytes of debug information (default: 40; 0: small only)")
    return parser.parse_args()


def make_program(folder, megabytes):
    """The rank of launcher tests, with as much debug information in other units."""
    objects = [f"{name}.o" for name in large_debug_info.units(folder, megabytes)] if megabytes else []
    program = folder / f"rank_{megabytes}"
    large_debug_info.run(["g++", "-g", "-O0", "-DLAUNCHER_RANK_PLAIN", RANK, *objects, "-o", program], folder)
    return program


class Session:
    """dbgr attached to a job, command by command."""

    def __init__(self, dbgr, job):
        self.process = subprocess.Popen([dbgr, "--batch", "--json", "--attach", str(job.process.pid)], env=job.environment,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.ranks = job.ranks

    def ask(self, command):
        """Seconds until all ranks are said to have done it."""
        start = time.monotonic()
        print(command, file=self.process.stdin, flush=True)
        name = command.split()[0]
        for line in self.process.stdout:
            event = json.loads(line)
            if event.get("event") == "error":
                sys.exit(f"dbgr could not {command}: {line}")
            if event.get("reply") != name:
                continue
            seconds = time.monotonic() - start
            if "stopped" in event and "&" not in command and launch.ranks_in(event["stopped"]) != self.ranks:
                sys.exit(f"not all ranks did {command}: {line}")
            return seconds
        sys.exit(f"dbgr ended instead of {command}")

    def interrupt(self):
        """Seconds until all ranks (stand, stand at known places)."""
        start = time.monotonic()
        print("interrupt", file=self.process.stdin, flush=True)
        standing, stood = set(), None
        for line in self.process.stdout:
            event = json.loads(line)
            if event.get("event") in ("standing", "stopped"):
                standing |= launch.numbers_in(event["ranks"])
            if stood is None and len(standing) == self.ranks:
                stood = time.monotonic() - start
            if event.get("reply") == "interrupt":
                if stood is None:
                    sys.exit(f"not all ranks stand: {line}")
                return stood, time.monotonic() - start
        sys.exit("dbgr ended instead of interrupt")

    def end(self):
        self.ask("detach")
        print("quit", file=self.process.stdin, flush=True)
        self.process.stdin.close()
        self.process.stdout.read()
        if self.process.wait(timeout=attach.LIMIT_SECONDS) != 0:
            sys.exit(f"dbgr's status {self.process.returncode}")


def keeper_kilobytes(job):
    """Of the process that traces the ranks."""
    tracers = {re.search(r"TracerPid:\t(\d+)", Path(f"/proc/{pid}/status").read_text())[1] for pid in job.pids}
    if len(tracers) != 1 or Path(f"/proc/{[*tracers][0]}/comm").read_text().strip() != KEEPER:
        sys.exit(f"the ranks are held by {tracers}, and not by one {KEEPER}")
    return int(re.search(r"Private_Dirty:\s+(\d+)", Path(f"/proc/{[*tracers][0]}/smaps_rollup").read_text())[1])


def while_attached(dbgr, job):
    """Seconds of a stop of all, until it is known where, of a step of all (median), and the keeper's memory."""
    session = Session(dbgr, job)
    session.ask("break turn")
    session.ask("continue")
    step = statistics.median(session.ask("next") for _ in range(STEPS))
    session.ask("delete 1")
    session.ask("continue &")
    time.sleep(0.3)
    stop, where = session.interrupt()
    kilobytes = keeper_kilobytes(job)
    session.end()
    return stop, where, step, kilobytes


def floor(build, job):
    done = subprocess.run([build / "bin/bench/ptrace_floor", str(FLOOR_ROUNDS), *map(str, job.pids)], capture_output=True,
                          text=True, timeout=attach.LIMIT_SECONDS)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return [float(line.split()[1]) / 1000 for line in done.stdout.splitlines()]


def keeper_alone(build, job):
    """Milliseconds as seconds, of a stop of all."""
    done = subprocess.run([build / "bin/bench/keeper_stops", str(KEEPER_ROUNDS), *map(str, job.pids)], capture_output=True,
                          text=True, timeout=attach.LIMIT_SECONDS)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return float(done.stdout.split()[1]) / 1000


def to_breakpoint(dbgr, dbgrun, program, ranks):
    """Seconds to (the end of the job alone, all ranks at the first breakpoint)."""
    with tempfile.TemporaryDirectory(prefix="dbgr-", dir="/tmp") as folder:
        command = [dbgrun, "-n", str(ranks), "--oversubscribe", str(program), "1", folder]
        Path(folder, "stop").touch()  # at their first turn
        alone = launch.plain(command, folder)
        Path(folder, "stop").unlink()
        return alone, launch.debugged(dbgr, command, ranks, folder, "turn")[1]


def measure(build, program, ranks, runs):
    dbgr, dbgrun = str(build / "bin/dbgr"), str(build / "bin/dbgrun")
    rows = []
    for _ in range(runs):
        job = attach.Job(build, program, ranks)
        try:
            job.wait_until_it_runs()
            stacks, _ = attach.dbgr_attach(dbgr, job)
            gdb = attach.gdb_all(job)
            floor_of_stop, floor_of_step = floor(build, job)
            alone_stop = keeper_alone(build, job)
            stop, where, step, kilobytes = while_attached(dbgr, job)
        finally:
            job.end()
        alone, at_breakpoint = to_breakpoint(dbgr, dbgrun, program, ranks)
        rows.append((stacks, gdb, at_breakpoint, alone, stop, floor_of_stop, alone_stop, where, step, floor_of_step, kilobytes))
    return [statistics.median(column) for column in zip(*rows)]


def main():
    arguments = parse_arguments()
    build = arguments.build.resolve()
    print(f"{os.cpu_count()} cores; medians of {arguments.runs} runs each, in turns; ratios in brackets: to one gdb, to the job "
          "alone, to ptrace alone")
    with tempfile.TemporaryDirectory(prefix="dbgr-", dir="/tmp") as name:
        for megabytes in (0, arguments.large) if arguments.large else (0,):
            program = make_program(Path(name), megabytes)
            print(f"{f'{megabytes} MB of debug information' if megabytes else 'a small program'}")
            print(f"{'ranks':>5}  {'attach':>16}  {'break':>16}  {'stop':>18}  {'keeper':>18}  {'where':>9}  {'step':>18}  {'memory':>9}", flush=True)
            for ranks in arguments.ranks:
                s, g, b, a, stop, stop0, keeper, where, step, step0, kilobytes = measure(build, program, ranks, arguments.runs)
                print(f"{ranks:>5}  {s:>6.2f} s ({s / g:>5.2f})  {b:>6.2f} s ({b / a:>5.2f})  {1000 * stop:>6.1f} ms "
                      f"({stop / stop0:>6.1f})  {1000 * keeper:>6.1f} ms ({keeper / stop0:>6.1f})  {1000 * where:>6.1f} ms  {1000 * step:>6.1f} ms ({step / step0:>6.1f})  {kilobytes:>6.0f} kB", flush=True)


if __name__ == "__main__":
    main()
