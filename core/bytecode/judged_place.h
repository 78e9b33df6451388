// SPDX-License-Identifier: BSD-3-Clause
// The places of a rank at which hits of breakpoints are judged by programs, and counted, as they go from the engine to
// the keeper.
// Thread: any; plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace dbgr::bytecode {

/// What a tracepoint has noted of a hit, instead of telling it.
struct Tracing
{
    std::uint32_t number = 0;                     ///< TraceNote::place
    std::vector<std::vector<std::byte>> programs; ///< whatever they read is noted

    friend bool operator==(const Tracing&, const Tracing&) = default;
};

struct JudgedBreakpoint
{
    std::vector<std::byte> program; ///< leaves 0 where the hit is none of it
    /// Of HitCounts: where the program leaves something else, nobody is told while there are hits to be passed.
    std::optional<std::uint16_t> count = {};
    /// Of a tracepoint: what is done where no more hits are to be passed.
    std::optional<Tracing> tracing = {};

    friend bool operator==(const JudgedBreakpoint&, const JudgedBreakpoint&) = default;
};

struct JudgedPlace
{
    std::uint64_t address = 0;
    /// All that are there: nobody is told of a hit that is none of theirs, or passed or noted by those whose it is.
    std::vector<JudgedBreakpoint> breakpoints;

    friend bool operator==(const JudgedPlace&, const JudgedPlace&) = default;
};

/// As many of them as have room in so many bytes, the first ones first; never empty.
[[nodiscard]] std::vector<std::byte> encode(std::span<const JudgedPlace> places, std::size_t mostBytes);
/// Nothing: the bytes do not make sense. What the programs say is not looked at.
[[nodiscard]] std::optional<std::vector<JudgedPlace>> decodePlaces(std::span<const std::byte> bytes);

} // namespace dbgr::bytecode
