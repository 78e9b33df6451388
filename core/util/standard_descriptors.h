// SPDX-License-Identifier: BSD-3-Clause
// For programs that somebody started with standard input, output or error closed. Thread: main, before all else.
#pragma once

namespace dbgr::util {

/// Takes the numbers 0, 1 and 2 where they are free, so that no file or socket that we open gets one and is taken for
/// the user's. What is read there is at its end; what is written there fails, as it does without this.
void reserveStandardDescriptors();

} // namespace dbgr::util
