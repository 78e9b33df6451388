// SPDX-License-Identifier: BSD-3-Clause
#include "bytecode/judged_place.h"

#include "bytecode/hit_counts.h"
#include "util/byte_reader.h"
#include "util/byte_writer.h"

#include <utility>

namespace dbgr::bytecode {

namespace {

/// What a place takes beside its breakpoints, and each of them beside its program's bytes.
constexpr std::size_t kPlaceBytes = 10;
constexpr std::size_t kBreakpointBytes = 4;
constexpr std::uint16_t kNoCount = 0xFFFF;
constexpr std::size_t kMost = 0xFFFF; // in two bytes

std::optional<std::size_t> sizeOf(const JudgedPlace& place)
{
    std::size_t size = kPlaceBytes;
    for (const JudgedBreakpoint& one : place.breakpoints) {
        if (one.program.size() > kMost)
            return std::nullopt;
        size += kBreakpointBytes + one.program.size();
    }
    return place.breakpoints.size() > kMost ? std::nullopt : std::optional(size);
}

std::string_view textOf(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

} // namespace

std::vector<std::byte> encode(std::span<const JudgedPlace> places, std::size_t mostBytes)
{
    util::ByteWriter body;
    std::uint32_t count = 0;
    for (const JudgedPlace& place : places) {
        const auto size = sizeOf(place);
        if (!size || body.size() + *size + sizeof count > mostBytes)
            continue; // it is judged as if there were no programs
        ++count;
        body.little(place.address);
        body.little(static_cast<std::uint16_t>(place.breakpoints.size()));
        for (const JudgedBreakpoint& one : place.breakpoints) {
            body.little(one.count.value_or(kNoCount));
            body.little(static_cast<std::uint16_t>(one.program.size()));
            body.bytes(textOf(one.program));
        }
    }
    util::ByteWriter whole;
    whole.little(count);
    whole.bytes(body.view());
    const auto bytes = std::as_bytes(std::span(whole.view()));
    return {bytes.begin(), bytes.end()};
}

std::optional<std::vector<JudgedPlace>> decodePlaces(std::span<const std::byte> bytes)
{
    util::ByteReader reader(bytes);
    std::vector<JudgedPlace> places;
    for (auto left = reader.little<std::uint32_t>(); left > 0 && reader.ok(); --left) {
        JudgedPlace place;
        place.address = reader.little<std::uint64_t>();
        for (auto rest = reader.little<std::uint16_t>(); rest > 0 && reader.ok(); --rest) {
            const auto count = reader.little<std::uint16_t>();
            if (count >= HitCounts::kMost && count != kNoCount)
                return std::nullopt;
            const std::string_view program = reader.bytes(reader.little<std::uint16_t>());
            const auto raw = std::as_bytes(std::span(program));
            place.breakpoints.push_back(
                {{raw.begin(), raw.end()}, count == kNoCount ? std::nullopt : std::optional(count)});
        }
        places.push_back(std::move(place));
    }
    return reader.ok() && reader.atEnd() ? std::optional(std::move(places)) : std::nullopt;
}

} // namespace dbgr::bytecode
