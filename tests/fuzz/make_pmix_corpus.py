#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes seeds for the PMIx fuzz targets out of captured messages: make_pmix_corpus.py tests/vectors/pmix CORPUS

What stands in front of the bytes in each seed is what the target of that name expects there."""

import pathlib
import re
import sys

VERSIONS = ["v20", "v21", "v3", "v4", "v41", "v51", "v61"]
HEADER = 16
# As fuzz_unpack_message counts them.
REQUEST, REPLY, EVENT, OUTPUT = range(4)


def format_byte(version, described):
    return VERSIONS.index(version) * 2 + described


def frames(folder):
    """Yields (version, described, kind of message, command, bytes) of every whole frame."""
    for path in sorted((folder / "sessions").glob("*.txt")):
        frame = None
        for line in [*path.read_text().splitlines(), "end"]:
            if line.startswith("  "):
                if frame is not None:
                    frame += bytes.fromhex(line.strip())
                continue
            if frame is not None:
                yield version, described, *classify(version, described, sender, frame, asked), frame
                frame = None
            if words := re.fullmatch(r"connection (\S+) (\S+)", line):
                version, described, asked = words[1], words[2] == "described", {}
            elif words := re.fullmatch(r"(C>S|S>C) frame", line):
                sender, frame = words[1], b""


def classify(version, described, sender, frame, asked):
    """The kind of a message and the command that it carries or answers; notes in `asked` what waits for a reply."""
    tag, body = int.from_bytes(frame[4:8], "big"), frame[HEADER:]
    if tag == 2:
        return OUTPUT, 0
    if tag in asked and asked[tag][0] != sender:
        return REPLY, asked.pop(tag)[1]
    fixed = version in ("v20", "v21", "v3")
    at = (8 if described else 4) if fixed else (3 if described else 1)
    command = body[at] if len(body) > at else 0
    if tag == 0:
        return EVENT, command
    asked[tag] = (sender, command)
    return REQUEST, command


def type_codes(folder):
    """The codes of the data types by name, from the table that the codec uses."""
    table = (folder / "../../../core/pmix/types/data_types.inc").read_text()
    return {name: int(code) for code, name in re.findall(r'DBGR_PMIX_TYPE\(\w+, (\d+), "PMIX_(\w+)"', table)}


def main():
    folder, corpus = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    seeds = {name: set() for name in ("fuzz_frame", "fuzz_inflate", "fuzz_unpack_message", "fuzz_unpack_type")}

    for version, described, kind, command, frame in frames(folder):
        choices = bytes([format_byte(version, described), kind, command])
        seeds["fuzz_unpack_message"].add(choices + frame[HEADER:])
        if len(frame) <= 256:
            seeds["fuzz_frame"].add(bytes([7]) + frame * 2)

    codes = type_codes(folder)
    for name in ("v41", "v61"):
        for line in (folder / "values" / f"{name}.txt").read_text().splitlines():
            if not line.startswith("#"):
                kind, _, digits = (column.strip() for column in line.split("|"))
                code = codes.get(kind, codes.get("PROC_" + kind))
                seeds["fuzz_unpack_type"].add(bytes([format_byte(name, False), code]) + bytes.fromhex(digits))

    for line in (folder / "values" / "zlib_blocks.txt").read_text().splitlines():
        if not line.startswith("#"):
            seeds["fuzz_inflate"].add(bytes.fromhex(line.split("|")[1]))

    for target, inputs in seeds.items():
        (corpus / target).mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate(sorted(inputs)):
            (corpus / target / f"captured-{number:03}").write_bytes(seed)


if __name__ == "__main__":
    main()
