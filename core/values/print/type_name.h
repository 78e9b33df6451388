// SPDX-License-Identifier: BSD-3-Clause
// Names of types of C and C++ as people write them: "std::vector<std::string>" and "unsigned long" for what debug
// information calls "vector<std::__cxx11::basic_string<char, ...>, ...>" and "long unsigned int". Thread: that of the
// type's file; plain functions.
#pragma once

#include "values/types/type.h"

#include <string>
#include <string_view>

namespace dbgr::values {

/// "" for what has no name: pointers, arrays, unnamed structures.
[[nodiscard]] const std::string& shortTypeName(const Type& type);
/// The same of a name with all that is around it. What is not understood stays as it is.
[[nodiscard]] std::string shortTypeName(std::string_view qualified);

} // namespace dbgr::values
