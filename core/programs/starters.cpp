// SPDX-License-Identifier: BSD-3-Clause
#include "programs/starters.h"

#include <algorithm>
#include <array>
#include <span>

namespace dbgr::programs {

namespace {

constexpr std::array<std::string_view, 10> kShells{"sh",   "bash", "dash", "ksh",  "ksh93",
                                                   "mksh", "zsh",  "csh",  "tcsh", "busybox"};
constexpr std::array<std::string_view, 12> kRunners{"chrt",    "env",    "ionice", "nice",    "nohup", "numactl",
                                                    "setarch", "setsid", "stdbuf", "taskset", "time",  "timeout"};
constexpr std::array<std::string_view, 7> kTracers{"gdb", "gdbserver", "lldb", "lldb-server", "ltrace", "strace", "rr"};

bool isAmong(std::string_view program, std::span<const std::string_view> names)
{
    return std::ranges::find(names, program.substr(program.rfind('/') + 1)) != names.end(); // npos + 1 is 0
}

} // namespace

bool isShell(std::string_view program)
{
    return isAmong(program, kShells);
}

bool isRunner(std::string_view program)
{
    return isAmong(program, kRunners);
}

bool isTracer(std::string_view program)
{
    return isAmong(program, kTracers);
}

} // namespace dbgr::programs
