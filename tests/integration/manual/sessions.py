# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands of a page of the manual, and what stands below each of them. A block is fenced, and its kind says how it is run
(docs/testing.md). In what is expected "..." stands for anything, and as a line of its own for any lines."""

import dataclasses
import re

KINDS = ("dbgr-run", "dbgr-watch", "dbgr-window", "dbgr-slurm", "dbgr-elsewhere")
FENCE = re.compile(r"^```(.*)$")
HERE = re.compile(r"<<-?\s*'?(\w+)'?")


@dataclasses.dataclass
class Command:
    line: int
    text: str       # with the lines of a here-document
    expected: list


@dataclasses.dataclass
class Block:
    kind: str
    line: int
    commands: list


def blocks(page):
    found, block = [], None
    for number, line in enumerate(page.splitlines(), 1):
        fence = FENCE.match(line)
        if fence and block is not None:
            block = None
        elif fence:
            block = (fence[1], number, [])
            found.append(block)
        elif block is not None:
            block[2].append((number, line))
    return [Block(kind, number, commands(lines)) for kind, number, lines in found if kind in KINDS]


def commands(lines):
    found, until = [], None
    for number, line in lines:
        if until is not None:
            found[-1].text += "\n" + line
            until = None if line == until else until
        elif line.startswith("$ "):
            found.append(Command(number, line[2:], []))
            here = HERE.search(line)
            until = here[1] if here else None
        elif found:
            found[-1].expected.append(line.rstrip())
    return found


def differences(expected, actual):
    """What is wrong, as a sentence; None if what is expected is there."""
    pattern = re.compile("".join(r"(?:.*\n)*" if line == "..." else line_pattern(line) + r"\n" for line in expected))
    if pattern.fullmatch("".join(line.rstrip() + "\n" for line in actual)):
        return None
    # Which line is the first that cannot be reached: each beginning of what is expected, with anything behind it.
    for count in range(1, len(expected) + 1):
        beginning = differences_pattern(expected[:count])
        if not beginning.fullmatch("".join(line.rstrip() + "\n" for line in actual)):
            return f"this does not come: {expected[count - 1]}"
    return "more comes behind what is expected"


def differences_pattern(expected):
    return re.compile("".join(r"(?:.*\n)*" if line == "..." else line_pattern(line) + r"\n" for line in expected)
                      + r"(?:.*\n)*")


def line_pattern(line):
    return ".*".join(re.escape(part) for part in line.split("..."))
