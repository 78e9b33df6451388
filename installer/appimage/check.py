#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check.py FILE: asks libappimage, by which desktops show and start AppImages, what it sees in FILE."""
import ctypes
import sys

path = sys.argv[1].encode()
library = ctypes.CDLL("libappimage.so")
library.appimage_list_files.restype = ctypes.POINTER(ctypes.c_char_p)
faults = []

kind = library.appimage_get_type(path, True)
if kind != 2:
    faults.append(f"it is of type {kind}, not 2")

files = []
names = library.appimage_list_files(path)
while names and names[len(files)]:
    files.append(names[len(files)].decode())
faults += [f"{name} is not in it" for name in ("AppRun", "dbgr.desktop", "dbgr.png", ".DirIcon", "bin/dbgr") if name not in files]


def content(name):
    buffer, size = ctypes.c_void_p(), ctypes.c_ulong()
    if not library.appimage_read_file_into_buffer_following_symlinks(path, name.encode(), ctypes.byref(buffer), ctypes.byref(size)):
        return b""
    return ctypes.string_at(buffer, size.value)


for name, start in (("dbgr.desktop", b"# SPDX"), (".DirIcon", b"\x89PNG"), ("AppRun", b"\x7fELF")):
    if not content(name).startswith(start):
        faults.append(f"{name} does not lead to what it should")
if library.appimage_shall_not_be_integrated(path) != 0:
    faults.append("its .desktop file cannot be integrated")

sys.exit("\n".join(faults) or None)
