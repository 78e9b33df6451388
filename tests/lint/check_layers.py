#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds every #include against core/layers.toml, the table of who may include whom."""

import re
import tomllib

import lint_common

INCLUDE = re.compile(r'\s*#\s*include\s*([<"])([^>"]+)[>"]')


class Table:
    def __init__(self, root):
        with open(root / "core/layers.toml", "rb") as file:
            data = tomllib.load(file)
        self.layers = {layer["path"]: layer for layer in data["layer"]}
        self.libraries = {
            name: re.compile("|".join(f"(?:{p})" for p in patterns)) for name, patterns in data["third_party"].items()
        }

    def layer_of(self, path):
        """The layer with the longest path that this path is under, or None."""
        matches = [p for p in self.layers if is_under(path, p)]
        return self.layers[max(matches, key=len)] if matches else None

    def library_of(self, header):
        return next((name for name, pattern in self.libraries.items() if pattern.fullmatch(header)), None)


MADE_BY_MOC = re.compile(r"moc_(\w+)\.cpp")


def is_under(path, folder):
    return path == folder or path.startswith(folder + "/")


def resolve(root, header):
    """An include line's path, relative to the repository: includes are rooted at core/ or at the repository."""
    for base in ("core/", ""):
        if (root / (base + header)).is_file():
            return base + header
    return None


def check_own(root, table, path, layer, header):
    target = resolve(root, header)
    if target is None:
        return f'"{header}" is no file below core/ or the repository: includes are rooted there'
    if header.endswith("_p.h") and target.rpartition("/")[0] != path.rpartition("/")[0]:
        return f'"{header}" is private to its folder'
    if table.layer_of(target) is layer or "*" in layer["includes"]:
        return None
    rooted = target.removeprefix("core/")
    if any(is_under(rooted, entry) for entry in layer["includes"]):
        return None
    return f'{layer["path"]} may not include "{header}"'


def check_foreign(table, layer, header):
    if "." not in header and not header.startswith("Q") and "/" not in header:
        return None
    library = table.library_of(header)
    if library is None:
        return f"<{header}> belongs to no library in core/layers.toml"
    if library not in layer["third_party"]:
        return f"{layer['path']} may not use {library} (<{header}>)"
    return None


def check_include(root, table, path, layer, kind, header):
    if header.endswith(".moc"):
        return None
    if moc := MADE_BY_MOC.fullmatch(header):
        its_class = path.rpartition("/")[0] + f"/{moc[1]}.h"
        return None if (root / its_class).is_file() else f'"{header}": there is no {its_class}'
    if kind == "<" or header.endswith(".pb.h"):
        return check_foreign(table, layer, header)
    return check_own(root, table, path, layer, header)


def check(root):
    table = Table(root)
    findings = []
    for file in lint_common.files(root, lint_common.CODE_FOLDERS, (".h", ".cpp", ".inc")):
        path = file.as_posix()
        layer = table.layer_of(path)
        if layer is None:
            findings.append(f"{path}:1: no layer of core/layers.toml covers this file")
            continue
        for number, line in enumerate(lint_common.lines(root, file), 1):
            match = INCLUDE.match(line)
            problem = match and check_include(root, table, path, layer, match[1], match[2])
            if problem:
                findings.append(f"{path}:{number}: {problem}")
    return findings


if __name__ == "__main__":
    lint_common.run(check, __doc__)
