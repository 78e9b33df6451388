#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds every #include against core/layers.toml, the table of who may include whom. And of the includes of
core: no arrow leads back to where it came from, and all point down in the picture of core/README.md."""

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


def place_of(table, layer):
    """A header with a row of its own is a place of its own, above or below its folder, and so is its source. Another single
    source may have more than its folder, and is of it all the same."""
    path = layer["path"]
    if not path.endswith(".cpp"):
        return path
    header = path.removesuffix(".cpp") + ".h"
    return header if header in table.layers else path.rpartition("/")[0]


def circle(graph):
    """The folders of one, the first one again at its end; or None."""
    done, path = set(), []

    def visit(node):
        if node in path:
            return path[path.index(node):] + [node]
        if node in done:
            return None
        path.append(node)
        found = next((ring for other in sorted(graph.get(node, ())) if (ring := visit(other))), None)
        path.pop()
        done.add(node)
        return found

    return next((ring for node in sorted(graph) if (ring := visit(node))), None)


def rows_of_picture(text):
    """Folder of core -> its row, from the top; of the first block of code in the text, whose words stand in the last column."""
    lines = [line for line in re.search(r"((?:^    \S.*\n)+)", text, re.MULTILINE)[1].splitlines()]
    begin = max(column for column in range(5, min(map(len, lines)))
                if all(line[column] != " " and line[column - 2:column] == "  " for line in lines))
    return {folder: row for row, line in enumerate(lines) for folder in line[:begin].split()}


def check_picture(rows, graph):
    def drawn(folder):
        return max((name for name in rows if is_under(folder, f"core/{name}")), key=len, default=None)

    for source, targets in sorted(graph.items()):
        here = drawn(source)
        if source.startswith("core/") and here is None:
            yield f"core/README.md:1: the picture has no {source.removeprefix('core/')}"
        for target in sorted(targets if here else ()):
            there = drawn(target)
            if there and there != here and rows[there] <= rows[here]:
                yield f"core/README.md:1: in the picture {there} does not stand below {here}, which may include it ({source})"


def check_arrows(root, graph):
    """graph: folder of core -> folders that it includes something of."""
    if ring := circle(graph):
        yield "core/layers.toml:1: arrows go in a circle: " + " -> ".join(ring)
    picture = root / "core/README.md"
    if picture.is_file():
        yield from check_picture(rows_of_picture(picture.read_text(encoding="utf-8")), graph)


def check(root):
    table = Table(root)
    findings = [f"core/layers.toml:1: there is no {path}" for path in table.layers if not (root / path).exists()]
    graph = {place_of(table, layer): set() for path, layer in table.layers.items() if is_under(path, "core")}
    for file in lint_common.files(root, lint_common.CODE_FOLDERS, (".h", ".cpp", ".inc")):
        path = file.as_posix()
        layer = table.layer_of(path)
        if layer is None:
            findings.append(f"{path}:1: no layer of core/layers.toml covers this file")
            continue
        for number, line in enumerate(lint_common.lines(root, file), 1):
            match = INCLUDE.match(line)
            if match is None:
                continue
            if problem := check_include(root, table, path, layer, match[1], match[2]):
                findings.append(f"{path}:{number}: {problem}")
            target = match[1] == '"' and table.layer_of(resolve(root, match[2]) or "")
            if target and is_under(path, "core") and place_of(table, target) != place_of(table, layer):
                graph[place_of(table, layer)].add(place_of(table, target))
    return findings + list(check_arrows(root, graph))


if __name__ == "__main__":
    lint_common.run(check, __doc__)
