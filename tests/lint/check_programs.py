#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that the programs of dbgr are in one list, dbgr_program(), and that scripts build, and rules install, that list,
not single names."""

import re

import lint_common

PROGRAM = re.compile(r"^\s*add_executable\(\s*([\w-]+)", re.MULTILINE)
INSTALLED = re.compile(r"^\s*install\(\s*TARGETS[^)]*\bRUNTIME\b", re.MULTILINE)
TARGETS = re.compile(r"--target\s+([^\n\\]+)")
NAMED = re.compile(r"\b(?:dbgr|dbgd|dbgd-keeper|dbgd-engine|dbgrun|dbgr-exec)\b(?!-)")


def check(root):
    findings = []
    for file in lint_common.files(root, ("app", "core"), ("CMakeLists.txt",)):
        text = (root / file).read_text(encoding="utf-8")
        for match in PROGRAM.finditer(text):
            line = text.count("\n", 0, match.start(1)) + 1
            findings.append(f"{file}:{line}: {match[1]}: programs are made by dbgr_program()")
        for match in INSTALLED.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            findings.append(f"{file}:{line}: programs are installed by dbgr_program()")
    for name in ("demo", "screenshots"):
        script = root / "tools" / name
        if not script.exists():
            continue
        text = script.read_text(encoding="utf-8")
        for match in TARGETS.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            if "programs" not in match[1].split() or NAMED.search(match[1]):
                findings.append(f"tools/{name}:{line}: builds some of dbgr's programs: the target is \"programs\"")
    return findings


if __name__ == "__main__":
    lint_common.run(check, __doc__)
