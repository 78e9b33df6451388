// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/guard/breakpoint_ledger.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <sys/mman.h>
#include <sys/stat.h>

namespace dbgr::daemon {

/// `used` is written last and read first, so that a reader never meets half a line, whenever the writer died.
struct BreakpointLedger::Line
{
    std::atomic<std::uint32_t> used;
    Slot slot;
    std::uint64_t address;
    std::uint32_t kind;
    std::uint8_t type;
    std::uint8_t originalSize;
    std::array<std::byte, kMaxTrapBytes> original;
};

struct BreakpointLedger::Memory
{
    std::array<std::atomic<std::uint8_t>, kMaxSlots> running;
    std::array<std::atomic<std::uint32_t>, kMaxSlots> loaderWishes; // LoaderStops in the two lowest bits
    std::atomic<std::uint32_t> linesEverUsed;
    std::array<Line, kMaxEntries> lines;
};

static_assert(std::atomic<std::uint32_t>::is_always_lock_free && std::atomic<std::uint8_t>::is_always_lock_free);

util::Result<BreakpointLedger> BreakpointLedger::create()
{
    util::UniqueFd file(::memfd_create("dbgd-breakpoints", MFD_CLOEXEC));
    // The file is sparse: only pages that are written to cost memory.
    if (!file || ::ftruncate(file.get(), sizeof(Memory)) != 0)
        return util::fail(util::systemError(errno, "making the memory shared with the guard"));
    return map(std::move(file));
}

util::Result<BreakpointLedger> BreakpointLedger::open(util::UniqueFd file)
{
    struct stat facts = {};
    if (::fstat(file.get(), &facts) != 0 || facts.st_size != static_cast<off_t>(sizeof(Memory)))
        return util::fail(std::make_error_code(std::errc::invalid_argument), "the file is no breakpoint ledger");
    return map(std::move(file));
}

util::Result<BreakpointLedger> BreakpointLedger::map(util::UniqueFd file)
{
    void* memory = ::mmap(nullptr, sizeof(Memory), PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
    if (memory == MAP_FAILED)
        return util::fail(util::systemError(errno, "mapping the memory shared with the guard"));
    // All-zero bytes, which the file starts with, are a valid empty ledger.
    return BreakpointLedger(std::move(file),
                            {static_cast<Memory*>(memory), [](Memory* mapped) { ::munmap(mapped, sizeof(Memory)); }});
}

void BreakpointLedger::setRunning(Slot slot, bool running)
{
    if (slot < kMaxSlots)
        m_memory->running[slot] = running ? 1 : 0;
}

bool BreakpointLedger::running(Slot slot) const
{
    return slot < kMaxSlots && m_memory->running[slot] != 0;
}

BreakpointLedger::LoaderWish BreakpointLedger::loaderWish(Slot slot) const
{
    const std::uint32_t word = slot < kMaxSlots ? m_memory->loaderWishes[slot].load() : 0;
    return {static_cast<LoaderStops>(std::min<std::uint32_t>(word & 3, 2)), word >> 2};
}

std::function<void(BreakpointLedger::LoaderWish)> BreakpointLedger::wishFor(Slot slot) const
{
    return [memory = m_memory, slot](LoaderWish wish) {
        if (slot < kMaxSlots)
            memory->loaderWishes[slot] = wish.about << 2 | static_cast<std::uint32_t>(wish.stops);
    };
}

std::optional<std::uint32_t> BreakpointLedger::add(Slot slot, const Entry& entry)
{
    while (m_hint < kMaxEntries && m_memory->lines[m_hint].used)
        ++m_hint;
    if (m_hint == kMaxEntries)
        return std::nullopt;
    Line& line = m_memory->lines[m_hint];
    line.slot = slot;
    line.address = entry.breakpoint.address;
    line.kind = entry.breakpoint.kind;
    line.type = static_cast<std::uint8_t>(entry.breakpoint.type);
    line.originalSize = static_cast<std::uint8_t>(entry.original.size);
    line.original = entry.original.bytes;
    line.used = 1;
    if (m_hint >= m_memory->linesEverUsed)
        m_memory->linesEverUsed = m_hint + 1;
    return m_hint;
}

void BreakpointLedger::erase(std::uint32_t line)
{
    if (line >= kMaxEntries)
        return;
    m_memory->lines[line].used = 0;
    m_hint = std::min(m_hint, line);
}

std::vector<std::pair<std::uint32_t, BreakpointLedger::Entry>> BreakpointLedger::entriesOf(Slot slot) const
{
    std::vector<std::pair<std::uint32_t, Entry>> found;
    const std::uint32_t end = std::min(m_memory->linesEverUsed.load(), kMaxEntries);
    for (std::uint32_t at = 0; at < end; ++at) {
        const Line& line = m_memory->lines[at];
        if (!line.used || line.slot != slot)
            continue;
        Entry entry{{static_cast<char>(line.type), line.address, line.kind}, {}};
        entry.original.bytes = line.original;
        entry.original.size = std::min<std::size_t>(line.originalSize, kMaxTrapBytes);
        found.emplace_back(at, entry);
    }
    return found;
}

} // namespace dbgr::daemon
