// SPDX-License-Identifier: BSD-3-Clause
#include "bytecode/judged_place.h"

#include "bytecode/hit_counts.h"
#include "util/byte_reader.h"
#include "util/byte_writer.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace dbgr::bytecode {

namespace {

constexpr std::uint16_t kNoCount = 0xFFFF;
constexpr std::uint8_t kNoTracing = 0xFF; // instead of how many programs it has
constexpr std::size_t kMost = 0xFFFF;     // in two bytes

bool hasRoom(const JudgedBreakpoint& one)
{
    const auto fits = [](const std::vector<std::byte>& program) { return program.size() <= kMost; };
    return fits(one.program) && (!one.tracing || (one.tracing->programs.size() < kNoTracing &&
                                                  std::ranges::all_of(one.tracing->programs, fits)));
}

void write(util::ByteWriter& to, std::span<const std::byte> program)
{
    to.little(static_cast<std::uint16_t>(program.size()));
    to.bytes({reinterpret_cast<const char*>(program.data()), program.size()});
}

void write(util::ByteWriter& to, const JudgedBreakpoint& one)
{
    to.little(one.count.value_or(kNoCount));
    write(to, one.program);
    if (!one.tracing)
        return to.u8(kNoTracing);
    to.u8(static_cast<std::uint8_t>(one.tracing->programs.size()));
    to.little(one.tracing->number);
    for (const std::vector<std::byte>& program : one.tracing->programs)
        write(to, program);
}

/// Nothing: there are more than the numbers that stand for them can say.
std::optional<std::string> bytesOf(const JudgedPlace& place)
{
    if (place.breakpoints.size() > kMost || !std::ranges::all_of(place.breakpoints, hasRoom))
        return std::nullopt;
    util::ByteWriter bytes;
    bytes.little(place.address);
    bytes.little(static_cast<std::uint16_t>(place.breakpoints.size()));
    for (const JudgedBreakpoint& one : place.breakpoints)
        write(bytes, one);
    return bytes.take();
}

std::vector<std::byte> readProgram(util::ByteReader& reader)
{
    const std::string_view program = reader.bytes(reader.little<std::uint16_t>());
    const auto raw = std::as_bytes(std::span(program));
    return {raw.begin(), raw.end()};
}

/// Nothing: its count is none.
std::optional<JudgedBreakpoint> readBreakpoint(util::ByteReader& reader)
{
    JudgedBreakpoint one;
    const auto count = reader.little<std::uint16_t>();
    if (count >= HitCounts::kMost && count != kNoCount)
        return std::nullopt;
    if (count != kNoCount)
        one.count = count;
    one.program = readProgram(reader);
    const std::uint8_t programs = reader.u8();
    if (programs == kNoTracing)
        return one;
    one.tracing = Tracing{reader.little<std::uint32_t>(), {}};
    for (unsigned i = 0; i < programs && reader.ok(); ++i)
        one.tracing->programs.push_back(readProgram(reader));
    return one;
}

} // namespace

std::vector<std::byte> encode(std::span<const JudgedPlace> places, std::size_t mostBytes)
{
    util::ByteWriter body;
    std::uint32_t count = 0;
    for (const JudgedPlace& place : places) {
        const auto bytes = bytesOf(place);
        if (!bytes || body.size() + bytes->size() + sizeof count > mostBytes)
            continue; // it is judged as if there were no programs
        ++count;
        body.bytes(*bytes);
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
            auto one = readBreakpoint(reader);
            if (!one)
                return std::nullopt;
            place.breakpoints.push_back(*std::move(one));
        }
        places.push_back(std::move(place));
    }
    return reader.ok() && reader.atEnd() ? std::optional(std::move(places)) : std::nullopt;
}

} // namespace dbgr::bytecode
