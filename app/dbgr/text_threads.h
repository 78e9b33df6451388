// SPDX-License-Identifier: GPL-3.0-or-later
// What commands about single threads came to, as text. Pure. Thread: any.
#pragma once

#include "app/dbgr/reply.h"
#include "app/dbgr/text_format.h"

#include <string>

namespace dbgr::app {

/// "worker (OpenMP worker)", "worker", "(MPI progress)".
[[nodiscard]] std::string threadName(const debug::ThreadInfo& thread);

/// One line a thread: whose it is, and where it stands; leading ones are marked, and frozen ones.
[[nodiscard]] std::string threadsText(const ThreadsReply& reply);
/// "[0] thread 3, id 4711, worker: work at pool.cpp:21".
[[nodiscard]] std::string threadText(const ThreadReply& reply, const Style& style);
/// "[0-3] frozen threads: 2-4", "[0] no thread is frozen".
[[nodiscard]] std::string freezeText(const FreezeReply& reply, const Style& style);

} // namespace dbgr::app
