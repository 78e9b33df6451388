// SPDX-License-Identifier: BSD-3-Clause
// A process that somebody else started: a user's launcher, a rank. Means that one for as long as this lives, also when
// its number is another's by then. Thread: the loop's.
#pragma once

#include "net/event_loop.h"
#include "util/ids.h"
#include "util/result.h"
#include "util/subscription.h"
#include "util/unique_fd.h"

#include <functional>
#include <string>

namespace dbgr::net {

class ForeignProcess
{
public:
    /// \param doing what it is opened for, in the words of errors \errors those of pidfd_open()
    [[nodiscard]] static util::Result<ForeignProcess> open(util::Pid pid, const std::string& doing);

    /// `ended` runs once it has ended, until unwatch().
    void watchEnd(EventLoop& loop, std::function<void()> ended);
    void unwatch() { m_watch.cancel(); }
    /// Of no effect on one that has ended. \errors those of pidfd_send_signal(), of `doing`
    util::Result<void> signal(int number, const std::string& doing);

private:
    explicit ForeignProcess(util::UniqueFd fd) : m_fd(std::move(fd)) {}

    util::UniqueFd m_fd;
    util::Subscription m_watch;
};

} // namespace dbgr::net
