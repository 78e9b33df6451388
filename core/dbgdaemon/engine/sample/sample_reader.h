// SPDX-License-Identifier: BSD-3-Clause
// Samples of ranks become one tree of stacks, and what there is to say of ranks of which there is none. Thread: any;
// what it makes is of one thread.
#pragma once

#include "dbgdaemon/engine/rank_sample.h"

namespace dbgr::daemon {

/// Keeps what it learns of files and processes. Words in brackets stand in the place of frames: innermost of a thread
/// whose process a signal has stopped, or whose calls of Python are not known, alone of one that did not stand,
/// outermost where a stack goes on.
[[nodiscard]] ReadSamples sampleReader();

} // namespace dbgr::daemon
