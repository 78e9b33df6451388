# SPDX-License-Identifier: GPL-3.0-or-later
# Targets that compile each header of a folder alone.

# dbgr_header_check(NAME header_check ROOT core [LINK libraries...]): one source for each header below ROOT, holding
# nothing but its include, and before that the whole C++ library, which is compiled once. Not part of a plain build.
function(dbgr_header_check)
  cmake_parse_arguments(arg "" "NAME;ROOT" "LINK" ${ARGN})
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE "${arg_ROOT}" "${arg_ROOT}/*.h")
  if(NOT DBGR_BUILD_DAEMON)
    list(FILTER headers EXCLUDE REGEX "^dbgdaemon/")
  endif()
  # What another header includes before all else is shown by that one.
  set(shown)
  foreach(header IN LISTS headers)
    file(STRINGS "${arg_ROOT}/${header}" first REGEX "^#include" LIMIT_COUNT 1)
    if(first MATCHES "\"(.*)\"")
      list(APPEND shown "${CMAKE_MATCH_1}")
    endif()
  endforeach()
  list(REMOVE_ITEM headers ${shown})
  set(sources)
  foreach(header IN LISTS headers)
    string(MAKE_C_IDENTIFIER "${header}" unit)
    set(source "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}/${unit}.cpp")
    file(CONFIGURE OUTPUT "${source}" CONTENT "#include \"${header}\"\n")
    list(APPEND sources "${source}")
  endforeach()
  add_library(${arg_NAME} OBJECT EXCLUDE_FROM_ALL ${sources})
  dbgr_target_defaults(${arg_NAME})
  target_compile_options(${arg_NAME} PRIVATE -O0 -g0 ${dbgrPchOptions}) # only whether it compiles counts
  target_precompile_headers(${arg_NAME} PRIVATE "${CMAKE_SOURCE_DIR}/cmake/standard_prelude.h")
  target_include_directories(${arg_NAME} PRIVATE "${arg_ROOT}")
  target_link_libraries(${arg_NAME} PRIVATE ${arg_LINK})
  foreach(library IN LISTS arg_LINK) # what a library sees of others, its private headers see too
    target_include_directories(${arg_NAME} SYSTEM PRIVATE "$<TARGET_PROPERTY:${library},INCLUDE_DIRECTORIES>")
  endforeach()
endfunction()
