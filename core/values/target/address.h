// SPDX-License-Identifier: BSD-3-Clause
// Addresses, of two kinds that must not be mixed: in the memory of a process, and in a file as its linker laid it out.
// Thread: any; values.
#pragma once

#include <charconv>
#include <compare>
#include <cstdint>
#include <string>

namespace dbgr::values {

template <class Tag>
struct BasicAddress
{
    std::uint64_t value = 0;

    /// Wraps around, as the processor's own arithmetic does.
    [[nodiscard]] BasicAddress plus(std::int64_t bytes) const { return {value + static_cast<std::uint64_t>(bytes)}; }
    [[nodiscard]] bool isNull() const { return value == 0; }
    friend auto operator<=>(const BasicAddress&, const BasicAddress&) = default;
};

/// Where something is in a process.
using Address = BasicAddress<struct InProcess>;
/// Where the file's own tables say that it is; a process adds the file's load bias.
using FileAddress = BasicAddress<struct InFile>;

/// "0x7ffe12"
template <class Tag>
[[nodiscard]] std::string textOf(BasicAddress<Tag> address)
{
    char digits[16];
    const auto end = std::to_chars(digits, digits + sizeof digits, address.value, 16).ptr;
    return "0x" + std::string(digits, end);
}

} // namespace dbgr::values
