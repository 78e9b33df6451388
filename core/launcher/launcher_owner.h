// SPDX-License-Identifier: BSD-3-Clause
// What the launcher tells the program around it. Thread: the loop's.
#pragma once

#include "launcher/exit_rules.h"
#include "pmix/server/requester.h"
#include "pmix/types/iof_channel.h"

#include <string>
#include <string_view>

namespace dbgr::launcher {

class Job;

class LauncherOwner
{
public:
    virtual ~LauncherOwner() = default;

    /// \param show whether it belongs on our own standard channels, too
    virtual void jobOutput(const Job& job, util::Rank rank, pmix::IofChannel channel, std::string_view bytes,
                           bool show) = 0;
    virtual void jobOutputEnded(const Job& job, util::Rank rank, pmix::IofChannel channel) = 0;
    /// Before the first of its processes is started.
    virtual void jobBegins(Job& job) = 0;
    /// All of its processes are gone, and those who want to know were told.
    virtual void jobEnded(const Job& job, const Verdict& verdict) = 0;
    /// A line for the user.
    virtual void message(const std::string& line) = 0;
    /// PMIx_Log: text for one of our standard channels, as it is.
    virtual void logText(pmix::IofChannel channel, std::string_view text) = 0;
    /// A tool lets this launcher begin. \std PMIX_DEBUGGER_RELEASE to the launcher
    virtual void released() = 0;
    /// Jobs that it held have been ended.
    virtual void toolLeft(const pmix::Requester& tool) = 0;
    /// A tool asks for the end of this launcher and its jobs.
    virtual void terminate(const std::string& who) = 0;
};

} // namespace dbgr::launcher
