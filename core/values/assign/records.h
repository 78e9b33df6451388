// SPDX-License-Identifier: BSD-3-Clause
// Assigning whole records of Fortran: the bytes of one, or of as many as an array has, if a copy of the bytes is what
// the program would store. Way: planAssignment -> here -> ValueReader. Thread: as ValueReader.
#pragma once

#include "util/result.h"
#include "values/expr/answer.h"
#include "values/value/value_reader.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dbgr::values {

/// One after the other, in memory's order of subscripts.
struct Records
{
    std::vector<std::byte> bytes;
    std::size_t each = 0;
    std::vector<std::uint64_t> shape; ///< empty: there is one, for all elements of the target

    [[nodiscard]] std::span<const std::byte> at(std::uint64_t k) const
    {
        return shape.empty() ? std::span(bytes) : std::span(bytes).subspan(static_cast<std::size_t>(k) * each, each);
    }
};

/// Whether it is a derived type's, or an array of such. \pre settled
[[nodiscard]] bool isOfRecords(const Value& target);
/// \pre isOfRecords(target) \errors Wrong for what is of another type, or has components that cannot be copied;
/// TooLarge; those of ValueReader
[[nodiscard]] util::Result<Records> recordsFor(ValueReader& reader, const Value& target, const Answer& value);

} // namespace dbgr::values
