// SPDX-License-Identifier: BSD-3-Clause
// The breakpoints in the text of one rank. The text has traps in it only while the rank runs: so whoever dies while it
// stands, the text is the program's own, and what is read of it needs no mending. Thread: the keeper's.
#pragma once

#include "keeper/text/text_ledger.h"
#include "util/process_memory.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace dbgr::keeper {

/// The program's bytes below a trap that was written.
struct PlantedTrap
{
    RemoteAddress address;
    std::array<std::byte, kMostTrapBytes> original{};
    std::size_t size = 0;

    [[nodiscard]] std::span<const std::byte> bytes() const { return std::span(original).first(size); }
};

class Sites
{
public:
    /// No debugger wants more in one process.
    static constexpr std::size_t kMaxSites = 1 << 14;

    /// All outlive this.
    Sites(util::Pid pid, util::ProcessMemory& memory, std::span<const std::byte> trap, TextLedger& ledger)
        : m_pid(pid), m_memory(memory), m_trap(trap), m_ledger(ledger)
    {}
    ~Sites() { forget(); }
    Sites(const Sites&) = delete;
    Sites& operator=(const Sites&) = delete;

    /// Wanted once more. False: there is no memory there, or there are too many.
    [[nodiscard]] bool add(RemoteAddress address);
    /// Wanted once less. False: it was not wanted.
    [[nodiscard]] bool remove(RemoteAddress address);
    [[nodiscard]] bool empty() const { return m_sites.empty(); }

    /// Those that the keeper itself wants, in the place of the ones before: they stay when debuggers change.
    void setOwn(std::span<const RemoteAddress> addresses);
    [[nodiscard]] bool isOwn(RemoteAddress address) const;
    /// Which of its own plant() does not write next: threads go on from there.
    void passOwn(std::set<RemoteAddress> addresses) { m_passed = std::move(addresses); }

    /// Writes the traps of all that are wanted but the one left out; one that cannot be written is left out, too. So is
    /// one of the keeper's own where other code is by now. \param steppedOver one more that is not written this time
    void plant(std::optional<RemoteAddress> steppedOver = {});
    /// The one that plant() does not write from now on, if any.
    void leaveOut(std::optional<RemoteAddress> address) { m_leftOut = address; }
    /// Takes all traps out.
    void clean();
    /// The rank is another program, or has ended: nothing of ours is in it.
    void forget();

    [[nodiscard]] bool isPlanted(RemoteAddress address) const;
    /// In bytes that were read from there on: puts the program's own in the place of what is planted.
    void hide(RemoteAddress address, std::span<std::byte> bytes) const;
    /// Somebody has added it, and not removed it since; whether it is planted or not.
    [[nodiscard]] bool isWanted(RemoteAddress address) const;
    /// What is planted now, for the copy that a fork makes.
    [[nodiscard]] std::vector<PlantedTrap> planted() const;

private:
    struct Site
    {
        unsigned wanted = 0;
        bool isOwn = false;
        bool isPlanted = false;
        std::array<std::byte, kMostTrapBytes> expected{}; ///< where it is the keeper's own
        PlantedTrap trap{};
        std::uint32_t line = 0; ///< in the ledger, while it is planted
    };

    void plant(RemoteAddress address, Site& site);
    void clean(Site& site);
    [[nodiscard]] bool isAsExpected(RemoteAddress address, const Site& site);
    void dropOwn();

    const util::Pid m_pid;
    util::ProcessMemory& m_memory;
    const std::span<const std::byte> m_trap;
    TextLedger& m_ledger;
    std::map<RemoteAddress, Site> m_sites;
    std::optional<RemoteAddress> m_leftOut;
    std::vector<RemoteAddress> m_own;
    std::set<RemoteAddress> m_passed;
};

} // namespace dbgr::keeper
