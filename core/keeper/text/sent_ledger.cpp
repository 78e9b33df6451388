// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/text/sent_ledger.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <map>
#include <span>
#include <sys/mman.h>

namespace dbgr::keeper {

enum class SentLedger::Use : std::uint32_t
{
    None,
    AtPlace,
    Anywhere
};

struct SentLedger::Entry
{
    std::atomic<Use> use; ///< set last, and taken back first
    std::int32_t pid;
    util::ThreadId::Rep thread;
    std::uint64_t number; ///< lines of one thread are numbered on
    util::RemoteAddress place;
    std::uint32_t generalBytes;
    std::uint32_t extendedBytes;
    std::array<std::byte, kMostBytes> bytes;
};

struct SentLedger::Memory
{
    std::atomic<std::uint32_t> entries; ///< how many were ever in use
    Entry entry[kMaxLines];
};

SentLedger::Line::~Line()
{
    set(Use::None);
}

void SentLedger::Line::set(Use use)
{
    static_assert(std::atomic<Use>::is_always_lock_free);
    if (m_memory)
        m_memory->entry[m_at].use.store(use, std::memory_order_release);
}

void SentLedger::Line::isAtPlace()
{
    set(Use::AtPlace);
}

void SentLedger::Line::isAnywhere()
{
    set(Use::Anywhere);
}

util::Result<SentLedger> SentLedger::create()
{
    void* const at =
        ::mmap(nullptr, sizeof(Memory), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED)
        return util::fail(util::systemError(errno, "making the ledger of threads that are sent elsewhere"));
    return SentLedger(static_cast<Memory*>(at)); // of zeros, which is empty
}

SentLedger::SentLedger(SentLedger&& other) noexcept
    : m_memory(std::exchange(other.m_memory, nullptr)), m_last(other.m_last)
{}

SentLedger::~SentLedger()
{
    if (m_memory)
        ::munmap(m_memory, sizeof(Memory));
}

SentLedger::Line SentLedger::add(const Sent& sent)
{
    std::uint32_t at = 0;
    while (at < kMaxLines && m_memory->entry[at].use.load(std::memory_order_relaxed) != Use::None)
        ++at;
    if (at == kMaxLines || sent.state.general.size() + sent.state.extended.size() > kMostBytes)
        return {};
    Entry& entry = m_memory->entry[at];
    entry.pid = sent.pid.value();
    entry.thread = sent.thread.value();
    entry.number = ++m_last;
    entry.place = sent.place;
    entry.generalBytes = static_cast<std::uint32_t>(sent.state.general.size());
    entry.extendedBytes = static_cast<std::uint32_t>(sent.state.extended.size());
    const auto behind = std::ranges::copy(sent.state.general, entry.bytes.begin()).out;
    std::ranges::copy(sent.state.extended, behind);
    entry.use.store(sent.isAnywhere ? Use::Anywhere : Use::AtPlace, std::memory_order_release);
    if (at >= m_memory->entries.load(std::memory_order_relaxed))
        m_memory->entries.store(at + 1, std::memory_order_release);
    return {m_memory, at};
}

SentLedger::Sent SentLedger::sentBy(const Entry& entry)
{
    const std::size_t general = std::min<std::size_t>(entry.generalBytes, kMostBytes);
    const std::size_t extended = std::min<std::size_t>(entry.extendedBytes, kMostBytes - general);
    const std::span<const std::byte> all = entry.bytes;
    const auto bytesOf = [](std::span<const std::byte> part) { return RegisterBytes(part.begin(), part.end()); };
    return {util::Pid(entry.pid),
            util::ThreadId(entry.thread),
            entry.place,
            {bytesOf(all.first(general)), bytesOf(all.subspan(general, extended))},
            entry.use.load(std::memory_order_acquire) == Use::Anywhere};
}

std::vector<SentLedger::Sent> SentLedger::sent() const
{
    std::map<util::ThreadId, const Entry*> first;
    const std::uint32_t count = std::min(m_memory->entries.load(std::memory_order_acquire), kMaxLines);
    for (std::uint32_t at = 0; at < count; ++at) {
        const Entry& entry = m_memory->entry[at];
        if (entry.use.load(std::memory_order_acquire) == Use::None)
            continue;
        const Entry*& known = first[util::ThreadId(entry.thread)];
        if (!known || entry.number < known->number)
            known = &entry;
    }
    std::vector<Sent> all;
    for (const auto& [thread, entry] : first)
        all.push_back(sentBy(*entry));
    return all;
}

} // namespace dbgr::keeper
