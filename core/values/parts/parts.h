// SPDX-License-Identifier: BSD-3-Clause
// What a value opens to in a tree of variables: members, elements, what a pointer points to, what a container holds.
// Way: engine -> here -> Containers, ValueReader. Thread: as ValueReader.
#pragma once

#include "util/result.h"
#include "values/value/value.h"
#include "values/value/value_reader.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::values {

struct NamedPart
{
    Value value;      ///< not settled
    std::string name; ///< "x", "[3]", "(2,1)", "[\"ann\"]", "*p", a base class's
    std::string path; ///< the expression that gives it in the frame of the whole; "" there is none
};

/// How many parts it opens to; 0: it is shown in one piece. Costs no more than reading its head.
[[nodiscard]] std::uint64_t partCountOf(ValueReader& reader, const Value& value);

/// Parts from the one at `first` on, at most `count`.
/// \param path the expression that gives the value; "" there is none
/// \errors those of ValueReader and Containers
[[nodiscard]] util::Result<std::vector<NamedPart>> partsOf(ValueReader& reader, const Value& value,
                                                           std::string_view path, Language language,
                                                           std::uint64_t first, std::uint64_t count);

} // namespace dbgr::values
