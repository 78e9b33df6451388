// SPDX-License-Identifier: BSD-3-Clause
// What a procedure gives to its caller, as a value that somebody chose: the bytes that the procedure itself would leave
// in a register. Way: Reader::returnValue -> here. Thread: as ValueReader.
#pragma once

#include "util/result.h"
#include "values/expr/answer.h"
#include "values/value/value_reader.h"

#include <cstddef>
#include <vector>

namespace dbgr::values {

struct ReturnValue
{
    std::vector<std::byte> bytes; ///< a word, or as many as the real number has
    bool isReal = false;          ///< in the register for real numbers
};

/// \param result of the type that the procedure gives; it is nowhere
/// \errors Wrong for what does not fit or cannot be converted, and for a type that is not given in one register
[[nodiscard]] util::Result<ReturnValue> returnValue(ValueReader& reader, const Value& result, const Answer& value);

} // namespace dbgr::values
