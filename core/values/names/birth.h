// SPDX-License-Identifier: BSD-3-Clause
// Where a local variable comes into being: before it, its place holds whatever was there.
// Thread: that of the file; plain functions.
#pragma once

#include "values/scopes/scope.h"
#include "values/value/value.h"

#include <string>

namespace dbgr::values {

/// Its place is the same in all calls: static ones, enumerators, constants.
[[nodiscard]] bool isOfNoCall(const Die& variable);

[[nodiscard]] bool isThreadLocal(const Die& variable);

/// The line that declares it; 0 for an argument, for what is of no call, and for what is no variable.
/// \param variable as Lookup found it, not settled
[[nodiscard]] unsigned lineOfBirth(const Value& variable);
/// The last part of that file's name; "" unknown.
[[nodiscard]] std::string fileOfBirth(const Value& variable);

} // namespace dbgr::values
