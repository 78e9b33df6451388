// SPDX-License-Identifier: BSD-3-Clause
// Follows a child of ours from one program that it becomes to the next (a script, env, numactl, what they lead to), and
// can leave it standing before the first instruction of any of them. Until then we trace it (PTRACE_SEIZE): nobody else
// can, it feels nothing of it, and what it starts is not touched. Thread: the loop's, which has to be the one that
// started the child; what the child does is seen by SIGCHLD.
//
// Flow: seize() -> atExec -> GoOn -> atExec ... -> Stop or LetGo, or letGo() -> it is as any other process
#pragma once

#include "net/event_loop.h"
#include "util/ids.h"

#include <functional>
#include <memory>

namespace dbgr::net {

class ExecFollower
{
public:
    enum class Then
    {
        GoOn,  ///< ask again when it becomes the next program
        Stop,  ///< it stands (state T, traced by nobody) before its first instruction; SIGCONT lets it run
        LetGo, ///< it runs, and is not followed any more
    };
    /// The child has become another program, of which no instruction has run. Must not destroy the follower.
    using AtExec = std::function<Then(util::Pid child)>;

    /// \param child one that has not become a program yet (ChildSpec::holdBeforeExec)
    /// \errors those of ptrace(): where the system allows no tracing at all
    [[nodiscard]] static util::Result<std::unique_ptr<ExecFollower>> seize(EventLoop& loop, util::Pid child,
                                                                           AtExec atExec);
    /// \pre the child has ended, is killed, or is not followed any more: else it may stand still for ever
    ~ExecFollower() = default;

    /// Acts on what the child has done so far; for whoever cannot come back to the loop. Waits for nothing.
    void catchUp();
    /// Ends it: soon nobody traces the child, which goes on as it is, running or stopped.
    void letGo();

private:
    ExecFollower(util::Pid child, AtExec atExec) : m_pid(child.value()), m_atExec(std::move(atExec)) {}
    void onStop(int signal, int event);
    void onExec();
    void resume(int request, int signal);
    void leaveStopped();

    const int m_pid;
    const AtExec m_atExec;
    bool m_following = true;
    bool m_leaving = false;
    util::Subscription m_watch;
};

} // namespace dbgr::net
