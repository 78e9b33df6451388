#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The first process of the machine that yama.py boots.
/bin/busybox --install -s /bin
export PATH=/bin:/dbgr
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/shm /dev/pts
mount -t tmpfs shm /dev/shm
mount -t devpts pts /dev/pts
mount -t tmpfs tmp /tmp
chmod 1777 /tmp /dev/shm
ifconfig lo 127.0.0.1
hostname yama
scope=$(sed 's/.*scope=\([0-9]\).*/\1/' /proc/cmdline)
echo "$scope" >/proc/sys/kernel/yama/ptrace_scope
echo "kernel $(uname -r), ptrace_scope $(cat /proc/sys/kernel/yama/ptrace_scope)"
su user -s /bin/sh -c 'sh /sessions.sh 2>&1'
poweroff -f
