// SPDX-License-Identifier: BSD-3-Clause
// How a face (batch, window, test) hears of a session. Thread: the session's.
#pragma once

#include "session/change.h"
#include "session/session_event.h"

#include <span>

namespace dbgr::session {

class Observer
{
public:
    virtual ~Observer() = default;

    /// Called once for each batch of news, after all of it is in the session's stores; never inside a call to Session.
    /// It may call the session (what comes of that is told in a later batch), but must not destroy it.
    /// \param events in the order in which they came; valid during the call
    virtual void sessionChanged(const ChangeSet& changes, std::span<const SessionEvent> events) = 0;
};

} // namespace dbgr::session
