// SPDX-License-Identifier: BSD-3-Clause
// Daemons that a PMIx launcher co-spawns, one on each node of the job. Thread: net.
#pragma once

#include "pmix/tool/tool.h"
#include "session/remote/daemon_starter.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace dbgr::session {

class PmixDaemons : public DaemonStarter
{
public:
    /// Where words of theirs appear, if they have any before they are daemons.
    enum class Words
    {
        ToUs,     ///< onOutput()
        ToNobody, ///< else they would be in the output of a job that is not ours
    };

    /// \param tool connected to the launcher; lives longer than this
    PmixDaemons(pmix::Tool& tool, std::string jobNspace, Words words)
        : m_tool(tool), m_jobNspace(std::move(jobNspace)), m_words(words)
    {}

    /// On all nodes of the job, whatever `hosts` are: those that nobody awaits are sent home.
    void startDaemons(const DaemonCommand& command, const std::vector<std::string>& hosts,
                      std::function<void(util::Error)> failed) override;
    /// A job of the launcher ended: that of the daemons, perhaps.
    void onJobEnd(const std::string& nspace, std::optional<int> status);
    /// Output of any process of the launcher's.
    void onOutput(const pmix::Proc& source, std::string_view bytes);

private:
    [[nodiscard]] pmix::SpawnRequest request(const DaemonCommand& command) const;
    void onSpawned(util::Result<pmix::SpawnReply> reply);
    void checkDaemonsLive();
    void fail(util::Error error);

    pmix::Tool& m_tool;
    const std::string m_jobNspace;
    const Words m_words;
    std::string m_program;
    std::string m_said; ///< by others than the job, as far as it is kept
    std::function<void(util::Error)> m_failed;
    std::string m_nspace;                                  ///< of the daemons' job, once the launcher has said it
    std::map<std::string, std::optional<int>> m_endedJobs; ///< with their exit status
};

} // namespace dbgr::session
