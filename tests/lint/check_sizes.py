#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds files and functions to the hard size limits: 600 lines a file (tests 800), 80 lines a function."""

import ast
import re

import lint_common

FILE_LIMIT = 600
TEST_FILE_LIMIT = 800
FUNCTION_LIMIT = 80

# Larger on purpose: "path" for a file, "path:function" for a function, each with its reason.
ALLOWED = {
    "core/pmix/types/keys.inc",  # a table: every attribute of the Standard
    "core/pmix/types/status.inc",  # a table: every status code
    "core/pmix/types/data_types.inc",  # a table: every data type
}

# Comments, raw strings, strings and character constants; not the ' of 1'000.
NOISE = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<d>[^()\\\s]{0,16})\(.*?\)(?P=d)"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'',
    re.DOTALL,
)
PREPROCESSOR = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
CONTAINER = re.compile(
    r"(?:.*\b(?:public|private|protected|signals|slots)\s*:)?\s*(?:template\s*<.*>\s*)?(?:requires\b.*)?"
    r"(?:inline\s+|typedef\s+|static\s+)*(?:namespace|class|struct|union|enum|extern)\b",
    re.DOTALL,
)
FUNCTION_TAIL = re.compile(
    r"\)\s*(?:(?:const|override|final|mutable|try|&&?|noexcept(?:\s*\([^()]*\))?|->\s*[\w:<>,\s*&()]+|requires\b[^{]*)\s*)*$"
)
FUNCTION_NAME = re.compile(r"([~\w:]+|operator\s*[^\s(]+)\s*\(")


def blank(match):
    """Keeps line breaks, so that line numbers stay right."""
    return re.sub(r"[^\n]", " ", match[0])


def functions(text):
    """Yields (name, first line, number of lines) of the outermost functions in C++ source, by matching braces."""
    text = PREPROCESSOR.sub(blank, NOISE.sub(blank, text))
    stack = []  # kinds of the open blocks: container, function, other
    head = ""  # what stands before the next brace since the last statement or block
    head_start = line = 1
    function_start = name = None
    for char in text:
        line += char == "\n"
        if char == "{":
            kind = "other" if "other" in stack or "function" in stack else classify(head)
            if kind == "function":
                function_start, name = head_start, FUNCTION_NAME.search(head)
            stack.append(kind)
            head = head if kind == "other" else ""
        elif char == "}" and stack:
            kind = stack.pop()
            if kind == "function":
                yield (name[1] if name else "?", function_start, line - function_start + 1)
            # An initialiser in braces stands in a head like one in parentheses.
            head = head + "()" if kind == "other" else ""
        elif char == ";" and not {"other", "function"} & set(stack):
            head = ""
        elif not {"other", "function"} & set(stack):
            if not head.strip():
                head_start = line
            head += char


def classify(head):
    if FUNCTION_TAIL.search(head) and "(" in head:
        return "function"
    return "container" if CONTAINER.match(head) else "other"


def python_functions(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name, node.lineno, node.end_lineno - node.lineno + 1


def check(root):
    findings = []
    suffixes = (".h", ".cpp", ".inc", ".proto", ".py", "CMakeLists.txt", ".cmake")
    for file in lint_common.files(root, (*lint_common.CODE_FOLDERS, "cmake", "tools"), suffixes):
        path = file.as_posix()
        if path in ALLOWED:
            continue
        text = (root / file).read_text(encoding="utf-8", errors="replace")
        length = text.count("\n")
        limit = TEST_FILE_LIMIT if path.startswith("tests/") else FILE_LIMIT
        if length > limit:
            findings.append(f"{path}:1: {length} lines, more than {limit}")
        measured = []
        if file.suffix == ".py":
            measured = python_functions(text)
        elif file.suffix in (".h", ".cpp"):
            measured = functions(text)
        for name, start, size in measured:
            if size > FUNCTION_LIMIT and f"{path}:{name}" not in ALLOWED:
                findings.append(f"{path}:{start}: function {name} has {size} lines, more than {FUNCTION_LIMIT}")
    return findings


if __name__ == "__main__":
    lint_common.run(check, __doc__)
