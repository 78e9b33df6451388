#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that each error text of the sources is in exactly one entry of docs/manual/messages.md, and nothing else. With
--write, puts the texts into the entries that take them: below a heading stands

    <!-- texts: core/mpir/*, "launching: no * was given" -->

which says of which files the entry takes all texts, and, in quotation marks, single ones, whatever their file; these come
first. A file named in full comes before a pattern. "*" stands for anything, quotation marks of the text, too."""

import re

import error_texts
import lint_common

PAGE = "docs/manual/messages.md"
TAKES = re.compile(r"<!-- texts: (.*?) -->\n(.*?)<!-- end of the texts -->\n", re.DOTALL)
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)


def pattern(text):
    return re.compile("".join(".*" if part == "*" else re.escape(part) for part in re.split(r"(\*)", text)), re.DOTALL)


class Entry:
    def __init__(self, title, words):
        self.title = title
        self.texts = [pattern(each) for each in re.findall(r'"([^"]*)"', words)]
        files = [each.strip() for each in re.sub(r'"[^"]*"', "", words).split(",")]
        self.files = [each for each in files if each and "*" not in each]
        self.patterns = [pattern(each) for each in files if "*" in each]

    def takes(self, text):
        """How near it is to the text: 3 named, 2 its file, 1 its folder, 0 not at all."""
        if any(each.fullmatch(text.text) for each in self.texts):
            return 3
        if text.file in self.files:
            return 2
        return 1 if any(each.fullmatch(text.file) for each in self.patterns) else 0


def entries(page):
    for found in TAKES.finditer(page):
        title = HEADING.findall(page, 0, found.start())[-1]
        yield Entry(title, " ".join(found[1].split()))


def assign(root, page):
    """The texts of each entry by its title, and findings of those that none takes, or more than one."""
    known = list(entries(page))
    taken, findings = {entry.title: set() for entry in known}, []
    for text in error_texts.find(root):
        nearness = [entry.takes(text) for entry in known]
        best = max(nearness, default=0)
        mine = [entry.title for entry, near in zip(known, nearness) if near == best and best]
        if len(mine) != 1:
            whose = " and ".join(mine) or "none"
            findings.append(f"{text.file}:{text.line}: entries of {PAGE} that take the text \"{text.text}\": {whose}")
        else:
            taken[mine[0]].add(text.text)
    return taken, findings


def listed(texts):
    """As a list; in backticks, twice as many where the text has some."""
    return "".join(f"- {'``' if '`' in each else '`'}{each}{'``' if '`' in each else '`'}\n"
                   for each in sorted(texts, key=lambda each: (each.lower().lstrip('.\'" :'), each)))


def written(page, taken):
    def fill(found):
        title = HEADING.findall(page, 0, found.start())[-1]
        return f"<!-- texts: {found[1]} -->\n\nTexts of it:\n\n{listed(taken[title])}\n<!-- end of the texts -->\n"
    return TAKES.sub(fill, page)


def write(root):
    page = (root / PAGE).read_text(encoding="utf-8")
    (root / PAGE).write_text(written(page, assign(root, page)[0]), encoding="utf-8")


def check(root):
    page = (root / PAGE).read_text(encoding="utf-8")
    taken, findings = assign(root, page)
    findings += [f"{PAGE}:1: the entry \"{title}\" takes no text of the sources" for title in taken if not taken[title]]
    if not findings and written(page, taken) != page:
        findings.append(f"{PAGE}:1: is not what the sources say: tests/lint/check_messages.py --write")
    return findings


if __name__ == "__main__":
    lint_common.run(check, __doc__, write)
