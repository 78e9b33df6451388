# SPDX-License-Identifier: GPL-3.0-or-later
# What the scripts of this folder share; sourced, not run.
# shellcheck shell=bash
source "$(dirname "${BASH_SOURCE[0]}")/../tools/common.sh"

installer="$repo/installer"
version="$(sed -n 's/^project(dbgr VERSION \([0-9.]*\).*/\1/p' "$repo/CMakeLists.txt")"
[ -n "$version" ] || fail "CMakeLists.txt does not say dbgr's version any more"

# Systems to work in, and what was downloaded for them.
cache="${DBGR_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/dbgr}"

# kinds ACTION: the kinds of packages for which there is a script of this name.
kinds() {
    local script
    for script in "$installer"/*/"$1"; do
        basename "$(dirname "$script")"
    done | paste -sd ' '
}

# needs PROGRAM...: fails with words if one is missing.
needs() {
    local program
    for program in "$@"; do
        command -v "$program" >/dev/null || fail "needs $program: run tools/setup --installer"
    done
}

# copyTree FOLDER: the tree as it is, without what git ignores. A tree without git has nothing else.
copyTree() {
    mkdir -p "$1"
    if [ -e "$repo/.git" ]; then
        git -C "$repo" ls-files -z --cached --others --exclude-standard |
            tar -C "$repo" --null --no-recursion --ignore-failed-read --warning=no-failed-read -T - -cf - | tar -xf - -C "$1"
    else
        tar -C "$repo" --exclude=./build -cf - . | tar -xf - -C "$1"
    fi
}

# When the sources are from, in seconds: what packages say of their age is the same whenever they are built.
sourceDate() {
    if [ -n "${SOURCE_DATE_EPOCH:-}" ]; then
        echo "$SOURCE_DATE_EPOCH"
    elif [ -e "$repo/.git" ]; then
        git -C "$repo" log -1 --format=%ct
    else
        stat -c %Y "$repo/CHANGELOG.md"
    fi
}
