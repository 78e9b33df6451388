// SPDX-License-Identifier: BSD-3-Clause
// Lists of functions and source files, as descriptions. Way: engine -> here -> names/code_names. Thread: as Reader.
#pragma once

#include "debug/description.h"
#include "values/file/loaded_files.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace dbgr::values {

/// Those whose names have the text in them, whatever its case, in alphabetical order; those of the first file first,
/// libraries' own last. Their places are "FILE:LINE".
[[nodiscard]] debug::Description describeFunctions(std::span<const LoadedFile* const> files, std::string_view text,
                                                   std::uint32_t most);
/// The same for paths of source files.
[[nodiscard]] debug::Description describeSources(std::span<const LoadedFile* const> files, std::string_view text,
                                                 std::uint32_t most);

} // namespace dbgr::values
