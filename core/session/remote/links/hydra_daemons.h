// SPDX-License-Identifier: BSD-3-Clause
// The daemons of a job of hydra's mpiexec that a user started: forked by us on this node, and on the others started by
// a second mpiexec, which reaches them as the first one does. They run before the job is known, since they are the ones
// who know its ranks. Thread: net.
#pragma once

#include "jobs/hydra_proxies.h"
#include "net/event_loop.h"
#include "session/remote/command_daemons.h"
#include "session/remote/daemon_starter.h"
#include "session/remote/links/running_launcher.h"
#include "session/remote/local_daemon.h"
#include "util/lifetime.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::session {

class HydraDaemons final : public DaemonStarter
{
public:
    HydraDaemons(net::EventLoop& loop, const RunningLauncherProcess& mpiexec);

    /// \param here ranks are on this node \param elsewhere proxies on others, each with its host
    void begin(const DaemonCommand& command, bool here, std::vector<jobs::HydraProxy> elsewhere,
               std::function<void(util::Error)> failed);
    /// They run already; from now on `failed` is told.
    void startDaemons(const DaemonCommand& command, const std::vector<std::string>& hosts,
                      std::function<void(util::Error)> failed) override;
    /// On all other nodes: who knows which of hydra's names is whose. Those that are not awaited are sent home.
    void startAgain(const DaemonCommand& command, const std::vector<std::string>& hosts,
                    std::function<void(util::Error)> failed) override;
    [[nodiscard]] bool canBring() const override { return false; } // they run before it is known where ranks are
    /// On how many other nodes the second mpiexec has, or still may get, a proxy.
    [[nodiscard]] std::size_t reaching() const;
    /// What the second mpiexec has said.
    [[nodiscard]] std::string words() { return m_started.empty() ? std::string() : m_started.back()->words(); }
    /// It does not come to its end by itself: MPICH 4's waits for ever for a node that it could not reach.
    void endElsewhere();
    void giveUp() override
    {
        for (const auto& started : m_started)
            started->giveUp();
    }
    [[nodiscard]] std::optional<net::ExitStatus> howEnded() override { return m_local.howEnded(); }

private:
    void startElsewhere(DaemonCommand command, std::function<void(util::Error)> failed);

    net::EventLoop& m_loop;
    const std::string m_mpiexec;
    const util::Pid m_pid;
    const std::vector<std::string> m_environment;
    std::vector<jobs::HydraProxy> m_elsewhere;
    std::function<void(util::Error)> m_failed;
    LocalDaemon m_local;
    std::vector<std::unique_ptr<CommandDaemons>> m_started; ///< the last, and earlier ones: some of their daemons live
    util::Lifetime m_lifetime;
};

/// mpiexec and its options for one process on each of these hosts. \pre !elsewhere.empty()
[[nodiscard]] std::vector<std::string> hydraDaemonPrefix(const std::string& mpiexec,
                                                         const std::vector<jobs::HydraProxy>& elsewhere);

/// For a second mpiexec in the environment of a job's: how nodes are reached stays, what was for the job does not.
[[nodiscard]] std::vector<std::string> withoutHydraSettings(std::vector<std::string> environment);

} // namespace dbgr::session
