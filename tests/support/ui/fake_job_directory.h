// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs that a test says run, without any that do. Answers are posted to the executor, as a directory's are.
// Thread: the test's.
#pragma once

#include "session/job_directory.h"
#include "util/executor.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::test {

class FakeJobDirectory final : public session::JobDirectory
{
public:
    explicit FakeJobDirectory(util::Executor& executor) : m_executor(executor) {}

    launchers::JobListing listing;
    bool answersList = true;
    int lists = 0;
    std::vector<launchers::AttachTarget> inspected;
    /// What a question for ranks is answered; nothing: it stays under way.
    std::function<std::optional<util::Result<session::JobLaunched>>(const launchers::AttachTarget&)> answersInspect;

    [[nodiscard]] util::Subscription list(std::function<void(launchers::JobListing)> done) override;
    [[nodiscard]] util::Subscription inspect(const launchers::AttachTarget& target,
                                             std::function<void(util::Result<session::JobLaunched>)> done) override;

private:
    util::Executor& m_executor;
};

/// A job of prterun on two hosts that can be attached to, which started `age` ago.
[[nodiscard]] launchers::RunningJob runningJob(std::int32_t pid, std::string command, std::uint32_t ranks,
                                               std::chrono::seconds age);
/// `size` ranks, one half on "n01", one on "n02".
[[nodiscard]] session::JobLaunched rankPlaces(std::uint32_t size);

} // namespace dbgr::test
