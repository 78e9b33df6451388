# SPDX-License-Identifier: GPL-3.0-or-later
"""Processor time of debuggers that are several processes, for benches in Python."""
import ctypes
import os
import resource
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36
OURS = ("dbgr", "dbgd", "dbgd-engine", "dbgd-keeper", "gdb")


def adopt():
    """From now on processes whose parents have ended are this one's: whoever begot them, their time is counted."""
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_CHILD_SUBREAPER)")


def of_ended():
    """Seconds of all processes below this one that have ended; waits for those that were left behind."""
    while True:
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            break
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def of_debuggers(roots):
    """Seconds of the processes of debuggers at or below these, so far: not of the ranks that they hold."""
    children, seconds = {}, {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            text = (entry / "stat").read_text()
        except OSError:
            continue  # it has ended
        name, fields = text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 2:].split()
        pid = int(entry.name)
        children.setdefault(int(fields[1]), []).append(pid)
        if name in OURS:
            seconds[pid] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    below, found = list(roots), set()
    while below:
        pid = below.pop()
        if pid not in found:
            found.add(pid)
            below += children.get(pid, [])
    return sum(used for pid, used in seconds.items() if pid in found)
