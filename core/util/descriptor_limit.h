// SPDX-License-Identifier: BSD-3-Clause
// Programs that hold descriptors for each rank or daemon: dbgr, dbgd, its guard, dbgrun. Thread: main, before all
// others.
#pragma once

namespace dbgr::util {

/// Takes as many open files as the system lets us have; the usual soft limit, 1024, is one of some hundred ranks. What
/// we start inherits the limit, unless restoreDescriptorLimit() is called in between.
void raiseDescriptorLimit();

/// In a child, before it becomes a program of the user's: it has the limit that we were started with. Programs that
/// use select() or close all descriptors one by one suffer from a high one. Async-signal-safe.
void restoreDescriptorLimit();

} // namespace dbgr::util
