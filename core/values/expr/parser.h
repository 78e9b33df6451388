// SPDX-License-Identifier: BSD-3-Clause
// Reads what a user typed. Of any text it makes a tree or an error that says what is wrong, and where.
// Way: engine -> parse -> Evaluator. Thread: any; a plain function.
#pragma once

#include "util/result.h"
#include "values/expr/tree.h"

#include <cstddef>
#include <string_view>

namespace dbgr::values {

inline constexpr std::size_t kMaxExpressionBytes = std::size_t{64} << 10;

/// \param language Other is read as C++
/// \errors Wrong; TooLarge beyond kMaxExpressionBytes or kMaxTreeHeight; NotOurs for what is well and belongs to a
/// debugger with a compiler: calls, assignments, templates, objects that are made
[[nodiscard]] util::Result<Tree> parse(std::string_view text, Language language);

} // namespace dbgr::values
