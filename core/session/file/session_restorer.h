// SPDX-License-Identifier: BSD-3-Clause
// Puts what a document says into a session: breakpoints, groups and settings at once, the focus as soon as the next job
// has its ranks. Nothing that cannot be restored is left out in silence. Way: file -> document -> here -> session.
// Thread: the session's.
#pragma once

#include "session/file/session_document.h"
#include "session/observer.h"
#include "util/error.h"
#include "util/subscription.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace dbgr::session {

class Session;

class SessionRestorer final : private Observer
{
public:
    /// \param session outlives this \param tell gets an error for each thing that could not be restored, inside
    /// restore() and when the session tells its observers
    SessionRestorer(Session& session, std::function<void(const util::Error&)> tell);
    ~SessionRestorer() override;

    /// In place of the breakpoints and groups that there are. A job that runs goes on with them. The focus is for the
    /// next job, or for this one, if its ranks are known.
    void restore(const SessionDocument& document);

private:
    void sessionChanged(const ChangeSet& changes, std::span<const SessionEvent> events) override;
    void tell(const std::string& what, util::Error error) const;
    void removeOld();
    void restoreBreakpoint(const SavedBreakpoint& breakpoint);
    void restoreSignal(const SavedSignal& saved);
    void restoreFloatTraps(const SavedFloatTraps& saved);
    void restoreGroups(std::vector<SavedGroup> groups);
    void restoreFocus();

    Session& m_session;
    std::function<void(const util::Error&)> m_tell;
    std::string m_focus; ///< that is to be set; "" none
    util::Subscription m_observing;
};

} // namespace dbgr::session
