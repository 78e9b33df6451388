// SPDX-License-Identifier: BSD-3-Clause
// Which of a launcher's jobs is the user's: not the launcher itself, no tool, no daemons of a debugger; and if there
// are several, the one that was named. Way: PmixSearch asks the launcher, and then here. Thread: any; pure.
#pragma once

#include "pmix/ops/query.h"
#include "pmix/types/proc_info.h"
#include "session/backend_event.h"
#include "util/error.h"
#include "util/result.h"

#include <string>
#include <system_error>
#include <vector>

namespace dbgr::session {

enum class AttachErrc
{
    NoJob = 1,    ///< the launcher runs none, now
    SeveralJobs,  ///< and none was named
    NoSuchJob,    ///< it has none of that name
    JobEnded,     ///< while we were about to attach
    LauncherGone, ///< it ended without a word on its job
};
[[nodiscard]] std::error_code make_error_code(AttachErrc code);

/// A namespace of a launcher, and what it has to say about it.
struct FoundJob
{
    std::string nspace;
    std::string command;               ///< "./ring 100"; "" unknown
    std::vector<pmix::ProcInfo> procs; ///< as the process table has them; empty for tools, and for launchers

    /// For people: the command, or what the processes run.
    [[nodiscard]] std::string text() const;
    [[nodiscard]] bool hasEnded() const;
    /// Every process has been started.
    [[nodiscard]] bool isStarted() const;
};

struct JobWish
{
    std::string named;    ///< a job; or the launcher itself, or "": its only one
    std::string launcher; ///< its own namespace
    std::string self;     ///< ours
};

/// "prterun-n01-4711@1" is of "prterun-n01-4711@0", "vm:12:1@1" of "vm:12:1".
[[nodiscard]] bool belongsToLauncher(const std::string& job, const std::string& launcher);

/// \errors AttachErrc::NoJob, ::SeveralJobs (with all of them and what to type), ::NoSuchJob, ::JobEnded
[[nodiscard]] util::Result<FoundJob> chooseJob(const std::vector<FoundJob>& found, const JobWish& wish);

/// The command line in the answer to namespaceInfoQuery(), all programs of the job; "" if it has none.
[[nodiscard]] std::string commandIn(const pmix::QueryReply& reply, const std::string& nspace);
[[nodiscard]] pmix::Query namespaceInfoQuery(const std::string& nspace);

/// As the session wants it, ascending by rank.
[[nodiscard]] JobLaunched toLaunched(const std::string& nspace, const std::vector<pmix::ProcInfo>& procs);

} // namespace dbgr::session

template <>
struct std::is_error_code_enum<dbgr::session::AttachErrc> : std::true_type
{};
