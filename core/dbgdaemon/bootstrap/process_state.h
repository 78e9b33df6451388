// SPDX-License-Identifier: BSD-3-Clause
// How a process stands before anybody attaches to it. Thread: any.
#pragma once

#include "util/ids.h"

namespace dbgr::daemon {

/// Whether it stands by a signal (state T): held on exec by a launcher, or suspended by its user.
[[nodiscard]] bool standsBySignal(util::Pid pid);

} // namespace dbgr::daemon
