# SPDX-License-Identifier: GPL-3.0-or-later
# Finds liblldb with the headers.
#
# Looks in DBGR_LLDB_ROOT alone when that is set (the folder that holds include/lldb and lib), else in the places of
# Debian's packages, newest major first: libraries and headers of different majors must never meet.
#
# Sets LLDB_FOUND, LLDB_VERSION_MAJOR, LLDB_ROOT_DIR and the target LLDB::liblldb.

set(DBGR_LLDB_ROOT "" CACHE PATH "Prefix of the LLDB to use (default: the newest supported one under /usr/lib)")
set(_lldb_majors 22 21 20 19)

if(DBGR_LLDB_ROOT)
  set(_lldb_roots "${DBGR_LLDB_ROOT}")
else()
  list(TRANSFORM _lldb_majors PREPEND "/usr/lib/llvm-" OUTPUT_VARIABLE _lldb_roots)
endif()

# The soname carries the major (liblldb-22.so, or liblldb.so.22 where a distribution names it so).
unset(LLDB_ROOT_DIR)
unset(LLDB_VERSION_MAJOR)
foreach(_root IN LISTS _lldb_roots)
  if(NOT EXISTS "${_root}/include/lldb/API/LLDB.h")
    continue()
  endif()
  foreach(_major IN LISTS _lldb_majors)
    file(GLOB _found "${_root}/lib*/liblldb-${_major}.so" "${_root}/lib*/liblldb.so.${_major}"
         "${_root}/lib*/liblldb.so.${_major}.*" "${_root}/lib/*/liblldb-${_major}.so" "${_root}/lib/*/liblldb.so.${_major}*")
    if(_found)
      list(GET _found 0 _lldb_library)
      set(LLDB_ROOT_DIR "${_root}")
      set(LLDB_VERSION_MAJOR ${_major})
      break()
    endif()
  endforeach()
  if(LLDB_ROOT_DIR)
    break()
  endif()
endforeach()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LLDB
  REQUIRED_VARS LLDB_ROOT_DIR
  VERSION_VAR LLDB_VERSION_MAJOR
  REASON_FAILURE_MESSAGE "install liblldb-22-dev (or -19), or set DBGR_LLDB_ROOT")

if(LLDB_FOUND AND NOT TARGET LLDB::liblldb)
  add_library(LLDB::liblldb SHARED IMPORTED)
  set_target_properties(LLDB::liblldb PROPERTIES
    IMPORTED_LOCATION "${_lldb_library}"
    INTERFACE_INCLUDE_DIRECTORIES "${LLDB_ROOT_DIR}/include"
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${LLDB_ROOT_DIR}/include"
    INTERFACE_COMPILE_DEFINITIONS "DBGR_LLDB_MAJOR=${LLDB_VERSION_MAJOR}")
  # liblldb needs libraries (libpython among them) that only it has to resolve, at run time.
  target_link_options(LLDB::liblldb INTERFACE "LINKER:--allow-shlib-undefined")
endif()
