# SPDX-License-Identifier: GPL-3.0-or-later
# What the scripts of this folder share; sourced, not run.
# shellcheck shell=bash
set -euo pipefail

repo="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)"
jobs="$(nproc)"
scriptName="$(basename "$0")"

say() { echo "$scriptName: $*"; }
fail() { echo "$scriptName: $*" >&2; exit 1; }

# step TITLE COMMAND...: says what is done and how long it took. On a terminal the command's output is shown as it
# comes; otherwise it goes to a log that is printed when the command fails.
step() {
    local title="$1" start=$SECONDS log
    shift
    echo "== $title"
    if [ -t 1 ]; then
        "$@" || fail "failed: $title"
    else
        log="$(mktemp)"
        "$@" >"$log" 2>&1 || { tail -n 200 "$log"; fail "failed: $title (${*@Q})"; }
        rm -f "$log"
    fi
    echo "   done in $((SECONDS - start)) s"
}

# lowly COMMAND...: with whatever time others leave. Priorities count within a session only, where the kernel groups
# processes by it; so this becomes a session of its own, and that the least.
lowly() {
    # shellcheck disable=SC2016 # for the inner shell
    setsid --wait bash -c '{ echo 19 >/proc/$$/autogroup; } 2>/dev/null || true; exec nice -n 19 "$@"' lowly "$@"
}

# Packages, and a TMPDIR of this run's own, short because sockets live in it, so that jobs of other runs are not found.
prepareMachine() {
    "$repo/tools/setup" "$@"
    privateTmp="$(mktemp -d /tmp/dbgr.XXXXXX)"
    export TMPDIR="$privateTmp"
    # By this mark, and not by name, leftovers of this run are told from all other processes.
    export DBGR_RUN_MARK="$privateTmp"
    trap leave EXIT
    trap 'exit 130' INT TERM HUP
}

# Open MPI 5: afterwards $mpiBin holds its wrappers, and the environment is what its jobs need in tests: more ranks than
# cores, no noise from transports that one node has no use for.
prepareOpenMpi5() {
    mpiBin="$("$repo/tools/launcher" openmpi5 --print-bin)"
    echo "   Open MPI 5: $mpiBin"
    export PATH="$mpiBin:$PATH"
    export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe OMPI_MCA_btl=self,sm
}

# The launchers of other releases, of which each run of the tests has a little: see tests/integration/launchers.
prepareOtherLaunchers() {
    local name
    for name in $("$repo/tools/launcher" --list); do
        "$repo/tools/launcher" "$name" --print-bin >/dev/null
    done
}

# Process ids of those that inherited this run's mark; this shell has no mark in the environment that it started with.
leftovers() {
    local dir
    for dir in /proc/[0-9]*; do
        if grep -qzFx "DBGR_RUN_MARK=$DBGR_RUN_MARK" "$dir/environ" 2>/dev/null; then
            echo "${dir#/proc/}"
        fi
    done
}

leave() {
    local status=$? pid
    for pid in $(leftovers); do
        kill -KILL "$pid" 2>/dev/null || true
    done
    rm -rf "$privateTmp"
    exit "$status"
}
