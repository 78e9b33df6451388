// SPDX-License-Identifier: BSD-3-Clause
// Notes on their way from the keeper to the engine, in memory that the two share: a ring, one for each rank. A note is
// open until its thread has certainly gone on from the place; until then it may be taken back. Where there is no room,
// the hit is told as a stop, which the engine answers by taking all: nothing is lost, and nobody waits for long.
// Way: ConditionWatch -> TraceRing -> TracedPlaces. Thread: one of each process; atomic.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace dbgr::bytecode {

class TraceRing
{
public:
    static constexpr std::uint64_t kWords = 16384; ///< of 4 bytes each

    struct Memory
    {
        std::atomic<std::uint64_t> written; ///< words since ever
        std::atomic<std::uint64_t> taken;   ///< the same, of those that the engine is done with
        std::array<std::atomic<std::uint32_t>, kWords> words;
    };

    /// \param memory null: there is no room for anything. All-zero bytes are an empty one
    explicit TraceRing(std::shared_ptr<Memory> memory = nullptr) : m_memory(std::move(memory)) {}

    // --- the keeper's side ---------------------------------------------------------------------------------------

    /// What a note of so many bytes takes.
    [[nodiscard]] static std::uint64_t wordsFor(std::size_t bytes);
    [[nodiscard]] bool hasRoom(std::uint64_t words) const;
    /// \pre hasRoom() \return by which settle() and takeBack() know it
    std::uint64_t put(std::span<const std::byte> note) const;
    /// It stays.
    void settle(std::uint64_t note) const;
    /// It counts no more. False: the engine has taken it before.
    [[nodiscard]] bool takeBack(std::uint64_t note) const;

    // --- the engine's --------------------------------------------------------------------------------------------

    struct Taken
    {
        std::vector<std::vector<std::byte>> notes; ///< in the order of their coming
        bool isBroken = false;                     ///< the rest made no sense, and is lost
    };
    /// Those that are settled, up to the first open one that is not to be taken.
    [[nodiscard]] Taken take(const std::function<bool(std::span<const std::byte>)>& mayTakeOpen) const;

private:
    [[nodiscard]] std::atomic<std::uint32_t>& word(std::uint64_t position) const;
    [[nodiscard]] std::vector<std::byte> noteAt(std::uint64_t position, std::size_t bytes) const;

    std::shared_ptr<Memory> m_memory;
};

} // namespace dbgr::bytecode
