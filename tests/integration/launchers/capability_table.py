#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables of launchers and capabilities in docs/manual/launchers.md, from the results of the tests beside this file.

Each test program leaves its results in RESULTS/<name>.txt (QtTest's plain text). A capability is a test function, a
launcher a program and its row. `--check` fails when the document says something else, `--update` writes it there.

Launchers of other releases (PROGRAM@LAUNCHER) are not run each time: without `--all` their lines are left as they are,
and so is the second table, that of several hosts.
"""

import argparse
import re
import sys
from pathlib import Path

BEGIN = "<!-- made by tests/integration/launchers/capability_table.py from what the tests found -->"
BEGIN_HOSTS = "<!-- made by the same from what tst_several_hosts and tst_faulty_hosts found -->"
END = "<!-- end of the table -->"

LAUNCH = [("held", "launchHeld"), ("break, step", "breakpointAndStep"), ("output by rank", "output"),
          ("input", "standardInput"), ("end", "endOfJob")]
ATTACH = [("running", "attachWhileRunning"), ("stacks", "stacksWhileAttached"), ("output copied", "output"),
          ("input", "standardInput"), ("detach", "detachLeavesTheJob"), ("again", "attachTwice"),
          ("launcher killed", "launcherKilled"), ("dbgr killed", "debuggerKilled")]
BY_PMIX_ONLY = {"output", "standardInput"}  # of an attached job

# title, (program, row) of launching, (program, row) of attaching; None: there is no such thing
LAUNCHERS = [
    ("Open MPI 5: `mpiexec`, `mpirun`", ("tst_launch_pmix", "mpiexec"), ("tst_attach_pmix", "mpiexec")),
    ("PRRTE 3: `prterun`", ("tst_launch_pmix", "prterun"), ("tst_attach_pmix", "prterun")),
    ("PRRTE 3: a `prte` DVM, `prun`", None, ("tst_attach_pmix", "prte and prun")),
    ("Open MPI 6: `mpiexec`, `mpirun`", ("tst_launch_pmix@openmpi6", "mpiexec"), ("tst_attach_pmix@openmpi6", "mpiexec")),
    ("PRRTE 5: `prterun`", ("tst_launch_pmix@openmpi6", "prterun"), ("tst_attach_pmix@openmpi6", "prterun")),
    ("PRRTE 5: a `prte` DVM, `prun`", None, ("tst_attach_pmix@openmpi6", "prte and prun")),
    ("`dbgrun`", ("tst_launch_pmix", "dbgrun"), ("tst_attach_pmix", "dbgrun")),
    ("`dbgrun` with programs of Open MPI 6", ("tst_launch_pmix@openmpi6", "dbgrun"), ("tst_attach_pmix@openmpi6", "dbgrun")),
    ("Open MPI 4: `mpiexec`, `mpirun`", ("tst_open_mpi_4", ""), ("tst_open_mpi_4", "")),
    ("MPICH 4: `mpiexec.hydra`", ("tst_mpich", "MPICH"), ("tst_mpich", "MPICH")),
    ("MPICH 5: `mpiexec.hydra`", ("tst_mpich@mpich5", "MPICH"), ("tst_mpich@mpich5", "MPICH")),
    ("MPICH 5 with programs for MPI's standard ABI", ("tst_mpich@mpich5", "MPI's standard ABI"),
     ("tst_mpich@mpich5", "MPI's standard ABI")),
    ("Slurm 22: `srun`", ("tst_slurm", "MPICH"), ("tst_slurm", "MPICH")),
    ("Slurm 26: `srun`", ("tst_slurm@slurm", "MPICH"), ("tst_slurm@slurm", "MPICH")),
    ("no launcher: `--attach-pids`", None, ("tst_loose_processes", "Open MPI 5")),
]


# of jobs on several hosts: title, program, function
HOSTS = [("launch: held", "tst_several_hosts", "launchHeld"),
         ("break, step, stacks, values", "tst_several_hosts", "breakStepStacksAndValues"),
         ("output by rank, end", "tst_several_hosts", "outputAndEnd"), ("input", "tst_several_hosts", "standardInput"),
         ("attach, detach", "tst_several_hosts", "attachAndDetach"), ("again", "tst_several_hosts", "attachTwice"),
         ("launcher killed", "tst_several_hosts", "launcherKilled"), ("dbgr killed", "tst_several_hosts", "debuggerKilled"),
         ("daemon killed", "tst_faulty_hosts", "daemonKilled"), ("host lost", "tst_faulty_hosts", "hostLost"),
         ("cut for 5 s", "tst_faulty_hosts", "aCutOfFiveSecondsIsNotTold"),
         ("for 15 s", "tst_faulty_hosts", "aLongerCutIsToldAndTakenBack"),
         ("for good", "tst_faulty_hosts", "aCutThatLastsLosesTheNode"),
         ("dbgr suspended", "tst_faulty_hosts", "aSuspendedDebuggerLosesNothing"),
         ("20 ms, 1 % loss", "tst_faulty_hosts", "aSlowNetworkThatLosesFramesWillDo")]
ON_HOSTS = [("Open MPI 5: `mpiexec`", "openmpi5"), ("PRRTE 3: a `prte` DVM, `prun`", "prte"),
            ("Open MPI 4: `mpirun`", "openmpi4"), ("MPICH 4: `mpiexec.hydra`", "mpich"),
            ("Slurm 22: `srun`", "slurm")]


def results(folder, program):
    """{function: {row: passed}} of a program; a function with several data rows passes where all of them do."""
    path = folder / f"{program}.txt"
    if not path.exists():
        sys.exit(f"{path} is missing: has {program} been run?")
    found = {}
    for kind, function, tag in re.findall(r"^(PASS|FAIL!|XFAIL|SKIP) +: (?:\w+::)+(\w+)\(([^)\n]*)\)", path.read_text(), re.M):
        rows = found.setdefault(function, {})
        row = tag.split(":")[0]
        rows[row] = rows.get(row, True) and kind == "PASS"
    return found


def cell(tests, row, function, attached):
    rows = attached and tests.get(function + "WhileAttached") or tests.get(function)
    if not rows:
        return None
    chosen = [passed for name, passed in rows.items() if not row or name == row]
    return all(chosen) if chosen else None


def isOther(places):
    return any(place and "@" in place[0] for place in places)


def lineOf(title, text):
    """The line of a launcher that there is already."""
    return next((line for line in text.splitlines() if line.startswith(f"| {title} |")), "")


def table(folder, kept):
    """`kept`: the table that there is, of which the lines of other releases are taken; None: all are made."""
    programs = {place[0] for _, *places in LAUNCHERS for place in places if place and (kept is None or not isOther(places))}
    found = {program: results(folder, program) for program in programs}
    lines = ["| | launch: " + " | ".join(title for title, _ in LAUNCH) + " | attach: " +
             " | ".join(title for title, _ in ATTACH) + " |", "|---" * (1 + len(LAUNCH) + len(ATTACH)) + "|"]
    for title, launch, attach in LAUNCHERS:
        if kept is not None and isOther((launch, attach)):
            lines.append(lineOf(title, kept))
            continue
        cells = [title]
        for place, columns in ((launch, LAUNCH), (attach, ATTACH)):
            for _, function in columns:
                nothing = place is None or (columns is ATTACH and function in BY_PMIX_ONLY and place == launch)
                nothing = nothing or (place[0] == "tst_loose_processes" and function in BY_PMIX_ONLY)
                passed = None if nothing else cell(found[place[0]], place[1], function, columns is ATTACH)
                cells.append("-" if nothing else "yes" if passed else "no")
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def hosts_table(folder):
    found = {program: results(folder, program) for _, program, _ in HOSTS}
    lines = ["| | " + " | ".join(title for title, _, _ in HOSTS) + " |", "|---" * (1 + len(HOSTS)) + "|"]
    for title, row in ON_HOSTS:
        passed = [cell(found[program], row, function, False) for _, program, function in HOSTS]
        cells = ["-" if each is None else "yes" if each else "no" for each in passed]
        lines.append("| " + " | ".join([title, *cells]) + " |")
    return "\n".join(lines)


def put(text, begin, make, check):
    """The text with the table behind `begin` as make(the one that there is) has it."""
    before, _, rest = text.partition(begin)
    there, _, after = rest.partition(END)
    if not rest or not after:
        sys.exit(f"the document has no place for a table: {begin}")
    made = "\n" + make(there) + "\n"
    if check and there != made:
        sys.exit(f"the document says something else than the tests:\n{there}\nThe tests say:\n{made}")
    return before + begin + made + END + after


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results", type=Path)
    parser.add_argument("document", type=Path)
    parser.add_argument("--all", action="store_true", help="also launchers of other releases")
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--check", action="store_true")
    action.add_argument("--update", action="store_true")
    arguments = parser.parse_args()
    text = arguments.document.read_text()
    text = put(text, BEGIN, lambda there: table(arguments.results, None if arguments.all else there), arguments.check)
    if arguments.all:
        text = put(text, BEGIN_HOSTS, lambda there: hosts_table(arguments.results), arguments.check)
    if arguments.update:
        arguments.document.write_text(text)


if __name__ == "__main__":
    main()
