// SPDX-License-Identifier: BSD-3-Clause
// The daemons of an Open MPI 4 job: forked by us where all ranks are on this node; else one a node, by a second mpirun.
// Not co-spawned by the job's own mpirun: that would release the ranks, wait for the daemons at its end, and have no
// secret way to them (docs/decisions/0013-open-mpi-4.md). Thread: net.
#pragma once

#include "net/event_loop.h"
#include "session/remote/daemon_starter.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::session {

class OrteDaemons final : public DaemonStarter
{
public:
    /// \param mpirun path of the job's own \param environment that one's, whole: it says how nodes are reached
    OrteDaemons(net::EventLoop& loop, std::string mpirun, std::vector<std::string> environment);

    void startDaemons(const DaemonCommand& command, const std::vector<std::string>& hosts,
                      std::function<void(util::Error)> failed) override;
    void giveUp() override;
    [[nodiscard]] std::optional<net::ExitStatus> howEnded() override
    {
        return m_starter ? m_starter->howEnded() : std::nullopt;
    }

private:
    net::EventLoop& m_loop;
    std::string m_mpirun;
    std::vector<std::string> m_environment;
    std::unique_ptr<DaemonStarter> m_starter;
    std::vector<std::unique_ptr<DaemonStarter>> m_earlier;
};

/// mpirun and its options for one process on each host. \param variables names, to be passed on
[[nodiscard]] std::vector<std::string> orteDaemonPrefix(const std::string& mpirun,
                                                        const std::vector<std::string>& hosts,
                                                        const std::vector<std::string>& variables);

} // namespace dbgr::session
