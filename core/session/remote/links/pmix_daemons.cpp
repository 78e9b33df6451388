// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/pmix_daemons.h"

#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "session/remote/remote_error.h"
#include "util/log.h"

#include <utility>

namespace dbgr::session {

void PmixDaemons::startDaemons(const DaemonCommand& command, const std::vector<std::string>&,
                               std::function<void(util::Error)> failed)
{
    m_program = command.program;
    m_nspace.clear(); // of daemons that were started before
    m_failed = std::move(failed);
    m_tool.spawn(request(command), [this](util::Result<pmix::SpawnReply> reply) { onSpawned(std::move(reply)); });
}

pmix::SpawnRequest PmixDaemons::request(const DaemonCommand& command) const
{
    namespace keys = pmix::keys;
    pmix::SpawnRequest request;
    request.jobInfos = {{keys::kDebuggerDaemons, pmix::Value::boolean(true)},
                        {keys::kDebugTarget, pmix::Value::proc({m_jobNspace, pmix::kRankWildcard})},
                        // They take no slots. By PMIX_MAPBY they do in PRRTE 5, which then refuses them in a full job.
                        {keys::kDebugDaemonsPerNode, pmix::Value::of<pmix::DataType::Uint16>(1)},
                        // Rank 0 of them would be given a pipe, and prted takes that for the one of the job's rank 0.
                        {keys::kStdinTgt, pmix::Value::string("none")},
                        {keys::kNotifyCompletion, pmix::Value::boolean(true)},
                        // One that dies must not take the others with it, nor spoil the launcher's own exit status.
                        {keys::kJobRecoverable, pmix::Value::boolean(true)}};
    pmix::App app;
    app.command = command.program;
    app.argv = {command.program};
    app.argv.insert(app.argv.end(), command.arguments.begin(), command.arguments.end());
    app.environment = command.environment;
    app.workingDirectory = "/";
    app.maxProcs = 0; // as many as there are nodes
    request.apps.push_back(std::move(app));
    return request;
}

void PmixDaemons::onSpawned(util::Result<pmix::SpawnReply> reply)
{
    if (!reply)
        return fail(daemonsRefused(m_program, std::move(reply).error()));
    m_nspace = reply->nspace;
    util::log::info("fleet", "daemons started", {{"nspace", m_nspace}});
    checkDaemonsLive();
}

void PmixDaemons::onJobEnd(const std::string& nspace)
{
    m_endedJobs.insert(nspace);
    checkDaemonsLive();
}

/// The end of the daemons' job may be told before its name is.
void PmixDaemons::checkDaemonsLive()
{
    if (!m_nspace.empty() && m_endedJobs.count(m_nspace) != 0)
        fail(daemonsEnded(m_program));
}

void PmixDaemons::fail(util::Error error)
{
    if (const auto failed = std::exchange(m_failed, nullptr))
        failed(std::move(error));
}

} // namespace dbgr::session
