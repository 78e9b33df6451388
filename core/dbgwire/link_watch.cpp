// SPDX-License-Identifier: BSD-3-Clause
#include "dbgwire/link_watch.h"

#include <algorithm>

namespace dbgr::dbgwire {

LinkWatch::LinkWatch(util::Duration lostAfter, util::TimePoint now)
    : m_lostAfter(lostAfter), m_since(now), m_due(now + std::min<util::Duration>(kBeat, lostAfter))
{}

bool LinkWatch::heard(util::TimePoint now)
{
    if (m_state == LinkState::Lost)
        return false;
    m_silence = {};
    m_since = now;
    const bool takenBack = m_state == LinkState::Suspected;
    m_state = LinkState::Alive;
    return takenBack;
}

bool LinkWatch::look(util::TimePoint now)
{
    if (now <= m_due + kLate)
        m_silence += now - m_since;
    m_since = now;
    const LinkState before = m_state;
    if (m_silence >= m_lostAfter)
        m_state = LinkState::Lost;
    else if (m_state == LinkState::Alive && m_silence >= kSuspectAfter)
        m_state = LinkState::Suspected;
    util::Duration next = kBeat;
    for (const util::Duration limit : {util::Duration(kSuspectAfter), m_lostAfter})
        if (limit > m_silence)
            next = std::min(next, limit - m_silence);
    m_due = now + next;
    return m_state != before;
}

} // namespace dbgr::dbgwire
