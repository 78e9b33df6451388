# SPDX-License-Identifier: GPL-3.0-or-later
# Clean systems to build and to install in, made by debootstrap; sourced, not run. All mounts and processes are in
# namespaces of their own, and gone with them. What was downloaded and the systems as debootstrap made them are kept in
# a cache folder.
# shellcheck shell=bash disable=SC2154 # $repo, $cache: of common.sh

mirror="${DBGR_DEBIAN_MIRROR:-http://deb.debian.org/debian}"

# Without it nothing can be made or installed; apt and debootstrap would try for many minutes.
mirrorAnswers() {
    wget -q --spider --timeout=15 --tries=2 "$mirror/dists/stable/Release" ||
        fail "Debian's mirror does not answer: $mirror. DBGR_DEBIAN_MIRROR=URL names another one"
}

# The release of Debian that this machine has.
hostRelease() {
    # shellcheck source=/dev/null
    (. /etc/os-release && echo "${VERSION_CODENAME:-unknown}")
}

# inNamespaces SCRIPT ARGUMENTS...: the script once more, as root of namespaces that end with it.
inNamespaces() {
    needs debootstrap wget
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || fail "needs root or sudo: it makes a system to work in"
        exec sudo "DBGR_CACHE=$cache" "DBGR_DEBIAN_MIRROR=$mirror" "DEB_BUILD_OPTIONS=${DEB_BUILD_OPTIONS:-}" \
            "DBGR_INSTALLER_PICTURES=${DBGR_INSTALLER_PICTURES:-}" "TMPDIR=${TMPDIR:-/tmp}" "$@"
    fi
    if [ -z "${DBGR_INSTALLER_INSIDE:-}" ]; then
        mirrorAnswers
        unshare --mount --pid --fork true 2>/dev/null ||
            fail "root may make no namespaces here. A container has to be a privileged one"
        DBGR_INSTALLER_INSIDE=yes exec unshare --mount --pid --fork --kill-child -- "$@"
    fi
    mount --make-rprivate /
    mount -t proc proc /proc # of these processes
    unset DBGR_INSTALLER_INSIDE # another script may make its own
    trap leaveRoots EXIT
}

roots=() # folders of systems; those to be kept are not removed
keptRoots=" "

leaveRoots() {
    local root
    for root in "${roots[@]}"; do
        awk -v below="$root/" 'index($2, below) == 1 { print $2 }' /proc/self/mounts | tac | xargs -r umount -l 2>/dev/null || true
        if grep -q " $root/" /proc/self/mounts; then
            echo "$scriptName: $root is still mounted, and stays" >&2
        elif [[ "$keptRoots" != *" $root "* ]]; then
            rm -rf --one-file-system "$root"
        fi
    done
}

# makeImage RELEASE: in what a step does each command stands behind "&&": bash does not leave a function that fails within
# one of "||".
makeImage() {
    local release="$1" fresh image="$cache/roots/$1.tar"
    [ ! -e "$image" ] || return 0
    fresh="$(mktemp -d /tmp/dbgr-root.XXXXXX)" && mkdir -p "$(dirname "$image")" && roots+=("$fresh") &&
        debootstrap --variant=minbase "$release" "$fresh" "$mirror" &&
        tar -C "$fresh" --one-file-system -cf "$image.new" . && mv "$image.new" "$image"
}

# sourcesOf RELEASE [without-security]
sourcesOf() {
    printf 'deb %s main\n' "$mirror $1" "$mirror $1-updates"
    [ "${2:-}" = without-security ] || printf 'deb %s main\n' "${mirror%/debian}/debian-security $1-security"
}

# makeRoot RELEASE [FOLDER]: sets $root to a system of that release, and nothing else: a new one that is removed at the end,
# or FOLDER, which is kept and made if it is not there.
makeRoot() {
    local release="$1" archives="$cache/archives/$1"
    root="${2:-$(mktemp -d /tmp/dbgr-root.XXXXXX)}" && roots+=("$root") && mkdir -p "$root" "$archives/partial" || return 1
    [ -z "${2:-}" ] || keptRoots+="$root "
    [ -e "$root/etc/debian_version" ] || tar -C "$root" -xf "$cache/roots/$release.tar" || return 1
    chmod 755 "$root" && cp /etc/resolv.conf "$root/etc/resolv.conf" && sourcesOf "$release" >"$root/etc/apt/sources.list" &&
        mkdir -p "$root/dev/shm" "$root/dev/pts" "$root/var/cache/apt/archives" &&
        mount --bind "$archives" "$root/var/cache/apt/archives" &&
        mount -t proc proc "$root/proc" &&
        mount --bind -o ro /sys "$root/sys" &&
        mount -t tmpfs -o mode=1777 shm "$root/dev/shm" &&
        mount -t devpts devpts "$root/dev/pts" || return 1
    # No daemon is started in it, and nothing is forced to disk: it is gone soon.
    printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" && chmod 755 "$root/usr/sbin/policy-rc.d" &&
        echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/quick" || return 1
    [ -e "$root/home/tester" ] || inside useradd --create-home --shell /bin/sh tester
}

# shows FOLDER PLACE: a folder of this machine, in the system, to be read.
shows() {
    mkdir -p "$root$2" && mount --bind "$1" "$root$2" && mount -o remount,bind,ro "$root$2"
}

inside() {
    chroot "$root" env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"
}

# As somebody who is not root, in a folder of his own.
asUser() {
    inside runuser -u tester -- env HOME=/home/tester TMPDIR=/tmp ${userPath:+"PATH=$userPath"} sh -c "cd && $*"
}

# aptGet WORDS...: for a shell there. Downloads are kept for others, of whom one at a time may look at them.
aptGet() {
    flock "$root/var/cache/apt/archives" chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive sh -c "apt-get -qq -y -o Dpkg::Use-Pty=0 -o Acquire::http::Timeout=30 -o Acquire::Retries=3 -o APT::Keep-Downloaded-Packages=true $*"
}

# Patterns are files' there.
install() { aptGet install --no-install-recommends "$@"; }

readLists() { inside apt-get -qq -o Acquire::http::Timeout=30 -o Acquire::Retries=3 update; }
