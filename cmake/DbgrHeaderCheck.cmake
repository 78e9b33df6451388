# SPDX-License-Identifier: GPL-3.0-or-later
# Targets that compile each header of a folder alone.
find_package(Python3 3.11 REQUIRED COMPONENTS Interpreter)

# Only whether a header compiles counts, and clang needs two thirds of GCC's time to tell. Without one the check fails.
include(DbgrClang)
find_program(DBGR_HEADER_CXX NAMES ${DBGR_CLANG_NAMES})

# dbgr_header_check(NAME header_check ROOT core [LINK libraries...]): compiles each header below ROOT behind nothing but the
# whole C++ library, which is compiled once, and headers that it includes itself (header_chains.py: several are shown by one
# source so). Not part of a plain build. To be configured again after includes of headers changed.
function(dbgr_header_check)
  cmake_parse_arguments(arg "" "NAME;ROOT" "LINK" ${ARGN})
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE "${arg_ROOT}" "${arg_ROOT}/*.h")
  if(NOT DBGR_BUILD_DAEMON)
    list(FILTER headers EXCLUDE REGEX "^dbgdaemon/")
  endif()
  execute_process(COMMAND "${Python3_EXECUTABLE}" "${CMAKE_SOURCE_DIR}/tests/lint/header_chains.py" "${arg_ROOT}" ${headers}
    OUTPUT_VARIABLE chains OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE ";" "\\;" chains "${chains}")
  string(REPLACE "\n" ";" chains "${chains}")

  # What a library sees of others, its private headers see too.
  set(folders "${arg_ROOT}")
  set(definitions DBGR_HEADER_CHECK)
  foreach(library IN LISTS arg_LINK)
    list(APPEND folders "$<TARGET_PROPERTY:${library},INCLUDE_DIRECTORIES>")
    list(APPEND definitions "$<TARGET_PROPERTY:${library},COMPILE_DEFINITIONS>")
  endforeach()
  set(place "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}")
  set(lines "\n-isystem\n") # and what the compiler looks through last, it is not to look through before its own library
  set(folders "$<JOIN:$<FILTER:$<REMOVE_DUPLICATES:${folders}>,EXCLUDE,^/usr/include$>,${lines}>")
  set(definitions "$<JOIN:$<REMOVE_DUPLICATES:${definitions}>,\n-D>")
  file(GENERATE OUTPUT "${place}/options" CONTENT "${lines}${folders}\n-D${definitions}\n")
  set(compile ${CMAKE_CXX_COMPILER_LAUNCHER} "${DBGR_HEADER_CXX}" -std=c++${CMAKE_CXX_STANDARD} -fPIC -O0)

  set(prelude "${CMAKE_SOURCE_DIR}/cmake/standard_prelude.h")
  add_custom_command(OUTPUT "${place}/prelude.pch" DEPENDS "${prelude}" "${place}/options" DEPFILE "${place}/prelude.d"
    COMMAND ${compile} -MD -MF "${place}/prelude.d" -MT "${place}/prelude.pch" "@${place}/options"
      -Xclang -fno-pch-timestamp -x c++-header "${prelude}" -o "${place}/prelude.pch"
    VERBATIM)
  set(objects)
  foreach(chain IN LISTS chains)
    list(GET chain -1 last)
    string(MAKE_C_IDENTIFIER "${last}" unit)
    list(JOIN chain "\"\n#include \"" includes)
    file(CONFIGURE OUTPUT "${place}/${unit}.cpp" CONTENT "#include \"${includes}\"\n")
    add_custom_command(OUTPUT "${place}/${unit}.o" DEPENDS "${place}/${unit}.cpp" "${place}/prelude.pch"
      DEPFILE "${place}/${unit}.d" COMMENT "Compiling ${last} alone, and what it includes"
      COMMAND ${compile} -MD -MF "${place}/${unit}.d" -MT "${place}/${unit}.o" "@${place}/options"
        -include-pch "${place}/prelude.pch" -c "${place}/${unit}.cpp" -o "${place}/${unit}.o"
      VERBATIM)
    list(APPEND objects "${place}/${unit}.o")
  endforeach()
  add_custom_target(${arg_NAME} DEPENDS ${objects})
  if(arg_LINK)
    add_dependencies(${arg_NAME} ${arg_LINK}) # which make headers
  endif()
endfunction()
