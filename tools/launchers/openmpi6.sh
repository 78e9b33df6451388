# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2016,SC2034,SC2154 # $L is the tree's; shared with tools/launcher
title="Open MPI 6 with PRRTE 5, of Debian's next release"
recipe=1
suite=forky
packages="openmpi-bin libprrte-bin libstdc++6"
headerPackages="libopenmpi-dev openmpi-common"
leftOut="libamdhip64-6 libhsa-runtime64-1 libhwloc-plugins libfuse3-4 openssh-client adduser perl systemd openmpi-common"
shownPackages="openmpi-bin libprrte-bin libpmix2"
libraryFolders="openmpi/lib pmix2/lib"
checkedFiles='$L/libmpi.so.40 $L/libopen_mpi.so.40 $R/usr/bin/prte'

makePrograms() {
    openMpiPrograms
    # The predefined handles (ompi_mpi_double and kin) are in the second library.
    compiler mpicc cc OMPI_CC '-I$L/openmpi/include' "-l:libmpi.so.40 -l:libopen_mpi.so.40"
    compiler mpicxx c++ OMPI_CXX '-I$L/openmpi/include' "-l:libmpi.so.40 -l:libopen_mpi.so.40"
}
