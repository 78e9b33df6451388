# SPDX-License-Identifier: GPL-3.0-or-later
# libFuzzer is clang's: takes the newest one, unless a compiler is named. Included before project().
if(NOT CMAKE_CXX_COMPILER)
  include("${CMAKE_CURRENT_LIST_DIR}/DbgrClang.cmake")
  find_program(DBGR_FUZZ_CXX NAMES ${DBGR_CLANG_NAMES} REQUIRED)
  string(REPLACE "clang++" "clang" _dbgr_fuzz_c "${DBGR_FUZZ_CXX}")
  set(CMAKE_CXX_COMPILER "${DBGR_FUZZ_CXX}")
  set(CMAKE_C_COMPILER "${_dbgr_fuzz_c}")
endif()
