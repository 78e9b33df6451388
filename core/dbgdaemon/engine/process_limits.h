// SPDX-License-Identifier: BSD-3-Clause
// What the system lets a process have: memory, stack, size of core files. Linux only. Thread: any.
#pragma once

#include "debug/description.h"
#include "util/ids.h"

#include <string>

namespace dbgr::daemon {

/// Each with what holds now as its type, and up to what the process may raise it as its place, "" where that is no
/// more:
/// {"stack size", "8 MiB", "at most unlimited"}. The memory of its control group, which batch systems set, is among
/// them. \param root what stands before "/proc" and "/sys", for tests
[[nodiscard]] debug::Description limitsOf(util::Pid pid, const std::string& root = "");

} // namespace dbgr::daemon
