# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2016,SC2034,SC2154 # $L is the tree's; shared with tools/launcher
title="Slurm, of Debian's next release"
recipe=1
suite=forky
packages="slurmd slurmctld slurm-client slurm-wlm-basic-plugins munge patchelf libstdc++6"
leftOut="openssh-client adduser perl systemd ucf debconf procps libhwloc-plugins libpam0g"
shownPackages="slurm-client munge"
libraryFolders="slurm-wlm"
checkedFiles='$L/slurm-wlm/libslurmfull.so $R/usr/sbin/slurmctld-wlm $R/usr/sbin/slurmd-wlm $R/usr/sbin/munged'

makePrograms() {
    patched usr/bin/srun usr/bin/sinfo usr/bin/scancel usr/bin/squeue usr/bin/scontrol usr/sbin/munged \
        usr/sbin/slurmctld-wlm=slurmctld usr/sbin/slurmd-wlm=slurmd usr/sbin/slurmstepd-wlm=slurmstepd
    # What the plug-ins' folder is called, only slurm.conf can say (PluginDir).
    ln -s "../root$libDir/slurm-wlm" "$work/tree/bin/plugins"
}
