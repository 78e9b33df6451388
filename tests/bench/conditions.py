#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a hit of a breakpoint costs that stops nobody: conditions that are false, of plain data, of objects of the C++
library and of Fortran's arrays, judged by the tracer, by dbgr's reader and by LLDB's compiler; hits that are passed; and
tracepoints, beside gdb's dprintf. What one of watched data costs, by the processor and by single steps; and hits that
are told, with a command that lets the program go on. All beside gdb.

The program measures the time of its own loop, so that no start and no end of a debugger is in it. How many hits there
are is found out for each kind: as many as take long enough. All kinds are run in turns, and medians are stated.
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
TRIAL_HITS = 100  # to find out how many take long enough
MOST_HITS = 200_000
PROGRAM = """
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>
long total;
struct Node { int x = 3; };
struct Data
{
    int x = 3;
    std::vector<int> v{1, 2, 3};
    std::string s = "abd";
    std::deque<int> q;
    std::map<int, int> m{{1, 1}};
    std::optional<int> o;
    std::unique_ptr<Node> up = std::make_unique<Node>();
};
static void work(int i, Data* d) { total += i + d->v[i % 3]; }
int main(int, char** argv)
{
    Data data; // gdb calls these functions: they have to be there
    total += data.v.size() + data.q.empty() + data.m.size() + data.o.has_value() + data.up->x + (data.s == "abc");
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0, n = std::atoi(argv[1]); i < n; ++i)
        work(i, &data);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    std::FILE* file = std::fopen(argv[2], "w");
    std::fprintf(file, "%.9f\\n", seconds.count());
    std::fclose(file);
}
"""
FORTRAN = """
module work_mod
contains
  subroutine work(i, a, x)
    integer, intent(in) :: i
    real(8), allocatable, intent(inout) :: a(:)
    real(8), intent(in) :: x
    a(i) = a(i) + x
  end subroutine
end module
program hits
  use work_mod
  integer :: i, n
  integer(8) :: begin, now, rate
  character(len=256) :: text, path
  real(8), allocatable :: a(:)
  call get_command_argument(1, text)
  call get_command_argument(2, path)
  read (text, *) n
  allocate (a(n))
  a = 0
  call system_clock(begin, rate)
  do i = 1, n
    call work(i, a, 0.5d0)
  end do
  call system_clock(now)
  open (unit=7, file=trim(path))
  write (7, '(f0.9)') real(now - begin, 8) / real(rate, 8)
  close (7)
end program
"""
CONDITIONS = {"int": "i == 100000000", "p->m": "d->x == -1", "v.size()": "d->v.size() > 3", "v[2] ==": "d->v[2] == -1",
              's == "abc"': 'd->s == "abc"', "!q.empty()": "!d->q.empty()", "m.size()": "d->m.size() == 7",
              "o.has_value()": "d->o.has_value()", "up->x": "d->up->x == -1",
              "compiled": "__builtin_abs(i) == 100000000"}
FORTRAN_CONDITION = "a(i) > 3"
WATCH = "watch total if total == -1"
BY_STEPS = {"gdb": ["break work", "run", "delete 1", "set can-use-hw-watchpoints 0", WATCH, "continue"],
            "dbgr": ["break work", "continue", "delete 1", "watch --slow total if total == -1", "continue"]}
GO_ON = {"gdb": "commands\nsilent\nprint i\ncontinue\nend", "dbgr": "print i; continue"}
DPRINTFS = {"log i": (r'dprintf work,"%d\n",i', "trace work, i"),
            "log i, total": (r'dprintf work,"%d %ld\n",i,total', "trace work, i, total"),
            "log s": (r'dprintf work,"%s\n",d->s._M_dataplus._M_p', "trace work, d->s"),
            "log char*": (r'dprintf work,"%s\n",d->s._M_dataplus._M_p', "trace work, d->s._M_dataplus._M_p")}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=SOURCE / "build/dev", help="the build to measure (default: build/dev)")
    parser.add_argument("--seconds", type=float, default=0.5, help="that the hits of each run take at least (default: 0.5)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each kind, in turns (default: 3)")
    parser.add_argument("--only", default="", help="kinds whose names begin so, with commas between (default: all)")
    return parser.parse_args()


def seconds_of(command, folder, hits):
    """Of the program's loop, and of the processor in all processes together; nothing if the program did not end."""
    told = Path(folder, "seconds")
    told.unlink(missing_ok=True)
    before = processor_time.of_ended()
    done = subprocess.run([*map(str, command), str(hits), str(told)], env=os.environ | {"TMPDIR": folder}, cwd=folder,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=LIMIT_SECONDS)
    used = processor_time.of_ended() - before
    if done.returncode != 0 and Path(command[0]).name != "gdb":
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout[-2000:]}")
    return (float(told.read_text(encoding="utf-8")), used) if told.exists() else None


def script(folder, name, lines):
    """gdb takes commands of breakpoints from files only."""
    path = Path(folder, name)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [f"source {path}"]


class Kinds:
    """Commands by name and debugger."""

    def __init__(self, build, folder):
        programs = build / "bin"
        self.folder = folder
        self.commands = {}
        self.programs = {"c": Path(folder, "hits"), "fortran": Path(folder, "hits_fortran")}
        self.starts = {"gdb": (["gdb", "-nx", "-batch"], "-ex", ["--args"]),
                       "dbgr": ([programs / "dbgr", "--batch", "--stop=exec"], "--command", [programs / "dbgrun", "-n", "1"])}

    def add(self, name, gdb, dbgr, program="c"):
        """Either may be None."""
        for debugger, commands in (("gdb", gdb), ("dbgr", dbgr)):
            if commands:
                start, option, end = self.starts[debugger]
                given = [part for command in commands for part in (option, command)]
                self.commands[name, debugger] = [*start, *given, *end, self.programs[program]]

    def add_all(self, has_watches):
        for name, text in CONDITIONS.items():
            given = f"break work if {text}"
            self.add(name, None if name == "compiled" else [given, "run"], [given, "continue"])
        self.add("a(i) > x", [f"break work if {FORTRAN_CONDITION}", "run"], [f"break work if {FORTRAN_CONDITION}", "continue"],
                 "fortran")
        self.add("passed", ["break work", "ignore 1 100000000", "run"], ["break work", "ignore 1 100000000", "continue"])
        for name, (gdb, dbgr) in DPRINTFS.items():
            self.add(name, [gdb, "run"], [dbgr, "continue"])
        self.add("steps", BY_STEPS["gdb"], BY_STEPS["dbgr"])
        self.add("told stop", script(self.folder, "stop.gdb", ["break work", GO_ON["gdb"], "run"]),
                 ["break work", f"commands 1 {GO_ON['dbgr']}", "continue", "wait"])
        self.add("told change", script(self.folder, "change.gdb", [
            "break work", "run", "delete 1", "set can-use-hw-watchpoints 0", "watch total",
            GO_ON["gdb"].replace("print i", "print total"), "continue"]),
            ["break work", "continue", "delete 1", "watch --slow total", "commands 2 print total; continue", "continue", "wait"])
        if has_watches:
            self.add("watch", ["break work", "run", "delete 1", WATCH, "continue"],
                     ["break work", "continue", "delete 1", WATCH, "continue"])
        else:
            print("data that the processor watches is left out: that of this machine stops nobody for it")


def compile_programs(kinds, folder):
    for language, compiler, name, text in (("c", ["c++", "-std=c++17"], "hits.cpp", PROGRAM),
                                           ("fortran", ["gfortran"], "hits.f90", FORTRAN)):
        source = Path(folder, name)
        source.write_text(text, encoding="utf-8")
        subprocess.run([*compiler, "-g", "-O0", "-o", kinds.programs[language], source], check=True, cwd=folder)


def trials(kinds, folder, seconds):
    """By kind, how many hits take that long, and what the processor did beside the hits."""
    found = {}
    for kind, command in kinds.commands.items():
        trial = seconds_of(command, folder, TRIAL_HITS)
        if trial is None:
            print(f"{' by '.join(kind)}: cannot be, and is left out")
            continue
        # What is done once, at the first hits, is a part of the trial: half as many again.
        hits = min(MOST_HITS, max(TRIAL_HITS, int(1.5 * seconds / trial[0] * TRIAL_HITS)))
        while (measured := seconds_of(command, folder, hits)) and measured[0] < seconds and hits < MOST_HITS:
            hits = min(MOST_HITS, int(hits * max(1.5, 1.2 * seconds / measured[0])))
        found[kind] = (hits, trial[1])
    return found


def main():
    arguments = parse_arguments()
    processor_time.adopt()
    build = arguments.build.resolve()
    with tempfile.TemporaryDirectory(prefix="dbgr-", dir="/tmp") as folder:
        kinds = Kinds(build, folder)
        kinds.add_all(machine.processor_watches(build))
        if arguments.only:
            kinds.commands = {kind: command for kind, command in kinds.commands.items()
                              if any(kind[0].startswith(name) for name in arguments.only.split(","))}
        compile_programs(kinds, folder)
        sizes = trials(kinds, folder, arguments.seconds)
        costs = {kind: [] for kind in sizes}
        loads = [os.getloadavg()[0]]
        begin = time.monotonic()
        for _ in range(arguments.runs):
            for kind, (hits, idle) in sizes.items():
                clock, used = seconds_of(kinds.commands[kind], folder, hits)
                costs[kind].append((1000 * clock / hits, 1000 * (used - idle) / max(1, hits - TRIAL_HITS), clock))
            loads.append(os.getloadavg()[0])
        medians = {kind: [statistics.median(values) for values in zip(*runs)] for kind, runs in costs.items()}
        print(f"{os.cpu_count()} cores, load {min(loads):.1f} to {max(loads):.1f} in {time.monotonic() - begin:.0f} s; milliseconds "
              f"for each hit, medians of {arguments.runs} runs in turns; ratio to gdb's in brackets")
        print(f"{'':>22} {'hits':>8} {'seconds':>8}  {'clock':>16}  {'processor':>16}")
        for kind, median in medians.items():
            gdbs = medians.get((kind[0], "gdb")) or medians.get(("int", "gdb"), median)
            costs_text = "  ".join(f"{ours:8.4f} ({ours / theirs:5.2f})" for ours, theirs in zip(median[:2], gdbs))
            print(f"{kind[0]:>15}, {kind[1]:<5} {sizes[kind][0]:>8} {median[2]:>8.2f}  {costs_text}")


if __name__ == "__main__":
    main()
