#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks docs/manual: its list has each page, links lead somewhere, pictures are there and are all used,
fenced blocks are of a kind that somebody shows or runs, and each page that the window opens is there."""

import re

import lint_common

FOLDER = "docs/manual"
INDEX = "index.md"
ENTRY = re.compile(r"^(\d+)\. \[[^\]]+\]\(([\w-]+\.md)\): ")
LINK = re.compile(r"(!?)\[(?:[^\]\\]|\\.)*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^(#{1,6}) (.+?)\s*$")
FENCE = re.compile(r"^ *```(.*)$")
# Those of tests/integration/manual, and those that are nothing to run.
KINDS = {"dbgr-run", "dbgr-watch", "dbgr-window", "dbgr-slurm", "dbgr-elsewhere", "text", "c", ""}
SESSIONS = {"dbgr-run", "dbgr-watch", "dbgr-window", "dbgr-slurm", "dbgr-elsewhere"}
TOPICS = "ui/help/help_topic.cpp"
TOPIC = re.compile(r'\{"[\w.]+", "([\w-]+\.md)(?:#([\w-]+))?"\}')


def anchor(heading):
    """As ui/help/manual.cpp and MyST make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


class Page:
    """Lines that are no code, links, headings and blocks of a page."""

    def __init__(self, path, text):
        self.path, self.anchors, self.links, self.blocks, self.problems = path, [], [], [], []
        block = None
        for number, line in enumerate(text.splitlines(), 1):
            if found := FENCE.match(line):
                if block is None:
                    block = (number, found[1], [])
                    self.blocks.append(block)
                else:
                    block = None
            elif block is not None:
                block[2].append(line)
            else:
                self.take(number, line)

    def take(self, number, line):
        if found := HEADING.match(line):
            self.anchors.append(anchor(found[2]))
            if self.anchors.count(self.anchors[-1]) > 1:
                self.problems.append(f"{self.path}:{number}: the heading \"{found[2]}\" is there twice")
        without_code = re.sub(r"`+[^`]*`+", "", line)
        self.links += [(number, found[1] == "!", found[2]) for found in LINK.finditer(without_code)]


def check_links(root, page, pages):
    findings, pictures = [], set()
    for number, is_picture, target in page.links:
        file, _, part = target.partition("#")
        if is_picture:
            pictures.add(target)
            if not (root / FOLDER / target).exists():
                findings.append(f"{page.path}:{number}: there is no picture {target}")
        elif re.match(r"\w+:", target):
            continue
        elif (file or page.path) not in pages:
            findings.append(f"{page.path}:{number}: there is no page {file}")
        elif part and part not in pages[file or page.path].anchors:
            findings.append(f"{page.path}:{number}: {file or page.path} has no part {part}")
    return findings, pictures


def check_blocks(page):
    findings = []
    for number, kind, lines in page.blocks:
        if kind not in KINDS:
            findings.append(f"{page.path}:{number}: a block of the kind \"{kind}\" is neither shown nor run")
        elif kind in SESSIONS and not any(line.startswith("$ ") for line in lines):
            findings.append(f"{page.path}:{number}: a session without a command: lines with one begin with \"$ \"")
        elif kind not in SESSIONS and any(line.startswith("$ ") for line in lines):
            findings.append(f"{page.path}:{number}: commands are in a block of one of the kinds {sorted(SESSIONS)}")
    return findings


def check_list(root, pages):
    listed = [(int(found[1]), found[2]) for line in lint_common.lines(root, f"{FOLDER}/{INDEX}") if (found := ENTRY.match(line))]
    names = [name for _, name in listed]
    findings = [f"{INDEX}:1: {name} is not in the list" for name in pages if name != INDEX and name not in names]
    if [number for number, _ in listed] != list(range(1, len(listed) + 1)):
        findings.append(f"{INDEX}:1: the pages are not numbered from 1 on")
    return findings


def check_topics(root, pages):
    topics = TOPIC.findall((root / TOPICS).read_text(encoding="utf-8"))
    findings = [] if topics else [f"{TOPICS}:1: no page is found here any more: adapt check_manual.py"]
    for file, part in topics:
        if file not in pages or (part and part not in pages[file].anchors):
            findings.append(f"{TOPICS}:1: the manual has no {file}#{part}")
    return findings


def check(root):
    pages = {path.name: Page(path.name, path.read_text(encoding="utf-8")) for path in sorted((root / FOLDER).glob("*.md"))}
    findings, used = check_list(root, pages) + check_topics(root, pages), set()
    for page in pages.values():
        more, pictures = check_links(root, page, pages)
        findings += page.problems + more + check_blocks(page)
        used |= pictures
    for picture in sorted((root / FOLDER / "images").glob("*-light.png")):
        if f"images/{picture.name}" not in used:
            findings.append(f"images/{picture.name}:1: no page shows it")
    return [f"{FOLDER}/{each}" if not each.startswith("ui/") else each for each in findings]


if __name__ == "__main__":
    lint_common.run(check, __doc__)
