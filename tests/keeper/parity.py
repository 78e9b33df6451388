#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The same sessions of liblldb with dbgd-keeper and with lldb-server: what they see must be the same, line by line.

parity.py BUILD: builds the program, runs session.py for each stub, each mode, and each liblldb that the machine has with
its Python module, and prints every difference. Exit status 1: there is one that is not expected.
"""
import argparse
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
MODES = ("end", "exec", "crash", "signal", "left", "killed", "stopped")
# Registers that lldb-server does not offer, and that the processor may not have.
ONLY_OURS = re.compile(r"^  register (zmm|k)\d+:")


def liblldbs():
    """Folders of the Python module of each version, with that version's lldb-server."""
    for version in ("22", "19"):
        server = shutil.which(f"lldb-server-{version}") or f"/usr/lib/llvm-{version}/bin/lldb-server"
        lldb = shutil.which(f"lldb-{version}")
        if not lldb or not os.path.exists(server):
            continue
        module = subprocess.run([lldb, "-P"], capture_output=True, text=True, check=True).stdout.strip()
        if os.path.isdir(os.path.join(module, "lldb")):
            yield version, module, server


def session(stub, program, mode, module):
    environment = dict(os.environ, PYTHONPATH=module)
    words = [sys.executable, HERE / "session.py", stub, program, mode]
    try:
        run = subprocess.run(words, capture_output=True, text=True, timeout=120, env=environment, stdin=subprocess.DEVNULL)
        lines = run.stdout.splitlines() + run.stderr.splitlines()
    except subprocess.TimeoutExpired as error:
        said = error.stdout or b""
        lines = [*(said.decode() if isinstance(said, bytes) else said).splitlines(), "(it did not end)"]
    return [line for line in lines if not ONLY_OURS.match(line)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path, help="a build folder, with bin/dbgd-keeper")
    parser.add_argument("--modes", default=",".join(MODES), help=f"some of {','.join(MODES)}")
    options = parser.parse_args()
    keeper = f"keeper:{options.build.resolve() / 'bin/dbgd-keeper'}"
    found = list(liblldbs())
    if not found:
        sys.exit("no liblldb with its Python module: install python3-lldb-22, or run tools/setup")
    differences = 0
    with tempfile.TemporaryDirectory(prefix="dbgr-") as name:
        program = pathlib.Path(name) / "parity"
        shutil.copy(HERE / "parity.cpp", f"{program}.cpp")
        subprocess.run(["g++", "-g", "-O0", "-pthread", "-o", program, f"{program}.cpp"], check=True, cwd=name)
        for version, module, server in found:
            for mode in options.modes.split(","):
                theirs = session(f"lldb-server:{server}", program, mode, module)
                ours = session(keeper, program, mode, module)
                told = list(difflib.unified_diff(theirs, ours, f"lldb-server {version}", "dbgd-keeper", lineterm=""))
                print(f"liblldb {version}, {mode}: {len(ours)} lines, {'differences' if told else 'the same'}", flush=True)
                print("".join(f"  {line}\n" for line in told), end="", flush=True)
                differences += bool(told)
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
