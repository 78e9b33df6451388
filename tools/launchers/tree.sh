# SPDX-License-Identifier: GPL-3.0-or-later
# How programs of an unpacked tree are made to run on this machine; sourced by tools/launcher, before the recipe.
# Recipes define makePrograms from the functions here. $work/tree becomes $dest: files name the latter.
# shellcheck shell=bash disable=SC2154 # what tools/launcher and the recipe set

findLoader() {
    local path folder
    path="$(find "$work/tree/root/usr/lib" -name 'ld-linux*.so.*' -path '*-linux-gnu*' | head -n 1)"
    [ -n "$path" ] || fail "the unpacked tree has no program loader: its libc6 package is not laid out as expected."
    loader="$(basename "$path")"
    libDir="$(dirname "${path#"$work/tree/root"}")"
    searchPath="\$L"
    for folder in $libraryFolders; do
        searchPath="$searchPath:\$L/$folder"
    done
}

# inTree FOLDER: the search path of libraries with the tree's folder of libraries in FOLDER.
inTree() { echo "${searchPath//\$L/$1$libDir}"; }

# wrapper FILE BODY: an executable that knows the tree's final place.
wrapper() {
    {
        echo '#!/bin/sh'
        echo "# Made by dbgr's tools/launcher."
        echo "R=$dest/root"
        echo "L=$dest/root$libDir"
        cat
    } >"$work/tree/bin/$1"
    chmod 755 "$work/tree/bin/$1"
}

# prrteProgram NAME PROGRAM ARGV0 [OPTIONS]: exec keeps the process id, by which a tool knows the launcher's namespace.
# The *_PKGDATADIR variables are where the texts of its messages are found, PMIX_PKGLIBDIR where PMIx's plug-ins are.
prrteProgram() {
    wrapper "$1" <<END
export PRTE_PKGDATADIR=\$R/usr/share/prte PMIX_PKGDATADIR=\$L/pmix2/share/pmix OPAL_PKGDATADIR=\$R/usr/share/openmpi
export PMIX_PKGLIBDIR=\$L/pmix2/lib/pmix
if [ "\$(id -u)" = 0 ]; then
    export PRTE_ALLOW_RUN_AS_ROOT="\${PRTE_ALLOW_RUN_AS_ROOT-1}" OMPI_ALLOW_RUN_AS_ROOT="\${OMPI_ALLOW_RUN_AS_ROOT-1}"
    export PRTE_ALLOW_RUN_AS_ROOT_CONFIRM="\${PRTE_ALLOW_RUN_AS_ROOT_CONFIRM-1}"
    export OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="\${OMPI_ALLOW_RUN_AS_ROOT_CONFIRM-1}"
fi
exec \$L/$loader --argv0 $3 --library-path $searchPath \$R/usr/bin/$2 ${4:-}${4:+ }"\$@"
END
}

# Open MPI's launchers, of any release: its mpirun is a front for prterun.
openMpiPrograms() {
    local program
    prrteProgram mpiexec prte prterun "--personality ompi"
    prrteProgram mpirun prte prterun "--personality ompi"
    prrteProgram prterun prte prterun
    for program in prte prun prted prte_info; do
        prrteProgram "$program" "$program" "$program"
    done
    program="$(cd "$work/tree/root/usr/bin" && ls pterm.openmpi 2>/dev/null || echo pterm)"
    prrteProgram pterm "$program" pterm
}

# compiler NAME DEFAULT VARIABLE FLAGS LIBRARIES: the host's compiler against the tree; link options only where
# something is linked. FLAGS and LIBRARIES may name $R and $L.
compiler() {
    wrapper "$1" <<END
link=yes
for a in "\$@"; do
    case "\$a" in -c | -S | -E | -M | -MM | -fsyntax-only | --version) link=no ;; esac
done
if [ \$link = yes ]; then
    set -- "\$@" -L\$L $5 -Wl,--unresolved-symbols=ignore-in-shared-libs \\
        -Wl,--dynamic-linker=\$L/$loader -Wl,--disable-new-dtags,-rpath,$searchPath
fi
exec \${$3:-$2} $4 "\$@"
END
}

# patched FILE[=NAME]...: executables of the tree (from its root) that must be themselves in /proc, or find their
# companions by where they are, get the loader and the library path written into them, and a link in bin.
patched() {
    local one file root="$work/tree/root"
    for one in "$@"; do
        file="${one%=*}"
        [ -x "$root/$file" ] || fail "the unpacked tree has no $file: its packages are not laid out as expected."
        ln -s "../root/$file" "$work/tree/bin/$(basename "${one#*=}")"
        run "making $file run with the tree's libraries" "$root$libDir/$loader" --library-path "$(inTree "$root")" \
            "$root/usr/bin/patchelf" --set-interpreter "$dest/root$libDir/$loader" --force-rpath \
            --set-rpath "$(inTree "$dest/root")" "$(realpath -- "$root/$file")"
    done
}

# What was left out must not be missed: every library that the launcher and MPI programs load is there.
checkTree() {
    local root="$work/tree/root" file missing
    for file in $checkedFiles; do
        file="${file/#\$L/$root$libDir}"
        missing="$("$root$libDir/$loader" --library-path "$(inTree "$root")" --list "${file/#\$R/$root}" 2>&1 |
            grep -E 'not found|error while|cannot' || true)"
        [ -z "$missing" ] || fail "the unpacked tree is not complete:
$missing"
    done
}
