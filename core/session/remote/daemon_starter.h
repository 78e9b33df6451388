// SPDX-License-Identifier: BSD-3-Clause
// How one dbgd comes to run on each node of a job: co-spawned by a PMIx launcher, forked by us, started by srun, or by
// dbgr-exec. The fleet says what to start, and listens for the calls. Thread: net.
#pragma once

#include "net/child_process.h"
#include "util/error.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::session {

/// What a daemon is started with, on every node the same.
struct DaemonCommand
{
    std::string program;                  ///< absolute
    std::vector<std::string> arguments;   ///< without argv[0]; no secret
    std::vector<std::string> environment; ///< "NAME=value" besides what it inherits; has the session's secret
    /// What other nodes run instead of the program, with the same arguments, because they do not have it; empty: they
    /// do.
    std::vector<std::string> bringing = {};

    /// Program and arguments for another node.
    [[nodiscard]] std::vector<std::string> elsewhere() const;
};

class DaemonStarter
{
public:
    virtual ~DaemonStarter() = default;

    /// Returns at once. That daemons run shows when they call; `failed` runs, at most once, when that will not happen,
    /// also later.
    /// \param hosts of the job, by the launcher's names
    virtual void startDaemons(const DaemonCommand& command, const std::vector<std::string>& hosts,
                              std::function<void(util::Error)> failed) = 0;
    /// The same, for other nodes than this of which the daemon was lost; perhaps for the second time. Daemons that call
    /// from other hosts, too, are sent home.
    virtual void startAgain(const DaemonCommand& command, const std::vector<std::string>& hosts,
                            std::function<void(util::Error)> failed)
    {
        startDaemons(command, hosts, std::move(failed));
    }
    /// One of them is given up, since nothing is heard of its node: what started it is not to wait for its end.
    virtual void giveUp() {}
    /// Whether they are started by DaemonCommand::elsewhere().
    [[nodiscard]] virtual bool canBring() const { return true; }
    /// How a daemon that has just hung up has ended, where that can be known: it is a child of ours.
    [[nodiscard]] virtual std::optional<net::ExitStatus> howEnded() { return std::nullopt; }
};

} // namespace dbgr::session
