#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""header_chains.py ROOT HEADER...: puts headers below ROOT into as few chains as there can be, one per line, its headers
separated by semicolons: each header of a chain includes, itself or through others, all that stand before it.

So one source that includes a chain in this order shows of each header that it compiles alone: what was read before it is
what it would have read itself."""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def reached(headers, root):
    """Each header -> the headers of the same list that it includes, itself or through others."""
    direct = {header: [name for name in INCLUDE.findall((root / header).read_text()) if name in headers]
              for header in headers}
    closed = {}

    def close(header, path):
        if header in closed or header in path:
            return closed.get(header, set())
        found = set(direct[header])
        for name in direct[header]:
            found |= close(name, path | {header})
        closed[header] = found - {header}
        return closed[header]

    for header in headers:
        close(header, frozenset())
    return closed


def chains(headers, root):
    """The fewest chains that hold each header once: a largest matching of headers with those that stand next to them."""
    below = reached(set(headers), root)
    above = {header: [name for name in headers if header in below[name] and name not in below[header]]
             for header in headers}
    before = {}  # a header -> the one that stands just before it

    def place(header, tried):
        for name in above[header]:
            if name in tried:
                continue
            tried.add(name)
            if name not in before or place(before[name], tried):
                before[name] = header
                return True
        return False

    for header in headers:
        place(header, set())
    for last in sorted(set(headers) - set(before.values())):
        chain = [last]
        while chain[-1] in before:
            chain.append(before[chain[-1]])
        yield chain[::-1]


def main():
    sys.setrecursionlimit(100_000)
    root = pathlib.Path(sys.argv[1])
    for chain in chains(sorted(sys.argv[2:]), root):
        print(";".join(chain))


if __name__ == "__main__":
    main()
