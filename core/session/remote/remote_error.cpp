// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/remote_error.h"

#include "debug/debug_error.h"
#include "pmix/types/status.h"
#include "session/describe.h"
#include "session/rank_refusal.h"
#include "session/session_error.h"
#include "util/error_category.h"
#include "util/string_util.h"

#include <chrono>

namespace dbgr::session {

namespace {

/// For util::ErrorCategory.
const char* meaning(int code)
{
    switch (static_cast<LaunchErrc>(code)) {
    case LaunchErrc::TimedOut:
        return "the job did not start in time";
    case LaunchErrc::HoldNotReached:
        return "the ranks were not held";
    case LaunchErrc::NoPlaceForRanks:
        return "the launcher has no place for all ranks";
    case LaunchErrc::ProgramMissing:
        return "the launcher cannot start the program";
    case LaunchErrc::ProgramNeverCalledInit:
        return "the program never called MPI_Init";
    case LaunchErrc::LauncherRefused:
        return "the launcher ended before it started the job";
    case LaunchErrc::LauncherKilled:
        return "the launcher was killed";
    case LaunchErrc::JobEndedEarly:
        return "the job ended before it could be debugged";
    case LaunchErrc::LauncherVanished:
        return "the launcher ended before its job";
    case LaunchErrc::DaemonMissing:
        return "dbgd is missing";
    case LaunchErrc::DaemonUnreachable:
        return "dbgd did not answer";
    }
    return nullptr;
}

constexpr auto kInstallTheSame =
    "Install the same dbgr on all nodes, or name with DBGR_DBGD the folder of one that all nodes see.";

util::Error make(LaunchErrc code, std::string detail, std::string advice)
{
    return {code, std::move(detail), std::move(advice)};
}

std::string seconds(util::Duration duration)
{
    return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(duration).count()) + " s";
}

/// What was printed, as a block of its own below a message; "" for nothing.
std::string quoted(const std::string& launcherText)
{
    return launcherText.empty() ? std::string() : "\nThe launcher said:\n" + launcherText;
}

/// PRRTE's own numbers for "no such file" and kin: job.term.status is negative then.
bool saysProgramMissing(pmix::Status status)
{
    constexpr pmix::Status kExecutableNotAccessible{-73}; // PRRTE's internal code, which it lets out
    return status == kExecutableNotAccessible || status == pmix::Status::ErrJobExeNotFound ||
           status == pmix::Status::ErrJobFailedToLaunch;
}

/// The launcher found no place for all ranks.
bool saysNoPlace(pmix::Status status)
{
    constexpr pmix::Status kOutOfResource{-43}; // PRRTE's internal code
    return status == kOutOfResource || status == pmix::Status::ErrJobFailedToMap;
}

/// Each launcher has its own words, but all name the file.
bool saysAgentMissing(const std::string& launcherText)
{
    const std::size_t named = launcherText.find("/dbgr-exec");
    return named != std::string::npos && launcherText.find("No such file", named) != std::string::npos;
}

/// The program itself has to come there.
bool isInLibrary(launchers::HoldPoint hold)
{
    return hold == launchers::HoldPoint::Init || hold == launchers::HoldPoint::App;
}

/// What else to try after an early end.
std::string otherHold(launchers::HoldPoint hold)
{
    return isInLibrary(hold) ? " To stop a program before its first instruction, use --stop=exec."
                             : " Where the program calls MPI_Init, --stop=init holds it there.";
}

std::string ending(const pmix::JobEnd& end)
{
    if (end.why)
        return " with the launcher's code " + std::to_string(static_cast<int>(*end.why)) + " (" +
               pmix::toString(*end.why) + ")";
    if (!end.exitStatus)
        return "";
    if (*end.exitStatus > 128 && *end.exitStatus < 128 + 65)
        return " by signal " + std::to_string(*end.exitStatus - 128);
    return " with status " + std::to_string(*end.exitStatus);
}

} // namespace

std::error_code make_error_code(LaunchErrc code)
{
    static const util::ErrorCategory category("launch", meaning);
    return {static_cast<int>(code), category};
}

util::Error launchTimedOut(const HoldWatch& watch, util::Duration patience)
{
    const bool inLibrary = isInLibrary(watch.hold());
    std::string where = "the launcher has not reported its processes";
    if (watch.ranks() > 0 && inLibrary)
        where = std::to_string(watch.connected()) + " of " + std::to_string(watch.ranks()) + " ranks are in MPI_Init";
    else if (watch.ranks() > 0)
        where = "the launcher has reported " + std::to_string(watch.ranks()) + " ranks, and not that all are there";
    return make(LaunchErrc::TimedOut, "starting the job: after " + seconds(patience) + " " + where,
                std::string("If every rank really needs that long, give more time with --launch-timeout.") +
                    (inLibrary ? " If some ranks never call MPI_Init, start with --stop=exec or --stop=none." : ""));
}

util::Error holdNotReached(launchers::HoldPoint hold)
{
    if (hold == launchers::HoldPoint::Exec)
        return make(LaunchErrc::HoldNotReached,
                    "holding the ranks before their first instruction: the launcher never reported it",
                    "The ranks run. Set a breakpoint, or interrupt them.");
    const std::string where = hold == launchers::HoldPoint::App ? "at the end of MPI_Init" : "in MPI_Init";
    return make(LaunchErrc::HoldNotReached,
                "holding the ranks " + where + ": the program has not stopped there; perhaps it never calls MPI_Init" +
                    (hold == launchers::HoldPoint::App ? ", or its MPI library does not offer this hold" : ""),
                "The ranks run, and are attached to as they are. To stop a program without MPI before its first "
                "instruction, use --stop=exec.");
}

util::Error jobEndedEarly(launchers::HoldPoint hold, const std::string& command, const pmix::JobEnd& end,
                          const std::string& launcherText)
{
    if (end.why && saysProgramMissing(*end.why))
        return make(LaunchErrc::ProgramMissing,
                    "launching \"" + command + "\": the launcher could not execute the program" + quoted(launcherText),
                    "Look whether the file exists on every node, is executable, and is the one you mean.");
    if (end.why && saysNoPlace(*end.why))
        return make(LaunchErrc::NoPlaceForRanks,
                    "launching \"" + command +
                        "\": the launcher found no place for all ranks: there are more of them "
                        "than slots (processor cores, mostly)" +
                        quoted(launcherText),
                    "Ask for fewer ranks, or let the launcher put more on a node: --map-by :oversubscribe.");
    if (end.exitStatus == 0 && isInLibrary(hold))
        return make(LaunchErrc::ProgramNeverCalledInit,
                    "launching \"" + command +
                        "\": the program ran to its end and never called MPI_Init, where it "
                        "was to be held" +
                        quoted(launcherText),
                    "To stop a program before its first instruction, use --stop=exec.");
    return make(LaunchErrc::JobEndedEarly,
                "launching \"" + command + "\": the job ended" + ending(end) + " before its ranks were held" +
                    quoted(launcherText),
                "Look at the output above." + otherHold(hold));
}

util::Error tasksMissing(const std::string& command, const std::string& missing, util::Duration waited)
{
    return make(LaunchErrc::TimedOut,
                "waiting for the ranks of \"" + command + "\" for " + seconds(waited) + ": " + missing,
                "Ask the system's queue what the job waits for.");
}

util::Error launcherRefused(const std::string& command, const std::string& how, const std::string& launcherText)
{
    return make(
        LaunchErrc::LauncherRefused,
        "launching \"" + command + "\": the launcher ended (" + how + ") before it started any rank" +
            quoted(launcherText),
        saysAgentMissing(launcherText)
            ? "dbgr-exec has to be at this path on every node: install dbgr there, or name with DBGR_DBGD the folder "
              "of an installation that all nodes see (--push-daemons does not bring it)."
        : launcherText.empty() ? "Run the same command without dbgr to see whether it works there."
                               : "The launcher's own words say what it did not like: mend its options.");
}

util::Error standingRanksMissing(const std::string& command, const std::string& how, const std::string& launcherText)
{
    return make(LaunchErrc::LauncherRefused,
                "launching \"" + command + "\": the launcher ended (" + how +
                    ") before dbgr had its ranks, which stood at their first instruction" + quoted(launcherText),
                "Look whether the program is there and can be executed on every node, and whether somebody has ended "
                "the job.");
}

util::Error launcherKilled(const std::string& command, const std::string& how)
{
    return make(LaunchErrc::LauncherKilled,
                "launching \"" + command + "\": somebody killed the launcher (" + how + ") before it started any rank",
                "Start it again; if it dies again, run the same command without dbgr.");
}

util::Error launcherVanished(const std::string& command, const std::string& how)
{
    return make(LaunchErrc::LauncherVanished,
                "running \"" + command + "\": the launcher ended (" + how + ") before it told of its job's end",
                "Ranks that it left were ended too, since they cannot go on without it. Start the job again.");
}

util::Error withoutHosts(util::Error vanished, const std::string& places)
{
    vanished.detail += "; nothing is heard any more of dbgd on " + places;
    vanished.advice = "Look whether that host still runs. Ranks elsewhere were ended, since they cannot go on without "
                      "their launcher.";
    return vanished;
}

util::Error noSuchRanks(const util::RankSet& named, const util::RankSet& jobs)
{
    return {make_error_code(Errc::NoSuchRank),
            "attaching to ranks " + named.toString() + ": the job has ranks " + jobs.toString() + " only",
            "Name ranks that it has, or none for all."};
}

util::Error daemonMissing(const std::string& path)
{
    return make(
        LaunchErrc::DaemonMissing, "starting the daemons: there is no program " + path,
        "dbgd belongs beside dbgr, on every node at the same path. Install dbgr again, or name with the environment "
        "variable DBGR_DBGD the folder of an installation that all nodes see.");
}

util::Error daemonsRefused(const std::string& path, util::Error why)
{
    why = std::move(why).withContext("having the launcher start " + path + " on every node");
    if (why.code.category() != make_error_code(pmix::Status::ErrNotSupported).category())
        return why;
    const pmix::Status status{why.code.value()};
    if (saysNoPlace(status))
        return std::move(why).withAdvice("This launcher counts dbgr's daemons, one a node, as ranks. Give the job's "
                                         "nodes a slot more (mpiexec --host "
                                         "NODE:SLOTS ...), or allow more processes than slots: "
                                         "PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe, "
                                         "in PRRTE 5 PRTE_MCA_mapby=:oversubscribe.");
    if (saysProgramMissing(status))
        return std::move(why).withAdvice(
            "Look whether that file is there, and can be executed, on every node of the job. Where nodes do not have "
            "dbgr, "
            "start it with --push-daemons, or name with DBGR_DBGD the folder of an installation that all nodes see.");
    if (why.code == pmix::Status::ErrNotSupported)
        return std::move(why).withAdvice(
            "Such a launcher cannot start anything beside its job: write dbgr-exec in front "
            "of the program instead, see dbgr-exec(1).");
    return why;
}

util::Error daemonsEnded(const std::string& path)
{
    return make(LaunchErrc::DaemonUnreachable, "starting the daemons: " + path + " ended without calling dbgr",
                "Run `" + path +
                    " --version` on the nodes of the job: a library may be missing (--push-daemons brings them along). "
                    "DBGR_DAEMON_LOG=FILE in dbgr's environment makes the daemons write down what they do.");
}

util::Error cannotPack(const std::string& path, const std::string& why)
{
    return make(LaunchErrc::DaemonMissing, "packing dbgr's daemons for the nodes into " + path + ": " + why,
                "dbgr needs tar, gzip and some hundred megabytes there; XDG_CACHE_HOME names another place.");
}

util::Error pushFailed(const std::string& why)
{
    return make(LaunchErrc::DaemonUnreachable, "bringing dbgr's daemons to the nodes: " + why,
                "Install dbgr's daemons on the nodes, or name with DBGR_DBGD the folder of an installation that all "
                "nodes see.");
}

util::Error pushNotOffered()
{
    return {
        std::make_error_code(std::errc::not_supported),
        "--push-daemons: with this launcher daemons are not brought to nodes: they must be there before its ranks are",
        "Where a node does not have dbgr at the same path, name with DBGR_DBGD the folder of an installation that all "
        "nodes see."};
}

util::Error daemonDied(const std::string& host, const std::string& why)
{
    return make(
        LaunchErrc::DaemonUnreachable, "attaching: dbgd on " + host + " ended before it had attached to a rank: " + why,
        "Start the job again. If it happens again, DBGR_DAEMON_LOG=FILE in dbgr's environment makes the daemons "
        "write down what they do.");
}

util::Error daemonLost(const DaemonEnd& end)
{
    const bool signalled = end.how && end.how->kind == net::ExitStatus::Kind::Signalled;
    const int signal = end.signal != 0 ? end.signal : signalled ? end.how->number : 0;
    std::string text = "dbgd on " + end.host;
    if (signal != 0)
        text += " was ended by " + signalName(signal);
    else if (end.how)
        text += " ended with " + end.how->toString();
    else if (!end.words.empty())
        text += " is lost (" + end.words + ")";
    else
        text += " ended without a word (killed, as when memory runs out, or its host is gone)";
    if (!end.request.empty()) {
        const std::string request = "'" + end.request + "' of " + ranksText(end.requestRanks);
        text += end.signal != 0 ? " in " + request : " and did not answer " + request;
    }
    if (end.silent)
        text += "; its ranks stay as they are until it hears that it is given up, for an hour at the most, and run on "
                "without the debugger then";
    else
        text += "; its ranks run on without the debugger";
    if (!end.onThisNode && signal == 0 && !end.how)
        text += ", if their host lives";
    return {make_error_code(debug::Errc::DaemonLost), text,
            "'reattach' (in the window: Attach Again) attaches to them again."};
}

util::Error cannotStartAgain(const std::vector<std::string>& hosts)
{
    return make(LaunchErrc::DaemonUnreachable,
                "starting dbgd once more on " + util::join(hosts, ", ") +
                    ": this launcher starts nothing beside its job on other nodes",
                "There, attach to the processes of the ranks: dbgr --attach-pids PID,PID...");
}

util::Error daemonCommandFailed(const std::string& command, const std::string& how, const std::string& itsText)
{
    return make(
        LaunchErrc::DaemonUnreachable,
        "starting dbgr's daemons by \"" + command + "\": it ended (" + how + ")" + quoted(itsText),
        "Run the same command with --version behind it to see whether it works by hand. Where nodes do not have dbgr, "
        "start it with --push-daemons.");
}

util::Error daemonsSilent(std::size_t called, std::size_t nodes, const std::string& hosts,
                          const std::string& launcherText)
{
    return make(LaunchErrc::DaemonUnreachable,
                "dbgr's daemons have called from " + std::to_string(called) + " of " + std::to_string(nodes) +
                    " nodes only (beside this one: " + hosts + ")" + quoted(launcherText),
                "Look whether dbgr is installed under the same path there, and whether they reach this node.");
}

util::Error daemonsUnreachable(const std::string& hosts, const std::string& listening, util::Duration waited)
{
    return make(
        LaunchErrc::DaemonUnreachable,
        "waiting for dbgd on " + hosts + ": no call at " + listening + " within " + seconds(waited),
        "Look whether dbgd can start there (run `dbgd --version` on that node; --push-daemons brings it to nodes that "
        "do not have it) and whether the node can reach this one: a firewall may be in the way.");
}

util::Error tooOld(const std::string& host, const std::string& command)
{
    return {make_error_code(debug::Errc::EngineFailed),
            "dbgd on " + host + " is an older one that cannot do '" + command + "'",
            "Install the same dbgr on all nodes."};
}

util::Error otherRelease(const std::string& daemon, const std::string& ours)
{
    return {make_error_code(debug::Errc::EngineFailed),
            daemon + " is of another release than this " + ours + ": some commands may not work on its ranks",
            kInstallTheSame};
}

util::Error otherBuild(const std::string& daemon, const std::string& ours)
{
    return {make_error_code(debug::Errc::EngineFailed),
            daemon + " is made of other sources than this " + ours + ": some commands may not work on its ranks",
            kInstallTheSame};
}

} // namespace dbgr::session
