// SPDX-License-Identifier: BSD-3-Clause
// Names of C++ as people write them. Thread: any.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace dbgr::util {

/// "geo::relax(double)" of a symbol (_Z...), "std::runtime_error" of the name of a type. Nothing: it is none, or longer
/// than anybody's.
[[nodiscard]] std::optional<std::string> demangled(std::string_view name);

} // namespace dbgr::util
