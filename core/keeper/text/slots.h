// SPDX-License-Identifier: BSD-3-Clause
// Copies of the instructions at breakpoints, in pages of our own in the rank. A thread that is to go on from a
// breakpoint does the copy, and the jump behind it leads back: the trap stays for all others, nobody has to stand for
// it, and no second stop is made. Whoever finds a thread there says where it would be in the program's text. The pages
// are of use to threads when the keeper is dead, too. Thread: the keeper's.
#pragma once

#include "keeper/arch/arch.h"
#include "util/process_memory.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace dbgr::keeper {

class Slots
{
public:
    static constexpr std::uint64_t kPage = 4096;

    /// Both outlive this.
    Slots(util::ProcessMemory& memory, const Arch& arch) : m_memory(memory), m_arch(arch) {}

    /// There is to be one for the instruction at the address; write() makes it.
    void want(RemoteAddress address);
    [[nodiscard]] bool isAnyWanted() const { return !m_wanted.empty(); }
    /// Writes those that are wanted, where there is a page within reach. \pre the text is clean
    /// \return an address near which a page is wanted; nothing: none is
    [[nodiscard]] std::optional<RemoteAddress> write();
    /// A page of the process that can be executed, for write(), which is to be called next.
    void addPage(RemoteAddress address) { m_pages.push_back({address, 0}); }
    /// No page can be had near there: what is wanted now is given up.
    void refuse();
    /// Drops those whose instructions are no longer there. \pre the text is clean
    void check();

    /// Where the copy is.
    [[nodiscard]] std::optional<RemoteAddress> of(RemoteAddress address) const;
    /// Where in the program's text a thread is that is there; nothing: it is in no slot.
    [[nodiscard]] std::optional<RemoteAddress> home(RemoteAddress pc) const;
    /// Whether such a thread has not done the instruction yet.
    [[nodiscard]] bool isBegin(RemoteAddress pc) const { return m_homes.contains(pc); }
    [[nodiscard]] bool isEmpty() const { return m_slots.empty(); }
    /// No thread is in one: the pages can go. Knows nothing any more.
    [[nodiscard]] std::vector<RemoteAddress> takePages();
    /// The rank is another program, or has ended.
    void forget();

private:
    struct Page
    {
        RemoteAddress address;
        std::size_t used = 0; ///< bytes
    };
    struct Slot
    {
        RemoteAddress address; ///< of the copy
        std::vector<std::byte> original;
    };

    /// Also of a copy that is of no use any more: its bytes are not used again.
    struct Home
    {
        RemoteAddress address;
        std::size_t length = 0;
    };

    [[nodiscard]] std::vector<std::byte> textAt(RemoteAddress address);
    /// \return false: there is no page within reach
    [[nodiscard]] bool write(RemoteAddress address);

    util::ProcessMemory& m_memory;
    const Arch& m_arch;
    std::set<RemoteAddress> m_wanted;
    std::set<RemoteAddress> m_refused;
    std::map<RemoteAddress, Slot> m_slots;
    std::map<RemoteAddress, Home> m_homes; ///< by the address of the copy
    std::vector<Page> m_pages;
};

} // namespace dbgr::keeper
