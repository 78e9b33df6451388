// SPDX-License-Identifier: BSD-3-Clause
// Brings the front end's commands to the engine, for the ranks that live here, and the replies back, within a limit.
// Thread: net.
#pragma once

#include "dbgdaemon/engine/engine.h"
#include "util/result.h"
#include "util/scheduler.h"

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace dbgr::daemon {

class CommandRouter
{
public:
    /// Answers one command, once.
    using Respond = std::function<void(util::Result<debug::EngineReply>)>;

    /// The front end has limits of its own, by kind of command; this one is for what it has given up.
    static constexpr std::chrono::seconds kCommandLimit{120};
    /// For the engine to answer a command that was cancelled.
    static constexpr std::chrono::seconds kCancelLimit{10};

    CommandRouter(util::Scheduler& scheduler, Engine& engine) : m_scheduler(scheduler), m_engine(engine) {}

    /// For the engine to answer a command that the front end has cancelled; then that is answered, and the engine goes
    /// on. Less than the front end waits for it.
    static constexpr std::chrono::seconds kYieldLimit{2};

    /// Submits the command for those of its ranks that are among `local`; without any of them it is done at once.
    /// \param id the asker's, of no command that is under way
    void submit(util::RequestId id, debug::EngineCommand command, const util::RankSet& local, Respond respond);
    /// The front end waits no longer: the answer comes soon, of the ranks of which it was not done
    /// debug::Errc::Cancelled. Of a command that was answered it is dropped here.
    void cancel(util::RequestId id);
    /// What the engine answers; a late answer to what was given up is dropped here.
    void onReply(util::RequestId id, debug::EngineReply reply);

    /// What the engine is asked to do.
    struct Underway
    {
        std::string request; ///< as a user types it
        util::RankSet ranks;
    };
    /// The first of what it has not answered: it is at work on that, or will be next.
    [[nodiscard]] std::optional<Underway> oldest() const;

private:
    struct Pending
    {
        const char* what;
        std::string asked;
        util::RankSet ranks;
        Respond respond;
        util::Subscription limit;
        util::Subscription yield = {};
    };
    void leave(util::RequestId id);
    void giveUp(util::RequestId id);
    void expire(util::RequestId id);
    void finish(util::RequestId id, util::Result<debug::EngineReply> result);

    util::Scheduler& m_scheduler;
    Engine& m_engine;
    std::map<util::RequestId, Pending> m_pending;
};

} // namespace dbgr::daemon
