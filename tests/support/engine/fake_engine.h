// SPDX-License-Identifier: GPL-3.0-or-later
// An engine without a debugger, for tests of what stands above it: it plays a program that runs in a loop, and lets the
// test make happen what it wants. It keeps the contract of Engine (tests/contract). Thread: net, the test's.
#pragma once

#include "dbgdaemon/engine/engine.h"
#include "util/executor.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::test {

class FakeRank;

/// The program that every rank plays. In its loop it comes by all of its lines again and again.
struct FakeProgram
{
    std::string executable = "/fake/loop";
    std::string file = "/fake/loop.cpp";
    std::uint32_t firstLine = 10; ///< lines firstLine .. lastLine have code
    std::uint32_t lastLine = 20;
    std::vector<std::string> functions{"turn", "main"}; ///< innermost first: the stack of every stop
    std::vector<debug::Variable> variables;             ///< of the top frame; what has childCount holds them again
    /// Values of expressions; a rank's own by its number. What is not here cannot be evaluated.
    std::map<std::string, std::function<std::string(util::Rank)>> expressions;
};

class FakeEngine final : public daemon::Engine
{
public:
    explicit FakeEngine(util::Executor& net, FakeProgram program = {});
    ~FakeEngine() override;

    void start(daemon::EngineSink sink) override;
    void attach(std::vector<daemon::AttachTarget> targets) override;
    void submit(util::RequestId id, debug::EngineCommand command) override;
    void cancel(util::RequestId id) override;
    void giveUp(util::RequestId id) override;
    void shutdown(daemon::Farewell farewell, std::function<void()> done) override;

    // What a test makes happen. Ranks must be attached.

    /// The next attach() of this rank fails.
    void refuseAttach(util::Rank rank, util::Error error) { m_refused.insert_or_assign(rank, std::move(error)); }
    /// Running ranks come by a breakpoint, or whatever the cause says.
    void stop(const util::RankSet& ranks, debug::StopCause cause);
    void exit(const util::RankSet& ranks, int status, int signal = 0);
    void lose(const util::RankSet& ranks, util::Error error);
    /// Any other event.
    void say(daemon::EngineEvent event);
    /// Commands stay unanswered until it is called with false; cancel() still works on them.
    void holdCommands(bool hold);
    /// Whether cancel() has an effect; it does, unless this says false. giveUp() always has.
    void yield(bool yes) { m_yields = yes; }
    /// Whether ranks stop at breakpoints and after steps by themselves; they do, unless this says false.
    void stopByThemselves(bool yes) { m_automatic = yes; }

    /// All that was submitted so far.
    [[nodiscard]] const std::vector<debug::EngineCommand>& commands() const { return m_commands; }
    [[nodiscard]] util::RankSet ranks() const;
    [[nodiscard]] util::RankSet running() const;
    [[nodiscard]] bool isShutDown() const { return m_down; }

private:
    using Held = std::pair<util::RequestId, debug::EngineCommand>;

    void run(util::RequestId id, const debug::EngineCommand& command);
    void reply(util::RequestId id, debug::EngineReply reply);
    void refuse(util::RequestId id, const util::RankSet& ranks);
    void gone(util::Rank rank, daemon::EngineEvent lastWords);
    void stopOne(util::Rank rank, debug::StopCause cause);
    /// The running rank stops at what it comes by in its loop, if there is anything.
    void comeBy(util::Rank rank);
    void failForeign(const util::RankSet& asked, debug::EngineReply& reply) const;
    /// Runs it in a task of its own, as long as this lives.
    void later(std::function<void()> task);

    util::Executor& m_net;
    FakeProgram m_program;
    std::shared_ptr<daemon::EngineSink> m_sink = std::make_shared<daemon::EngineSink>();
    std::map<util::Rank, std::unique_ptr<FakeRank>> m_ranks;
    util::RankSet m_ended;
    std::map<util::Rank, util::Error> m_refused;
    std::vector<debug::EngineCommand> m_commands;
    std::vector<Held> m_held;
    bool m_holding = false;
    bool m_yields = true;
    bool m_automatic = true;
    bool m_down = false;
};

} // namespace dbgr::test
