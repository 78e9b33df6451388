#%Module1.0
# dbgr @VERSION@, for Environment Modules. It may stand in the folder that it was unpacked into, or be linked to from the
# site's own folder of modules; of a copy, say where dbgr is.
set root "@ROOT@"
if {[string index $root 0] eq "@"} {
    set real $ModulesCurrentModulefile
    while {[file type $real] eq "link"} {
        set real [file join [file dirname $real] [file readlink $real]]
    }
    set root [file dirname [file dirname [file dirname [file dirname [file normalize $real]]]]]
}
proc ModulesHelp {} {
    puts stderr "Put dbgr in front of the command that starts your job: dbgr mpiexec -n 4 ./ring"
}
module-whatis "dbgr @VERSION@: interactive debugger for MPI programs in Fortran, C and C++"
conflict dbgr
prepend-path PATH [file join $root bin]
prepend-path MANPATH [file join $root share/man]
prepend-path PKG_CONFIG_PATH [file join $root lib/pkgconfig]
prepend-path CMAKE_PREFIX_PATH $root
