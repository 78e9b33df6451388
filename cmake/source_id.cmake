# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DROOT=FOLDER -DOUTPUT=FILE.cpp -P source_id.cmake: what core/util/build_facts.h calls sourceId(), a hash of
# the names and contents of all sources below FOLDER. It knows no git: packages are built where there is none.
file(GLOB_RECURSE sources RELATIVE "${ROOT}" "${ROOT}/*.h" "${ROOT}/*.cpp" "${ROOT}/*.inc" "${ROOT}/*.proto")
set(contents "")
foreach(source IN LISTS sources)
  file(SHA256 "${ROOT}/${source}" hash)
  string(APPEND contents "${source} ${hash}\n")
endforeach()
string(SHA256 hash "${contents}")
string(SUBSTRING "${hash}" 0 16 id)
file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT "// SPDX-License-Identifier: BSD-3-Clause
// Made by cmake/source_id.cmake.
#include \"util/build_facts.h\"

std::string_view dbgr::util::sourceId()
{
    return \"@id@\";
}
" @ONLY)
