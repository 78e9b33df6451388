#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What dbgrun costs beside PRRTE's prterun, in turns in one run, as ratios: below 1 dbgrun is the quicker one.

launch: PMIx clients that come and go; held: until all ranks wait in PMIx_Init, as a tool hears it; fence: one fence that
collects 1 KiB of each process; output: 100 MB of lines from 8 ranks to a file.
"""

import argparse
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
LIMIT_SECONDS = 60
MEGABYTE = 1000 * 1000


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="*", default=["launch", "held", "fence", "output"],
                        help="launch, held, fence, output (default: all)")
    parser.add_argument("--build", type=Path, default=SOURCE / "build/dev", help="the build to measure (default: build/dev)")
    parser.add_argument("--ranks", type=int, nargs="+", help="numbers of ranks (default: 1 16 64 128; fence: 64 128)")
    parser.add_argument("--runs", type=int, default=5, help="runs of each kind, in turns (default: 5)")
    parser.add_argument("--prterun", help="the other launcher (default: that of tools/launcher openmpi5)")
    return parser.parse_args()


def prterun(arguments):
    if arguments.prterun:
        return arguments.prterun
    folder = subprocess.run([SOURCE / "tools/launcher", "openmpi5", "--print-bin"], check=True, capture_output=True, text=True)
    return str(Path(folder.stdout.strip()) / "prterun")


def end_what_is_left(folder):
    """Ranks that outlived a launcher which we had to kill, known by the TMPDIR of their run."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if f"TMPDIR={folder}".encode() in (process / "environ").read_bytes().split(b"\0"):
                os.kill(int(process.name), signal.SIGKILL)
        except OSError:
            pass  # ended meanwhile, or not ours


def run(command, output=subprocess.PIPE):
    """Standard output, and seconds."""
    with tempfile.TemporaryDirectory(prefix="dbgr-", dir="/tmp") as folder:
        environment = os.environ | {"TMPDIR": folder, "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe"}
        start = time.monotonic()
        done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=output,
                              stderr=subprocess.PIPE, text=True, timeout=LIMIT_SECONDS)
        seconds = time.monotonic() - start
        end_what_is_left(folder)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stderr}")
    return done.stdout, seconds


def in_turns(runs, measure, ours, theirs):
    """Medians of `measure(launcher)` for both."""
    figures = [(measure(ours), measure(theirs)) for _ in range(runs)]
    return tuple(statistics.median(column) for column in zip(*figures))


def report(what, ours, theirs, unit):
    print(f"{what:<24} dbgrun {ours:>9.1f} {unit}  prterun {theirs:>9.1f} {unit}  ratio {ours / theirs:>5.2f}", flush=True)


def main():
    arguments = parse_arguments()
    programs = arguments.build / "bin"
    client = str(programs / "bench/pmix_client")
    held = str(programs / "bench/held_launch")
    launchers = (str(programs / "dbgrun"), prterun(arguments))

    def launch(ranks):
        return lambda launcher: run([launcher, "-n", str(ranks), client])[1] * 1000

    def hold(ranks):
        return lambda launcher: float(run([held, launcher, "-n", str(ranks), client])[0].split()[0])

    def fence(ranks):
        return lambda launcher: float(run([launcher, "-n", str(ranks), client, "fence", "20", "1024"])[0])

    def output(launcher):
        lines = f"yes 0123456789012345678901234567890123456789012345678901234567890123 | head -c {100 * MEGABYTE // 8}"
        with tempfile.TemporaryFile() as file:
            return run([launcher, "-n", "8", "sh", "-c", lines], file)[1] * 1000

    print(f"{os.cpu_count()} cores; medians of {arguments.runs} runs each, in turns")
    for name, measure, ranks_of_it, unit in (("launch", launch, [1, 16, 64, 128], "ms"), ("held", hold, [1, 16, 64, 128], "ms"),
                                             ("fence", fence, [64, 128], "us")):
        for ranks in (arguments.ranks or ranks_of_it) if name in arguments.what else []:
            report(f"{name}, {ranks} ranks", *in_turns(arguments.runs, measure(ranks), *launchers), unit)
    if "output" in arguments.what:
        report("output, 100 MB", *in_turns(arguments.runs, output, *launchers), "ms")


if __name__ == "__main__":
    main()
