#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that a library exports the functions that its headers declare, and nothing else:
check_exports.py NM LIBRARY HEADER-FOLDER
"""

import pathlib
import re
import subprocess
import sys

DECLARATION = re.compile(r"^PMIX_EXPORT\s[^;()]*?\b(PMIx_\w+)\(", re.MULTILINE)


def main():
    nm, library, folder = sys.argv[1:]
    output = subprocess.run([nm, "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    exported = {line.split()[-1] for line in output.splitlines()}
    declared = {name for path in pathlib.Path(folder).rglob("*.h") for name in DECLARATION.findall(path.read_text())}
    findings = [f"declared, and not in the library: {name}" for name in sorted(declared - exported)]
    findings += [f"in the library, and not declared: {name}" for name in sorted(exported - declared)]
    if not declared:
        findings.append(f"no declarations below {folder}")
    print("\n".join(findings) or f"{len(exported)} functions")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
