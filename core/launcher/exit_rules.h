// SPDX-License-Identifier: BSD-3-Clause
// What the end of a process means for its job, as mpiexec has it: the first bad end decides, and ends the others.
// Pure. Thread: any.
//
//   how a process ended                                   the job's exit status
//   status 0, after PMIx_Finalize or without any PMIx     0
//   another status                                        that status
//   a signal                                              128 + signal
//   PMIx_Abort, MPI_Abort                                 its status
//   status 0, after PMIx_Init without PMIx_Finalize       1
//   status 0, without PMIx_Init where others called it    1
//   could not be started                                  127 (no such program), 126 (all else)
#pragma once

#include "net/child_process.h"
#include "pmix/types/status.h"
#include "util/error.h"
#include "util/ids.h"

#include <optional>
#include <string>

namespace dbgr::launcher {

/// A process of a job, for messages.
struct ProcessName
{
    util::Rank rank;
    std::string host;
    util::Pid pid;
};

/// Why a job ended, or ends.
struct Verdict
{
    /// For the launcher's own exit: 0 .. 255.
    int exitStatus = 0;
    /// PMIX_JOB_TERM_STATUS: the same, or a negative code of the Standard.
    int termStatus = 0;
    /// Who is to blame; nobody for a good end, or one by request.
    std::optional<util::Rank> rank;
    /// A sentence for people; empty for a good end.
    std::string text;

    [[nodiscard]] bool good() const { return termStatus == 0 && exitStatus == 0; }
};

/// What is known of a process when it ends.
struct ProcessHistory
{
    bool connected = false; ///< called PMIx_Init
    bool finalized = false;
    bool othersConnected = false;
};

/// Nothing for an end that the job can live with.
[[nodiscard]] std::optional<Verdict> judgeEnd(const ProcessName& who, net::ExitStatus how,
                                              const ProcessHistory& history);
[[nodiscard]] Verdict judgeAbort(const ProcessName& who, int status, const std::string& message);
[[nodiscard]] Verdict judgeFailedStart(util::Rank rank, const util::Error& why);
/// Somebody asked for the end: a tool, a signal, a limit. \param how "by request of tool x" \param signal as if it had
/// been ended by that
[[nodiscard]] Verdict judgeRequest(const std::string& how, int signal);

} // namespace dbgr::launcher
