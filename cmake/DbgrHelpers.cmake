# SPDX-License-Identifier: GPL-3.0-or-later
# The project's three kinds of targets: a library of one folder, a test, a fuzz target.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()

find_program(DBGR_CCACHE ccache)
if(DBGR_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(dbgrLauncher "${CMAKE_SOURCE_DIR}/cmake/compile_cached" "${CMAKE_SOURCE_DIR}" "${DBGR_CCACHE}")
  set(CMAKE_C_COMPILER_LAUNCHER ${dbgrLauncher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${dbgrLauncher})
endif()

# Hundreds of test programs are linked: by a linker that needs a fifth of the time. What is shipped is linked as usual.
include(CheckLinkerFlag)
check_linker_flag(CXX -fuse-ld=mold DBGR_HAS_MOLD)
if(DBGR_HAS_MOLD AND NOT CMAKE_BUILD_TYPE STREQUAL "Release")
  add_link_options(-fuse-ld=mold)
endif()

find_package(Threads REQUIRED)

# dbgr_add_subdirectories(dir...): those of the list that this checkout has.
function(dbgr_add_subdirectories)
  foreach(dir IN LISTS ARGN)
    if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${dir}/CMakeLists.txt")
      add_subdirectory(${dir})
    endif()
  endforeach()
endfunction()

# dbgr_collect_targets(DIRECTORY TYPES RESULT): the targets of these types ("STATIC_LIBRARY", "EXECUTABLE;UTILITY") made
# in a source directory and those below it.
function(dbgr_collect_targets directory types result)
  get_property(made DIRECTORY "${directory}" PROPERTY BUILDSYSTEM_TARGETS)
  set(found)
  foreach(target IN LISTS made)
    get_target_property(itsType ${target} TYPE)
    if(itsType IN_LIST types)
      list(APPEND found ${target})
    endif()
  endforeach()
  get_property(children DIRECTORY "${directory}" PROPERTY SUBDIRECTORIES)
  foreach(child IN LISTS children)
    dbgr_collect_targets("${child}" "${types}" below)
    list(APPEND found ${below})
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# Warnings and include roots that every target of ours has: "util/error.h" names core/util/error.h,
# "app/dbgr/batch.h" names app/dbgr/batch.h.
function(dbgr_target_defaults target)
  target_include_directories(${target} PUBLIC "${CMAKE_SOURCE_DIR}/core" "${CMAKE_SOURCE_DIR}")
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wnon-virtual-dtor
    # in a unity build, names of another file's anonymous namespace are no mistake
    $<IF:$<CXX_COMPILER_ID:GNU>,-Wshadow=local,-Wshadow>
    "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage;-Wno-maybe-uninitialized>"
    # GCC's own memory: collecting it earlier takes a fifteenth of the time, and saves a tenth of the memory
    "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:SHELL:--param ggc-min-heapsize=400000>"
    # newer clangs complain of __COUNTER__, which every compiler has
    $<$<CXX_COMPILER_ID:Clang>:-Wno-unknown-warning-option -Wno-c2y-extensions>)
  if(DBGR_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(DBGR_BUILD_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
endfunction()

# The compiler cache has to see which precompiled header a source used. What GCC 12 warns of after optimising it cannot
# tell to be in a header of the system when that was precompiled: there, these are false.
set(dbgrPchOptions "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess;-Wno-array-bounds;-Wno-stringop-overflow>"
  "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-stringop-overread;-Wno-restrict;-Wno-nonnull;-Wno-free-nonheap-object>"
  "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-use-after-free;-Wno-dangling-pointer;-Wno-mismatched-new-delete>")

# Of tests, the line that failed is enough: what a debugger needs costs a sixth of their compilation, and fast code an eighth.
set(dbgrTestOptions ${dbgrPchOptions} "$<$<CONFIG:RelWithDebInfo>:-g0;-Og>")

# dbgr_reuse_headers(TARGET HOLDER PRELUDE OPTIONS [libraries...]): what all targets of a kind include (cmake/PRELUDE.h) is
# read once, by HOLDER, which is made when it is first asked for. OPTIONS: the name of a list of compiler options.
function(dbgr_reuse_headers target holder prelude options)
  if(NOT TARGET ${holder})
    file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/${holder}.cpp" CONTENT "int main() {}\n")
    get_target_property(itsType ${target} TYPE)
    if(itsType STREQUAL "EXECUTABLE") # whose code is made in another way than a library's
      add_executable(${holder} "${CMAKE_BINARY_DIR}/${holder}.cpp")
    else()
      add_library(${holder} OBJECT "${CMAKE_BINARY_DIR}/${holder}.cpp")
    endif()
    dbgr_target_defaults(${holder})
    target_link_libraries(${holder} PRIVATE ${ARGN} Threads::Threads)
    target_compile_options(${holder} PRIVATE ${${options}})
    target_precompile_headers(${holder} PRIVATE "${CMAKE_SOURCE_DIR}/cmake/${prelude}.h")
    if(prelude STREQUAL "gui_prelude") # with no more definitions than the least of its users has
      target_link_libraries(${holder} PRIVATE Qt6::Core)
      target_include_directories(${holder} SYSTEM PRIVATE ${Qt6Widgets_INCLUDE_DIRS} ${Qt6Gui_INCLUDE_DIRS})
    endif()
  endif()
  target_compile_options(${target} PRIVATE ${${options}})
  target_precompile_headers(${target} REUSE_FROM ${holder})
endfunction()

# dbgr_library(NAME util SOURCES a.cpp b.cpp LINK tl::expected [PRIVATE_LINK ...])
# makes dbgr_util with the alias dbgr::util. Nested names keep their path: pmix_codec -> dbgr::pmix_codec.
function(dbgr_library)
  cmake_parse_arguments(arg "" "NAME" "SOURCES;LINK;PRIVATE_LINK" ${ARGN})
  add_library(dbgr_${arg_NAME} STATIC ${arg_SOURCES})
  add_library(dbgr::${arg_NAME} ALIAS dbgr_${arg_NAME})
  dbgr_target_defaults(dbgr_${arg_NAME})
  set_target_properties(dbgr_${arg_NAME} PROPERTIES UNITY_BUILD_BATCH_SIZE ${DBGR_UNITY})
  if(DBGR_UNITY GREATER 0)
    set_target_properties(dbgr_${arg_NAME} PROPERTIES UNITY_BUILD ON)
  endif()
  target_link_libraries(dbgr_${arg_NAME} PUBLIC ${arg_LINK} Threads::Threads PRIVATE ${arg_PRIVATE_LINK})
  set(prelude library)
  if("${arg_NAME};${arg_LINK}" MATCHES "ui_|Qt6::(Gui|Widgets)")
    set(prelude gui)
  endif()
  if(DBGR_UNITY GREATER 0 AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU") # clang wants the same definitions in all that share one
    dbgr_reuse_headers(dbgr_${arg_NAME} dbgr_${prelude}_headers ${prelude}_prelude dbgrPchOptions)
  endif()
endfunction()

# dbgr_automoc(target): moc 6.4 cannot parse the C++20 headers that the compiler's own macros would open to it, nor
# <chrono> before any other header of the library. A class's source includes what moc makes of its header
# ("moc_name.cpp"), so that what is left to compile beside the sources is next to nothing.
function(dbgr_automoc target)
  set_target_properties(${target} PROPERTIES AUTOMOC ON AUTOMOC_COMPILER_PREDEFINES OFF
    AUTOMOC_MOC_OPTIONS "--include;${CMAKE_SOURCE_DIR}/cmake/moc_prelude.h")
  set_source_files_properties("${CMAKE_CURRENT_BINARY_DIR}/${target}_autogen/mocs_compilation.cpp" PROPERTIES
    SKIP_PRECOMPILE_HEADERS ON)
  get_target_property(dbgrMoc Qt6::moc IMPORTED_LOCATION)
  if(dbgrMoc)
    set(lightly "${CMAKE_BINARY_DIR}/moc_lightly")
    configure_file("${CMAKE_SOURCE_DIR}/cmake/moc_lightly.in" "${lightly}" @ONLY
      FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
    set_target_properties(${target} PROPERTIES AUTOMOC_EXECUTABLE "${lightly}")
  endif()
endfunction()

# dbgr_moc(program tst_a tst_b ...): moc for sources of PROGRAM that have their classes themselves and include tst_a.moc.
# Automoc would look through all sources, and compile a file for each program that is empty.
function(dbgr_moc program)
  set(prelude "${CMAKE_SOURCE_DIR}/cmake/moc_prelude.h")
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${program}_autogen/include")
  file(MAKE_DIRECTORY "${folder}")
  foreach(name IN LISTS ARGN)
    set(source "${CMAKE_CURRENT_SOURCE_DIR}/${name}.cpp")
    add_custom_command(OUTPUT "${folder}/${name}.moc"
      COMMAND Qt6::moc --include "${prelude}" -o "${folder}/${name}.moc" "${source}"
      DEPENDS "${source}" "${prelude}" COMMENT "moc for ${name}" VERBATIM)
    target_sources(${program} PRIVATE "${folder}/${name}.moc")
  endforeach()
  target_include_directories(${program} BEFORE PRIVATE "${folder}")
endfunction()

# dbgr_qt_library(...): the same, for folders whose classes have signals.
function(dbgr_qt_library)
  cmake_parse_arguments(arg "" "NAME" "" ${ARGN})
  dbgr_library(${ARGN})
  dbgr_automoc(dbgr_${arg_NAME})
endfunction()

# dbgr_program(dbgrun USER main.cpp ...): a program that dbgr consists of, made from sources. Its kind says where it is
# installed, and in which package:
#   USER    people start it, on the node where they work: bin, component "dbgr"
#   NODE    people may write it into command lines, and it runs on a job's nodes: bin, component "daemon"
#   HELPER  only programs of ours start it, on a job's nodes: libexec/dbgr, component "daemon"
# This is the one list of programs: the target "programs" is all of them (they look for each other, core/util/own_programs.h,
# so that none is of use without the others), and its property DBGR_PROGRAMS names them, "user:dbgrun".
function(dbgr_program target kind)
  add_executable(${target} ${ARGN})
  dbgr_target_defaults(${target})
  target_compile_definitions(${target} PRIVATE DBGR_VERSION="${PROJECT_VERSION}")
  if(NOT TARGET programs)
    add_custom_target(programs)
  endif()
  add_dependencies(programs ${target})
  string(TOLOWER "${kind}" lowKind)
  set_property(TARGET programs APPEND PROPERTY DBGR_PROGRAMS "${lowKind}:${target}")
  set(folder "${CMAKE_INSTALL_BINDIR}")
  set(component daemon)
  if(kind STREQUAL "USER")
    set(component dbgr)
  elseif(kind STREQUAL "HELPER")
    set(folder "${DBGR_INSTALL_HELPERDIR}")
  elseif(NOT kind STREQUAL "NODE")
    message(FATAL_ERROR "dbgr_program(${target}): ${kind} is none of USER, NODE, HELPER")
  endif()
  install(TARGETS ${target} RUNTIME DESTINATION "${folder}" COMPONENT ${component})
endfunction()

# dbgr_knows_programs(source.cpp): DBGR_PROGRAMS in this source is the list, "user:dbgrun,helper:dbgd".
function(dbgr_knows_programs source)
  set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_DEFINITIONS
    "DBGR_PROGRAMS=\"$<JOIN:$<TARGET_PROPERTY:programs,DBGR_PROGRAMS>,$<COMMA>>\"")
endfunction()

# dbgr_tests(NAME unit_util LABEL unit LINK dbgr::util TESTS tst_rank_set tst_log ... [SOURCES ...] [TIMEOUT seconds]
#   [RESULTS folder])
# A program of several QtTest classes, one in each TESTS.cpp, which are compiled together: what each includes, and a
# program's linking, cost more than its own lines. ctest runs each class as a test of its own, "unit_util tst_rank_set",
# which fails, not hangs, after TIMEOUT (default 60 s). RESULTS: a folder for its results, too.
function(dbgr_tests)
  cmake_parse_arguments(arg "" "NAME;LABEL;TIMEOUT;RESULTS" "TESTS;SOURCES;LINK" ${ARGN})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 60)
  endif()
  list(TRANSFORM arg_TESTS APPEND .cpp OUTPUT_VARIABLE sources)
  add_executable(${arg_NAME} ${sources} ${arg_SOURCES})
  dbgr_target_defaults(${arg_NAME})
  dbgr_moc(${arg_NAME} ${arg_TESTS})
  set_target_properties(${arg_NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin/tests")
  if(DBGR_UNITY GREATER 0)
    set_target_properties(${arg_NAME} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
  endif()
  target_link_libraries(${arg_NAME} PRIVATE dbgr::test_support_run ${arg_LINK} Qt6::Core Qt6::Test)
  if("${arg_LINK}" MATCHES "dbgr::ui_|Qt6::(Gui|Widgets)|support_(ui|gui)|app_window")
    dbgr_reuse_headers(${arg_NAME} dbgr_test_gui_headers test_prelude dbgrTestOptions Qt6::Widgets Qt6::Test)
  else()
    dbgr_reuse_headers(${arg_NAME} dbgr_test_headers test_prelude dbgrTestOptions Qt6::Core Qt6::Test)
  endif()
  foreach(test IN LISTS arg_TESTS)
    set_property(GLOBAL PROPERTY dbgr_program_of_${test} ${arg_NAME})
    if(arg_RESULTS)
      add_test(NAME ${test} COMMAND ${arg_NAME} ${test} -o -,txt -o "${arg_RESULTS}/${test}.txt,txt")
    else()
      add_test(NAME ${test} COMMAND ${arg_NAME} ${test})
    endif()
    set_tests_properties(${test} PROPERTIES LABELS "${arg_LABEL}" TIMEOUT ${arg_TIMEOUT})
  endforeach()
endfunction()

# dbgr_test(NAME tst_target ...): the same for one that needs a program of its own, as the one that it traces, or whose
# libraries no other has.
function(dbgr_test)
  cmake_parse_arguments(arg "" "NAME" "" ${ARGN})
  dbgr_tests(TESTS ${arg_NAME} ${ARGN})
endfunction()

# dbgr_test_again(tst_mpich mpich5 [RESULTS folder] [FUNCTIONS function...] [QUICK function...])
# A test once more, for a launcher of another release, which tools/launcher brings: TEST@LAUNCHER with the label
# "launchers", of all of its functions or of those. What of it `tools/check` runs each time are the functions behind
# QUICK: TEST@LAUNCHER_quick.
function(dbgr_test_again test launcher)
  cmake_parse_arguments(arg "" "RESULTS" "FUNCTIONS;QUICK" ${ARGN})
  set(name ${test}@${launcher})
  get_property(program GLOBAL PROPERTY dbgr_program_of_${test})
  set(variants ${name})
  if(arg_RESULTS)
    add_test(NAME ${name} COMMAND ${program} ${test} ${arg_FUNCTIONS} -o -,txt -o "${arg_RESULTS}/${name}.txt,txt")
  else()
    add_test(NAME ${name} COMMAND ${program} ${test} ${arg_FUNCTIONS})
  endif()
  set_tests_properties(${name} PROPERTIES LABELS launchers)
  if(arg_QUICK)
    add_test(NAME ${name}_quick COMMAND ${program} ${test} ${arg_QUICK})
    set_tests_properties(${name}_quick PROPERTIES LABELS integration)
    list(APPEND variants ${name}_quick)
  endif()
  set_tests_properties(${variants} PROPERTIES TIMEOUT 900 ENVIRONMENT DBGR_TEST_LAUNCHER=${launcher})
endfunction()

# dbgr_fuzzer(NAME fuzz_frame LINK dbgr::pmix_frame): a libFuzzer program from NAME.cpp, seeds in corpus/NAME.
function(dbgr_fuzzer)
  cmake_parse_arguments(arg "" "NAME" "LINK" ${ARGN})
  add_executable(${arg_NAME} ${arg_NAME}.cpp)
  dbgr_target_defaults(${arg_NAME})
  if(NOT TARGET fuzzers)
    add_custom_target(fuzzers) # all of them, and of the libraries only what they need
  endif()
  add_dependencies(fuzzers ${arg_NAME})
  target_compile_options(${arg_NAME} PRIVATE -fsanitize=fuzzer)
  target_link_options(${arg_NAME} PRIVATE -fsanitize=fuzzer)
  target_link_libraries(${arg_NAME} PRIVATE ${arg_LINK})
endfunction()
