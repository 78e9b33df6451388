// SPDX-License-Identifier: BSD-3-Clause
// Expressions that were typed, read once for all ranks. Thread: engine.
#pragma once

#include "util/result.h"
#include "values/expr/tree.h"

#include <string>

namespace dbgr::daemon {

/// As values::parse(); the last ones are kept.
[[nodiscard]] util::Result<values::Tree> parsed(const std::string& text, values::Language language);

} // namespace dbgr::daemon
