# SPDX-License-Identifier: GPL-3.0-or-later
# What every installation of dbgr is tried with, in a system of roots.sh; sourced, not run. dbgr is in the user's PATH, and
# the example ring in his folder.
# shellcheck shell=bash disable=SC2154 # $root: of roots.sh

# makeRing RELEASE: the example for that release's Open MPI, in $cache/ring/RELEASE, built where there is a compiler.
makeRing() {
    local ring="$cache/ring/$1" file
    for file in ring.cpp session.dbgr; do
        cmp -s "$ring/$file" "$repo/examples/ring/$file" || rm -rf "$ring"
    done
    [ ! -e "$ring/ring" ] || return 0
    makeRoot "$1" && readLists && install g++ make libopenmpi-dev && cp -r "$repo/examples/ring" "$root/home/tester/ring" &&
        inside make -C /home/tester/ring && mkdir -p "$ring" && cp "$root/home/tester/ring"/{ring.cpp,session.dbgr,ring} "$ring"
}

# bringRing RELEASE: the example into this system, which has no compiler.
bringRing() {
    local clean="$root"
    makeRing "$1" && root="$clean" && cp -r "$cache/ring/$1" "$root/home/tester/ring" &&
        inside chown -R tester: /home/tester/ring
}

installOpenMpi() { readLists && install openmpi-bin; }

jobOfTwoRuns() {
    asUser dbgr --json --timeout 100 --command continue -n 2 /bin/true | grep '"event":"attached","ranks":"0-1"'
}

# With nothing but what was installed.
worksAlone() {
    asUser dbgr --version --verbose && asUser dbgr doctor && jobOfTwoRuns
}

# mainJob LAUNCHER...: the session that tools/demo shows.
mainJob() {
    local said
    said="$(asUser "dbgr --batch --timeout 200 --script ring/session.dbgr $* ring/ring --ask 2>&1")" ||
        { echo "$said"; return 1; }
    grep "stopped at breakpoint 1, work at ring.cpp" <<<"$said" && grep "^0-3 .* work at ring.cpp:" <<<"$said" &&
        grep "The job has ended with status 0." <<<"$said" || { echo "$said"; return 1; }
}

# windowOpens [VARIABLE=VALUE...]: on a display outside of the system, so that nothing of X has to be installed there.
windowOpens() {
    local xvfb dbgr display found=1 shot="${DBGR_INSTALLER_PICTURES:-}"
    needs Xvfb xdotool
    exec 7<> <(:)
    Xvfb -displayfd 7 -screen 0 1600x1000x24 -nolisten tcp >/dev/null 2>&1 &
    xvfb=$!
    read -r -t 30 -u 7 display && mkdir -p "$root/tmp/.X11-unix" && mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix" || return 1
    # shellcheck disable=SC2094 # the words of the window, if it does not come
    inside runuser -u tester -- env HOME=/home/tester TMPDIR=/tmp ${userPath:+"PATH=$userPath"} DISPLAY=":$display" "$@" dbgr \
        >"$root/tmp/window.log" 2>&1 &
    dbgr=$!
    if DISPLAY=":$display" timeout 60 xdotool search --sync --onlyvisible --name dbgr; then
        # With letters: boxes are drawn without a font.
        grep -qE '\.(ttf|otf|ttc|pfb)$' "$root"/proc/[0-9]*/maps && found=0 || echo "no font is in use"
        [ -z "$shot" ] || { sleep 2; DISPLAY=":$display" import -window root "$shot-$(basename "$root").png"; }
    fi
    cat "$root/tmp/window.log"
    kill "$dbgr" "$xvfb"
    wait "$dbgr" "$xvfb" || true
    umount "$root/tmp/.X11-unix"
    exec 7>&-
    return $found
}

# manualLeads FOLDER: the manual as HTML is in this folder there, whole.
manualLeads() { python3 "$installer/manual_links.py" "$root$1" "$repo/docs/manual"; }

# traces FOLDER...: what has to do with dbgr, but for what the tests made, and these folders.
traces() {
    local ignored=()
    local folder
    for folder in /home /proc /tmp /var/log /var/cache/apt "$@"; do
        ignored+=(-o -path "$root$folder")
    done
    find "$root" -mindepth 1 -xdev \( -false "${ignored[@]}" \) -prune -o -iname '*dbgr*' -print -o -iname '*dbgd*' -print
}

leftNothing() { [ -z "$(traces "$@")" ] || { echo "left behind:"; traces "$@"; return 1; }; }
