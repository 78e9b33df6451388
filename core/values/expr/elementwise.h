// SPDX-License-Identifier: BSD-3-Clause
// One function for each element of arrays of the same shape; single numbers go with every element. Way: Evaluator and
// intrinsics -> here. Thread: any; plain functions.
#pragma once

#include "util/result.h"
#include "values/expr/answer.h"

#include <functional>
#include <span>
#include <vector>

namespace dbgr::values {

using ElementFunction = std::function<util::Result<Number>(std::span<const Number>)>;

/// \param operands no Values \errors Wrong if shapes differ, those of the function
[[nodiscard]] util::Result<Answer> elementwise(std::vector<Answer> operands, const ElementFunction& function);

} // namespace dbgr::values
