// SPDX-License-Identifier: BSD-3-Clause
// Commands on their way to ranks, and what is said of those that come to nothing. A rank that is told to go counts as
// running at once, so that whoever waits for it waits for its next stop. Thread: the session's.
#pragma once

#include "debug/engine_reply.h"
#include "debug/engine_request.h"
#include "debug/stop.h"
#include "session/backend.h"
#include "session/life.h"
#include "session/process_table.h"
#include "session/publisher.h"
#include "session/request_book.h"
#include "util/lifetime.h"
#include "util/rank_set.h"
#include "util/scheduler.h"
#include "util/subscription.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace dbgr::session {

class RankCommands
{
public:
    /// Symbols of a large program take this long to read; EngineBusy tells of it meanwhile.
    static constexpr std::chrono::seconds kQueryLimit{120};
    static constexpr std::chrono::seconds kControlLimit{30};
    /// What the backend needs to say itself that time is up.
    static constexpr std::chrono::seconds kBackendGrace{5};

    /// Ranks that cannot be let run may have ended with their launcher, which is then what there is to tell.
    static constexpr std::chrono::milliseconds kEndMayFollow{600};

    /// All of them live longer.
    struct Parts
    {
        util::Scheduler& scheduler;
        Backend& backend;
        const Life& life;
        ProcessTable& processes;
        RequestBook& requests;
        Publisher& publisher;
        std::function<void()> publishSoon;
    };

    explicit RankCommands(Parts parts) : m_parts(std::move(parts)) {}

    [[nodiscard]] const Life& life() const { return m_parts.life; }
    [[nodiscard]] const ProcessTable& processes() const { return m_parts.processes; }

    void submit(debug::EngineRequest command, RequestBook::Request request);
    /// Has questions that are under way end with what was answered by now. \return how many
    std::size_t cancelQuestions();
    /// Sends a command that lets `ranks` run on. \param command its name, and `doing` what it does, for failures
    /// \param afterwards what is left to do for those that do run on
    void resume(const char* command, const char* doing, const util::RankSet& ranks, debug::EngineRequest request,
                std::function<void(const util::RankSet& running)> afterwards);
    /// \pre all of them run
    void interrupt(const util::RankSet& running);
    /// Whether the others are to stop when a rank does.
    void setStopAll(bool on) { m_stopAll = on; }
    [[nodiscard]] bool stopAll() const { return m_stopAll; }
    /// A rank has stopped for `cause`: with stopAll() the others are to stop.
    void stopOthers(const debug::StopCause& cause);

    void tellFailures(const std::string& command, const std::vector<debug::RankFailure>& failures);
    /// Another job begins: what is held back is of the one before.
    void forgetHeldBack() { m_heldBack.clear(); }
    /// Of a command; not while the job is being killed.
    void tellFailure(const std::string& command, const util::RankSet& ranks, util::Error error);
    /// Not inside this call; never, if the session ends before.
    void later(std::function<void()> task) { m_parts.scheduler.post(m_lifetime.guard(std::move(task))); }

private:
    Parts m_parts;
    bool m_stopAll = false;
    util::RankSet m_beingStopped;               ///< by stopOthers(), and not heard of since
    std::vector<util::Subscription> m_heldBack; ///< answers that may be the end of all
    util::Lifetime m_lifetime;
};

} // namespace dbgr::session
