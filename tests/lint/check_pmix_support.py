#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that docs/pmix-support.md says of every attribute what the server's own table says: where it is obeyed, and
in which call, and of what other launchers do otherwise what the table of the contract suite says."""

import re

import lint_common

PAGE = "docs/pmix-support.md"
TABLE = "core/pmix/server/attribute_support.inc"
KEYS = "core/pmix/types/keys.inc"

KEY = re.compile(r'DBGR_PMIX_KEY\((k\w+),\s*"(\w+)"')
LINE = re.compile(r'DBGR_PMIX_SUPPORT\((\w+), "(\w+)", (k\w+)\)')
BARE_LINE = re.compile(r'DBGR_PMIX_SUPPORT_NO_KEYS\(\w+, "(\w+)"\)')
HEADING = re.compile(r"### (PMIx_\w+)$")
ROW = re.compile(r"\| `(PMIX_\w+)` \| (\w+) \| .*\|$")
DIFFERENCES = "tests/contract/pmix/known_differences.inc"
DIFFERENCE = re.compile(
    r'DBGR_PEER_DIFFERENCE\("(\w+)", "([^"]+)", (\w+), ([\w |]+), (Always|Sometimes), "([^"]+)"\)')
DIFFERENCES_HEADING = "## Where others differ"
LAUNCHERS = {"Prrte": "PRRTE", "Prrte5": "PRRTE 5.0", "Dbgrun": "dbgrun"}
LIBRARIES = {"kAll": "any", "kDbgrPmix": "ours", "kLibPmix4": "libpmix 4.2", "kLibPmix5": "libpmix 5.0",
             "kLibPmix7": "libpmix 7.0"}
LEVELS = {"Server": "server", "Host": "dbgrun"}


def read_table(root):
    """(function, attribute, level) of each line of the server's table, with its line number; None as attribute of a
    function that has none."""
    names = dict(KEY.findall((root / KEYS).read_text(encoding="utf-8")))
    lines = {}
    for number, text in enumerate(lint_common.lines(root, TABLE), 1):
        if found := LINE.match(text):
            level, function, constant = found.groups()
            lines[(function, names.get(constant, constant), LEVELS[level])] = number
        elif found := BARE_LINE.match(text):
            lines[(found.group(1), None, None)] = number
    return lines


def read_page(root):
    rows, function = {}, None
    for number, text in enumerate(lint_common.lines(root, PAGE), 1):
        if found := HEADING.match(text):
            function = found.group(1)
            rows[(function, None, None)] = number
        elif text.startswith("## "):
            function = None
        elif function and (found := ROW.match(text)):
            rows.pop((function, None, None), None)
            rows[(function, *found.groups())] = number
    return rows


def describe(entry):
    function, attribute, level = entry
    return f"{function}: {attribute} by {level}" if attribute else f"{function} without attributes"


def difference_row(found):
    program, what, launcher, libraries, fails, why = found.groups()
    names = ", ".join(LIBRARIES[each] for each in libraries.split(" | "))
    often = "sometimes " if fails == "Sometimes" else ""
    return f"| {LAUNCHERS[launcher]} | {names} | `{program}`: {what} | {often}{why} |"


def check_differences(root):
    """The rows of the page, after its heading, and those that the table makes."""
    if not (root / DIFFERENCES).exists():
        return []
    table = [difference_row(found) for text in lint_common.lines(root, DIFFERENCES) if (found := DIFFERENCE.match(text))]
    page, inside = [], False
    for text in lint_common.lines(root, PAGE):
        inside = text == DIFFERENCES_HEADING if text.startswith("## ") else inside
        if inside and text.startswith("| ") and not text.startswith("| Launcher "):
            page.append(text)
    findings = [f"{PAGE}:1: missing from {DIFFERENCES_HEADING}: {each}" for each in table if each not in page]
    return findings + [f"{PAGE}:1: {DIFFERENCES} does not have: {each}" for each in page if each not in table]


def check(root):
    table, page = read_table(root), read_page(root)
    if not table:
        return [f"{TABLE}:1: no attribute is found here any more: adapt check_pmix_support.py"]
    findings = [f"{PAGE}:1: {describe(each)} is missing, {TABLE}:{table[each]} has it" for each in table if each not in page]
    findings += [f"{PAGE}:{page[each]}: {describe(each)} is not in {TABLE}" for each in page if each not in table]
    return findings + check_differences(root)


if __name__ == "__main__":
    lint_common.run(check, __doc__)
