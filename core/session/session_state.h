// SPDX-License-Identifier: BSD-3-Clause
// Where a session stands, as one word. The session derives it from what the backend said and from its ranks' states.
// Thread: any; values.
#pragma once

namespace dbgr::session {

enum class SessionState
{
    Idle,          ///< nothing launched yet
    Launching,     ///< the launcher was asked to start; its ranks are not known
    Attaching,     ///< the ranks are there; we are getting hold of them
    Held,          ///< attached; the ranks still stand where the launcher holds them
    Running,       ///< no rank is stopped
    PartlyStopped, ///< some ranks are stopped, others run
    Stopped,       ///< every rank that lives and is ours is stopped
    Detached,      ///< the ranks go on without us
    Exited,        ///< the job has ended
    Failed,        ///< the session cannot go on
};

/// "partly stopped".
[[nodiscard]] const char* name(SessionState state);

} // namespace dbgr::session
