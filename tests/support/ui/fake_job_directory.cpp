// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/ui/fake_job_directory.h"

#include <memory>
#include <utility>

namespace dbgr::test {

namespace {

/// Answers later, unless the subscription is dropped before.
template <class Answer>
util::Subscription answerLater(util::Executor& executor, std::function<void(Answer)> done, std::optional<Answer> answer)
{
    const auto wanted = std::make_shared<bool>(true);
    if (answer)
        executor.post([wanted, done = std::move(done), answer = *std::move(answer)] {
            if (*wanted)
                done(answer);
        });
    return util::Subscription([wanted] { *wanted = false; });
}

} // namespace

util::Subscription FakeJobDirectory::list(std::function<void(launchers::JobListing)> done)
{
    ++lists;
    return answerLater(m_executor, std::move(done), answersList ? std::optional(listing) : std::nullopt);
}

util::Subscription FakeJobDirectory::inspect(const launchers::AttachTarget& target,
                                             std::function<void(util::Result<session::JobLaunched>)> done)
{
    inspected.push_back(target);
    return answerLater(m_executor, std::move(done), answersInspect ? answersInspect(target) : std::nullopt);
}

launchers::RunningJob runningJob(std::int32_t pid, std::string command, std::uint32_t ranks, std::chrono::seconds age)
{
    launchers::RunningJob job;
    job.pid = util::Pid(pid);
    job.nspace = "prterun-n01-" + std::to_string(pid) + "@1";
    job.target = launchers::RunningLauncher{job.pid, job.nspace};
    job.launcher = {launchers::LauncherFamily::Prrte, "Open MPI (PRRTE)", "/opt/openmpi/bin/prterun"};
    job.command = std::move(command);
    job.program = "./ring";
    job.started = std::chrono::system_clock::now() - age;
    job.ranks = ranks;
    job.ranksHere = ranks / 2;
    job.hosts = 2;
    return job;
}

session::JobLaunched rankPlaces(std::uint32_t size)
{
    session::JobLaunched job{"prterun-n01-4711@1", {}};
    for (std::uint32_t rank = 0; rank < size; ++rank)
        job.ranks.push_back({util::Rank(rank), rank < (size + 1) / 2 ? "n01" : "n02",
                             util::Pid(static_cast<std::int32_t>(1000 + rank)), "/work/ring"});
    return job;
}

} // namespace dbgr::test
