// SPDX-License-Identifier: BSD-3-Clause
// Arithmetic on the stack of the location machine: generic numbers wrap around, typed ones keep to their type.
// Thread: any; values.
#pragma once

#include "util/result.h"
#include "values/location/machine.h"

#include <cstdint>

namespace dbgr::values {

struct StackNumber
{
    std::uint64_t bits = 0;
    StackType type = {};

    [[nodiscard]] bool isReal() const { return type.kind == StackType::Kind::Real; }
    [[nodiscard]] double real() const; ///< \pre isReal()
    [[nodiscard]] static StackNumber ofReal(double value, unsigned bytes);
    /// Cut to the type's width, and filled up again by its sign.
    [[nodiscard]] StackNumber wrapped() const;
};

/// \param atom DW_OP_plus, DW_OP_eq, ...; of two integers, the result is of the first one's type
/// \errors NotRecorded: a division by zero, or no such operation
[[nodiscard]] util::Result<StackNumber> binary(unsigned atom, const StackNumber& left, const StackNumber& right);
/// \param atom DW_OP_abs, DW_OP_neg, DW_OP_not \errors NotRecorded: a real number has no bits to turn round
[[nodiscard]] util::Result<StackNumber> unary(unsigned atom, const StackNumber& number);
/// \param reinterpret the bits stay as they are
[[nodiscard]] StackNumber converted(const StackNumber& number, const StackType& type, bool reinterpret);

} // namespace dbgr::values
