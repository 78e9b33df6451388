# SPDX-License-Identifier: BSD-3-Clause
# Writes the tables among the C headers out of those that the C++ side has, so that each name and value stands once.

# dbgr_write_pmix_table(FILE TITLE INC PATTERN DEFINE [MORE]): a #define for each entry of core/pmix/types/INC.
function(dbgr_write_pmix_table file title inc pattern define)
  set(source "${CMAKE_SOURCE_DIR}/core/pmix/types/${inc}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}")
  file(READ "${source}" text)
  string(REGEX MATCHALL "${pattern}" entries "${text}")
  set(lines)
  foreach(entry IN LISTS entries)
    string(REGEX REPLACE "^${pattern}$" "${define}" line "${entry}")
    string(APPEND lines "${line}\n")
  endforeach()
  file(CONFIGURE OUTPUT "${file}" @ONLY CONTENT
"// SPDX-License-Identifier: BSD-3-Clause
// ${title}
#pragma once

#include <dbgrpmix/base.h>

${lines}${ARGN}")
endfunction()

function(dbgr_write_pmix_headers folder)
  set(gap ",[ \n]*")
  dbgr_write_pmix_table("${folder}/attributes.h" "Attributes: the keys of infos." keys.inc
    "DBGR_PMIX_KEY\\([A-Za-z0-9]+${gap}\"(PMIX_[A-Z0-9_]+)\"${gap}\"([^\"]+)\"" "#define \\1 \"\\2\"")
  dbgr_write_pmix_table("${folder}/status.h" "Results of calls, and codes of events." status.inc
    "DBGR_PMIX_STATUS\\([A-Za-z0-9]+${gap}(-?[0-9]+)${gap}\"(PMIX_[A-Z0-9_]+)\"" "#define \\2 (\\1)")
  # Those at the end are no types of the C++ side: see core/pmix/types/data_type.h.
  dbgr_write_pmix_table("${folder}/data_types.h" "Codes of data types." data_types.inc
    "DBGR_PMIX_TYPE\\([A-Za-z0-9]+${gap}([0-9]+)${gap}\"(PMIX_[A-Z0-9_]+)\"" "#define \\2 \\1"
"
// Not packed by this library.
#define PMIX_TOPO 56
#define PMIX_DISK_STATS 62
#define PMIX_NET_STATS 63
#define PMIX_NODE_STATS 64

#define PMIX_DATA_TYPE_MAX 500 // for programs, from here on
")
endfunction()
