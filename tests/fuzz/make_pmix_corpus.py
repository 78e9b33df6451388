#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes seeds for the PMIx fuzz targets out of captured messages: make_pmix_corpus.py tests/vectors/pmix CORPUS

What stands in front of the bytes in each seed is what the target of that name expects there."""

import pathlib
import re
import sys

VERSIONS = ["v20", "v21", "v3", "v4", "v41", "v51", "v61"]
HEADER = 16
# Contact files as servers of several versions write them.
CONTACTS = [
    "prterun-vm-27595@0.0;tcp4://192.0.2.2:41879\n5.0.7a1\n27595\n1000:1000\nSat Nov 21 09:33:27 2026\n\n",
    "pmix-server.1.-2;tcp6://fe80::1:5000\nv6.1.0\n",
    "PMIX_SERVER_URI41:PMIX_SERVER_URI4;498794496.0;tcp4://[::1]:57727\n3.2.5\n12\n",
]
# GROUP_LEAVE, which nobody was seen to send, in v41.
GROUP_LEAVE = bytes.fromhex("021b02046700020102046b000003047600")
# As fuzz_unpack_message counts them.
REQUEST, REPLY, EVENT, OUTPUT = range(4)
SPAWN = 9


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


def command_at(version, described):
    """Where in a body its command is."""
    if version in ("v20", "v21", "v3"):
        return 8 if described else 4
    return 3 if described else 1


def classify(version, described, sender, frame, asked):
    """The kind of a message and the command that it carries or answers; notes in `asked` what waits for a reply."""
    tag, body = int.from_bytes(frame[4:8], "big"), frame[HEADER:]
    if tag == 2:
        return OUTPUT, 0
    if tag in asked and asked[tag][0] != sender:
        return REPLY, asked.pop(tag)[1]
    at = command_at(version, described)
    command = body[at] if len(body) > at else 0
    if tag == 0:
        return EVENT, command
    asked[tag] = (sender, command)
    return REQUEST, command


def handshakes(folder):
    """Yields (role, connect message, the server's answer) of every connection that begins with one."""
    for path in sorted((folder / "sessions").glob("*.txt")):
        for part in re.split(r"^connection .*$", path.read_text(), flags=re.MULTILINE)[1:]:
            hello, answer, to = b"", b"", None
            for line in part.splitlines():
                if line.startswith("  ") and to is not None:
                    hello, answer = (hello + bytes.fromhex(line), answer) if to else (hello, answer + bytes.fromhex(line))
                else:
                    words = re.fullmatch(r"(C>S|S>C) (?!frame)\S+", line)
                    to = words and words[1] == "C>S"
            if hello:
                credential = hello.index(b"\0", HEADER) + 1
                role = hello[credential + 4 + int.from_bytes(hello[credential:credential + 4], "big")]
                yield role, hello, answer


def requests(folder):
    """Yields (version, described, frames) of what the connector of every connection sends after its handshake."""
    for path in sorted((folder / "sessions").glob("*.txt")):
        parts = re.split(r"^connection (\S+) (\S+).*$", path.read_text(), flags=re.MULTILINE)
        for version, buffers, lines in zip(parts[1::3], parts[2::3], parts[3::3]):
            sent, takes = b"", False
            for line in lines.splitlines():
                if not line.startswith("  "):
                    takes = bool(re.fullmatch(r"C>S frame", line))
                elif takes:
                    sent += bytes.fromhex(line.strip())
            yield version, buffers == "described", sent


def type_codes(folder):
    """The codes of the data types by name, from the table that the codec uses."""
    table = (folder / "../../../core/pmix/types/data_types.inc").read_text()
    return {name: int(code) for code, name in re.findall(r'DBGR_PMIX_TYPE\(\w+, (\d+), "PMIX_(\w+)"', table)}


def main():
    folder, corpus = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    seeds = {name: set() for name in ("fuzz_capi_unpack", "fuzz_frame", "fuzz_handshake", "fuzz_inflate",
                                      "fuzz_operations", "fuzz_rendezvous", "fuzz_server_dispatch",
                                      "fuzz_spawn_request", "fuzz_unpack_message", "fuzz_unpack_type")}
    seeds["fuzz_capi_unpack"].update((b"\0pmix[node[3:1-3,7],login]", b"\0pmix[0-2;3;5-6]", b"\0raw:n1,n2"))

    for version, described, kind, command, frame in frames(folder):
        choices = bytes([format_byte(version, described), kind, command])
        seeds["fuzz_unpack_message"].add(choices + frame[HEADER:])
        seeds["fuzz_operations"].add(choices + frame[HEADER:])
        if kind == REQUEST and command == SPAWN:
            seeds["fuzz_spawn_request"].add(choices[:1] + frame[HEADER + command_at(version, described) + 1:])
        if len(frame) <= 256:
            seeds["fuzz_frame"].add(bytes([7]) + frame * 2)

    seeds["fuzz_operations"].add(bytes([format_byte("v41", False), REQUEST, GROUP_LEAVE[1]]) + GROUP_LEAVE)

    for version, described, sent in requests(folder):
        seeds["fuzz_server_dispatch"].add(bytes([format_byte(version, described)]) + sent)

    for role, hello, answer in handshakes(folder):
        seeds["fuzz_handshake"].update({bytes([255]) + hello, bytes([max(role - 3, 0)]) + answer})
    for text in CONTACTS:
        seeds["fuzz_rendezvous"].add(text.encode())

    codes = type_codes(folder)
    for name in ("v41", "v61"):
        for line in (folder / "values" / f"{name}.txt").read_text().splitlines():
            if not line.startswith("#"):
                kind, _, digits = (column.strip() for column in line.split("|"))
                code = codes.get(kind, codes.get("PROC_" + kind))
                seeds["fuzz_unpack_type"].add(bytes([format_byte(name, False), code]) + bytes.fromhex(digits))
                if name == "v41":  # the only format of the C interface
                    seeds["fuzz_capi_unpack"].add(bytes([code]) + bytes.fromhex(digits))

    for line in (folder / "values" / "zlib_blocks.txt").read_text().splitlines():
        if not line.startswith("#"):
            seeds["fuzz_inflate"].add(bytes.fromhex(line.split("|")[1]))

    for target, inputs in seeds.items():
        (corpus / target).mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate(sorted(inputs)):
            (corpus / target / f"captured-{number:03}").write_bytes(seed)


if __name__ == "__main__":
    main()
