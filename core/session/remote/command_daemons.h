// SPDX-License-Identifier: BSD-3-Clause
// Daemons on other nodes, started by a command of the site: "srun --jobid=7 --overlap -N2 -n2", "mpirun --host n1,n2",
// with dbgd and its arguments behind it. Thread: net.
#pragma once

#include "net/child_process.h"
#include "net/event_loop.h"
#include "session/remote/daemon_starter.h"
#include "session/remote/launcher_output.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::session {

class CommandDaemons final : public DaemonStarter
{
public:
    /// What stands before dbgd, for these hosts; empty: it cannot be told.
    using Prefix = std::function<std::vector<std::string>(const std::vector<std::string>& hosts)>;

    /// \param environment "NAME=value", whole: what the command runs in; the daemons' own variables are added
    CommandDaemons(net::EventLoop& loop, std::vector<std::string> environment, Prefix prefix);
    ~CommandDaemons() override;

    void startDaemons(const DaemonCommand& command, const std::vector<std::string>& hosts,
                      std::function<void(util::Error)> failed) override;
    void giveUp() override { m_givenUp = true; }
    /// The command's process. \pre startDaemons() \return nothing: it could not be started, or has ended
    [[nodiscard]] std::optional<util::Pid> pid() const;
    /// What the command has printed so far.
    [[nodiscard]] std::string words();
    /// For a command that waits for hosts of which nothing is to be expected. Its daemons may not get to their end in
    /// order. \pre startDaemons()
    void end();

private:
    net::EventLoop& m_loop;
    std::vector<std::string> m_environment;
    Prefix m_prefix;
    std::unique_ptr<net::ChildProcess> m_child;
    bool m_givenUp = false;
    std::optional<LauncherOutput> m_output; ///< its words, for errors
};

} // namespace dbgr::session
