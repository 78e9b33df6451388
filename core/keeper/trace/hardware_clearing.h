// SPDX-License-Identifier: BSD-3-Clause
// Takes traps of the processor out of a process whose tracer has died: they would outlive it, and the first one that is
// met would end the process. Thread: any; blocks for at most a few seconds.
#pragma once

#include "util/ids.h"

namespace dbgr::keeper {

/// Of all its threads, one after the other, each as soon as its former tracer is gone. Does nothing for what is not
/// allowed.
void clearHardwareTraps(util::Pid pid);

} // namespace dbgr::keeper
