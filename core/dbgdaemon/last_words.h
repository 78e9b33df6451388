// SPDX-License-Identifier: BSD-3-Clause
// What ends us by a signal (a null pointer inside liblldb, mostly) is told to the front end before we go: the thread
// that broke down stands still in its handler, the net thread says which signal and what we were doing, and then the
// process dies of that same signal, with the core file that it would have had.
// Flow: signal, on any thread -> pipe -> `say` on the net thread -> kLimit later, the signal's own end.
// Thread: net.
#pragma once

#include "net/event_loop.h"
#include "util/result.h"
#include "util/unique_fd.h"

#include <chrono>
#include <functional>
#include <memory>

namespace dbgr::daemon {

class LastWords
{
public:
    /// For what is said to leave us.
    static constexpr std::chrono::milliseconds kLimit{100};
    /// For all of it, as the thread that broke down measures: the net thread may hang.
    static constexpr std::chrono::seconds kThreadLimit{2};

    /// At most one lives at a time. Signals that somebody else cares for already (a sanitizer) are left to them.
    /// A fault of the calling thread itself, which is the net thread, ends us at once.
    /// \param say runs on the loop, with the signal
    /// \errors those of making a pipe
    [[nodiscard]] static util::Result<std::unique_ptr<LastWords>> prepare(net::EventLoop& loop,
                                                                          std::function<void(int signal)> say);
    ~LastWords();
    LastWords(const LastWords&) = delete;
    LastWords& operator=(const LastWords&) = delete;

private:
    LastWords(net::EventLoop& loop, util::UniqueFd pipe, std::function<void(int signal)> say);
    void onSignal();

    net::EventLoop& m_loop;
    const util::UniqueFd m_pipe;
    const std::function<void(int signal)> m_say;
    util::Subscription m_watch;
    util::Subscription m_end;
};

} // namespace dbgr::daemon
