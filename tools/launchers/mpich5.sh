# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2016,SC2034,SC2154 # $L is the tree's; shared with tools/launcher
title="MPICH 5 with its Hydra, of Debian's next release"
recipe=1
suite=forky
packages="mpich patchelf libstdc++6"
headerPackages=libmpich-dev
leftOut="libamdhip64-6 libhsa-runtime64-1 libhwloc-plugins libfuse3-4 openssh-client adduser perl systemd
    gcc g++ gfortran libc6-dev libmpich-dev"
shownPackages="mpich"
libraryFolders=""
checkedFiles='$L/libmpich.so.12 $L/libmpi_abi_mpich.so.1 $R/usr/bin/mpiexec.hydra'

makePrograms() {
    # By Debian's own means this link depends on which MPI the administrator prefers. It is what programs ask for.
    ln -s libmpi_abi_mpich.so.1.0.0 "$work/tree/root$libDir/libmpi_abi_mpich.so.1"
    ln -s libmpi_abi_mpich.so.1 "$work/tree/root$libDir/libmpi_abi.so.1"
    patched usr/bin/mpiexec.hydra usr/bin/hydra_pmi_proxy
    ln -s mpiexec.hydra "$work/tree/bin/mpiexec"
    ln -s mpiexec.hydra "$work/tree/bin/mpirun"
    compiler mpicc cc MPICH_CC '-I$L/mpich/include' -l:libmpich.so.12
    compiler mpicxx c++ MPICH_CXX '-I$L/mpich/include -DMPICH_SKIP_MPICXX' -l:libmpich.so.12
    # For programs that run with any MPI of the standard's ABI.
    compiler mpicc_abi cc MPICH_CC '-I$L/mpi_abi_mpich/include' -l:libmpi_abi.so.1
    compiler mpicxx_abi c++ MPICH_CXX '-I$L/mpi_abi_mpich/include' -l:libmpi_abi.so.1
}
