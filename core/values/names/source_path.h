// SPDX-License-Identifier: BSD-3-Clause
// Where the source has what debug information describes. Thread: that of the file.
#pragma once

#include "values/dwarf/die.h"

#include <string>

namespace dbgr::values {

/// The path of a file of the unit, by the one name that debuggers' lines have: "/a/c.h" for "b/../c.h". "" for
/// "<artificial>", which is no file. \param path as the unit has it
[[nodiscard]] std::string absolutePath(const Die& unit, std::string path);

/// "/a/c.h:12", where a name is declared or defined; "" the unit does not say.
[[nodiscard]] std::string declaredPlace(const Die& name);

} // namespace dbgr::values
