// SPDX-License-Identifier: BSD-3-Clause
// The program that dbgd starts, and what it lets it see of its environment. Thread: any.
#pragma once

#include "util/result.h"

#include <string>
#include <vector>

namespace dbgr::daemon {

struct KeeperProgram
{
    std::string path; ///< dbgd-keeper
    std::string log;  ///< where it logs; "" nowhere
};

/// dbgd-keeper beside `ownProgram`. \param ownProgram absolute path of dbgd
/// \errors debug::Errc::KeeperFailed when it is not there or cannot be executed
[[nodiscard]] util::Result<KeeperProgram> findKeeper(const std::string& ownProgram);

/// Our environment without what is dbgd's alone: its secret and its connection to the launcher.
[[nodiscard]] std::vector<std::string> environmentForChildren();

} // namespace dbgr::daemon
