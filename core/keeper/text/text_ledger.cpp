// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/text/text_ledger.h"

#include "util/process_memory.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <new>
#include <sys/mman.h>
#include <utility>

namespace dbgr::keeper {

namespace {

struct Line
{
    std::atomic<bool> isUsed; ///< set last, and taken back first
    std::int32_t pid;
    RemoteAddress address;
    std::uint32_t floats; ///< FloatTraps::bits(), where the size is 0
    std::uint32_t size;   ///< 0: traps of the processor, or those of its floating-point units
    std::array<std::byte, kMostTrapBytes> original;
};
static_assert(std::atomic<bool>::is_always_lock_free);

} // namespace

struct TextLedger::Memory
{
    std::atomic<std::uint32_t> lines; ///< how many were ever in use
    Line line[kMaxLines];
};

util::Result<TextLedger> TextLedger::create()
{
    DBGR_TRY(auto sent, SentLedger::create());
    void* const at =
        ::mmap(nullptr, sizeof(Memory), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED)
        return util::fail(util::systemError(errno, "making the ledger of what is written over the ranks' text"));
    return TextLedger(static_cast<Memory*>(at), std::move(sent)); // of zeros, which is empty
}

TextLedger::TextLedger(TextLedger&& other) noexcept
    : m_memory(std::exchange(other.m_memory, nullptr)), m_sent(std::move(other.m_sent)), m_hint(other.m_hint)
{}

TextLedger::~TextLedger()
{
    if (m_memory)
        ::munmap(m_memory, sizeof(Memory));
}

std::optional<std::uint32_t> TextLedger::add(util::Pid pid, RemoteAddress address, std::span<const std::byte> original)
{
    return addLine(pid, {address, {}, original});
}

std::optional<std::uint32_t> TextLedger::addLine(util::Pid pid, const Written& what)
{
    std::uint32_t at = m_hint;
    while (at < kMaxLines && m_memory->line[at].isUsed.load(std::memory_order_relaxed))
        ++at;
    if (at == kMaxLines || what.original.size() > kMostTrapBytes)
        return std::nullopt;
    m_hint = at + 1;
    Line& line = m_memory->line[at];
    line.pid = pid.value();
    line.address = what.address;
    line.floats = what.floats.bits();
    line.size = static_cast<std::uint32_t>(what.original.size());
    std::ranges::copy(what.original, line.original.begin());
    line.isUsed.store(true, std::memory_order_release);
    if (at >= m_memory->lines.load(std::memory_order_relaxed))
        m_memory->lines.store(at + 1, std::memory_order_release);
    return at;
}

std::optional<std::uint32_t> TextLedger::addHardware(util::Pid pid)
{
    return addLine(pid, {});
}

std::optional<std::uint32_t> TextLedger::addFloats(util::Pid pid, util::FloatTraps open)
{
    return addLine(pid, {{}, open, {}});
}

std::vector<TextLedger::Outliving> TextLedger::outliving() const
{
    std::vector<Outliving> found;
    const std::uint32_t count = std::min(m_memory->lines.load(std::memory_order_acquire), kMaxLines);
    for (std::uint32_t at = 0; at < count; ++at) {
        const Line& line = m_memory->line[at];
        if (line.isUsed.load(std::memory_order_acquire) && line.size == 0)
            found.push_back({util::Pid(line.pid), util::FloatTraps::ofBits(line.floats)});
    }
    return found;
}

void TextLedger::erase(std::uint32_t line)
{
    m_memory->line[line].isUsed.store(false, std::memory_order_release);
    m_hint = std::min(m_hint, line);
}

std::set<util::Pid> TextLedger::ranks() const
{
    std::set<util::Pid> found;
    const std::uint32_t count = std::min(m_memory->lines.load(std::memory_order_acquire), kMaxLines);
    for (std::uint32_t at = 0; at < count; ++at) {
        const Line& line = m_memory->line[at];
        if (line.isUsed.load(std::memory_order_acquire) && line.size > 0)
            found.emplace(line.pid);
    }
    return found;
}

void TextLedger::restore(util::Pid rank, util::Pid process, std::span<const std::byte> trap) const
{
    util::ProcMemory memory(process);
    const std::uint32_t count = std::min(m_memory->lines.load(std::memory_order_acquire), kMaxLines);
    for (std::uint32_t at = 0; at < count; ++at) {
        const Line& line = m_memory->line[at];
        const bool isText = line.size > 0 && line.size <= kMostTrapBytes && line.size <= trap.size();
        if (!line.isUsed.load(std::memory_order_acquire) || !isText || line.pid != rank.value())
            continue;
        std::array<std::byte, kMostTrapBytes> now{};
        const std::span<std::byte> found = std::span(now).first(line.size);
        if (memory.read(line.address, found) && std::ranges::equal(found, trap.first(line.size)))
            static_cast<void>(memory.write(line.address, std::span(line.original).first(line.size)));
    }
}

} // namespace dbgr::keeper
