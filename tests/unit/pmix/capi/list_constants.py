#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a C program that prints each constant that the headers of a PMIx library define: list_constants.py DIR OUTPUT.

Compiled against another PMIx library, the program prints what that one defines of them, and "none" for the others.
"""

import pathlib
import re
import sys

HEADERS = ("pmix_common.h", "pmix.h", "pmix_deprecated.h", "pmix_server.h", "pmix_tool.h")
CONSTANT = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(PMIX_[A-Z0-9_]+)[ \t]+(\S.*)$", re.MULTILINE)
NO_CONSTANTS = re.compile(r"_STATIC_INIT$|^PMIX_EXPORT$|^PMIX_HAVE_")

# Constants of an enum, which no #define shows.
ENUMERATORS = """
PMIX_EQUAL PMIX_VALUE1_GREATER PMIX_VALUE2_GREATER PMIX_VALUE_TYPE_DIFFERENT PMIX_VALUE_INCOMPATIBLE_OBJECTS
PMIX_VALUE_COMPARISON_NOT_AVAIL PMIX_GROUP_DECLINE PMIX_GROUP_ACCEPT PMIX_GROUP_CONSTRUCT PMIX_GROUP_DESTRUCT
PMIX_BOOL_TRUE PMIX_BOOL_FALSE PMIX_NON_BOOL PMIX_FABRIC_REQUEST_INFO PMIX_FABRIC_UPDATE_INFO
""".split()

BEGIN = """// SPDX-License-Identifier: GPL-3.0-or-later
#include <pmix_server.h>
#include <pmix_tool.h>
#include <stdio.h>
static void text(const char *name, const char *value) { printf("constant %s \\"%s\\"\\n", name, value); }
static void number(const char *name, long long value) { printf("constant %s %lld\\n", name, value); }
#define SHOW(constant) _Generic((constant), char *: text, const char *: text, default: number)(#constant, constant)
int main(void)
{
"""


def names(folder):
    found = set()
    for header in HEADERS:
        for name, _ in CONSTANT.findall((folder / header).read_text()):
            if not NO_CONSTANTS.search(name):
                found.add(name)
    return sorted(found)


def main():
    folder, output = map(pathlib.Path, sys.argv[1:])
    lines = [f"#ifdef {n}\n    SHOW({n});\n#else\n    puts(\"constant {n} none\");\n#endif\n" for n in names(folder)]
    lines += [f"    SHOW({n});\n" for n in ENUMERATORS]
    output.write_text(BEGIN + "".join(lines) + "    return 0;\n}\n")


if __name__ == "__main__":
    main()
