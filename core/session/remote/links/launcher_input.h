// SPDX-License-Identifier: BSD-3-Clause
// The standard input of a launcher that we started: what the user types goes through it to the ranks that the launcher
// gives it to. Thread: net.
#pragma once

#include "net/byte_stream.h"
#include "net/event_loop.h"
#include "util/lifetime.h"
#include "util/result.h"
#include "util/unique_fd.h"

#include <functional>
#include <memory>
#include <string_view>

namespace dbgr::session {

class LauncherInput
{
public:
    using Done = std::function<void(util::Result<void>)>;

    /// \param fd our end of the pipe; kept open until the end of input is sent
    LauncherInput(net::EventLoop& loop, util::UniqueFd fd);

    /// `done` runs when the launcher's pipe has taken all. One at a time.
    /// \errors std::errc::broken_pipe: the launcher takes no more
    void send(std::string_view bytes, bool eof, Done done);

private:
    void checkSent();
    void finish(util::Result<void> result);

    net::EventLoop& m_loop;
    std::unique_ptr<net::ByteStream> m_stream;
    Done m_done;
    bool m_eof = false;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::session
