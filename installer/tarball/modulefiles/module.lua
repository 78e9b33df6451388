-- dbgr @VERSION@, for Lmod. It may stand in the folder that it was unpacked into, or be linked to from the site's own
-- folder of modules; of a copy, say where dbgr is.
local root = "@ROOT@"
if root:sub(1, 1) == "@" then
    local real = capture("readlink -f '" .. myFileName() .. "'"):gsub("%s+$", "")
    root = real:gsub("/share/modulefiles/dbgr/[^/]*$", "")
end
whatis("Name: dbgr")
whatis("Version: @VERSION@")
whatis("Description: interactive debugger for MPI programs in Fortran, C and C++")
help([[Put dbgr in front of the command that starts your job: dbgr mpiexec -n 4 ./ring]])
conflict("dbgr")
prepend_path("PATH", pathJoin(root, "bin"))
prepend_path("MANPATH", pathJoin(root, "share/man"))
prepend_path("PKG_CONFIG_PATH", pathJoin(root, "lib/pkgconfig"))
prepend_path("CMAKE_PREFIX_PATH", root)
