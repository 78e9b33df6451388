#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules of the source that a pattern can hold: licence lines, locks, waits in unit tests, paths of a machine."""

import re

import lint_common

CODE = (".h", ".cpp", ".inc")
LICENSED = (*CODE, ".py", ".cmake", "CMakeLists.txt", ".proto", ".toml", ".sh", "Makefile")

FOR_OTHERS = ("core/", "examples/pmix-tool/")  # to be used in programs of any licence

LOCKS = re.compile(r"std::(?:\w*mutex|condition_variable\w*|lock_guard|unique_lock|scoped_lock|call_once)\b")
LOCK_HOMES = ("core/pmix/capi/", "core/util/", "core/net/event_loop")
WAITS = re.compile(r"\bqWait\s*\(|\bsleep_(?:for|until)\b|\bQThread::\w*sleep\b|\bu?sleep\s*\(|\bnanosleep\b")
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:root|Users|home/(?!user\b)\w+)/")
LOOSE_TODO = re.compile(r"\b(?:TODO|FIXME|XXX)\b(?!\(#\d+\))")
LLDB_NAMESPACE = re.compile(r"using\s+namespace\s+lldb\b")


def licence_of(path):
    return "BSD-3-Clause" if path.startswith(FOR_OTHERS) else "GPL-3.0-or-later"


def is_script(root, file):
    if file.suffix:
        return False
    with (root / file).open("rb") as opened:
        return opened.read(2) == b"#!"


def check_licence(path, text):
    first = next((line for line in text if not line.startswith("#!")), "")
    if f"SPDX-License-Identifier: {licence_of(path)}" not in first:
        return [(1, f"the first line has to be SPDX-License-Identifier: {licence_of(path)}")]
    return []


def check_header(path, text):
    if not path.endswith(".h"):
        return []
    findings = []
    if "#pragma once" not in text:
        findings.append((1, "a header needs #pragma once"))
    if path.startswith("core/") and (len(text) < 2 or not text[1].startswith("//")):
        findings.append((2, "a header of core says in line 2 and following what it is for"))
    return findings


def patterns_for(root, path):
    """The forbidden patterns of this file with what to say about them."""
    yield MACHINE_PATH, "a path of one machine"
    yield re.compile(re.escape(str(root)) + r"\b"), "the path of this checkout"
    if path.endswith(CODE):
        yield LLDB_NAMESPACE, "lldb's names clash with the system's (pid_t): write lldb::"
        yield LOOSE_TODO, "write TODO(#issue)"
        if path.startswith(("core/", "app/", "ui/")) and not path.startswith(LOCK_HOMES):
            yield LOCKS, "threads talk by Executor::post; locks live in core/util, core/net/event_loop, core/pmix/capi"
        if path.startswith("tests/unit/"):
            yield WAITS, "unit tests don't wait for time: ManualClock, ManualExecutor or QTRY_*"


def check_file(root, file):
    path = file.as_posix()
    text = lint_common.lines(root, file)
    findings = []
    if path.endswith(LICENSED) or is_script(root, file):
        findings += check_licence(path, text)
    findings += check_header(path, text)
    for pattern, problem in patterns_for(root, path):
        findings += [(n, f"{problem}: {m[0]}") for n, line in enumerate(text, 1) if (m := pattern.search(line))]
    return [f"{path}:{number}: {problem}" for number, problem in findings]


def check_moc(root):
    """What moc makes of a header is compiled with a source of its folder, and not in a file of its own."""
    folders = {}
    for file in lint_common.files(root, ("app", "ui"), (".h", ".cpp")):
        text = "\n".join(lint_common.lines(root, file))
        made = {file.stem} if file.suffix == ".h" and "Q_OBJECT" in text else set()
        wanted, compiled = folders.setdefault(file.parent, (set(), set()))
        wanted |= made
        compiled |= set(re.findall(r'#include "moc_(\w+)\.cpp"', text))
    return [f'{folder}/{name}.h:1: no source of its folder has #include "moc_{name}.cpp"'
            for folder, (wanted, compiled) in sorted(folders.items()) for name in sorted(wanted - compiled)]


def check_tests(root):
    """A test is in its folder's list, or nobody runs it; and a namespace, since it is compiled with others."""
    for file in lint_common.files(root, ("tests",), (".cpp",)):
        name = file.stem
        if not name.startswith("tst_"):
            continue
        lists = root / file.parent / "CMakeLists.txt"
        if not (lists.exists() and re.search(rf"\b{name}\b", lists.read_text(encoding="utf-8"))):
            yield f"{file}:1: is in no list of {file.parent}/CMakeLists.txt"
        if f"namespace {name} {{" not in lint_common.lines(root, file):
            yield f"{file}:1: is not in the namespace {name}"


def check(root):
    folders = (*lint_common.CODE_FOLDERS, "cmake", "tools", "docs", ".ci")
    found = [*check_moc(root), *check_tests(root)]
    for file in lint_common.files(root, folders, ("",)):
        found += check_file(root, file)
    for file in sorted(p.relative_to(root) for p in root.iterdir() if p.is_file() and p.name != ".git"):
        found += check_file(root, file)
    return found


if __name__ == "__main__":
    lint_common.run(check, __doc__)
