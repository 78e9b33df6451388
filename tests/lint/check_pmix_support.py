#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that docs/manual/pmix.md says of every attribute what the server's own table says: where it is obeyed, and
in which call; and what the tables of the contract suite say of what other launchers do otherwise, and of what comes of
a debugger's flows."""

import re

import lint_common

PAGE = "docs/manual/pmix.md"
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
FLOWS = "tests/contract/pmix/flows.inc"
FLOW = re.compile(r'DBGR_PEER_FLOW\("(\w+)", "([^"]+)", "[^"]+"\)')
FLOWS_HEADING = "## A debugger's flows"
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


def rows_below(root, heading):
    """The table rows of the page below that heading, without the head of the table."""
    rows, inside = [], False
    for text in lint_common.lines(root, PAGE):
        inside = text == heading if text.startswith("## ") else inside
        if inside and text.startswith("| ") and not re.match(r"\| (Launcher|Flow) \|", text):
            rows.append(text)
    return rows


def compare_rows(root, heading, source, wanted):
    page = rows_below(root, heading)
    findings = [f"{PAGE}:1: missing from {heading}: {each}" for each in wanted if each not in page]
    return findings + [f"{PAGE}:1: {source} does not have: {each}" for each in page if each not in wanted]


def known_differences(root):
    return [found for text in lint_common.lines(root, DIFFERENCES) if (found := DIFFERENCE.match(text))]


def check_differences(root):
    """The rows of the page, after its heading, and those that the table makes."""
    if not (root / DIFFERENCES).exists():
        return []
    wanted = [difference_row(found) for found in known_differences(root)]
    return compare_rows(root, DIFFERENCES_HEADING, DIFFERENCES, wanted)


def outcome(differences, program, variation, launcher):
    """What comes of a variation of a flow under a launcher: the libraries with which something of it does not hold. What
    is not about one variation is about all of them."""
    fails = {"Always": set(), "Sometimes": set()}
    for found in differences:
        other, what, where, libraries, often, _ = found.groups()
        if other == program and where == launcher and (what.endswith(f" ({variation})") or not what.endswith(")")):
            names = set(LIBRARIES) - {"kAll"} if libraries == "kAll" else set(libraries.split(" | "))
            fails[often] |= names
    fails["Sometimes"] -= fails["Always"]
    texts = []
    for word, names in (("not", fails["Always"]), ("not always", fails["Sometimes"])):
        if len(names) == len(LIBRARIES) - 1:
            return "no" if word == "not" else "not always"
        if names:
            texts.append(f"{word} with " + ", ".join(LIBRARIES[each] for each in LIBRARIES if each in names))
    return "; ".join(texts) or "yes"


def check_flows(root):
    """The rows of the flows, of which each that is not in the table of differences holds: the suite has seen that."""
    if not (root / FLOWS).exists():
        return []
    differences = known_differences(root)
    wanted = []
    for program, variation in FLOW.findall((root / FLOWS).read_text(encoding="utf-8")):
        cells = [outcome(differences, program, variation, each) for each in ("Dbgrun", "Prrte", "Prrte5")]
        wanted.append(f"| `{program}`: {variation} | {' | '.join(cells)} |")
    return compare_rows(root, FLOWS_HEADING, FLOWS, wanted)


def check(root):
    table, page = read_table(root), read_page(root)
    if not table:
        return [f"{TABLE}:1: no attribute is found here any more: adapt check_pmix_support.py"]
    findings = [f"{PAGE}:1: {describe(each)} is missing, {TABLE}:{table[each]} has it" for each in table if each not in page]
    findings += [f"{PAGE}:{page[each]}: {describe(each)} is not in {TABLE}" for each in page if each not in table]
    return findings + check_differences(root) + check_flows(root)


if __name__ == "__main__":
    lint_common.run(check, __doc__)
