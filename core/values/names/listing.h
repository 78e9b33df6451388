// SPDX-License-Identifier: BSD-3-Clause
// Names that a file's debug information has outside of frames: variables, modules, types. Reads the upper levels of all
// units each time. Way: Describer -> here -> Die. Thread: that of the file.
#pragma once

#include "values/file/debug_file.h"

#include <functional>
#include <string>

namespace dbgr::values {

enum class Listed
{
    Globals, ///< seen from all files; of Fortran those of modules and common blocks
    Statics, ///< of one file, or one function
    Modules,
    Types
};

struct ListedName
{
    std::string name;
    std::string inside; ///< modules, namespaces, functions around it: "solver_mod", "a::b"; "" none
    std::string file;   ///< of the unit, as the compiler was given it
    Die die;
};

/// In the order of the debug information; the same name may come more than once.
/// \param visit says whether to go on
void forEachName(DebugFile& file, Listed what, const std::function<bool(const ListedName&)>& visit);

} // namespace dbgr::values
