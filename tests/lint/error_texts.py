# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds the texts of errors in the sources: what is handed to fail(), Error{}, systemError() and withContext(), and to
functions that make errors of it. What is put in while the program runs is "...": the text of

    fail(code, "reading " + path + ": it is empty")

is "reading ...: it is empty"."""

import dataclasses
import re

import lint_common

FOLDERS = ("core", "app", "ui")
MADE = re.compile(r"\b(?:(?:tl::unexpected|std::optional)<(?:util::)?Error>|(?:util::)?Error) (?:\w+::)*(\w+)\(")
MADE_BY_LAMBDA = re.compile(r"\bauto (\w+) = \[[^\]]*\]\s*(?:\([^)]*\))?\s*(?:->[^{]*)?\{\s*return (?:\w+::)*(?:fail\(|Error\{)")
# Which argument has the text, and what stands behind it when it is shown.
MAKERS = {
    "fail": (1, ""), "Error": (1, ""), "systemError": (1, ": ..."), "withContext": (0, ": ..."), "optimizedOut": (0, "")
}
LITERAL = re.compile(r'(?:u8|L)?"((?:[^"\\]|\\.)*)"')
RAW = re.compile(r'R"\((.*?)\)"', re.DOTALL)
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "'": "'", "0": "\0"}
CLOSING = {"(": ")", "{": "}", "[": "]"}


@dataclasses.dataclass(frozen=True)
class Text:
    file: str
    line: int
    text: str


def without_comments(code):
    """The same length, so that places stay; what is in strings is left."""
    def blank(found):
        return found[0] if found[0][0] in "\"'" else re.sub(r"[^\n]", " ", found[0])
    return re.sub(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'|//[^\n]*|/\*.*?\*/', blank, code, flags=re.DOTALL)


def tokens(code, start):
    """Strings as wholes, and single characters, from there on."""
    at = start
    while at < len(code):
        found = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)\'').match(code, at)
        yield at, found[0] if found else code[at]
        at = found.end() if found else at + 1


def arguments(code, start):
    """What stands between the bracket at `start` and its counterpart, split at the commas."""
    parts, part, open_ones = [], "", []
    for _, token in tokens(code, start):
        if token in CLOSING:
            open_ones.append(CLOSING[token])
            if len(open_ones) == 1:
                continue
        elif open_ones and token == open_ones[-1]:
            open_ones.pop()
            if not open_ones:
                return parts + [part]
        elif token == "," and len(open_ones) == 1:
            parts.append(part)
            part = ""
            continue
        part += token
    return []


def split(expression, separators):
    """At the separators that are in no bracket and no string."""
    parts, part, depth = [], "", 0
    for _, token in tokens(expression, 0):
        depth += (token in "([{") - (token in ")]}") if len(token) == 1 else 0
        if depth == 0 and token in separators:
            parts.append(part)
            part = ""
        else:
            part += token
    return parts + [part]


def texts_of(expression):
    """All texts that the expression can be; those of the parts of a sum one behind the other."""
    choices = split(expression, "?")
    if len(choices) == 2 and len(both := split(choices[1], ":")) >= 2:
        joined = [part for part in both if part]
        if len(joined) == 2:
            return texts_of(joined[0]) + texts_of(joined[1])
    terms = split(expression, "+")
    if len(terms) > 1:
        found = [""]
        for term in terms:
            found = [before + one for before in found for one in texts_of(term)]
        return found
    return [literal_text(expression.strip())]


def literal_text(term):
    while term.startswith("(") and term.endswith(")") and len(split(term, "")) == 1:
        inner = arguments(term, 0)
        if len(inner) != 1 or len(inner[0]) + 2 != len(term):
            break
        return texts_of(inner[0])[0]
    wrapped = re.match(r"(?:std::)?string(?:_view)?\s*[({](.*)[)}]$", term, re.DOTALL)
    if wrapped:
        return texts_of(wrapped[1])[0]
    if term.startswith(("fmt::format(", "std::format(")):
        first = arguments(term, term.index("("))[0]
        return re.sub(r"\{[^}]*\}", "...", literal_text(first.strip()))
    rest = LITERAL.sub("", RAW.sub("", term)).strip()
    pieces = LITERAL.findall(term)
    if pieces and not rest:
        return "".join(re.sub(r"\\(.)", lambda m: ESCAPES.get(m[1], m[1]), piece) for piece in pieces)
    if re.fullmatch(r"'(?:[^'\\]|\\.)'", term):
        return term[1:-1].replace("\\", "")
    return "..."


def tidy(text):
    text = re.sub(r"\s+", " ", text).strip()
    return re.sub(r"(?:\.\.\.[ ]?)+(?=\.\.\.)", "", text)


def says_something(text):
    """No part of a sentence that is one word alone, and nothing that is only put in."""
    return " " in text.strip() and re.search(r"[A-Za-z]{2}", text.replace("...", "")) is not None


def makers_in(code):
    names = dict(MAKERS)
    names.update((name, (None, "")) for name in MADE.findall(code) + MADE_BY_LAMBDA.findall(code) if name not in MAKERS)
    return names


def texts_in(path, code):
    code = without_comments(code)
    makers = makers_in(code)
    call = re.compile(r"\b(" + "|".join(sorted(makers)) + r")\s*([({])")
    for found in call.finditer(code):
        which, behind = makers[found[1]]
        given = arguments(code, found.start(2))
        chosen = given if which is None else given[which:which + 1]
        line = code.count("\n", 0, found.start()) + 1
        for expression in chosen:
            if which is None and not LITERAL.search(expression):
                continue
            for text in texts_of(expression):
                if says_something(text):
                    yield Text(str(path), line, tidy(text + behind))


def find(root):
    """All texts, each once for each file that says it."""
    seen, found = set(), []
    for path in lint_common.files(root, FOLDERS, (".cpp", ".h")):
        if str(path) in ("core/util/result.h", "core/util/error.h"):
            continue
        for text in texts_in(path, (root / path).read_text(encoding="utf-8")):
            if (text.file, text.text) not in seen:
                seen.add((text.file, text.text))
                found.append(text)
    return found
