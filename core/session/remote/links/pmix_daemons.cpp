// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/pmix_daemons.h"

#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "session/remote/push/push_scripts.h"
#include "session/remote/remote_error.h"
#include "util/log.h"

#include <algorithm>
#include <utility>

namespace dbgr::session {

namespace {

constexpr std::size_t kKeptWords = 8192;

}

void PmixDaemons::startDaemons(const DaemonCommand& command, const std::vector<std::string>&,
                               std::function<void(util::Error)> failed)
{
    m_program = command.program;
    m_nspace.clear(); // of daemons that were started before
    m_said.clear();
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
    app.argv = command.elsewhere();
    app.command = app.argv.front();
    app.environment = command.environment;
    if (m_words == Words::ToNobody)
        app.environment.emplace_back("DBGR_PUSH_SILENT=1");
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

void PmixDaemons::onJobEnd(const std::string& nspace, std::optional<int> status)
{
    m_endedJobs[nspace] = status;
    checkDaemonsLive();
}

void PmixDaemons::onOutput(const pmix::Proc& source, std::string_view bytes)
{
    if (source.nspace != m_jobNspace)
        m_said.append(bytes.substr(0, kKeptWords - std::min(kKeptWords, m_said.size())));
}

/// The end of the daemons' job may be told before its name is.
void PmixDaemons::checkDaemonsLive()
{
    const auto ended = m_endedJobs.find(m_nspace);
    if (m_nspace.empty() || ended == m_endedJobs.end())
        return;
    const auto why = ended->second ? whyNotStarted(*ended->second) : std::nullopt;
    if (const std::string said = pushWords(m_said); !said.empty() || why)
        return fail(pushFailed(said.empty() ? *why : said));
    fail(daemonsEnded(m_program));
}

void PmixDaemons::fail(util::Error error)
{
    if (const auto failed = std::exchange(m_failed, nullptr))
        failed(std::move(error));
}

} // namespace dbgr::session
