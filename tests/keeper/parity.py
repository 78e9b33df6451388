#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The same sessions of liblldb with dbgd-keeper and with lldb-server: what they see must be the same, line by line.

parity.py BUILD: builds the program, runs session.py for each stub, each mode, and each liblldb that the machine has with
its Python module, and prints every difference. Exit status 1: there is one that is not expected.

Debian's packages of the Python modules of two versions exclude each other: --fetch has apt download those of another
one, and unpacks them in the cache folder (DBGR_CACHE), where nothing of the system sees them.
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
sys.path.insert(0, str(HERE.parent / "support"))
import machine  # noqa: E402

MODES = ("end", "exec", "crash", "signal", "left", "killed", "stopped")
# Registers that lldb-server does not offer, and that the processor may not have.
ONLY_OURS = re.compile(r"^  register (zmm|k)\d+:")
# On a busy machine lldb-server 22 gives a signal twice that the program raised once, when a function was called before.
TOO_MANY = ("  g_signals: 2", "  g_signals: 1")


def installed():
    """Of each version that the machine has with its Python module: its name, that module's folder, its lldb-server, and
    where its libraries are besides."""
    for version in ("22", "19"):
        server = shutil.which(f"lldb-server-{version}") or f"/usr/lib/llvm-{version}/bin/lldb-server"
        lldb = shutil.which(f"lldb-{version}")
        if not lldb or not os.path.exists(server):
            continue
        module = subprocess.run([lldb, "-P"], capture_output=True, text=True, check=True).stdout.strip()
        if os.path.isdir(os.path.join(module, "lldb")):
            yield version, module, server, ""


def fetched(version):
    """The same of a version that is not installed; None: apt cannot have it."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.environ.get("HOME", "/tmp"), ".cache")
    root = pathlib.Path(os.environ.get("DBGR_CACHE") or os.path.join(home, "dbgr")) / f"lldb-{version}"
    packages = [name.format(version) for name in ("lldb-{}", "liblldb-{}", "python3-lldb-{}", "libllvm{}", "libclang-cpp{}")]
    if not root.is_dir():
        root.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="lldb-", dir=root.parent) as folder:
            if subprocess.run(["apt-get", "download", *packages], cwd=folder, stdout=sys.stderr, check=False).returncode != 0:
                return None
            tree = pathlib.Path(folder, "tree")
            for package in pathlib.Path(folder).glob("*.deb"):
                subprocess.run(["dpkg", "-x", package, tree], check=True)
            for module in tree.glob(f"usr/lib/llvm-{version}/lib/python3.*/site-packages/lldb"):
                native = next(tree.glob(f"usr/lib/*/liblldb-{version}.so.1"))
                (module / "_lldb.so").symlink_to(os.path.relpath(native, module)) # which their own link misses
            tree.rename(root) # whole, or not at all
    module = next(root.glob(f"usr/lib/llvm-{version}/lib/python3.*/site-packages"), None)
    server = root / f"usr/lib/llvm-{version}/bin/lldb-server"
    libraries = next(root.glob(f"usr/lib/*/liblldb-{version}.so.1"), None)
    if not module or not libraries or not server.exists():
        sys.exit(f"{root} has no liblldb {version} with its Python module: remove it and try again")
    return version, str(module), str(server), str(libraries.parent)


def session(stub, program, mode, module, libraries, watches):
    environment = dict(os.environ, PYTHONPATH=module, DBGR_TEST_WATCHES="1" if watches else "")
    if libraries:
        environment["LD_LIBRARY_PATH"] = libraries
    words = [sys.executable, HERE / "session.py", stub, program, mode]
    try:
        run = subprocess.run(words, capture_output=True, text=True, timeout=120, env=environment, stdin=subprocess.DEVNULL)
        lines = run.stdout.splitlines() + run.stderr.splitlines()
    except subprocess.TimeoutExpired as error:
        said = error.stdout or b""
        lines = [*(said.decode() if isinstance(said, bytes) else said).splitlines(), "(it did not end)"]
    lines = [line.replace("(fault address: ", "(fault address=") for line in lines] # lldb-server 19's words, and 22's
    return [line for line in lines if not ONLY_OURS.match(line)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path, help="a build folder, with bin/dbgd-keeper")
    parser.add_argument("--modes", default=",".join(MODES), help=f"some of {','.join(MODES)}")
    parser.add_argument("--fetch", metavar="VERSION", help="also liblldb VERSION (19), by Debian's packages of it")
    options = parser.parse_args()
    keeper = f"keeper:{options.build.resolve() / 'bin/dbgd-keeper'}"
    watches = machine.processor_watches(options.build.resolve())
    if not watches:
        print("watchpoints are left out: the processor of this machine stops nobody for watched memory")
    found = list(installed())
    if options.fetch and options.fetch not in [version for version, *_ in found]:
        other = fetched(options.fetch)
        if other:
            found.append(other)
        elif os.environ.get("DBGR_REQUIRE"):
            sys.exit(f"apt cannot download liblldb {options.fetch} and its Python module")
        else:
            print(f"liblldb {options.fetch} is left out: apt cannot download it")
    if not found:
        sys.exit("no liblldb with its Python module: install python3-lldb-22, or run tools/setup")
    differences = 0
    with tempfile.TemporaryDirectory(prefix="dbgr-") as name:
        program = pathlib.Path(name) / "parity"
        shutil.copy(HERE / "parity.cpp", f"{program}.cpp")
        subprocess.run(["g++", "-g", "-O0", "-pthread", "-o", program, f"{program}.cpp"], check=True, cwd=name)
        for version, module, server, libraries in found:
            for mode in options.modes.split(","):
                theirs = session(f"lldb-server:{server}", program, mode, module, libraries, watches)
                if TOO_MANY[0] in theirs:
                    print(f"lldb-server {version} delivered the signal twice")
                    theirs = [TOO_MANY[1] if line == TOO_MANY[0] else line for line in theirs]
                ours = session(keeper, program, mode, module, libraries, watches)
                told = list(difflib.unified_diff(theirs, ours, f"lldb-server {version}", "dbgd-keeper", lineterm=""))
                print(f"liblldb {version}, {mode}: {len(ours)} lines, {'differences' if told else 'the same'}", flush=True)
                print("".join(f"  {line}\n" for line in told), end="", flush=True)
                differences += bool(told)
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
