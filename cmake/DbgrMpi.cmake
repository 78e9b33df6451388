# SPDX-License-Identifier: GPL-3.0-or-later
# Programs to be debugged: small, -g -O0, never built with the project's own flags (sanitizers, fuzzing).
#
# DBGR_RING_MPICXX builds the example: that compiler, or the one of whatever Open MPI there is.
#
# DBGR_MPICXX names the mpicxx of an Open MPI 5, for example the one of "tools/launcher openmpi5"; without it the one in
# PATH, or in that tool's cache folder, is taken when it is of Open MPI 5 or later. Sets DBGR_MPI_FOUND and
# DBGR_MPI_BIN (the folder with mpiexec beside mpicxx).

# Where "tools/launcher NAME" leaves programs.
function(dbgr_launcher_folders variable name)
  set(cache "$ENV{XDG_CACHE_HOME}")
  if(NOT cache)
    set(cache "$ENV{HOME}/.cache")
  endif()
  set(${variable} "$ENV{DBGR_CACHE}/${name}/bin" "${cache}/dbgr/${name}/bin" PARENT_SCOPE)
endfunction()
dbgr_launcher_folders(_dbgr_mpi_folders openmpi5)
find_program(DBGR_MPICXX mpicxx HINTS ${_dbgr_mpi_folders}
  DOC "mpicxx of an Open MPI 5 (tools/launcher openmpi5 --print-bin prints the folder of one)")

set(DBGR_MPI_FOUND FALSE)
if(DBGR_MPICXX)
  file(WRITE "${CMAKE_BINARY_DIR}/CMakeFiles/dbgr_mpi_version.cpp" "#include <mpi.h>\ndbgr_version OMPI_MAJOR_VERSION\n")
  execute_process(COMMAND "${DBGR_MPICXX}" -E -P "${CMAKE_BINARY_DIR}/CMakeFiles/dbgr_mpi_version.cpp"
    OUTPUT_VARIABLE _dbgr_mpi_text ERROR_QUIET)
  if(_dbgr_mpi_text MATCHES "dbgr_version ([0-9]+)" AND CMAKE_MATCH_1 GREATER_EQUAL 5)
    set(DBGR_MPI_FOUND TRUE)
    get_filename_component(DBGR_MPI_BIN "${DBGR_MPICXX}" DIRECTORY)
    message(STATUS "MPI programs: built with ${DBGR_MPICXX} (Open MPI ${CMAKE_MATCH_1})")
  endif()
endif()
if(NOT DBGR_MPI_FOUND)
  message(STATUS "MPI programs: not built, no mpicxx of Open MPI 5 (see tools/launcher openmpi5, -DDBGR_MPICXX=...)")
endif()

if(DBGR_MPI_FOUND)
  set(DBGR_RING_MPICXX "${DBGR_MPICXX}")
else()
  find_program(DBGR_RING_MPICXX NAMES mpicxx.openmpi mpicxx DOC "mpicxx for the example")
endif()

# dbgr_debuggee(NAME ring TARGET ring DIRECTORY dir SOURCE ring.cpp COMPILER c++ [FLAGS -g -O0] [LIBRARIES -lx])
# One source file to one program in DIRECTORY, built by COMPILER as a user would build it.
function(dbgr_debuggee)
  cmake_parse_arguments(arg "" "NAME;TARGET;DIRECTORY;SOURCE" "COMPILER;FLAGS;LIBRARIES" ${ARGN})
  if(NOT DEFINED arg_FLAGS)
    set(arg_FLAGS -g -O0)
  endif()
  set(program "${arg_DIRECTORY}/${arg_NAME}")
  set(source "${CMAKE_CURRENT_SOURCE_DIR}/${arg_SOURCE}")
  set(standard "")
  if(arg_SOURCE MATCHES "[.]cpp$")
    set(standard -std=c++20)
  endif()
  file(MAKE_DIRECTORY "${arg_DIRECTORY}")
  add_custom_command(OUTPUT "${program}"
    COMMAND ${arg_COMPILER} ${standard} -Wall -Wextra ${arg_FLAGS} "${source}" -o "${program}" -pthread ${arg_LIBRARIES}
    DEPENDS "${source}" COMMENT "Building debuggee ${arg_NAME}" VERBATIM)
  add_custom_target(${arg_TARGET} ALL DEPENDS "${program}")
endfunction()
