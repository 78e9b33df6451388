#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks what can be checked of the recipes for Spack and EasyBuild where neither is: that they are Python, that they are of
dbgr's version, and that they ask for each library and tool that tools/packages.txt has for a build and for the manual."""

import ast
import re

import lint_common

SPACK = "installer/spack/packages/dbgr/package.py"
EASYBUILD = "installer/easybuild"
# Debian's package: what Spack and EasyBuild call it; "" where it comes with another one, or with the toolchain.
NAMES = {
    "g++": ("cxx", ""),
    "cmake": ("cmake", "CMake"),
    "ninja-build": ("ninja", "Ninja"),
    "ccache": ("", ""),
    "mold": ("", ""),
    "pkg-config": ("pkgconfig", "pkgconf"),
    "python3": ("python", "Python"),
    "protobuf-compiler": ("protobuf", "protobuf"),
    "libexpected-dev": ("tl-expected", "tl-expected"),
    "libspdlog-dev": ("spdlog", "spdlog"),
    "libfmt-dev": ("fmt", "fmt"),
    "libevent-dev": ("libevent", "libevent"),
    "libssl-dev": ("openssl", "OpenSSL"),
    "libhwloc-dev": ("hwloc", "hwloc"),
    "zlib1g-dev": ("zlib-api", "zlib"),
    "libprotobuf-dev": ("protobuf", "protobuf"),
    "libdw-dev": ("elfutils", "elfutils"),
    "liblldb-@-dev": ("llvm", "LLVM"),
    "libcli11-dev": ("cli11", "CLI11"),
    "nlohmann-json3-dev": ("nlohmann-json", "nlohmann_json"),
    "libreadline-dev": ("readline", "libreadline"),
    "qt6-base-dev": ("qt-base", "Qt6"),
    "qt6-svg-dev": ("qt-svg", "Qt6"),
    "libqscintilla2-qt6-dev": ("qscintilla", "QScintilla"),
    "libopenmpi-dev": ("", ""),  # an example
    "fonts-dejavu-core": ("", ""),
    "python3-sphinx": ("py-sphinx", ""),  # the manual, which the easyconfigs leave out
    "python3-myst-parser": ("py-myst-parser", ""),
    "furo": ("py-furo", ""),
    "weasyprint": ("", ""),  # only its PDF
}


def build_packages(text):
    section = ""
    for line in text.splitlines():
        words = line.split("#")[0].split()
        if words and words[0].startswith("["):
            section = words[0]
        elif words and section in ("[build]", "[docs]"):
            yield words[0]


def syntax_fault(text):
    try:
        ast.parse(text)
    except SyntaxError as error:
        return f"{error.lineno}: {error.msg}"
    return None


def check_recipe(file, text, version, names):
    fault = syntax_fault(text)
    if fault:
        return [f"{file}:{fault}"]
    findings = []
    if not re.search(rf"version\(\"{re.escape(version)}\"\)|^version = '{re.escape(version)}'$", text, re.MULTILINE):
        findings.append(f"{file}:1: is not of version {version}")
    for package, name in names:
        if name and not re.search(rf"\(\s*['\"]{re.escape(name)}['\"@: ]", text):
            findings.append(f"{file}:1: lacks {name}, which tools/packages.txt has as {package}")
    return findings


def check(root):
    if not (root / "installer").exists():
        return []
    version = re.search(r"^project\(dbgr VERSION ([0-9.]+)", (root / "CMakeLists.txt").read_text(encoding="utf-8"), re.M)[1]
    packages = list(build_packages((root / "tools/packages.txt").read_text(encoding="utf-8")))
    findings = [f"tools/packages.txt:1: {name}: tests/lint/check_recipes.py does not know what others call it"
                for name in packages if name not in NAMES]
    known = [name for name in packages if name in NAMES]
    recipes = [(SPACK, 0)] + [(f"{EASYBUILD}/{file.name}", 1) for file in sorted((root / EASYBUILD).glob("*.eb"))]
    for file, column in recipes:
        text = (root / file).read_text(encoding="utf-8")
        findings += check_recipe(file, text, version, [(name, NAMES[name][column]) for name in known])
    return findings


if __name__ == "__main__":
    lint_common.run(check, __doc__)
