#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long a user waits: from the command line to all ranks held and attached, and to all at the first breakpoint.

Each figure stands beside plain `mpiexec` of the same program with the same ranks, measured in turns in the same run, and
is stated as a ratio to it: absolute times say more about the machine than about dbgr.
"""

import argparse
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
LIMIT_SECONDS = 300


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=SOURCE / "build/dev", help="the build to measure (default: build/dev)")
    parser.add_argument("--ranks", type=int, nargs="+", default=[4, 16, 64], help="numbers of ranks (default: 4 16 64)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each kind, in turns (default: 3)")
    parser.add_argument("--mpiexec", help="the launcher (default: that of tools/launcher openmpi5)")
    return parser.parse_args()


def launcher(arguments):
    if arguments.mpiexec:
        return shutil.which(arguments.mpiexec) or sys.exit(f"no such launcher: {arguments.mpiexec}")
    folder = subprocess.run([SOURCE / "tools/launcher", "openmpi5", "--print-bin"], check=True, capture_output=True, text=True)
    return str(Path(folder.stdout.strip()) / "mpiexec")


def environment(folder):
    """For many ranks on few cores, and with a private place for the launcher's files."""
    return os.environ | {
        "TMPDIR": folder,
        "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe",
        "OMPI_MCA_btl": "self,sm",
        "OMPI_MCA_mpi_yield_when_idle": "1",
    }


def plain(command, folder):
    """Seconds for the job without a debugger."""
    start = time.monotonic()
    subprocess.run(command, env=environment(folder), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   timeout=LIMIT_SECONDS)
    return time.monotonic() - start


def numbers_in(text):
    """The ranks of "0-3,7"."""
    ends = [part.split("-") for part in text.split(",") if part]
    return {rank for pair in ends for rank in range(int(pair[0]), int(pair[-1]) + 1)}


def ranks_in(text):
    """How many ranks "0-3,7" has."""
    return len(numbers_in(text))


def debugged(dbgr, command, ranks, folder, function="work"):
    """Seconds to (all attached, all at the first breakpoint, which is in the function)."""
    start = time.monotonic()
    process = subprocess.Popen(
        [dbgr, "--batch", "--json", "--command", f"break {function}", "--command", "continue", "--command", "kill", *command],
        env=environment(folder), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    signal.alarm(LIMIT_SECONDS)
    attached = stopped = None
    at_breakpoint = 0
    for line in process.stdout:
        event = json.loads(line)
        if event.get("event") == "attached" and attached is None and ranks_in(event["ranks"]) == ranks:
            attached = time.monotonic() - start
        if event.get("event") == "stopped" and event.get("reason") == "breakpoint":
            at_breakpoint += ranks_in(event["ranks"])
            if at_breakpoint == ranks:
                stopped = time.monotonic() - start
    process.wait()
    signal.alarm(0)
    if attached is None or stopped is None:
        sys.exit(f"{ranks} ranks: not all were attached and stopped (dbgr's status {process.returncode})")
    return attached, stopped


def main():
    arguments = parse_arguments()
    mpiexec = launcher(arguments)
    dbgr = str(arguments.build / "bin/dbgr")
    ring = str(arguments.build / "bin/ring")
    print(f"{os.cpu_count()} cores; medians of {arguments.runs} runs each, in turns; ratios to plain mpiexec in brackets")
    print(f"{'ranks':>5}  {'mpiexec':>8}  {'held and attached':>18}  {'at breakpoint':>18}")
    for ranks in arguments.ranks:
        command = [mpiexec, "-n", str(ranks), ring, "--laps", "1"]
        rows = []
        for _ in range(arguments.runs):
            with tempfile.TemporaryDirectory(prefix="dbgr-", dir="/tmp") as folder:
                rows.append((plain(command, folder), *debugged(dbgr, command, ranks, folder)))
        alone, attached, stopped = (statistics.median(column) for column in zip(*rows))
        print(f"{ranks:>5}  {alone:>6.2f} s  {attached:>8.2f} s ({attached / alone:>5.2f})"
              f"  {stopped:>8.2f} s ({stopped / alone:>5.2f})", flush=True)


if __name__ == "__main__":
    main()
