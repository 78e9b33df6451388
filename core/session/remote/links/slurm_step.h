// SPDX-License-Identifier: BSD-3-Clause
// A job step of Slurm, as its srun knows it, and what can be done to it by Slurm's own commands: daemons beside its
// tasks, and waking them. Way: slurm_launch and slurm_attach -> here -> srun, scancel. Thread: net.
#pragma once

#include "mpir/target.h"
#include "net/child_process.h"
#include "net/event_loop.h"
#include "session/remote/command_daemons.h"
#include "session/remote/daemon_starter.h"
#include "session/remote/local_daemon.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::session {

/// What is needed to do something with a step.
struct SlurmStep
{
    std::string srun;                     ///< absolute; its other commands are beside it
    std::vector<std::string> environment; ///< "NAME=value", whole: that of the step's srun
    std::string jobId;                    ///< "4711"; "" it did not say
    std::string stepId;                   ///< "0"

    /// "4711.0"; "srun" where it did not say.
    [[nodiscard]] std::string name() const;
};

/// Of the job of an srun; "" it has none as yet.
[[nodiscard]] std::string jobIdOf(mpir::Target& srun);
/// \param srun whose table is full
[[nodiscard]] SlurmStep stepOf(mpir::Target& srun, std::string program, std::vector<std::string> environment);

/// The command that runs one process on each of these nodes, beside the step: all but the program. Pure.
[[nodiscard]] std::vector<std::string> besideStep(const SlurmStep& step, const std::vector<std::string>& hosts);
/// The environment for commands of ours: without the settings of Slurm's commands, which are meant for the user's job.
[[nodiscard]] std::vector<std::string> withoutSettings(std::vector<std::string> environment);

/// Daemons in a step of their own, which shares the nodes with the job's. Where Slurm does not give us one, and all
/// tasks are on this node, dbgd is started without it.
class SlurmDaemons final : public DaemonStarter
{
public:
    SlurmDaemons(net::EventLoop& loop, SlurmStep step);

    void startDaemons(const DaemonCommand& command, const std::vector<std::string>& hosts,
                      std::function<void(util::Error)> failed) override;
    void giveUp() override { m_bySrun.giveUp(); }
    /// They have attached: if Slurm ends their step later, that is its end.
    void attached() { m_awaited = false; }

private:
    void onFailed(util::Error error);

    net::EventLoop& m_loop;
    const SlurmStep m_step;
    bool m_awaited = true;
    DaemonCommand m_command;
    std::vector<std::string> m_hosts;
    std::function<void(util::Error)> m_failed;
    CommandDaemons m_bySrun;
    std::optional<LocalDaemon> m_local;
};

/// Sends SIGCONT to all tasks of the step. Those that run do not notice. \return what does it; drop it at any time
[[nodiscard]] util::Result<std::unique_ptr<net::ChildProcess>> wakeTasks(net::EventLoop& loop, const SlurmStep& step);

} // namespace dbgr::session
