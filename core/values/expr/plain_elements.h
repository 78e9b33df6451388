// SPDX-License-Identifier: BSD-3-Clause
// Arrays of what the processor itself computes with: integers of up to eight bytes, float and double. Way: reductions,
// statistics -> here -> ElementBlock. Thread: any; plain functions.
#pragma once

#include "values/expr/number.h"
#include "values/types/type.h"
#include "values/value/element_blocks.h"

#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>

namespace dbgr::values {

/// What `use` returns for a zero of the C++ type that the elements have; nothing: they are others.
template <class Result, class Use>
std::optional<Result> withPlainType(const Type& element, Use use)
{
    using Outcome = std::optional<Result>;
    const Type& plain = *element.canonical;
    const auto integer = [&]<class T>(T zero) -> Outcome {
        if (isSignedType(plain))
            return use(zero);
        return use(std::make_unsigned_t<T>{});
    };
    const bool isReal = plain.kind == TypeKind::Real;
    if (!isReal && plain.kind != TypeKind::Signed && plain.kind != TypeKind::Unsigned &&
        plain.kind != TypeKind::Character)
        return std::nullopt;
    switch (plain.bytes) {
    case 1:
        return isReal ? std::nullopt : integer(std::int8_t{});
    case 2:
        return isReal ? std::nullopt : integer(std::int16_t{});
    case 4:
        return isReal ? Outcome(use(float{})) : integer(std::int32_t{});
    case 8:
        return isReal ? Outcome(use(double{})) : integer(std::int64_t{});
    default:
        return std::nullopt;
    }
}

/// One after the other. \pre T is what withPlainType() says
template <class T, class Visit>
void forEachPlain(const ElementBlock& block, Visit visit)
{
    const std::byte* const first = block.bytes.data() + block.first;
    for (std::int64_t k = 0; k < static_cast<std::int64_t>(block.count); ++k) {
        T value;
        std::memcpy(&value, first + k * block.stride, sizeof value);
        visit(value);
    }
}

} // namespace dbgr::values
