// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/exit_rules.h"

#include "net/net_error.h"
#include "util/exit_byte.h"

namespace dbgr::launcher {

using pmix::Status;

namespace {

constexpr int kNoSuchProgram = 127; // as shells have it
constexpr int kNotStarted = 126;

std::string nameOf(const ProcessName& who)
{
    return "rank " + std::to_string(who.rank.value()) + " (pid " + std::to_string(who.pid.value()) + " on " + who.host +
           ")";
}

Verdict blame(const ProcessName& who, int status, const std::string& did)
{
    return {status, status, who.rank, nameOf(who) + " " + did};
}

} // namespace

std::optional<Verdict> judgeEnd(const ProcessName& who, net::ExitStatus how, const ProcessHistory& history)
{
    if (how.kind == net::ExitStatus::Kind::Signalled)
        return blame(who, how.shellStatus(), "was ended by " + how.toString());
    if (how.number != 0)
        return blame(who, how.number, "ended with exit status " + std::to_string(how.number));
    if (history.connected && !history.finalized)
        return blame(who, 1, "called MPI_Init (or PMIx_Init), and ended without MPI_Finalize");
    if (!history.connected && history.othersConnected)
        return blame(who, 1, "ended without MPI_Init (or PMIx_Init), which other processes of the job called");
    return std::nullopt;
}

Verdict judgeAbort(const ProcessName& who, int status, const std::string& message)
{
    Verdict verdict = blame(who, util::exitByte(status), "aborted the job with status " + std::to_string(status));
    verdict.termStatus = status == 0 ? static_cast<int>(Status::ErrJobAborted) : status;
    if (!message.empty())
        verdict.text += ": " + message;
    return verdict;
}

Verdict judgeFailedStart(util::Rank rank, const util::Error& why)
{
    const bool missing = why.code == net::Errc::NoSuchProgram;
    Status status = Status::ErrJobFailedToLaunch;
    if (missing || why.code == net::Errc::NotExecutable)
        status = Status::ErrJobExeNotFound;
    else if (why.detail.find("working directory") != std::string::npos)
        status = Status::ErrJobWdirNotFound;
    return {missing ? kNoSuchProgram : kNotStarted, static_cast<int>(status), rank,
            "rank " + std::to_string(rank.value()) + " could not be started: " + why.message()};
}

Verdict judgeRequest(const std::string& how, int signal)
{
    return {128 + signal, 128 + signal, std::nullopt, "the job was ended " + how};
}

} // namespace dbgr::launcher
