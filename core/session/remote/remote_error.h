// SPDX-License-Identifier: BSD-3-Clause
// What can go wrong between a launch and its end, in words for people. Thread: any; pure.
#pragma once

#include "launchers/launch_spec.h"
#include "net/child_process.h"
#include "pmix/ops/event.h"
#include "session/remote/hold_watch.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/rank_set.h"

#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace dbgr::session {

enum class LaunchErrc
{
    TimedOut = 1,
    HoldNotReached,
    ProgramMissing,
    NoPlaceForRanks,
    ProgramNeverCalledInit,
    JobEndedEarly,
    LauncherRefused,
    LauncherKilled,
    LauncherVanished,
    DaemonMissing,
    DaemonUnreachable,
};
[[nodiscard]] std::error_code make_error_code(LaunchErrc code);

/// Not all ranks came as far as they should in time.
[[nodiscard]] util::Error launchTimedOut(const HoldWatch& watch, util::Duration patience);
/// The ranks run on, though a hold was asked for. A warning.
[[nodiscard]] util::Error holdNotReached(launchers::HoldPoint hold);
/// The job's end came before the ranks were held.
/// \param command as typed \param launcherText what the launcher printed
[[nodiscard]] util::Error jobEndedEarly(launchers::HoldPoint hold, const std::string& command, const pmix::JobEnd& end,
                                        const std::string& launcherText);
/// The launcher has not started its ranks in time. \param missing what it has not done
[[nodiscard]] util::Error tasksMissing(const std::string& command, const std::string& missing, util::Duration waited);
/// The launcher ended before it had started any rank: a bad option, mostly. \param how "exit status 1"
[[nodiscard]] util::Error launcherRefused(const std::string& command, const std::string& how,
                                          const std::string& launcherText);
/// It said that its ranks stand, and ended before a daemon had them. \param how "exit status 1"
[[nodiscard]] util::Error standingRanksMissing(const std::string& command, const std::string& how,
                                               const std::string& launcherText);
/// The launcher was killed before it had started any rank.
[[nodiscard]] util::Error launcherKilled(const std::string& command, const std::string& how);
/// The launcher ended, and nobody told of its job's end. \param how "exit status 1"
[[nodiscard]] util::Error launcherVanished(const std::string& command, const std::string& how);
/// The same, where nothing is heard of some hosts any more. \param places "n02 (ranks 2-3)"
[[nodiscard]] util::Error withoutHosts(util::Error vanished, const std::string& places);
/// Ranks were named that the job does not have.
[[nodiscard]] util::Error noSuchRanks(const util::RankSet& named, const util::RankSet& jobs);
/// \param path where dbgd was looked for
[[nodiscard]] util::Error daemonMissing(const std::string& path);
/// A PMIx launcher was asked for them and does not start them. \param why what it answered
[[nodiscard]] util::Error daemonsRefused(const std::string& path, util::Error why);
/// Those of some nodes have not called. \param hosts the nodes beside this one \param launcherText of what started them
[[nodiscard]] util::Error daemonsSilent(std::size_t called, std::size_t nodes, const std::string& hosts,
                                        const std::string& launcherText);
/// They ended without a call.
[[nodiscard]] util::Error daemonsEnded(const std::string& path);
/// What is to be brought to the nodes cannot be put together. \param why words of what tried
[[nodiscard]] util::Error cannotPack(const std::string& path, const std::string& why);
/// It was brought to the nodes, and does not run there. \param why what a node has said, or whyNotStarted()
[[nodiscard]] util::Error pushFailed(const std::string& why);
/// They are wanted brought, where that cannot be. A warning.
[[nodiscard]] util::Error pushNotOffered();
/// The only one that there was ended. \param why "it hung up"
[[nodiscard]] util::Error daemonDied(const std::string& host, const std::string& why);
/// What is known of the end of a daemon, and of what it was doing.
struct DaemonEnd
{
    std::string host;
    bool onThisNode = false;            ///< so the host lives
    int signal = 0;                     ///< that ended it, as it said itself; 0 it said nothing
    std::optional<net::ExitStatus> how; ///< of a child of ours
    std::string request;                ///< as typed, that it worked on, or did not answer; "" none
    util::RankSet requestRanks;
    std::string words;   ///< of the connection's end, where it was not cut off; ""
    bool silent = false; ///< it was given up: it may not know, and still have its ranks
};
/// It ended after it had attached to ranks.
[[nodiscard]] util::Error daemonLost(const DaemonEnd& end);
/// Nobody can start daemons on these hosts after the first ones.
[[nodiscard]] util::Error cannotStartAgain(const std::vector<std::string>& hosts);
/// The command that was to start them ended. \param how "exit status 1"
[[nodiscard]] util::Error daemonCommandFailed(const std::string& command, const std::string& how,
                                              const std::string& itsText);
/// Some daemons did not call in time.
[[nodiscard]] util::Error daemonsUnreachable(const std::string& hosts, const std::string& listening,
                                             util::Duration waited);

/// The daemon of a node does not know the command.
[[nodiscard]] util::Error tooOld(const std::string& host, const std::string& command);

/// \param daemon "dbgd 0.0.9 on n02" \param ours "dbgr 0.1.0"
[[nodiscard]] util::Error otherRelease(const std::string& daemon, const std::string& ours);
/// Of the same release, but not of the same sources. Parameters as above.
[[nodiscard]] util::Error otherBuild(const std::string& daemon, const std::string& ours);

} // namespace dbgr::session

template <>
struct std::is_error_code_enum<dbgr::session::LaunchErrc> : std::true_type
{};
