#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the icon set (one form, each icon that code names is there) and the files that a desktop reads."""

import os
import re
import shutil
import subprocess
import sys

import lint_common

SKIPPED = 77
ICON_HEAD = re.compile(r'^<svg xmlns="http://www\.w3\.org/2000/svg" viewBox="0 0 16 16"[ >]')
COLOUR = re.compile(r'(?:fill|stroke)="(?!currentColor"|none")([^"]*)"|style=')
TABLE_ICON = re.compile(r'\{k\w+, MenuId::\w+, \w+,\s*QT_TRANSLATE_NOOP\("Actions", "[^"]*"\),\s*"([^"]*)"')
CODE_ICON = re.compile(r'\bicon\(QStringLiteral\("([^"]+)"\)')
VALIDATORS = {
    "desktop-file-validate": ["resources/dbgr.desktop"],
    # dbgr has no domain whose name, turned round, could be its id.
    "appstreamcli": ["validate", "--no-net", "--override=cid-desktopapp-is-not-rdns=info", "resources/dbgr.metainfo.xml"],
}


def check_icons(root):
    findings = []
    listed = set(re.findall(r"<file>icons/([\w-]+)\.svg</file>", (root / "resources/dbgr.qrc").read_text(encoding="utf-8")))
    drawn = set()
    for file in lint_common.files(root, ("resources/icons",), (".svg",)):
        text = (root / file).read_text(encoding="utf-8")
        drawn.add(file.stem)
        if not ICON_HEAD.match(text):
            findings.append(f"{file}:1: an icon is drawn on 16 by 16")
        findings += [f"{file}:1: {m[0]}: icons have no colour but currentColor" for m in COLOUR.finditer(text)]
    findings += [f"resources/icons/{name}.svg:1: is not in dbgr.qrc" for name in sorted(drawn - listed)]
    findings += [f"resources/dbgr.qrc:1: there is no icon {name}" for name in sorted(listed - drawn)]
    return findings + check_names(root, listed)


def check_names(root, listed):
    """Every icon that the code asks for by name is in the set."""
    findings = []
    for file in lint_common.files(root, ("ui",), (".cpp",)):
        text = (root / file).read_text(encoding="utf-8")
        for match in (*TABLE_ICON.finditer(text), *CODE_ICON.finditer(text)):
            if match[1] and match[1] not in listed:
                line = text.count("\n", 0, match.start()) + 1
                findings.append(f"{file}:{line}: there is no icon {match[1]}")
    return findings


def validate(root, program, arguments):
    if shutil.which(program) is None:
        return None
    result = subprocess.run([program, *arguments], cwd=root, capture_output=True, text=True)
    if result.returncode == 0:
        return []
    said = (result.stdout + result.stderr).strip().splitlines()
    return [f"{arguments[-1]}:1: {program}: {line.strip()}" for line in said if line.strip()]


def check(root):
    findings = check_icons(root)
    missing = []
    for program, arguments in VALIDATORS.items():
        found = validate(root, program, arguments)
        if found is None:
            missing.append(program)
        findings += found or []
    if missing and not findings:
        print(f"not installed: {', '.join(missing)}")
        sys.exit(1 if os.environ.get("DBGR_REQUIRE") else SKIPPED)
    return findings


if __name__ == "__main__":
    lint_common.run(check, __doc__)
