// SPDX-License-Identifier: GPL-3.0-or-later
// Values for tests of the session and its faces, in few words. Thread: any.
#pragma once

#include "debug/engine_reply.h"
#include "debug/stop.h"
#include "launchers/launch_spec.h"
#include "util/rank_set.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::test {

/// "0-3,7".
[[nodiscard]] util::RankSet ranks(std::string_view text);
/// mpiexec with `words` behind it, in /work.
[[nodiscard]] launchers::LaunchSpec launchSpec(std::string_view words = "-n 4 ./ring");

[[nodiscard]] debug::Frame frame(std::string function, std::string file = {}, std::uint32_t line = 0);
[[nodiscard]] debug::StopCause stopCause(debug::StopReason reason, debug::Frame top = frame("main", "ring.cpp", 29));
[[nodiscard]] debug::StopCause breakpointHit(std::uint32_t id, debug::Frame top = frame("main", "ring.cpp", 29));
[[nodiscard]] debug::StopCause crash(int signal, debug::Frame top = frame("main", "ring.cpp", 31));

[[nodiscard]] debug::ValueGroup value(std::string_view rankText, std::string text, std::string type = "int");
[[nodiscard]] debug::BreakpointSpec breakAt(std::string file, std::uint32_t line);
[[nodiscard]] debug::BreakpointSpec breakIn(std::string function);

} // namespace dbgr::test
