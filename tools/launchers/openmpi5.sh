# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2016,SC2034,SC2154 # $L is the tree's; shared with tools/launcher
title="Open MPI 5 with PRRTE 3, of Debian 13 (15 MB to download, 60 MB on disk)"
recipe=2
suite=trixie
packages="openmpi-bin libstdc++6"
# Unpacked without what it depends on: its headers are all we need of it.
headerPackages=libopenmpi-dev
# What the packages above depend on and a launcher and its ranks on ordinary machines never load
# (GPU runtimes with a whole LLVM, ssh, user management): the private apt is told that they are there.
leftOut="libamdhip64-5 libhsa-runtime64-1 libhwloc-plugins libfuse3-4 openssh-client adduser"
# Its PRRTE is in openmpi-bin itself.
shownPackages="openmpi-bin libpmix2"
libraryFolders="openmpi/lib pmix2/lib"
checkedFiles='$L/libmpi.so.40 $R/usr/bin/prte'

makePrograms() {
    openMpiPrograms
    compiler mpicc cc OMPI_CC '-I$L/openmpi/include' -l:libmpi.so.40
    compiler mpicxx c++ OMPI_CXX '-I$L/openmpi/include' -l:libmpi.so.40
}
