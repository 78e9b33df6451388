// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/remote_job_directory.h"

#include "jobs/find_jobs.h"
#include "session/remote/job_inspection.h"

#include <utility>

namespace dbgr::session {

namespace {

/// The way back to an asker. His callback is owned by the subscription that he holds, so that it is called and
/// destroyed on the session's thread alone, and not at all once he has gone.
template <class T>
class Answer
{
public:
    using Callback = std::function<void(T)>;

    Answer(util::Executor& session, const std::shared_ptr<Callback>& asker) : m_session(&session), m_asker(asker) {}

    /// \thread any
    [[nodiscard]] bool isAwaited() const { return !m_asker.expired(); }
    /// \thread any
    void give(T value) const
    {
        m_session->post([asker = m_asker, value = std::move(value)]() mutable {
            if (const auto callback = asker.lock())
                (*callback)(std::move(value));
        });
    }

private:
    util::Executor* m_session;
    std::weak_ptr<Callback> m_asker;
};

} // namespace

RemoteJobDirectory::RemoteJobDirectory(net::EventLoop& loop, util::Executor& sessionExecutor,
                                       std::vector<std::string> environment)
    : m_loop(loop), m_sessionExecutor(sessionExecutor), m_environment(std::move(environment))
{}

RemoteJobDirectory::~RemoteJobDirectory() = default;

util::Result<net::EventLoop*> RemoteJobDirectory::worker()
{
    if (!m_worker) {
        DBGR_TRY(m_worker, net::EventLoop::create());
        m_worker->startThread();
    }
    return m_worker.get();
}

util::Subscription RemoteJobDirectory::list(std::function<void(launchers::JobListing)> done)
{
    const auto asker = std::make_shared<std::function<void(launchers::JobListing)>>(std::move(done));
    const Answer<launchers::JobListing> answer(m_sessionExecutor, asker);
    if (const auto thread = worker())
        (*thread)->post([answer, environment = m_environment] {
            if (answer.isAwaited())
                answer.give(jobs::findJobs(jobs::FinderPlaces::ofThisNode(environment)));
        });
    else
        answer.give(launchers::JobListing{{}, {util::Error(thread.error()).withContext("looking for running jobs")}});
    return util::Subscription([asker] {});
}

util::Subscription RemoteJobDirectory::inspect(const launchers::AttachTarget& target,
                                               std::function<void(util::Result<JobLaunched>)> done)
{
    const auto asker = std::make_shared<std::function<void(util::Result<JobLaunched>)>>(std::move(done));
    const Answer<util::Result<JobLaunched>> answer(m_sessionExecutor, asker);
    const auto inspection = std::make_shared<PmixInspection>();
    launchers::AttachSpec spec;
    spec.target = target;
    spec.environment = m_environment;
    const auto askLauncher = [&loop = m_loop, answer, inspection, spec] {
        loop.post([&loop, answer, inspection, spec] {
            inspection->start(loop, spec, [answer](util::Result<JobLaunched> job) { answer.give(std::move(job)); });
        });
    };
    const auto look = [answer, askLauncher, target] {
        auto seen = inspectFromOutside(target);
        if (seen && !*seen)
            return askLauncher();
        answer.give(seen ? util::Result<JobLaunched>(**std::move(seen)) : util::fail(std::move(seen).error()));
    };
    if (const auto thread = worker())
        (*thread)->post(look);
    else
        answer.give(util::fail(thread.error()));
    return util::Subscription([asker, inspection, &loop = m_loop] { loop.post([inspection] { inspection->stop(); }); });
}

} // namespace dbgr::session
