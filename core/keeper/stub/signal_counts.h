// SPDX-License-Identifier: BSD-3-Clause
// How often threads of a rank have got each signal of which somebody is to hear, in memory that the engine's process
// shares with the keeper: LLDB lets a rank go on from those that stop nobody, and says which they were in words only.
// Way: Process -> SignalCounts -> engine. Thread: one of each process.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace dbgr::keeper {

class SignalCounts
{
    static constexpr std::size_t kSignals = 65; ///< from 1 on

public:
    /// One rank's; all-zero bytes: there were none.
    struct Memory
    {
        std::array<std::atomic<std::uint32_t>, kSignals> got;
        std::array<std::atomic<std::uint32_t>, kSignals> taken; ///< of these, so that an engine after this one goes on
    };

    /// \param memory null: nothing is counted
    explicit SignalCounts(std::shared_ptr<Memory> memory = nullptr) : m_memory(std::move(memory)) {}

    /// The keeper's side: one more. Of a number that is no signal: nothing.
    void add(int signal) const;
    /// The engine's: how many there were since this was asked last.
    [[nodiscard]] std::uint32_t take(int signal) const;

private:
    [[nodiscard]] bool has(int signal) const
    {
        return m_memory && signal > 0 && static_cast<std::size_t>(signal) < kSignals;
    }

    std::shared_ptr<Memory> m_memory;
};

} // namespace dbgr::keeper
