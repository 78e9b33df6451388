#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a build of dbgr costs: the ten most costly objects and headers of the last build, from Ninja's own log.

A header's cost is the time that it takes to compile alone (the target header_check) times the objects that include it.
Times are those of the steps as they ran, side by side and perhaps out of the compiler cache: for a cold build set
CCACHE_DISABLE=1 and build into an empty folder.
"""

import argparse
import subprocess
import sys
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


def headers_of_objects(build):
    """For each object the headers of ours that it includes, rooted at the checkout."""
    text = subprocess.run(["ninja", "-C", build, "-t", "deps"], check=True, capture_output=True, text=True).stdout
    made = {}
    for line in text.splitlines():
        if line and not line.startswith(" "):
            current = made.setdefault(line.split(":")[0], set())
        elif line.endswith(".h"):
            path = (build / line.strip()).resolve()
            if path.is_relative_to(SOURCE) and not path.is_relative_to(build):
                current.add(str(path.relative_to(SOURCE)))
    return made


def alone(seconds, header):
    """Seconds of the header_check of a header of core, or None."""
    unit = "".join(c if c.isalnum() else "_" for c in header.removeprefix("core/"))
    return next((s for output, s in seconds.items() if output.endswith(f"header_check/{unit}.cpp.o")), None)


def header_costs(seconds, includes):
    users = Counter(h for name, headers in includes.items() if "header_check" not in name for h in headers)
    costs = []
    for header, count in users.items():
        own = alone(seconds, header)
        if own is not None:
            costs.append((own * count, own, count, header))
    return sorted(costs, reverse=True)


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
    costs = header_costs(seconds, headers_of_objects(build))
    print("headers: seconds in all = alone x objects" if costs else "headers: build the target header_check first")
    for cost, own, count, header in costs[:arguments.count]:
        print(f"{cost:8.1f} s = {own:5.2f} x {count:4}  {header}")


if __name__ == "__main__":
    main()
