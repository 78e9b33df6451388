#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What it costs a job that it runs under dbgr: from the command line to its end, without anybody looking.

Open MPI loads and unloads a hundred components in each rank. Each kind of run stands beside the same job under dbgrun
alone, measured in turns in the same run, and is stated as a ratio to it: absolute times say more about the machine.
Of "detach" only the launch and the attaching are dbgr's; what the others take beyond it is what running under dbgr
costs.
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
LIMIT_SECONDS = 300
KINDS = {
    "detach": ["--command", "detach"],
    "continue": ["--command", "continue"],
    "stop=none": ["--stop=none", "--command", "continue"],
    "pending": ["--command", "break no_such_function", "--command", "continue"],
}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=SOURCE / "build/dev", help="the build to measure (default: build/dev)")
    parser.add_argument("--ranks", type=int, nargs="+", default=[32, 64], help="numbers of ranks (default: 32 64)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each kind, in turns (default: 3)")
    parser.add_argument("--kinds", nargs="+", default=["detach", "continue", "stop=none", "pending"], choices=list(KINDS))
    parser.add_argument("program", nargs="*", help="the job's program and its arguments (default: an Open MPI 4 program)")
    return parser.parse_args()


def run(command, status=0):
    """Seconds for the command."""
    with tempfile.TemporaryDirectory(prefix="dbgr-", dir="/tmp") as folder:
        environment = os.environ | {"TMPDIR": folder, "OMPI_MCA_mpi_yield_when_idle": "1",
                                    "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
        start = time.monotonic()
        done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, cwd=folder, timeout=LIMIT_SECONDS)
        seconds = time.monotonic() - start
    if done.returncode != status:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout[-2000:]}")
    return seconds


def main():
    arguments = parse_arguments()
    programs = arguments.build.resolve() / "bin"
    program = arguments.program or [programs / "debuggees/launcher_rank_openmpi4", "0", "."]
    print(f"{os.cpu_count()} cores; medians of {arguments.runs} runs each, in turns; ratios to dbgrun alone in brackets")
    print(f"{'ranks':>5}  {'dbgrun':>8}" + "".join(f"  {kind:>18}" for kind in arguments.kinds))
    for ranks in arguments.ranks:
        job = [programs / "dbgrun", "-n", str(ranks), *program]
        rows = []
        for _ in range(arguments.runs):
            rows.append([run(job), *(run([programs / "dbgr", "--batch", *KINDS[kind], *job]) for kind in arguments.kinds)])
        alone, *others = (statistics.median(column) for column in zip(*rows))
        print(f"{ranks:>5}  {alone:>6.2f} s" + "".join(f"  {seconds:>8.2f} s ({seconds / alone:>5.2f})" for seconds in others),
              flush=True)


if __name__ == "__main__":
    main()
