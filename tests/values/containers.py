#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares what our reader says of the C++ library's objects with what LLDB's formatters show in the same core file.

    containers.py VALUES_READ FOLDER [--known tests/values/known_lldb.txt] [--all]

Builds tests/debuggees/values/containers.cpp with each compiler, stops it by gdb in look(), and compares each variable
that has a `->` behind it: numbers, texts, counts and keys, those of unordered ones in any order. Prints a line for each
difference; one that the list does not have makes it fail. LLDB crashes now and then: it runs in a process of its own.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

from newest_tool import newest
from sweep import Finding, print_counts, read_known, read_ours, words_of
from value_text import same_value, tokens

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent / "debuggees" / "values" / "containers.cpp"
NAME = re.compile(r"(\w+)(?:\[\d+\])?(?:\{.*|\(\d+\)| = .*)?; // -> ")
TIMEOUT = 300
SKIPPED = 77
COLUMNS = ("same", "parts", "no value", "crash", "ours has none", "differ", "known")
# Classes that LLDB shows by their only member, which is what they hold.
WRAPPERS = re.compile(r"^std::(?:__\w+::)?(?:array|stack|queue|priority_queue|complex|atomic|__atomic_base)<")
POINTERS = re.compile(r"^std::(?:unique|shared|weak)_ptr<")
PLAIN = re.compile(r"^std::(?:pair<|monostate)")  # that are their members

PART = re.compile(r"""\"(?:[^"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|.""", re.DOTALL)


class NoText(Exception):
    """LLDB shows no value. `kind` is a column."""

    def __init__(self, kind, why):
        super().__init__(why)
        self.kind = kind


def require(condition, what):
    if not condition:
        print(f"{what}: missing")
        sys.exit(1 if os.environ.get("DBGR_REQUIRE") else SKIPPED)
    return condition


def said_by(command, folder, **more):
    return subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=TIMEOUT,
        **more,
    )


def make_core(folder, name, compiler, level):
    """A core file of the program where all objects are set. Raises CalledProcessError."""
    program, core = folder / name, folder / f"{name}.core"
    core.unlink(missing_ok=True)
    subprocess.run([compiler, "-g", f"-{level}", "-std=c++20", SOURCE, "-o", program], check=True, timeout=TIMEOUT)
    orders = ("set debuginfod enabled off", "break look", "run </dev/null >/dev/null", f"generate-core-file {core}")
    gdb = ["gdb", "-nx", "-nh", "-batch", *(word for order in orders for word in ("-ex", order)), program]
    said_by(gdb, folder, check=True)
    return program, core


class Lldb:
    def __init__(self, folder, python_path):
        self.folder = folder
        self.environment = {**os.environ, "PYTHONPATH": python_path, "LC_ALL": "C.UTF-8"}
        self.environment.pop("DEBUGINFOD_URLS", None)

    def ask(self, program, core, names):
        """What it showed, and the name at which it crashed or ""."""
        command = [sys.executable, HERE / "in_lldb.py", program, core, *names]
        run = said_by(command, self.folder, env=self.environment)
        lines = [json.loads(line) for line in run.stdout.splitlines() if line.startswith('{"') and line.endswith("}")]
        if not lines:
            sys.exit(f"in_lldb.py: status {run.returncode}\n{run.stdout}{run.stderr}")
        shown = {line["of"]: line["is"] for line in lines if "of" in line}
        return shown, lines[-1].get("at", "")

    def show(self, program, core, names):
        """Each name's tree, None where it crashes at it alone, too."""
        shown = {}
        while left := [name for name in names if name not in shown]:
            more, crashed_at = self.ask(program, core, left)
            shown.update(more)
            if crashed_at:
                shown[crashed_at] = self.ask(program, core, [crashed_at])[0].get(crashed_at)
        return shown


def text_of_items(tree):
    return [text_of(child) for child in tree.get("children", [])]


def text_of_members(tree):
    """Empty base classes say nothing."""
    members = [(child["name"], text_of(child)) for child in tree.get("children", [])]
    return "{" + ", ".join(f"{name} = {text}" for name, text in members if not ("<" in name and text == "{}")) + "}"


def text_of_library_class(tree):
    kind, summary = tree["type"], tree["summary"] or ""
    children = tree.get("children", [])
    if POINTERS.match(kind) and children:
        return (children[0]["value"] or "") + (" expired" if " strong=0 " in summary else "")
    if summary.strip() == "Has Value=false":
        return "nullopt"
    if summary.strip() == "No Value":
        return "valueless"
    if summary.startswith((" Has Value=", " Active Type = ")) and children:
        return text_of(children[0])
    if kind.startswith("std::tuple<"):
        return f"{{{', '.join(text_of_items(tree))}}}"
    if re.match(r"size=\d", summary):
        return f"{summary} {{{', '.join(text_of_items(tree))}}}"
    if summary:
        return summary
    if WRAPPERS.match(kind) and children:
        return text_of(children[0])
    if PLAIN.match(kind):
        return text_of_members(tree)
    raise NoText("parts", f"{kind}: {', '.join(child['name'] for child in children)}")


def text_of(tree):
    """As ours writes it, but for what sort of a class it is. Raises NoText."""
    if "error" in tree:
        raise NoText("no value", tree["error"])
    if tree["type"].endswith("]") or tree["type"].endswith("_Type"):
        return tree["summary"] or "{" + ", ".join(text_of_items(tree)) + "}"
    if tree["value"] is not None and not tree["type"].startswith("std::"):
        return re.sub(r"\+ -", "- ", tree["value"])
    if tree["type"].startswith(("std::", "const std::")):
        return text_of_library_class({**tree, "type": tree["type"].removeprefix("const ")})
    return text_of_members(tree)


def items_in(text):
    """Of `size=2 {1, {2, 3}}` the two, without what stands for those that were left out."""
    found, depth, item = [], 0, ""
    inside = text.partition("{")[2].rpartition("}")[0]
    for part in PART.findall(inside):
        depth += {"{": 1, "}": -1}.get(part, 0)
        if part == "," and depth == 0:
            found, item = [*found, item], ""
        else:
            item += part
    return [one for one in (*found, item) if one.strip() and not one.strip().startswith("...")]


def same_items(ours, lldbs):
    """In any order. What ours leaves out counts, but is not compared."""
    if tokens(ours)[:2] != tokens(lldbs)[:2]:
        return False  # the sizes
    mine, theirs = (collections.Counter(tuple(tokens(item)) for item in items_in(text)) for text in (ours, lldbs))
    return not mine - theirs and (mine == theirs or "... (" in ours)


def without_marks(text):
    """Words instead of states, which would be ignored behind a number."""
    return re.sub(r"<(\w+)>", r"\1", text)


def compare(place, name, ours, tree):
    def finding(kind, lldbs):
        return Finding(place, "look", name, kind, words_of(ours), lldbs, "lldb")

    if tree is None:
        return finding("crash", "LLDB crashes")
    try:
        lldbs = text_of(tree)
    except NoText as none:
        return finding(none.kind, str(none))
    if "text" not in ours:
        return finding("ours has none", lldbs)
    text = without_marks(ours["text"])
    is_same = same_items(text, lldbs) if "unordered_" in tree["type"].partition("<")[0] else same_value(text, lldbs)
    return finding("same" if is_same else "differ", lldbs)


def compare_build(reader, lldb, folder, name, compiler, level):
    program, core = make_core(folder, name, compiler, level)
    names = [match[1] for match in map(NAME.search, SOURCE.read_text(encoding="utf-8").splitlines()) if match]
    ours = read_ours(reader, core, *(word for one in names for word in ("--print", one)))["answers"]
    trees = lldb.show(program, core, names)
    for one, said in zip(names, ours, strict=True):
        yield compare(f"{name}/containers.look", one, said, trees[one])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reader")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--known", type=pathlib.Path, default=HERE / "known_lldb.txt")
    parser.add_argument("--all", action="store_true", help="print what is the same, too")
    options = parser.parse_args()
    gxx, clang = require(shutil.which("g++"), "g++"), require(newest("clang++"), "clang++")
    require(shutil.which("gdb"), "gdb")
    python_path = said_by([require(newest("lldb"), "lldb"), "-P"], None).stdout.strip()
    require((pathlib.Path(python_path) / "lldb").is_dir(), "LLDB's module of Python")
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    known = read_known(options.known)
    rows = {}
    for name, compiler, level in (("gcc-O0", gxx, "O0"), ("gcc-O1", gxx, "O1"), ("clang-O0", clang, "O0")):
        rows[name] = collections.Counter()
        for finding in compare_build(options.reader, Lldb(folder, python_path), folder, name, compiler, level):
            line = next((line for line in known if finding.kind != "same" and line.covers(finding)), None)
            rows[name]["known" if line else finding.kind] += 1
            if line:
                line.uses += 1
            if options.all or (finding.kind != "same" and not line):
                print(f"{finding}" + (f"\n    known: right is {line.right}: {line.why}" if line else ""))
    print_counts(rows, COLUMNS)
    for line in known:
        if line.uses == 0:
            print(f"not seen: {' | '.join(line.patterns)}")
    return 0 if all(counts["same"] and not set(counts) - {"same", "known"} for counts in rows.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
