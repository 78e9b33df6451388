// SPDX-License-Identifier: BSD-3-Clause
// A way out of the keeper: a socket, and the notices that wait until the other side takes more. Thread: the keeper's.
#pragma once

#include "keeper/control/messages.h"
#include "util/scheduler.h"
#include "util/subscription.h"
#include "util/unique_fd.h"

#include <deque>
#include <utility>

namespace dbgr::keeper {

class NoticeLine
{
public:
    /// \param socket non-blocking, of datagrams \param scheduler outlives this
    NoticeLine(util::Scheduler& scheduler, util::UniqueFd socket) : m_scheduler(scheduler), m_socket(std::move(socket))
    {}

    [[nodiscard]] int socket() const { return m_socket.get(); }
    void tell(Notice notice);
    /// Whether some wait.
    [[nodiscard]] bool isBusy() const { return !m_waiting.empty(); }

private:
    void flush();

    util::Scheduler& m_scheduler;
    const util::UniqueFd m_socket;
    std::deque<Notice> m_waiting;
    util::Subscription m_flushAgain;
};

} // namespace dbgr::keeper
