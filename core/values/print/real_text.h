// SPDX-License-Identifier: BSD-3-Clause
// The shortest digits that read back as the same real number. Way: scalarText -> here. Thread: any; plain functions.
#pragma once

#include "values/expr/quad.h"

#include <string>

namespace dbgr::values {

/// "0.1", "3", "1.5e+300", "nan", "-inf". \param bytes 2, 4, 8, 10 or 16
[[nodiscard]] std::string realText(Quad value, unsigned bytes);
/// "1500000.25": without an exponent, the digits after the point as many as are needed.
[[nodiscard]] std::string fixedText(Quad value, unsigned bytes);
/// "1.5e+00"
[[nodiscard]] std::string scientificText(Quad value, unsigned bytes);

} // namespace dbgr::values
