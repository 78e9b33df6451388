// SPDX-License-Identifier: BSD-3-Clause
// What the launcher itself prints (not its ranks: their output comes by PMIx): passed on, and its end kept for error
// messages. Thread: net.
#pragma once

#include "net/event_loop.h"
#include "session/backend_event.h"
#include "util/subscription.h"
#include "util/unique_fd.h"

#include <functional>
#include <string>
#include <vector>

namespace dbgr::session {

class LauncherOutput
{
public:
    static constexpr std::size_t kKeptBytes = 8192;

    /// \param standardOutput, standardError our ends of the launcher's pipes
    LauncherOutput(net::EventLoop& loop, util::UniqueFd standardOutput, util::UniqueFd standardError,
                   std::function<void(OutputBytes)> onBytes);

    /// Reads what is there now: before an error message is made of text().
    void drain();
    /// Our ends of the launcher's pipes that are still open.
    [[nodiscard]] std::vector<int> pipes() const;
    /// The last of what came on both channels.
    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    struct Pipe
    {
        util::UniqueFd fd;
        OutputChannel channel;
        util::Subscription watch;
    };
    void watch(net::EventLoop& loop, Pipe& pipe);
    /// \return whether something came
    bool read(Pipe& pipe);

    std::function<void(OutputBytes)> m_onBytes;
    std::string m_text;
    Pipe m_stdout;
    Pipe m_stderr;
};

} // namespace dbgr::session
