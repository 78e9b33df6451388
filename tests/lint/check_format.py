#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that clang-format 14 would change nothing. Other versions format otherwise, so only 14 will do."""

import os
import shutil
import subprocess
import sys

import lint_common

SKIPPED = 77


def clang_format():
    for name in ("clang-format-14", "clang-format"):
        program = shutil.which(name)
        if program and " 14." in subprocess.run([program, "--version"], capture_output=True, text=True).stdout:
            return program
    return None


def check(root):
    program = clang_format()
    if program is None:
        print("clang-format 14 is not installed")
        sys.exit(1 if os.environ.get("DBGR_REQUIRE") else SKIPPED)
    sources = [str(root / f) for f in lint_common.files(root, lint_common.CODE_FOLDERS, (".h", ".cpp"))]
    if not sources:
        return []
    result = subprocess.run([program, "--dry-run", "-Werror", *sources], capture_output=True, text=True)
    return [line.removeprefix(f"{root}/") for line in result.stderr.splitlines() if ": error:" in line]


if __name__ == "__main__":
    lint_common.run(check, __doc__)
