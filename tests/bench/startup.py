#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long a user waits for the window: from exec until it is drawn, and until nothing more is drawn.

dbgr is measured in turns with another Qt 6 application, in the same run, and stated as a ratio to it: absolute times say
more about the machine than about dbgr. Each start is on an Xvfb that runs already, with settings of its own (a new
user's). Nothing in the programs helps: the X server tells what is drawn (XDamage).
"""

import argparse
import ctypes
import ctypes.util
import os
import select
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
BAR_MS = 500
LIMIT_SECONDS = 20
QUIET_SECONDS = 0.25  # nothing was drawn for so long: the window is complete
SMALLEST = 200 * 200  # pixels of what counts as the window, and not as a helper of the toolkit
REFERENCES = ["linguist-qt6", "/usr/lib/qt6/bin/linguist", "qt6ct", "featherpad"]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=SOURCE / "build/dev", help="the build to measure (default: build/dev)")
    parser.add_argument("--runs", type=int, default=10, help="starts of each program, in turns (default: 10)")
    parser.add_argument("--reference", help="the other application (default: the first found of " + ", ".join(REFERENCES) + ")")
    return parser.parse_args()


def reference(arguments):
    names = [arguments.reference] if arguments.reference else REFERENCES
    return next((path for path in map(shutil.which, names) if path), None)


class Rectangle(ctypes.Structure):
    _fields_ = [("x", ctypes.c_short), ("y", ctypes.c_short), ("width", ctypes.c_ushort), ("height", ctypes.c_ushort)]


class DamageEvent(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int), ("display", ctypes.c_void_p),
        ("drawable", ctypes.c_ulong), ("damage", ctypes.c_ulong), ("level", ctypes.c_int), ("more", ctypes.c_int),
        ("timestamp", ctypes.c_ulong), ("area", Rectangle), ("geometry", Rectangle),
    ]  # fmt: skip


class Display:
    """An Xvfb, and our own connection to it that hears of everything that is drawn."""

    def __init__(self):
        ends = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(ends[1]), "-screen", "0", "1366x768x24", "-nolisten", "tcp", "-noreset"],
            pass_fds=[ends[1]], stderr=subprocess.DEVNULL)  # fmt: skip
        os.close(ends[1])
        with os.fdopen(ends[0]) as number:
            self.name = ":" + number.readline().strip()
        self.x11 = ctypes.CDLL(ctypes.util.find_library("X11"))
        self.damage = ctypes.CDLL(ctypes.util.find_library("Xdamage"))
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.x11.XDefaultRootWindow.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(self.x11.XOpenDisplay(self.name.encode()))
        base, errors = ctypes.c_int(), ctypes.c_int()
        if not self.damage.XDamageQueryExtension(self.display, ctypes.byref(base), ctypes.byref(errors)):
            sys.exit("this X server has no damage extension")
        self.damage_event = base.value
        root = ctypes.c_ulong(self.x11.XDefaultRootWindow(self.display))
        self.damage.XDamageCreate(self.display, root, 0)  # raw rectangles: each drawing is told
        self.x11.XSync(self.display, 0)

    def drawn(self, seconds):
        """Areas (in pixels) of what was drawn, as soon as something is; none after that time."""
        if not self.x11.XPending(self.display):
            select.select([self.x11.XConnectionNumber(self.display)], [], [], max(0, seconds))
        areas = []
        event = (ctypes.c_char * 256)()
        while self.x11.XPending(self.display):
            self.x11.XNextEvent(self.display, event)
            told = ctypes.cast(event, ctypes.POINTER(DamageEvent)).contents
            if told.type == self.damage_event:
                areas.append(told.area.width * told.area.height)
        return areas

    def close(self):
        self.x11.XCloseDisplay(self.display)
        self.server.terminate()
        self.server.wait()


def start(display, command, folder):
    """(milliseconds until the window is drawn, until it is complete)"""
    while display.drawn(QUIET_SECONDS):
        pass  # what the last program left behind
    environment = os.environ | {
        "DISPLAY": display.name, "QT_QPA_PLATFORM": "xcb", "HOME": folder, "TMPDIR": folder, "XDG_CONFIG_HOME": folder,
        "XDG_CACHE_HOME": folder, "XDG_RUNTIME_DIR": folder,
    }  # fmt: skip
    begin = time.monotonic()
    program = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    first = last = None
    while time.monotonic() - begin < LIMIT_SECONDS:
        areas = display.drawn(QUIET_SECONDS)
        now = time.monotonic()
        if areas and (first or max(areas) >= SMALLEST):
            first, last = first or now, now
        if not areas and first:
            break
        if program.poll() is not None:
            sys.exit(f"{command[0]} has ended with status {program.returncode}")
    program.send_signal(signal.SIGTERM)
    program.wait()
    if not first:
        sys.exit(f"{command[0]} showed no window within {LIMIT_SECONDS} s")
    return 1000 * (first - begin), 1000 * (last - begin)


def main():
    arguments = parse_arguments()
    programs = {"dbgr": [str(arguments.build / "bin/dbgr")]}
    other = reference(arguments)
    if other:
        programs[Path(other).name] = [other]
    times = {name: [] for name in programs}
    display = Display()
    try:
        with tempfile.TemporaryDirectory(dir="/tmp") as folder:
            for turn in range(arguments.runs + 1):
                for name, command in programs.items():
                    measured = start(display, command, folder)
                    if turn > 0:  # the first start of each warms the caches
                        times[name].append(measured)
    finally:
        display.close()
    print(f"{'':16} {'drawn':>12} {'complete':>12}   medians of {arguments.runs} warm starts, and the longest")
    medians = {}
    for name, measured in times.items():
        columns = list(zip(*measured))
        medians[name] = [statistics.median(column) for column in columns]
        cells = [f"{statistics.median(column):5.0f} ({max(column):.0f})" for column in columns]
        print(f"{name:16} {cells[0]:>12} {cells[1]:>12}   ms")
    for name in list(programs)[1:]:
        ratios = [mine / its for mine, its in zip(medians["dbgr"], medians[name])]
        print(f"ratio to {name:7} {ratios[0]:12.2f} {ratios[1]:12.2f}")
    complete = medians["dbgr"][1]
    print(f"bar: {BAR_MS} ms; dbgr is {'within' if complete < BAR_MS else 'OVER'} it ({complete / BAR_MS:.2f})")
    return 0 if complete < BAR_MS else 1


if __name__ == "__main__":
    sys.exit(main())
