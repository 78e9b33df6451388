#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles what holds ranks for another processor, with Debian's cross compiler: all of core/keeper that needs no library
beside the C++ one, with warnings as errors. Then runs the rules of tests/support/keeper/arch_rules.h under qemu's user
emulation, which has no ptrace: nothing that traces is run."""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

SKIPPED = 77
FLAGS = ["-std=c++20", "-O1", "-fPIC", "-Wall", "-Wextra", "-Wpedantic", "-Wnon-virtual-dtor", "-Wshadow=local",
         "-Wno-subobject-linkage", "-Wno-maybe-uninitialized", "-Werror"]
# What is compiled, and of these libraries whatever it includes. What needs another library is left out.
FOLDERS = [f"core/keeper/{part}" for part in ("arch", "stub", "target", "text", "trace")]
BELOW = ("core/util", "core/bytecode", "core/mpir", "core/python", "core/rsp")
FOREIGN = ('"util/log.h"', '"net/')
INCLUDE = re.compile(r'^\s*#\s*include "([^"]+)"', re.MULTILINE)
PROGRAM = ["tests/support/keeper/arch_rules.cpp", "tests/cross/arch_rules_main.cpp"]


def tool(name, package):
    path = shutil.which(name)
    if path is None:
        print(f"{name} is missing (Debian: {package})")
        sys.exit(1 if os.environ.get("DBGR_REQUIRE") else SKIPPED)
    return path


def sources(root):
    """Sources by the library that they are of."""
    found = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*.cpp"))]
    found = [path for path in found if not any(mark in path.read_text(encoding="utf-8") for mark in FOREIGN)]
    if not found:
        sys.exit(f"no sources below {', '.join(FOLDERS)}: has a folder moved?")
    libraries = {"keeper": found} | {pathlib.Path(folder).name: [] for folder in BELOW}
    seen = set()
    waiting = [*found, *(root / path for path in PROGRAM)]
    while waiting:
        for name in INCLUDE.findall(waiting.pop().read_text(encoding="utf-8")):
            header = next((base / name for base in (root / "core", root) if (base / name).is_file()), None)
            if header is None or header in seen:
                continue
            seen.add(header)
            waiting.append(header)
            source = header.with_suffix(".cpp")
            if source.is_file() and source.parent in [root / folder for folder in BELOW]:
                libraries[source.parent.name].append(source)
                waiting.append(source)
    return libraries


def write(path, text):
    """Only what is new gets a new date."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def headers(build, expected):
    """The only header of another library, without the others of this machine that are beside it."""
    include = build / "include"
    include.mkdir(exist_ok=True)
    link = include / "tl"
    if not link.is_symlink() or os.readlink(link) != str(expected / "tl"):
        link.unlink(missing_ok=True)
        link.symlink_to(expected / "tl")
    return include


def compile_all(compiler, arguments, build, include):
    """Objects by their names. Says what the compiler said of those that it refused, and exits then."""
    root = arguments.root
    units = {}
    # A library's sources are compiled as one: no two names in their anonymous namespaces are the same.
    for name, own in sources(root).items():
        units[name] = build / f"{name}.cpp"
        write(units[name], "".join(f'#include "{path}"\n' for path in sorted(own)))
    units |= {pathlib.Path(source).stem: root / source for source in PROGRAM}
    command = [*([shutil.which("ccache")] if shutil.which("ccache") else []), compiler, *FLAGS,
               "-isystem", str(include), "-I", str(root / "core"), "-I", str(root)]

    def one(name):
        target = build / f"{name}.o"
        return subprocess.run([*command, "-c", str(units[name]), "-o", str(target)], capture_output=True, text=True)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(one, units))
    for result in results:
        print(result.stderr, end="")
    if any(result.returncode for result in results):
        sys.exit(f"{arguments.processor}'s compiler refused the above")
    return {name: build / f"{name}.o" for name in units}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("processor", choices=["aarch64"])
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2])
    parser.add_argument("--expected", type=pathlib.Path, default=pathlib.Path("/usr/include"),
                        help="the folder that has tl/expected.hpp")
    parser.add_argument("--build", type=pathlib.Path, required=True, help="a folder for what is made")
    arguments = parser.parse_args()
    compiler = tool(f"{arguments.processor}-linux-gnu-g++", f"g++-{arguments.processor}-linux-gnu")
    isOwn = os.uname().machine == arguments.processor
    emulator = [] if isOwn else [tool(f"qemu-{arguments.processor}", "qemu-user")]
    build = arguments.build / arguments.processor
    build.mkdir(parents=True, exist_ok=True)
    objects = compile_all(compiler, arguments, build, headers(build, arguments.expected))
    program = build / "arch_rules"
    subprocess.run([compiler, "-static", *map(str, objects.values()), "-o", str(program)], check=True)
    sys.exit(subprocess.run([*emulator, str(program)], timeout=120).returncode)


if __name__ == "__main__":
    main()
