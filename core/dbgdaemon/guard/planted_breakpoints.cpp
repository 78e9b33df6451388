// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/guard/planted_breakpoints.h"

#include <algorithm>

namespace dbgr::daemon {

namespace {

/// The instruction that lldb-server writes for a software breakpoint. Other machines: none, and their text stays as the
/// stub leaves it; breakpoints are then taken out by asking the stub.
#if defined(__x86_64__) || defined(__i386__)
constexpr std::array kTrap{std::byte{0xcc}};
#elif defined(__aarch64__)
constexpr std::array kTrap{std::byte{0x00}, std::byte{0x00}, std::byte{0x20}, std::byte{0xd4}};
#else
constexpr std::array<std::byte, 0> kTrap{};
#endif
static_assert(kTrap.size() <= kMaxTrapBytes);

void replace(util::ProcessMemory& memory, std::uint64_t address, std::span<const std::byte> expected,
             std::span<const std::byte> wanted)
{
    OriginalText present;
    present.size = expected.size();
    if (!expected.empty() && memory.read(address, present.view()) && std::ranges::equal(present.view(), expected))
        memory.write(address, wanted);
}

} // namespace

void PlantedBreakpoints::adoptLedger()
{
    for (const auto& [line, entry] : m_ledger.entriesOf(m_slot))
        m_planted.insert_or_assign(entry.breakpoint, Planted{entry.original, 1, line});
}

void PlantedBreakpoints::willInsert(const RspBreakpoint& breakpoint)
{
    if (m_planted.contains(breakpoint) || m_planted.size() >= kMaxBreakpoints)
        return;
    Planted planted;
    if (breakpoint.isSoftware()) {
        planted.original.size = kTrap.size();
        const bool known = m_memory->read(breakpoint.address, planted.original.view());
        if (!known || std::ranges::equal(planted.original.view(), kTrap)) // the program's own trap stays where it is
            planted.original.size = 0;
    }
    planted.line = m_ledger.add(m_slot, {breakpoint, planted.original});
    m_planted.emplace(breakpoint, planted);
}

void PlantedBreakpoints::inserted(const RspBreakpoint& breakpoint)
{
    const auto at = m_planted.find(breakpoint);
    if (at == m_planted.end())
        return;
    ++at->second.count;
    cleanText();
}

void PlantedBreakpoints::notInserted(const RspBreakpoint& breakpoint)
{
    const auto at = m_planted.find(breakpoint);
    if (at != m_planted.end() && at->second.count == 0)
        erase(at);
}

void PlantedBreakpoints::removed(const RspBreakpoint& breakpoint)
{
    const auto at = m_planted.find(breakpoint);
    if (at != m_planted.end() && (at->second.count <= 1 || --at->second.count == 0))
        erase(at);
}

void PlantedBreakpoints::forget()
{
    while (!m_planted.empty())
        erase(m_planted.begin());
    m_memory->reopen();
}

void PlantedBreakpoints::erase(std::map<RspBreakpoint, Planted>::iterator at)
{
    if (at->second.line)
        m_ledger.erase(*at->second.line);
    m_planted.erase(at);
}

void PlantedBreakpoints::cleanText()
{
    cleanCopy(*m_memory);
}

void PlantedBreakpoints::cleanCopy(util::ProcessMemory& child) const
{
    for (const auto& [breakpoint, planted] : m_planted)
        if (planted.original.size != 0)
            replace(child, breakpoint.address, kTrap, planted.original.view());
}

void PlantedBreakpoints::armText(std::optional<std::uint64_t> leftOut)
{
    for (const auto& [breakpoint, planted] : m_planted)
        if (planted.original.size != 0 && planted.count != 0 && breakpoint.address != leftOut)
            replace(*m_memory, breakpoint.address, planted.original.view(), kTrap);
}

std::vector<RspBreakpoint> PlantedBreakpoints::all() const
{
    std::vector<RspBreakpoint> found;
    for (const auto& [breakpoint, planted] : m_planted)
        found.push_back(breakpoint);
    return found;
}

} // namespace dbgr::daemon
