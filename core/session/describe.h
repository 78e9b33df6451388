// SPDX-License-Identifier: BSD-3-Clause
// Places, stops and ends in the words of a debugger's user. Pure. Thread: any.
#pragma once

#include "debug/breakpoint.h"
#include "debug/frame.h"
#include "debug/signal_rule.h"
#include "debug/stop.h"
#include "session/job_status.h"
#include "session/process_table.h"
#include "util/rank_set.h"

#include <cstdint>
#include <string>

namespace dbgr::session {

/// "SIGSEGV", or "signal 99".
[[nodiscard]] std::string signalName(int signal);
/// "ring.cpp" of "/src/ring.cpp".
[[nodiscard]] std::string baseName(const std::string& path);
/// "ring.cpp:41"; "" if it is not known.
[[nodiscard]] std::string describe(const debug::SourceLocation& where);
/// "work(int) at ring.cpp:41", "poll in libc.so.6", "libc.so.6 (no symbols)".
[[nodiscard]] std::string describe(const debug::Frame& frame);
/// "stopped at breakpoint 1, work(int) at ring.cpp:41", "aborted (SIGABRT) in work(int), ring.cpp:41",
/// "crashed with SIGSEGV: null pointer (address 0x0) in ...", "returned from work(int) to ring.cpp:55",
/// "stepped, work(int) at ring.cpp:41, instruction work(int)+26 (0x401136), after 3 of 5 steps",
/// "interrupted in work(int), ring.cpp:41, 2 threads frozen", "stopped at system call write(1, 0x7ffd3320, 12), write
/// in libc.so.6, called from work(int) at ring.cpp:41".
[[nodiscard]] std::string describe(const debug::StopCause& cause);
/// The same, and what was returned: "..., value [0-2] 0.0312, [3] 1".
[[nodiscard]] std::string describe(const debug::StopGroup& stop);
/// "0x10".
[[nodiscard]] std::string addressText(std::uint64_t address);
/// "ended with status 1", "was ended by SIGKILL".
[[nodiscard]] std::string describeExit(int status, int signal);
/// "The job has ended with status 3; rank 1 failed first.", or what is known where it has no exit status.
[[nodiscard]] std::string describeEnd(const JobStatus& status);
/// "running", "stopped at ...", "ended with status 0", "lost: ...".
[[nodiscard]] std::string describe(const RankRecord& record);
/// What the user asked for: "ring.cpp:41 if rank == 2".
[[nodiscard]] std::string describe(const debug::BreakpointSpec& spec);
/// "nostop pass"
[[nodiscard]] std::string describe(const debug::SignalRule& rule);
/// "0-3", or the beginning of a set that has many intervals and its size: "0,2,4,6,... (512 ranks)".
[[nodiscard]] std::string shortRanks(const util::RankSet& ranks);

} // namespace dbgr::session
