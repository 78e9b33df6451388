// SPDX-License-Identifier: BSD-3-Clause
// What the launcher does for its PMIx server: the requests of tools and processes that are about jobs. Between
// pmix::Server and Launcher. Thread: the loop's.
#pragma once

#include "launcher/job_spec.h"
#include "pmix/server/server_host.h"

#include <string>
#include <vector>

namespace dbgr::launcher {

class Job;
class Launcher;

class LauncherHost final : public pmix::ServerHost
{
public:
    explicit LauncherHost(Launcher& launcher) : m_launcher(launcher) {}

    void admitTool(const pmix::ToolVisit& visit, pmix::Answer<pmix::Proc> answer) override;
    void toolLeft(const pmix::Requester& tool, bool finalized) override;
    void clientConnected(const pmix::Requester& client) override;
    void clientFinalized(const pmix::Proc& client) override;

    void abort(const pmix::Requester& who, const pmix::AbortRequest& request, pmix::Answer<void> answer) override;
    void spawn(const pmix::Requester& who, const pmix::SpawnRequest& request,
               pmix::Answer<pmix::SpawnReply> answer) override;
    void allocate(const pmix::Requester& who, const pmix::AllocationRequest& request,
                  pmix::Answer<pmix::InfoReply> answer) override;
    void jobControl(const pmix::Requester& who, const pmix::JobControlRequest& request,
                    pmix::Answer<pmix::InfoReply> answer) override;
    void query(const pmix::Requester& who, const std::string& key, const std::vector<pmix::Info>& qualifiers,
               pmix::Answer<pmix::Value> answer) override;
    void notified(const pmix::Requester& who, const pmix::EventNotice& notice) override;
    void pushInput(const pmix::Requester& who, const pmix::IoPushRequest& request, pmix::Answer<void> answer) override;
    void holdOutput(bool hold) override;
    void log(const pmix::Requester& who, const pmix::LogRequest& request, pmix::Answer<void> answer) override;
    void getCredential(const pmix::Requester& who, const std::vector<pmix::Info>& infos,
                       pmix::Answer<pmix::Credential> answer) override;
    void validateCredential(const pmix::Requester& who, const pmix::Credential& credential,
                            pmix::Answer<pmix::InfoReply> answer) override;

private:
    void spawnDaemons(JobSpec daemons, const std::string& target);

    Launcher& m_launcher;
};

} // namespace dbgr::launcher
