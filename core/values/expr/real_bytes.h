// SPDX-License-Identifier: BSD-3-Clause
// Real numbers in all the formats that compilers have. Way: numberOf, encode -> here. Thread: any; plain functions.
#pragma once

#include "values/expr/quad.h"
#include "values/types/type.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dbgr::values {

/// What Number::bytes is for a real type, or the parts of a complex one, that takes so many bytes; 0: there is none.
[[nodiscard]] unsigned realKind(const Type& type, std::uint64_t bytes);
/// \pre realKind() of their number is `kind`, and not 0
[[nodiscard]] Quad realOf(std::span<const std::byte> bytes, const Type& type, unsigned kind);
/// \pre realKind() is not 0
void appendReal(std::vector<std::byte>& out, Quad value, const Type& type, std::size_t bytes);

} // namespace dbgr::values
