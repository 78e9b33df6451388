// SPDX-License-Identifier: BSD-3-Clause
// What threads were at that are made to do something else: a system call of ours, a function for a debugger. In memory
// that the keeper shares with its undertaker, so that somebody can put them back when the keeper itself is killed.
// Thread: the keeper's; the undertaker reads when the keeper is dead.
#pragma once

#include "keeper/arch/register_table.h"
#include "util/ids.h"
#include "util/remote_address.h"
#include "util/result.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace dbgr::keeper {

class SentLedger
{
    struct Entry;
    struct Memory;
    enum class Use : std::uint32_t;

public:
    static constexpr std::uint32_t kMaxLines = 1024;
    /// Of all registers of a thread.
    static constexpr std::size_t kMostBytes = 20 * 1024;

    struct Sent
    {
        util::Pid pid;
        util::ThreadId thread{0};
        util::RemoteAddress place; ///< of Arch::callAndWait(): who is there now, or is anywhere, is to be put back
        RegisterState state;       ///< to this
        bool isAnywhere = false;
    };

    /// Goes with the thread's return. Moves; of the ledger that it was made by.
    class Line
    {
    public:
        Line() = default;
        Line(Line&& other) noexcept : m_memory(std::exchange(other.m_memory, nullptr)), m_at(other.m_at) {}
        Line& operator=(Line&& other) noexcept
        {
            std::swap(m_memory, other.m_memory);
            std::swap(m_at, other.m_at);
            return *this;
        }
        ~Line();

        /// The thread is at the place, or where it is to be. At first it is.
        void isAtPlace();
        /// Wherever it is, it is not where it is to be. Before it goes on from the place.
        void isAnywhere();

    private:
        friend SentLedger;
        Line(Memory* memory, std::uint32_t at) : m_memory(memory), m_at(at) {}
        void set(Use use);

        Memory* m_memory = nullptr;
        std::uint32_t m_at = 0;
    };

    /// \errors those of mmap()
    [[nodiscard]] static util::Result<SentLedger> create();
    SentLedger(SentLedger&& other) noexcept;
    SentLedger& operator=(SentLedger&&) = delete;
    ~SentLedger();

    /// One that does nothing where there is no room. Outlived by this.
    [[nodiscard]] Line add(const Sent& sent);
    /// Of several lines of one thread the first.
    [[nodiscard]] std::vector<Sent> sent() const;

private:
    explicit SentLedger(Memory* memory) : m_memory(memory) {}
    [[nodiscard]] static Sent sentBy(const Entry& entry);

    Memory* m_memory; // shared; nobody's when moved from
    std::uint64_t m_last = 0;
};

} // namespace dbgr::keeper
