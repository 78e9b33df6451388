#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a build of dbgr costs: the ten most costly objects and headers of the last build, from Ninja's own log.

A header's cost is the time that it takes to compile alone times the objects that include it. The target header_check
shows the first of a header that ends a chain (tests/lint/header_chains.py); one within a chain costs at most what that takes, and
where that may be much, it is compiled here. Times are those of the steps as they ran, side by side and perhaps out of the
compiler cache: for a cold build set CCACHE_DISABLE=1 and build into an empty folder.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=SOURCE / "build/dev", help="the build (default: build/dev)")
    parser.add_argument("--count", type=int, default=10, help="how many of each to print (default: 10)")
    return parser.parse_args()


def step_seconds(build):
    """Seconds of the last run of each step, by what it made."""
    seconds = {}
    for line in (build / ".ninja_log").read_text().splitlines()[1:]:
        begin, end, _, output, *_ = line.split("\t")
        seconds[output] = (int(end) - int(begin)) / 1000
    return seconds


def headers_of_objects(deps, build, source=SOURCE):
    """For each object the headers of ours that it includes, rooted at the checkout. deps: what ninja -t deps says."""
    made = {}
    for line in deps.splitlines():
        if line and not line.startswith(" "):
            current = made.setdefault(line.split(":")[0], set())
        elif line.endswith(".h"):
            path = (build / line.strip()).resolve()
            if path.is_relative_to(source) and not path.is_relative_to(build):
                current.add(str(path.relative_to(source)))
    return made


def checks(build):
    """The sources of the target header_check, and where it keeps what it needs."""
    folder = build / "tests/lint/header_check"
    return folder, sorted(folder.glob("*.cpp"))


def chain_seconds(seconds, build):
    """For each header of core that was checked: seconds of its chain, and whether it ends it, so that they are its own."""
    found = {}
    folder, sources = checks(build)
    for unit in sources:
        took = seconds.get(str((folder / unit.stem).relative_to(build)) + ".o")
        chain = re.findall(r'#include "([^"]+)"', unit.read_text())
        if took is not None:
            found |= {f"core/{header}": (took, header == chain[-1]) for header in chain}
    return found


def compile_seconds(build, header):
    """Of one header of core, as header_check compiles them."""
    folder, _ = checks(build)
    compiler = re.search(r"^DBGR_HEADER_CXX:\w+=(.*)$", (build / "CMakeCache.txt").read_text(), re.MULTILINE)
    with tempfile.NamedTemporaryFile("w", suffix=".cpp") as unit:
        unit.write('#include "' + header.removeprefix("core/") + '"\n')
        unit.flush()
        begin = time.monotonic()
        subprocess.run([compiler[1], "-std=c++20", "-fPIC", "-O0", f"@{folder / 'options'}", "-include-pch",
                        folder / "prelude.pch", "-c", unit.name, "-o", "/dev/null"], check=True)
        return time.monotonic() - begin


def header_costs(chains, includes, count, measure):
    """The most costly headers: seconds in all, alone, objects, name. measure(header): its seconds, where no chain ends in
    it; asked only of those that may be among the first."""
    users = Counter(h for name, headers in includes.items() if "header_check" not in name for h in headers)
    most = sorted(((chains[header][0] * used, header) for header, used in users.items() if header in chains), reverse=True)
    costs = []
    for bound, header in most:
        if len(costs) >= count and bound <= sorted(costs, reverse=True)[count - 1][0]:
            break
        took, is_own = chains[header]
        own = took if is_own else min(took, measure(header))
        costs.append((own * users[header], own, users[header], header))
    return sorted(costs, reverse=True)[:count]


def main():
    arguments = parse_arguments()
    build = arguments.build.resolve()
    if not (build / ".ninja_log").exists():
        sys.exit(f"{build} holds no build of Ninja: cmake --preset dev && cmake --build build/dev")
    seconds = step_seconds(build)
    objects = sorted(((s, o) for o, s in seconds.items() if o.endswith(".o")), reverse=True)
    print(f"{len(objects)} objects, {sum(s for s, _ in objects):.0f} s of work in all")
    for cost, name in objects[:arguments.count]:
        print(f"{cost:8.1f} s  {name}")
    deps = subprocess.run(["ninja", "-C", build, "-t", "deps"], check=True, capture_output=True, text=True).stdout
    costs = header_costs(chain_seconds(seconds, build), headers_of_objects(deps, build), arguments.count,
                         lambda header: compile_seconds(build, header))
    print("headers: seconds in all = alone x objects" if costs else "headers: build the target header_check first")
    for cost, own, count, header in costs:
        print(f"{cost:8.1f} s = {own:5.2f} x {count:4}  {header}")


if __name__ == "__main__":
    main()
