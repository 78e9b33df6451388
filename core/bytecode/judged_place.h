// SPDX-License-Identifier: BSD-3-Clause
// The places of a rank at which hits of breakpoints are judged by programs, as they go from the engine to the keeper.
// Thread: any; plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace dbgr::bytecode {

struct JudgedPlace
{
    std::uint64_t address = 0;
    /// One for each breakpoint that is there: nobody is told of a hit for which each of them leaves 0.
    std::vector<std::vector<std::byte>> programs;

    friend bool operator==(const JudgedPlace&, const JudgedPlace&) = default;
};

/// As many of them as have room in so many bytes, the first ones first; never empty.
[[nodiscard]] std::vector<std::byte> encode(std::span<const JudgedPlace> places, std::size_t mostBytes);
/// Nothing: the bytes do not make sense. What the programs say is not looked at.
[[nodiscard]] std::optional<std::vector<JudgedPlace>> decodePlaces(std::span<const std::byte> bytes);

} // namespace dbgr::bytecode
