// SPDX-License-Identifier: BSD-3-Clause
#include "bytecode/judged_place.h"

#include "util/byte_reader.h"
#include "util/byte_writer.h"

#include <utility>

namespace dbgr::bytecode {

namespace {

/// What a place takes beside its programs, and each of them beside its bytes.
constexpr std::size_t kPlaceBytes = 10;
constexpr std::size_t kProgramBytes = 2;
constexpr std::size_t kMost = 0xFFFF; // in two bytes

std::optional<std::size_t> sizeOf(const JudgedPlace& place)
{
    std::size_t size = kPlaceBytes;
    for (const auto& program : place.programs) {
        if (program.size() > kMost)
            return std::nullopt;
        size += kProgramBytes + program.size();
    }
    return place.programs.size() > kMost ? std::nullopt : std::optional(size);
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
        body.little(static_cast<std::uint16_t>(place.programs.size()));
        for (const auto& program : place.programs) {
            body.little(static_cast<std::uint16_t>(program.size()));
            body.bytes(textOf(program));
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
        for (auto programs = reader.little<std::uint16_t>(); programs > 0 && reader.ok(); --programs) {
            const std::string_view program = reader.bytes(reader.little<std::uint16_t>());
            const auto raw = std::as_bytes(std::span(program));
            place.programs.emplace_back(raw.begin(), raw.end());
        }
        places.push_back(std::move(place));
    }
    return reader.ok() && reader.atEnd() ? std::optional(std::move(places)) : std::nullopt;
}

} // namespace dbgr::bytecode
