// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/trace/saved_registers.h"

#include <algorithm>
#include <set>
#include <utility>

namespace dbgr::keeper {

std::uint32_t SavedRegisters::add(util::ThreadId thread, RegisterState state, SentLedger::Line line)
{
    if (m_saved.size() == kMost)
        m_saved.erase(m_saved.begin());
    m_saved[++m_last] = {thread, std::move(state), false, std::move(line)};
    return m_last;
}

std::optional<SavedRegisters::Saved> SavedRegisters::take(std::uint32_t id)
{
    const auto found = m_saved.find(id);
    if (found == m_saved.end())
        return std::nullopt;
    Saved taken = std::move(found->second);
    std::erase_if(m_saved, [&](const auto& one) { return one.first >= id && one.second.thread == taken.thread; });
    return taken;
}

bool SavedRegisters::has(util::ThreadId thread) const
{
    return std::ranges::any_of(m_saved, [&](const auto& one) { return one.second.thread == thread; });
}

bool SavedRegisters::isInCall(util::ThreadId thread) const
{
    return std::ranges::any_of(m_saved,
                               [&](const auto& one) { return one.second.thread == thread && one.second.isInCall; });
}

void SavedRegisters::goesOn(util::ThreadId thread)
{
    for (auto& [id, saved] : m_saved) {
        if (saved.thread == thread)
            saved.line.isAnywhere();
    }
}

void SavedRegisters::standsAtPlace(util::ThreadId thread)
{
    for (auto& [id, saved] : m_saved) {
        if (saved.thread == thread)
            saved.line.isAtPlace();
    }
}

void SavedRegisters::sent(util::ThreadId thread)
{
    for (auto& [id, saved] : m_saved)
        saved.isInCall = saved.isInCall || saved.thread == thread;
}

void SavedRegisters::ran(util::ThreadId thread)
{
    std::erase_if(m_saved, [&](const auto& one) { return one.second.thread == thread && !one.second.isInCall; });
}

void SavedRegisters::forget(util::ThreadId thread)
{
    std::erase_if(m_saved, [&](const auto& one) { return one.second.thread == thread; });
}

bool SavedRegisters::isAnyInCall() const
{
    return std::ranges::any_of(m_saved, [](const auto& one) { return one.second.isInCall; });
}

std::vector<SavedRegisters::Saved> SavedRegisters::takeCalls()
{
    std::vector<Saved> calls;
    std::set<util::ThreadId> seen;
    for (auto& [id, saved] : std::exchange(m_saved, {})) {
        if (saved.isInCall && seen.insert(saved.thread).second)
            calls.push_back(std::move(saved));
    }
    return calls;
}

} // namespace dbgr::keeper
