// SPDX-License-Identifier: BSD-3-Clause
// The functions that a file's debug information has code of, and the source files that it comes from. Reads the upper
// levels of all units, or their tables of files, each time. Way: Describer -> here -> Die. Thread: that of the file.
#pragma once

#include "values/file/debug_file.h"

#include <cstdint>
#include <functional>
#include <set>
#include <string>

namespace dbgr::values {

struct FunctionPlace
{
    std::string name; ///< "shop::sell(int)", "solver_mod::relax", "work"
    std::string file; ///< a path, absolute where the compiler's folder is known; "" unknown
    std::uint32_t line = 0;
};

/// In the order of the debug information; the same one may come more than once. Functions that exist only where they
/// are inlined are among them. \param visit says whether to go on
void forEachFunction(DebugFile& file, const std::function<bool(const FunctionPlace&)>& visit);
/// Paths of the files that units, and whatever is in them, come from: headers with nothing but types are among them.
[[nodiscard]] std::set<std::string> sourcesOf(DebugFile& file);

} // namespace dbgr::values
