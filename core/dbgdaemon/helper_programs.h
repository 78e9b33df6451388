// SPDX-License-Identifier: BSD-3-Clause
// The programs that dbgd starts, and what it lets them see of its environment. Thread: any.
#pragma once

#include "net/child_spec.h"
#include "util/result.h"

#include <string>
#include <vector>

namespace dbgr::daemon {

/// How each is started; whoever starts it adds the descriptors that it inherits.
struct HelperPrograms
{
    net::ChildSpec keeper; ///< dbgd-keeper
    net::ChildSpec engine; ///< dbgd-engine
};

/// Those beside `ownProgram`, without standard channels. \param ownProgram absolute path of dbgd \param log where dbgd
/// logs; they do so in files with ".keeper" and ".engine" behind that name; "" nowhere
/// \errors debug::Errc::KeeperFailed, EngineFailed when one is not there or cannot be executed
[[nodiscard]] util::Result<HelperPrograms> findHelpers(const std::string& ownProgram, const std::string& log);

/// Our environment without what is dbgd's alone: its secret and its connection to the launcher.
[[nodiscard]] std::vector<std::string> environmentForChildren();

} // namespace dbgr::daemon
