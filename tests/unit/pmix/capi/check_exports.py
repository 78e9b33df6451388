#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that a library exports the functions that its headers declare, and nothing else, and those that OpenPMIx does:
check_exports.py NM LIBRARY HEADER-FOLDER FUNCTIONS NOT-EXPORTED [RELEASE=LIBPMIX]...

FUNCTIONS lists what OpenPMIx exports: a name, and the releases that do. NOT-EXPORTED holds those of them that the library
has not, as "name | reason". Each LIBPMIX that is there has to export what the list says of its release.
"""

import pathlib
import re
import subprocess
import sys

DECLARATION = re.compile(r"^PMIX_EXPORT\s[^;()]*?\b(PMIx_\w+)\(", re.MULTILINE)


def exports(nm, library):
    output = subprocess.run([nm, "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    return {line.split()[-1].partition("@")[0] for line in output.splitlines()}


def lines_of(path):
    return [line for line in pathlib.Path(path).read_text().splitlines() if line and not line.startswith("#")]


def compare_with_others(nm, exported, functions, missing, libraries):
    """Findings about what others export."""
    releases = {name: set(rest.split()) for name, _, rest in (line.partition(" ") for line in lines_of(functions))}
    reasons = {name.strip(): why.strip() for name, _, why in (line.partition("|") for line in lines_of(missing))}
    lacking = releases.keys() - exported
    findings = [f"of OpenPMIx, and not in the library: {name}" for name in sorted(lacking - reasons.keys())]
    findings += [f"no longer missing: {name}" for name in sorted(reasons.keys() - lacking)]
    findings += [f"missing without a reason: {name}" for name, why in sorted(reasons.items()) if not why]
    for release, _, library in (argument.partition("=") for argument in libraries):
        if not library or not pathlib.Path(library).exists():
            continue
        theirs = {name for name in exports(nm, library) if name.startswith("PMIx_")}
        listed = {name for name, of in releases.items() if release in of}
        findings += [f"{library} exports {name}, which {functions} does not list" for name in sorted(theirs - listed)]
        findings += [f"{library} does not export {name}" for name in sorted(listed - theirs)]
    return findings


def main():
    nm, library, folder, functions, missing, *libraries = sys.argv[1:]
    exported = exports(nm, library)
    declared = {name for path in pathlib.Path(folder).rglob("*.h") for name in DECLARATION.findall(path.read_text())}
    findings = [f"declared, and not in the library: {name}" for name in sorted(declared - exported)]
    findings += [f"in the library, and not declared: {name}" for name in sorted(exported - declared)]
    findings += compare_with_others(nm, exported, functions, missing, libraries)
    if not declared:
        findings.append(f"no declarations below {folder}")
    print("\n".join(findings) or f"{len(exported)} functions")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
