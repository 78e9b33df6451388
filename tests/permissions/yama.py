#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Debugs as a plain user where only ancestors may trace (kernel.yama.ptrace_scope=1), in a virtual machine.

yama.py BUILD: boots Debian's kernel in qemu with the programs of that build folder, runs sessions.sh there, and prints what
it says. On request, since it needs qemu-system-x86 and downloads a kernel and a busybox by apt. Exit status 1: a session
did not go as it has to.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = ("dbgr", "dbgr-exec", "dbgrun", "dbgd", "dbgd-keeper", "dbgd-engine", "debuggees/launcher_rank_plain")
KERNEL = "linux-image-cloud-amd64"
LIMIT_SECONDS = 600
DONE = "sessions: all went well"


def run(*words, **options):
    return subprocess.run([str(word) for word in words], check=True, **options)


def kernel_package():
    """The newest kernel's own package, which the other one only depends on."""
    words = run("apt-cache", "depends", KERNEL, capture_output=True, text=True).stdout.split()
    return next(word for word in words if word.startswith("linux-image-") and word != KERNEL)


def unpack(package, folder):
    run("apt-get", "download", package, cwd=folder, stdout=sys.stderr)
    run("dpkg", "-x", next(folder.glob(f"{package}_*.deb")), folder)


def libraries_of(program):
    for line in run("ldd", program, capture_output=True, text=True).stdout.splitlines():
        path = line.split("=>")[-1].split("(")[0].strip()
        if path.startswith("/"):
            yield path


def copy(source, tree):
    target = tree / source.lstrip("/")
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)


def make_tree(build, folder, tree):
    for program in PROGRAMS:
        target = tree / "dbgr" / program
        target.parent.mkdir(parents=True, exist_ok=True)
        if program.startswith("debuggees/"):
            shutil.copy(build / "bin" / program, target)
        else:
            run("strip", "-o", target, build / "bin" / program)
        for library in libraries_of(build / "bin" / program):
            copy(library, tree)
    for python in pathlib.Path("/usr/lib").glob("python3.*"): # which liblldb does not begin without
        shutil.copytree(python, tree / str(python).lstrip("/"), symlinks=True, dirs_exist_ok=True,
                        ignore=shutil.ignore_patterns("__pycache__", "test", "dist-packages", "config-*"))
    for name in ("bin", "etc", "proc", "sys", "dev", "tmp"):
        (tree / name).mkdir(exist_ok=True)
    shutil.copy(next(folder.glob("**/bin/busybox")), tree / "bin/busybox")
    (tree / "bin/sh").symlink_to("busybox")
    (tree / "etc/passwd").write_text("root:x:0:0::/:/bin/sh\nuser:x:1000:1000::/tmp:/bin/sh\n", encoding="utf-8")
    (tree / "etc/hosts").write_text("127.0.0.1 localhost yama\n", encoding="utf-8")
    lines = (HERE.parent / "debuggees/launcher_rank.cpp").read_text(encoding="utf-8").splitlines()
    last = next(number for number, line in enumerate(lines, 1) if "ends\\n" in line)
    (tree / "last_line").write_text(f"{last}\n", encoding="utf-8")
    shutil.copy(HERE / "init.sh", tree / "init")
    shutil.copy(HERE / "sessions.sh", tree / "sessions.sh")


def pack(tree, image):
    """As a cpio archive in the form that the kernel reads (newc); all of it is root's."""
    with open(image, "wb") as out:
        def entry(name, mode, content):
            fields = (0, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(name) + 1, 0)
            head = b"070701" + "".join(f"{field:08x}" for field in fields).encode() + name.encode() + b"\0"
            for part in (head, content):
                out.write(part + b"\0" * (-len(part) % 4))

        for path in sorted(tree.rglob("*")):
            if path.is_symlink():
                content = os.readlink(path).encode()
            else:
                content = b"" if path.is_dir() else path.read_bytes()
            entry(str(path.relative_to(tree)), path.lstat().st_mode, content)
        entry("TRAILER!!!", 0, b"")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path, help="a build folder")
    parser.add_argument("--scope", type=int, default=1, help="kernel.yama.ptrace_scope (default: 1)")
    parser.add_argument("--accel", default="tcg", help="how qemu runs the machine: tcg (default), kvm")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="dbgr-yama-") as name:
        folder = pathlib.Path(name)
        tree = folder / "tree"
        for package in (kernel_package(), "busybox-static"):
            unpack(package, folder)
        make_tree(options.build.resolve(), folder, tree)
        pack(tree, folder / "image")
        words = ["qemu-system-x86_64", "-m", "3072", "-smp", "2", "-nographic", "-no-reboot", "-nic", "none",
                 "-kernel", next(folder.glob("boot/vmlinuz-*")), "-initrd", folder / "image",
                 "-append", f"console=ttyS0 quiet panic=-1 scope={options.scope}"]
        words += ["-accel", options.accel, "-cpu", "host" if options.accel == "kvm" else "max"]
        machine = run(*words, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=LIMIT_SECONDS)
    print(machine.stdout, end="")
    sys.exit(0 if DONE in machine.stdout else 1)


if __name__ == "__main__":
    main()
