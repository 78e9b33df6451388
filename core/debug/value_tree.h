// SPDX-License-Identifier: BSD-3-Clause
// A value with its parts one by one, for programs that read it; bounded. Thread: any; a value.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::debug {

struct ValueTree
{
    static constexpr std::size_t kMaxDepth = 20;
    static constexpr std::size_t kMaxNodes = 20'000;

    enum class Kind
    {
        Other,
        Integer,
        Real,
        Complex,
        Logical,
        Character,
        Text,
        Enumeration,
        Pointer,
        Record,
        Array
    };
    Kind kind = Kind::Other;
    std::string name; ///< of a member; "" none
    std::string type;
    std::string value;   ///< of what has no parts
    std::string problem; ///< "not allocated", "optimised out", ...: why it has neither value nor parts
    /// Of an array, in the order of its subscripts: the lowest one, and how many there are.
    std::vector<std::pair<std::int64_t, std::uint64_t>> bounds;
    std::vector<ValueTree> parts; ///< members; or elements, as memory has them
    std::uint64_t left = 0;       ///< how many parts are not told
};

/// "integer", "record", ...
[[nodiscard]] const char* name(ValueTree::Kind kind);

} // namespace dbgr::debug
