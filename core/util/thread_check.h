// SPDX-License-Identifier: BSD-3-Clause
// Invariants of our own, checked in release builds too. Never use them on bytes from a peer.
#pragma once

#include "util/log.h"

/// Ends the process with a word on where, when our own code broke a rule of its own.
#define DBGR_ASSERT(condition)                                                                                         \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            ::dbgr::util::log::fatal(#condition, __FILE__, __LINE__);                                                  \
    } while (false)

/// The caller must run on the thread of `executor`.
#define DBGR_ON_THREAD(executor) DBGR_ASSERT((executor).isCurrent())
