// SPDX-License-Identifier: BSD-3-Clause
// The parts of a std::tuple, which are bases of bases. Way: tuples, std::unique_ptr -> here. Thread: as ValueReader.
#pragma once

#include "values/containers/class_parts.h"

#include <optional>
#include <vector>

namespace dbgr::values {

/// In their order. Nothing: it is no tuple of the library's.
[[nodiscard]] std::optional<std::vector<ClassPart>> tupleParts(const ValueReader& reader, const ClassPart& tuple);

} // namespace dbgr::values
