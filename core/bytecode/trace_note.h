// SPDX-License-Identifier: BSD-3-Clause
// What the tracer has kept of a hit of a tracepoint, so that what it logs can be said when the thread is long gone: all
// that the programs of what is logged have asked it for. Way: keeper/stub -> TraceNote -> TraceRing -> engine/lldb.
// Thread: any; plain values.
#pragma once

#include "bytecode/machine.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace dbgr::bytecode {

struct TraceNote
{
    static constexpr std::size_t kMostMemory = 8192; ///< bytes of all areas together
    static constexpr std::size_t kMostRegisters = 256;
    static constexpr std::size_t kMostAreas = 1024;

    struct Area
    {
        std::uint64_t address = 0;
        std::vector<std::byte> bytes;

        friend bool operator==(const Area&, const Area&) = default;
    };

    std::uint32_t place = 0;           ///< whose it is: the engine's number of the tracepoint at that address
    std::uint64_t thread = 0;          ///< the system's number
    std::chrono::microseconds time{0}; ///< since 1970, by the clock of the node
    std::vector<std::pair<std::uint16_t, std::uint64_t>> registers; ///< by their numbers in debug information
    std::vector<Area> memory;

    friend bool operator==(const TraceNote&, const TraceNote&) = default;
};

[[nodiscard]] std::vector<std::byte> encode(const TraceNote& note);
/// Nothing: the bytes are no note, or one with more than there can be in it.
[[nodiscard]] std::optional<TraceNote> decodeNote(std::span<const std::byte> bytes);

/// Notes what a program asks a thread for. More than a note holds cannot be read.
class NotingTarget final : public Target
{
public:
    /// Both outlive this.
    NotingTarget(Target& thread, TraceNote& to) : m_thread(thread), m_note(to) {}

    [[nodiscard]] std::optional<std::uint64_t> registerValue(unsigned number) override;
    [[nodiscard]] std::optional<std::uint64_t> threadNumber() override { return m_thread.threadNumber(); }
    bool read(std::uint64_t address, std::span<std::byte> out) override;

private:
    Target& m_thread;
    TraceNote& m_note;
    std::size_t m_bytes = 0;
};

/// The thread as it was noted.
class NotedTarget final : public Target
{
public:
    /// \param note outlives this
    explicit NotedTarget(const TraceNote& note) : m_note(note) {}

    [[nodiscard]] std::optional<std::uint64_t> registerValue(unsigned number) override;
    [[nodiscard]] std::optional<std::uint64_t> threadNumber() override { return m_note.thread; }
    bool read(std::uint64_t address, std::span<std::byte> out) override;
    /// Whether something was asked for that was not noted.
    [[nodiscard]] bool hasMissed() const { return m_hasMissed; }

private:
    const TraceNote& m_note;
    bool m_hasMissed = false;
};

} // namespace dbgr::bytecode
