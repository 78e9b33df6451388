// SPDX-License-Identifier: GPL-3.0-or-later
// A job without processes: records what the session asks, and says what a test wants the job to say. Commands that
// only need a "done" are answered by themselves, unless the test says otherwise.
// Events are posted to the scheduler, as a backend's are. Thread: the test's.
#pragma once

#include "session/backend.h"
#include "util/executor.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::test {

class FakeBackend final : public session::Backend
{
public:
    struct Submitted
    {
        util::RequestId id;
        debug::EngineCommand command;
        util::Duration deadline;
    };
    struct Input
    {
        util::RequestId id;
        util::RankSet ranks;
        std::string bytes;
        bool eof = false;
    };

    explicit FakeBackend(util::Executor& executor) : m_executor(executor) {}

    // What the session asked for.
    std::optional<launchers::LaunchSpec> launched;
    std::optional<launchers::AttachSpec> attachAsked;
    std::vector<Submitted> submitted;
    std::vector<util::RequestId> cancelled;
    std::vector<util::RankSet> released;
    std::vector<Input> inputs;
    int attachesAgain = 0;
    int detaches = 0;
    int kills = 0;
    int leaves = 0;
    /// All calls in order: "continue 0-3", "release 0-3", "input 0", "detach".
    std::vector<std::string> calls;

    // How it answers by itself.
    bool answersControl = true; ///< Continue, Step, Interrupt, breakpoints (found in all ranks), Detach, Kill
    std::vector<debug::BreakpointPlace> places; ///< that each breakpoint has, if it has any
    bool acceptsInput = true;
    /// Answers queries; nothing: the test replies by hand.
    std::function<std::optional<debug::EngineReply>(const debug::EngineCommand&)> answersQuery;

    /// The last command of a kind. \pre there was one
    template <class Request>
    [[nodiscard]] const Submitted& last() const
    {
        for (auto it = submitted.rbegin(); it != submitted.rend(); ++it) {
            if (std::holds_alternative<Request>(it->command.request))
                return *it;
        }
        return submitted.at(submitted.size()); // throws: the test is wrong
    }
    template <class Request>
    [[nodiscard]] std::size_t count() const
    {
        std::size_t found = 0;
        for (const Submitted& one : submitted)
            found += std::holds_alternative<Request>(one.command.request);
        return found;
    }

    // What the job says. Posted in one batch each.
    void say(std::vector<session::BackendEvent> events);
    void reply(util::RequestId id, util::Result<debug::EngineReply> reply);
    /// LauncherStarted, JobLaunched (two nodes "n01", "n02" that share the ranks), JobHeld unless the spec says None or
    /// the job was attached to.
    void startJob(std::uint32_t size);
    /// Both nodes join, attach, and say JobAttached.
    void attachAll();
    /// startJob() and attachAll().
    void bringUp(std::uint32_t size);
    /// The next stop of each of `ranks`.
    void stop(const util::RankSet& ranks, debug::StopCause cause);
    /// The stop group that stop() would send; for tests of order.
    [[nodiscard]] debug::StopGroup makeStop(const util::RankSet& ranks, debug::StopCause cause);
    void write(util::Rank rank, std::string data, session::OutputChannel channel = session::OutputChannel::Stdout);
    void exit(const util::RankSet& ranks, int status, int signal = 0);
    /// JobEnded, LauncherExited, Finished.
    void endJob(int status);

    // Backend
    void setSink(std::function<void(std::vector<session::BackendEvent>)> sink) override { m_sink = std::move(sink); }
    void launch(launchers::LaunchSpec spec) override;
    void attach(launchers::AttachSpec spec) override;
    void attachAgain() override;
    void submit(util::RequestId id, debug::EngineCommand command, util::Duration deadline) override;
    void cancel(util::RequestId id) override { cancelled.push_back(id); }
    void release(const util::RankSet& ranks) override;
    void sendInput(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof) override;
    void detach() override;
    void kill() override;
    void leave() override;

private:
    void answerControl(util::RequestId id, const debug::EngineCommand& command);
    [[nodiscard]] util::RankSet half(int node) const;

    util::Executor& m_executor;
    std::function<void(std::vector<session::BackendEvent>)> m_sink;
    std::uint32_t m_size = 0;
    bool m_attaches = false; ///< to a job that runs, and that nobody holds
    std::map<util::Rank, util::StopId> m_stops;
};

} // namespace dbgr::test
