#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that manual pages and completions name every option, command and exit status that the programs have."""

import re

import lint_common

DBGRUN_OPTIONS = {"option": ("core/launcher/command_options.cpp", re.compile(r'OptionInfo\{\w+, "([\w,-]+)"'))}
PAGES = {
    "docs/man/dbgr.1": {
        "option": ("app/dbgr/help.cpp", re.compile(r"^ +(?:-\w, )?(--[a-z-]+)", re.MULTILINE)),
        "command": ("app/dbgr/command_language.cpp", re.compile(r'CommandInfo\{"(\w+)"')),
        "exit status": ("app/dbgr/exit_codes.h", re.compile(r"^ +\w+ = (\d+),$", re.MULTILINE)),
    },
    "docs/man/dbgr-exec.1": {
        "option": ("app/dbgr-exec/main.cpp", re.compile(r'^    " +(--[a-z-]+)', re.MULTILINE)),
    },
    "docs/man/dbgrun.1": DBGRUN_OPTIONS,
    "docs/completion/dbgrun.bash": DBGRUN_OPTIONS, # dbgr's completions: tests/unit/app/tst_docs.cpp
    "docs/completion/dbgrun.zsh": DBGRUN_OPTIONS,
    "docs/completion/dbgrun.fish": DBGRUN_OPTIONS,
}


def as_typed(path, text):
    """Options as users write them: troff has its own dash, and fish writes "-l name" and "-s n" for them."""
    if path.endswith(".fish"):
        return re.sub(r"-s (?=\w)", "-", re.sub(r"-l (?=\w)", "--", text))
    return text.replace("\\-", "-")


def names_in(kind, text, pattern):
    """What the pattern finds. dbgrun's table has all names of an option in one string, without their dashes."""
    for found in pattern.findall(text):
        for name in found.split(","):
            dashes = "-" if len(name) == 1 else "--"
            yield dashes + name if kind == "option" and not name.startswith("-") else name


def check(root):
    findings = []
    for path, sources in PAGES.items():
        page = as_typed(path, (root / path).read_text(encoding="utf-8"))
        for kind, (source, pattern) in sources.items():
            names = list(names_in(kind, (root / source).read_text(encoding="utf-8"), pattern))
            if not names:
                findings.append(f"{source}:1: no {kind} is found here any more: adapt check_man.py")
            findings += [
                f"{path}:1: {kind} {name} of {source} is missing"
                for name in names
                if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", page)
            ]
    return findings


if __name__ == "__main__":
    lint_common.run(check, __doc__)
