// SPDX-License-Identifier: BSD-3-Clause
// What the user asked to be started, before anyone knows which launcher it is. Way: command line or start page ->
// session
// -> backend -> launch_plan. Thread: any; a value.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::launchers {

/// Where every rank is to stand when the user gets control.
enum class HoldPoint
{
    Init, ///< inside MPI_Init (PMIX_DEBUG_STOP_IN_INIT): the default
    Exec, ///< before the program's first instruction (PMIX_DEBUG_STOP_ON_EXEC); for programs without MPI too
    App,  ///< at the end of MPI_Init (PMIX_DEBUG_STOP_IN_APP); only MPI libraries that offer it
    None, ///< nowhere: ranks run, and are attached to as soon as they can be
};

/// How long a node may be silent until it is lost, if nobody says otherwise: more than the two minutes that a system
/// may let pass until it sends again what was swallowed. Less than the least, and nobody could be warned before.
inline constexpr std::chrono::seconds kLostAfter{180};
inline constexpr std::chrono::seconds kLeastLostAfter{15};
inline constexpr std::chrono::seconds kMostLostAfter{3600};

struct LaunchSpec
{
    std::vector<std::string> argv;        ///< the launcher and all its arguments, as typed
    std::vector<std::string> environment; ///< "NAME=value", whole; what the launcher inherits
    std::string workingDirectory;         ///< absolute
    HoldPoint hold = HoldPoint::Init;
    bool pushDaemons = false;                      ///< the job's nodes are given dbgr's daemons: they have none
    std::optional<std::chrono::seconds> lostAfter; ///< so much silence of a node; nothing: kLostAfter
    std::chrono::milliseconds patience{60000};     ///< from start to all ranks attached; then the launch has failed
};

[[nodiscard]] const char* name(HoldPoint hold);

} // namespace dbgr::launchers
