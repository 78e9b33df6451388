# SPDX-License-Identifier: GPL-3.0-or-later
# libFuzzer is clang's: takes the newest one, unless a compiler is named. Included before project().
if(NOT CMAKE_CXX_COMPILER)
  find_program(DBGR_FUZZ_CXX NAMES clang++-22 clang++-21 clang++-20 clang++-19 clang++ REQUIRED)
  string(REPLACE "clang++" "clang" _dbgr_fuzz_c "${DBGR_FUZZ_CXX}")
  set(CMAKE_CXX_COMPILER "${DBGR_FUZZ_CXX}")
  set(CMAKE_C_COMPILER "${_dbgr_fuzz_c}")
endif()
