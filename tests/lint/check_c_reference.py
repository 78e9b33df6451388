#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that docs/manual/c-library.md is what the headers of libdbgrpmix say. With --write, makes it so."""

import re

import lint_common

PAGE = "docs/manual/c-library.md"
FOLDER = "core/pmix/capi/include"
# In the order of the page: what a program calls first.
HEADERS = ("pmix.h", "pmix_tool.h", "pmix_server.h", "dbgrpmix/callbacks.h", "dbgrpmix/structs.h", "dbgrpmix/helpers.h",
           "dbgrpmix/macros.h", "dbgrpmix/codes.h", "dbgrpmix/devices.h", "dbgrpmix/base.h")
SECTION = re.compile(r"// --- (.+?) -*$")
NOISE = re.compile(r"#pragma once|#include|DBGRPMIX_(BEGIN|END)$|#(ifdef|else|endif|ifndef|if)\b|#define (DBGRPMIX|PMIX_EXPORT)"
                   r"|// For the headers themselves")
EXPORT = "PMIX_EXPORT "
# The tables that the build makes headers of: file, heading, pattern of a row, head of the table, how a row is shown.
TABLES = (
    ("core/pmix/types/status.inc", "Results of calls, and codes of events",
     re.compile(r'DBGR_PMIX_STATUS\(\w+,\s*(-?\d+),\s*"(\w+)",\s*"([^"]+)"\)'),
     "| Name | Code | Meaning |", "| `{1}` | {0} | {2} |"),
    ("core/pmix/types/keys.inc", "Attributes",
     re.compile(r'DBGR_PMIX_KEY\(\w+,\s*"(\w+)",\s*"([^"]+)",\s*(\w+),'),
     "| Name | Key | Type of its value |", "| `{0}` | `{1}` | {2} |"),
)
INTRODUCTION = """\
# The C library

<!-- made of the headers by tests/lint/check_c_reference.py --write -->

`libdbgrpmix` is a PMIx library: clients, tools and servers, with the C interface of the PMIx Standard. `pkg-config dbgrpmix` and
CMake's `find_package(dbgrpmix)` know how to compile and link with it; include `<pmix.h>`, `<pmix_tool.h>` or `<pmix_server.h>`.
What each call means is in the Standard; what of it is supported, attribute by attribute, is in [PMIx](pmix.md). This page has all
that the headers declare, with what they say of it.
"""


def split(text):
    """The comment at the beginning of a header, and (title, lines) of each section."""
    lines = text.splitlines()
    words = []
    while lines and lines[0].startswith("//"):
        words.append(lines.pop(0)[2:].strip())
    sections, title, body = [], "", []
    for line in lines:
        if found := SECTION.match(line):
            sections.append((title, body))
            title, body = found[1], []
        elif not NOISE.match(line):
            body.append(line)
    sections.append((title, body))
    return words[1:], sections


def declared(body):
    """Without what is for compilers only, and with one blank line at most in between."""
    lines, shift = [], 0
    for line in body:
        if line.startswith(EXPORT):
            shift = len(EXPORT)
            line = line[shift:]
        elif shift and line.startswith(" " * shift):
            line = line[shift:]  # stands below the parameters of the line before
        else:
            shift = 0
        lines.append(re.sub(r" +\\$", " \\\\", line))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")


def paragraphs(words):
    """Comment lines as paragraphs; an empty one parts them."""
    return re.sub(r"\n\n\n+", "\n\n", "\n".join(words)).strip()


def page(root):
    parts = [INTRODUCTION]
    for header in HEADERS:
        words, sections = split((root / FOLDER / header).read_text(encoding="utf-8"))
        parts.append(f"\n## {header}\n\n{paragraphs(words)}\n")
        for title, body in sections:
            code = declared(body)
            if not code:
                continue
            heading = f"\n### {title} ({header})\n" if title else ""
            parts.append(f"{heading}\n```c\n{code}\n```\n")
    return "".join(parts) + "".join(table(root, *each) for each in TABLES)


def table(root, path, heading, pattern, head, row):
    rows = [row.format(*found) for found in pattern.findall((root / path).read_text(encoding="utf-8"))]
    return f"\n## {heading}\n\n{head}\n|{'---|' * head.count(' | ')}---|\n" + "".join(f"{each}\n" for each in rows)


def check(root):
    wanted = page(root)
    there = (root / PAGE).read_text(encoding="utf-8") if (root / PAGE).exists() else ""
    return [] if there == wanted else [f"{PAGE}:1: is not what the headers say: tests/lint/check_c_reference.py --write"]


def write(root):
    (root / PAGE).write_text(page(root), encoding="utf-8")


if __name__ == "__main__":
    lint_common.run(check, __doc__, write)
