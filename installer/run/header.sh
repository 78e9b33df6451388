#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# dbgr in one file: unpacks itself at its first use, into a folder of yours, and runs from there. Where that is, and that it
# is unpacked elsewhere, can be said:
#     DBGR_UNPACKED=FOLDER ./NAME.run ...    (default: ~/.cache/dbgr/unpacked; the nodes of a job have to see it)
#     ./NAME.run --unpack FOLDER             only unpacks; FOLDER is made
set -eu
name=@NAME@
unpack() {
    tail -n +@LINES@ "$file" | xz -dc | tar -C "$1" --strip-components=1 -xf -
}
file=$(readlink -f "$0")
if [ "${1:-}" = --unpack ]; then
    mkdir "${2:?--unpack needs a folder that is not there yet}"
    unpack "$2"
    exit
fi
place=${DBGR_UNPACKED:-${XDG_CACHE_HOME:-$HOME/.cache}/dbgr/unpacked}/$name-@DIGEST@
if [ ! -d "$place" ]; then
    mkdir -p "$(dirname "$place")"
    fresh=$(mktemp -d "$place.XXXXXX")
    trap 'rm -rf "$fresh"' EXIT
    trap 'exit 130' INT TERM HUP
    echo "dbgr: unpacking into $place, once" >&2
    unpack "$fresh"
    chmod 755 "$fresh"
    mv -T "$fresh" "$place" 2>/dev/null || [ -d "$place" ] # another one was faster
    rm -rf "$fresh"
    trap - EXIT INT TERM HUP
fi
exec "$place/bin/dbgr" "$@"
# What follows is the archive.
