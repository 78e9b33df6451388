// SPDX-License-Identifier: BSD-3-Clause
// The part of a process that is about the traps which the keeper itself wants in its text.
#include "keeper/trace/process.h"
#include "util/trap_words.h"

namespace dbgr::keeper {

/// A thread that has met one goes on from there, wherever it was in between.
void Process::placeOwnTraps()
{
    const OwnTraps wanted = m_wantedTraps();
    std::vector<RemoteAddress> all(wanted.errors.begin(), wanted.errors.end());
    if (wanted.entry)
        all.push_back(*wanted.entry);
    m_entry = wanted.entry;
    m_sites.setOwn(all);
    std::set<RemoteAddress> passed;
    if (m_hasMetOwnTrap) {
        for (auto& [id, thread] : m_threads) {
            if (const RegisterBytes* const bytes = thread.stands ? general(id, thread) : nullptr)
                passed.insert(m_arch.pc(*bytes));
        }
    }
    m_sites.passOwn(std::move(passed));
}

void Process::followOwnTraps()
{
    if (m_phase != Phase::Running)
        return; // it is asked when it is let run
    placeOwnTraps();
    if (m_borrowed == 0)
        m_sites.plant();
}

std::string_view Process::wordsOfTrap(RemoteAddress address)
{
    const bool isOwn = m_sites.isOwn(address);
    m_hasMetOwnTrap = m_hasMetOwnTrap || isOwn;
    return isOwn && address != m_entry ? util::kTrapOfMpiErrors : util::kTrapOfDebugger;
}

} // namespace dbgr::keeper
