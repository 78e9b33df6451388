// SPDX-License-Identifier: BSD-3-Clause
// The fork itself: everything is prepared before it, since between fork and exec a child of a program with threads may
// call hardly anything. Thread: any.
#pragma once

#include "net/child_spec.h"
#include "util/unique_fd.h"

#include <memory>

namespace dbgr::net {

/// At which step the child failed to become the program, as it says so through its error pipe.
enum class LaunchStep : int
{
    Descriptors,
    WorkingDirectory,
    Affinity,
    Execute
};

struct LaunchFailure
{
    LaunchStep step;
    int errnoValue;
};

/// A child that was just forked.
struct LaunchedChild
{
    int pid = -1;
    util::UniqueFd holdPipe;  ///< a byte lets a held child go on; closed unused, the child ends
    util::UniqueFd errorPipe; ///< a LaunchFailure, or end of file when the child became the program
    util::UniqueFd standardInput, standardOutput, standardError; ///< our ends of its pipes
};

/// Forks a child that will execute `path` as `spec` says.
[[nodiscard]] util::Result<LaunchedChild> launchChild(const std::string& path, const ChildSpec& spec);

} // namespace dbgr::net
