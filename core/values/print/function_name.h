// SPDX-License-Identifier: BSD-3-Clause
// The function that an address in a process is the code of, by the symbols of its file. Way: ValueWriter -> here.
// Thread: as LoadedFiles.
#pragma once

#include "values/file/loaded_files.h"
#include "values/target/address.h"

#include <string>

namespace dbgr::values {

/// "geo::relax(double)", "relax+16", "field_mod::relax"; "" nobody knows.
[[nodiscard]] std::string functionNameAt(const LoadedFiles& files, Address code);

} // namespace dbgr::values
