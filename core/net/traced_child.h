// SPDX-License-Identifier: BSD-3-Clause
// A child of ours that has asked to be traced (PTRACE_TRACEME), until its exec, behind which it is left stopped. The
// exec stops it by a trap, and any signal before that does, too. Way: ChildProcess -> these. Thread: the child's
// parent.
#pragma once

#include "util/ids.h"

namespace dbgr::net {

/// A signal that stopped it before its exec it is given, and goes on. The trap of its exec, which may come at any
/// moment, it is not: it would die of it. Returns at once, also where it runs.
void passSignalOn(util::Pid child);

/// Waits for the trap of the exec, lets go of the child with a SIGSTOP instead, and sees that it has stopped: from here
/// on whoever looks at it finds it so. One that was killed meanwhile is left to whoever reaps it.
void leaveAtExec(util::Pid child);

} // namespace dbgr::net
