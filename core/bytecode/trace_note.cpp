// SPDX-License-Identifier: BSD-3-Clause
#include "bytecode/trace_note.h"

#include "util/byte_reader.h"
#include "util/byte_writer.h"

#include <algorithm>
#include <string_view>

namespace dbgr::bytecode {

namespace {

/// As many of the bytes from the address on as are in the area; none: it has not even the first one.
std::span<const std::byte> from(const TraceNote::Area& area, std::uint64_t address)
{
    const std::uint64_t offset = address - area.address;
    return offset < area.bytes.size() ? std::span(area.bytes).subspan(static_cast<std::size_t>(offset))
                                      : std::span<const std::byte>();
}

/// \return whether all of it was noted
bool copyNoted(const TraceNote& note, std::uint64_t address, std::span<std::byte> out)
{
    while (!out.empty()) {
        std::span<const std::byte> longest;
        for (const TraceNote::Area& area : note.memory) {
            if (const auto piece = from(area, address); piece.size() > longest.size())
                longest = piece;
        }
        if (longest.empty())
            return false;
        const std::size_t count = std::min(longest.size(), out.size());
        std::ranges::copy(longest.first(count), out.begin());
        out = out.subspan(count);
        address += count;
    }
    return true;
}

std::optional<std::uint64_t> notedRegister(const TraceNote& note, unsigned number)
{
    const auto found = std::ranges::find(note.registers, number, &std::pair<std::uint16_t, std::uint64_t>::first);
    return found == note.registers.end() ? std::nullopt : std::optional(found->second);
}

} // namespace

std::vector<std::byte> encode(const TraceNote& note)
{
    util::ByteWriter writer;
    writer.little(note.place);
    writer.little(note.thread);
    writer.little(static_cast<std::uint64_t>(note.time.count()));
    writer.little(static_cast<std::uint16_t>(note.registers.size()));
    writer.little(static_cast<std::uint16_t>(note.memory.size()));
    for (const auto& [number, value] : note.registers) {
        writer.little(number);
        writer.little(value);
    }
    for (const TraceNote::Area& area : note.memory) {
        writer.little(area.address);
        writer.little(static_cast<std::uint16_t>(area.bytes.size()));
        writer.bytes({reinterpret_cast<const char*>(area.bytes.data()), area.bytes.size()});
    }
    const auto bytes = std::as_bytes(std::span(writer.view()));
    return {bytes.begin(), bytes.end()};
}

std::optional<TraceNote> decodeNote(std::span<const std::byte> bytes)
{
    util::ByteReader reader(bytes);
    TraceNote note;
    note.place = reader.little<std::uint32_t>();
    note.thread = reader.little<std::uint64_t>();
    note.time = std::chrono::microseconds(static_cast<std::int64_t>(reader.little<std::uint64_t>()));
    const auto registers = reader.little<std::uint16_t>();
    const auto areas = reader.little<std::uint16_t>();
    if (registers > TraceNote::kMostRegisters || areas > TraceNote::kMostAreas)
        return std::nullopt;
    for (unsigned i = 0; i < registers && reader.ok(); ++i) {
        const auto number = reader.little<std::uint16_t>();
        note.registers.emplace_back(number, reader.little<std::uint64_t>());
    }
    std::size_t memory = 0;
    for (unsigned i = 0; i < areas && reader.ok(); ++i) {
        TraceNote::Area area;
        area.address = reader.little<std::uint64_t>();
        const std::string_view raw = reader.bytes(reader.little<std::uint16_t>());
        memory += raw.size();
        area.bytes.assign(std::as_bytes(std::span(raw)).begin(), std::as_bytes(std::span(raw)).end());
        note.memory.push_back(std::move(area));
    }
    const bool isWhole = reader.ok() && reader.atEnd() && memory <= TraceNote::kMostMemory;
    return isWhole ? std::optional(std::move(note)) : std::nullopt;
}

std::optional<std::uint64_t> NotingTarget::registerValue(unsigned number)
{
    if (const auto known = notedRegister(m_note, number))
        return known;
    const auto value = m_thread.registerValue(number);
    if (!value || m_note.registers.size() == TraceNote::kMostRegisters)
        return std::nullopt;
    m_note.registers.emplace_back(static_cast<std::uint16_t>(number), *value);
    return value;
}

/// What was noted once stays as it was, whatever other threads write meanwhile.
bool NotingTarget::read(std::uint64_t address, std::span<std::byte> out)
{
    if (copyNoted(m_note, address, out))
        return true;
    const bool hasRoom = out.size() <= TraceNote::kMostMemory - m_bytes && m_note.memory.size() < TraceNote::kMostAreas;
    if (!hasRoom || !m_thread.read(address, out))
        return false;
    m_bytes += out.size();
    m_note.memory.push_back({address, {out.begin(), out.end()}});
    return true;
}

std::optional<std::uint64_t> NotedTarget::registerValue(unsigned number)
{
    const auto value = notedRegister(m_note, number);
    m_hasMissed = m_hasMissed || !value;
    return value;
}

bool NotedTarget::read(std::uint64_t address, std::span<std::byte> out)
{
    const bool isNoted = copyNoted(m_note, address, out);
    m_hasMissed = m_hasMissed || !isNoted;
    return isNoted;
}

} // namespace dbgr::bytecode
