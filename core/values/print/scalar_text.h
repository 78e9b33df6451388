// SPDX-License-Identifier: BSD-3-Clause
// A number as a person of its language writes it. Way: Printer -> here. Thread: any; plain functions.
#pragma once

#include "values/expr/number.h"
#include "values/print/format.h"

#include <string>

namespace dbgr::values {

[[nodiscard]] std::string scalarText(const Number& number, Language language, Format format = Format::Natural);
/// Decimal digits.
[[nodiscard]] std::string integerText(Int128 value, bool isSigned = true);

} // namespace dbgr::values
