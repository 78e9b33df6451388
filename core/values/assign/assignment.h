// SPDX-License-Identifier: BSD-3-Clause
// What it takes to store a value in a variable of the program: the bytes that the program itself would store, and
// where. Nothing is changed while a plan is made; then all of it is written, or nothing. Way: Reader::assign -> plan ->
// write -> StopMemory. Thread: as ValueReader.
#pragma once

#include "util/result.h"
#include "values/expr/answer.h"
#include "values/expr/tree.h"
#include "values/target/stop_memory.h"
#include "values/value/value_reader.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace dbgr::values {

struct Write
{
    Address address;
    std::vector<std::byte> bytes;
};
using Writes = std::vector<Write>;

inline constexpr std::size_t kMaxPiecesWritten = 20'000; ///< of elements that lie apart; each goes its own way

/// \param target what is to be changed \param value one number for all elements of an array of Fortran, or as many as
/// it has; of a derived type, a variable of it
/// \errors ReadOnly for what has no memory of its own; Wrong for what does not fit or cannot be converted; TooLarge;
/// NotOurs for classes of C++; those of ValueReader
[[nodiscard]] util::Result<Writes> planAssignment(ValueReader& reader, const Answer& target, const Answer& value);

/// The enumerator of the target's type that the expression names; nothing if it is none, or names something else.
[[nodiscard]] std::optional<Number> enumeratorFor(ValueReader& reader, const Answer& target, const Tree& value);

/// All of them, or nothing. \return what was there before: give it to write() once more, and that is back
/// \errors Unreadable, ReadOnly
[[nodiscard]] util::Result<Writes> write(StopMemory& memory, const Writes& writes);

} // namespace dbgr::values
