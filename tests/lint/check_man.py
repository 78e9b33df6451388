#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that dbgr's manual page names every option, command and exit status that the program has."""

import re

import lint_common

PAGE = "docs/man/dbgr.1"
SOURCES = {
    "option": ("app/dbgr/help.cpp", re.compile(r"^ +(?:-\w, )?(--[a-z-]+)", re.MULTILINE)),
    "command": ("app/dbgr/command_language.cpp", re.compile(r'CommandInfo\{"(\w+)"')),
    "exit status": ("app/dbgr/exit_codes.h", re.compile(r"^ +\w+ = (\d+),$", re.MULTILINE)),
}


def check(root):
    page = (root / PAGE).read_text(encoding="utf-8").replace("\\-", "-")
    findings = []
    for kind, (source, pattern) in SOURCES.items():
        names = pattern.findall((root / source).read_text(encoding="utf-8"))
        if not names:
            findings.append(f"{source}:1: no {kind} is found here any more: adapt check_man.py")
        findings += [
            f"{PAGE}:1: {kind} {name} of {source} is missing"
            for name in names
            if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", page)
        ]
    return findings


if __name__ == "__main__":
    lint_common.run(check, __doc__)
