// SPDX-License-Identifier: BSD-3-Clause
// From an attach target to a running job of a PMIx launcher: finds the launcher's contact file, connects, asks for its
// jobs, and chooses. Takes nothing from the job, so that looking at one does not disturb who is attached to it.
// Flow: start() -> connect, place after place -> connected() -> jobs, process tables -> done(). Thread: net.
#pragma once

#include "launchers/attach_spec.h"
#include "pmix/tool/tool.h"
#include "session/remote/links/job_choice.h"
#include "util/scheduler.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::session {

class PmixSearch
{
public:
    /// A launcher that has just been started has no job for a moment. Not awaited of a DVM, which may have none.
    static constexpr std::chrono::seconds kJobMayTake{5};
    static constexpr std::chrono::milliseconds kAskInterval{100};
    /// Once in some hundred times an answer never came: then all is asked again, a few times.
    static constexpr std::chrono::seconds kAnswerMayTake{5};
    static constexpr int kMaxRepeats = 5;
    /// As many jobs are asked about; a DVM that runs more makes the user name one.
    static constexpr std::size_t kMaxJobs = 256;

    struct Wanted
    {
        std::vector<pmix::ServerSelection> places; ///< to be tried in this order
        std::string job;                           ///< by name; "" the launcher's only one
    };
    /// Where a target's launcher may be found. \pre target is a RunningLauncher, NamedJob or JobOfServer
    [[nodiscard]] static Wanted wantedOf(const launchers::AttachSpec& spec, const std::string& procRoot = "/proc");

    /// \param tool not connected yet; lives longer than this
    PmixSearch(util::Scheduler& scheduler, pmix::Tool& tool, Wanted wanted);

    /// `done` runs once, and may destroy this. \errors those of pmix::Tool::connect, and of chooseJob()
    void start(std::function<void()> connected, std::function<void(util::Result<FoundJob>)> done);
    /// Nothing is called any more.
    void stop();

private:
    void connectNext();
    void ask();
    void onNamespaces(util::Result<pmix::QueryReply> reply);
    void askNext();
    void askAbout(const std::string& nspace);
    /// Whether the question was lost, and is put again.
    [[nodiscard]] bool repeats(const util::Result<pmix::QueryReply>& reply);
    void choose();
    [[nodiscard]] bool mayYetCome(const util::Result<FoundJob>& job) const;
    void finish(util::Result<FoundJob> outcome);

    util::Scheduler& m_scheduler;
    pmix::Tool& m_tool;
    Wanted m_wanted;
    std::function<void()> m_connected;
    std::function<void(util::Result<FoundJob>)> m_done;
    std::size_t m_place = 0;
    std::optional<util::Error> m_whyNot; ///< the error that says most, of the places so far
    std::vector<FoundJob> m_found;
    std::size_t m_asked = 0;
    int m_repeats = 0;
    util::TimePoint m_askUntil;
    util::Subscription m_nextAsk;
};

/// A launcher that goes on when its jobs have ended.
[[nodiscard]] bool isDvm(const pmix::Peer& server);

} // namespace dbgr::session
