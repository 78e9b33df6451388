# SPDX-License-Identifier: GPL-3.0-or-later
"""What the lint checks share: the files of the tree, and how findings are reported."""

import argparse
import os
import pathlib
import sys

CODE_FOLDERS = ("core", "app", "ui", "tests", "examples")
SKIPPED_FOLDERS = {"build", "__pycache__", ".git", "corpus", "vectors"}


def files(root, folders, suffixes):
    """Paths below the folders whose name ends in one of the suffixes, relative to root, sorted."""
    found = []
    for folder in folders:
        for path, directories, names in os.walk(root / folder):
            directories[:] = [d for d in directories if d not in SKIPPED_FOLDERS]
            found += [pathlib.Path(path, n).relative_to(root) for n in names if n.endswith(tuple(suffixes))]
    return sorted(found)


def lines(root, path):
    return (root / path).read_text(encoding="utf-8", errors="replace").splitlines()


def run(check, description, write=None):
    """Runs check(root), prints its findings ("path:line: text"); the exit status says whether there were any. With
    `write`, --write has it make what is checked first."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("root", type=pathlib.Path, nargs="?", default=pathlib.Path(__file__).parents[2])
    if write:
        parser.add_argument("--write", action="store_true", help="make what is checked first")
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    if write and arguments.write:
        write(root)
    findings = check(root)
    for finding in findings:
        print(finding)
    print(f"{len(findings)} findings")
    sys.exit(1 if findings else 0)
