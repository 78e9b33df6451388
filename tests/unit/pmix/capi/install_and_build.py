#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Installs the C interface into an empty folder, and builds programs with nothing but pkg-config's words. The first one
is run, too: install_and_build.py CMAKE BUILD-FOLDER COMPILER PROGRAM.c...
"""

import os
import pathlib
import shlex
import subprocess
import sys
import tempfile


def run(command, **environment):
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=100)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(command)}\nended with status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def main():
    cmake, build, compiler, *sources = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="c.", dir="/tmp") as name:
        root = pathlib.Path(name)
        run([cmake, "-P", f"{build}/cmake_install.cmake"], DESTDIR=name)
        (description,) = root.rglob("dbgrpmix.pc")
        flags = run(
            ["pkg-config", "--cflags", "--libs", "dbgrpmix"],
            PKG_CONFIG_PATH=str(description.parent),
            PKG_CONFIG_SYSROOT_DIR=name,
        )
        programs = [str(root / pathlib.Path(source).stem) for source in sources]
        for source, program in zip(sources, programs):
            run([compiler, "-std=c11", "-D_DEFAULT_SOURCE", source, "-o", program, *flags.split()])
        run(programs[:1], LD_LIBRARY_PATH=str(description.parent.parent))


if __name__ == "__main__":
    main()
