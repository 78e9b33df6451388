// SPDX-License-Identifier: BSD-3-Clause
// The programs that dbgd starts, and what it lets them see of its environment. Thread: any.
#pragma once

#include "util/result.h"

#include <string>
#include <vector>

namespace dbgr::daemon {

struct StubPrograms
{
    std::string guard;    ///< dbgd-guard
    std::string stub;     ///< lldb-server
    std::string guardLog; ///< where the guard logs; "" nowhere
};

/// dbgd-guard beside `ownProgram`; lldb-server from DBGR_LLDB_SERVER, or the one that dbgd was built with.
/// \param ownProgram absolute path of dbgd
/// \errors debug::Errc::StubFailed when one of them is not there or cannot be executed
[[nodiscard]] util::Result<StubPrograms> findStubPrograms(const std::string& ownProgram);

/// Our environment without what is dbgd's alone: its secret and its connection to the launcher.
[[nodiscard]] std::vector<std::string> environmentForChildren();

} // namespace dbgr::daemon
