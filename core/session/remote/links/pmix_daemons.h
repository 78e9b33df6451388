// SPDX-License-Identifier: BSD-3-Clause
// Daemons that a PMIx launcher co-spawns, one on each node of the job. Thread: net.
#pragma once

#include "pmix/tool/tool.h"
#include "session/remote/daemon_starter.h"

#include <set>
#include <string>

namespace dbgr::session {

class PmixDaemons : public DaemonStarter
{
public:
    /// \param tool connected to the launcher; lives longer than this
    PmixDaemons(pmix::Tool& tool, std::string jobNspace) : m_tool(tool), m_jobNspace(std::move(jobNspace)) {}

    /// On all nodes of the job, whatever `hosts` are: those that nobody awaits are sent home.
    void startDaemons(const DaemonCommand& command, const std::vector<std::string>& hosts,
                      std::function<void(util::Error)> failed) override;
    /// A job of the launcher ended: that of the daemons, perhaps.
    void onJobEnd(const std::string& nspace);

private:
    [[nodiscard]] pmix::SpawnRequest request(const DaemonCommand& command) const;
    void onSpawned(util::Result<pmix::SpawnReply> reply);
    void checkDaemonsLive();
    void fail(util::Error error);

    pmix::Tool& m_tool;
    const std::string m_jobNspace;
    std::string m_program;
    std::function<void(util::Error)> m_failed;
    std::string m_nspace; ///< of the daemons' job, once the launcher has said it
    std::set<std::string> m_endedJobs;
};

} // namespace dbgr::session
