// SPDX-License-Identifier: BSD-3-Clause
// Thread: any; a plain function.
#pragma once

#include "values/expr/tree.h"

#include <string>

namespace dbgr::values {

/// The variable that the expression is a part of: "state" of *state.next->name[3]; "" where it is computed of several,
/// or of none.
[[nodiscard]] std::string leadingName(const Tree& tree);

} // namespace dbgr::values
