// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/bootstrap/process_state.h"

#include <fstream>
#include <iterator>
#include <string>

namespace dbgr::daemon {

namespace {

/// The letter of its state; 0 if there is no such process.
char stateOf(util::Pid pid)
{
    std::ifstream file("/proc/" + std::to_string(pid.value()) + "/stat");
    const std::string stat((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    const std::size_t nameEnds = stat.rfind(") "); // the name may have blanks and brackets
    return nameEnds != std::string::npos && nameEnds + 2 < stat.size() ? stat[nameEnds + 2] : '\0';
}

} // namespace

bool hasEnded(util::Pid pid)
{
    const char state = stateOf(pid);
    return state == '\0' || state == 'Z' || state == 'X';
}

} // namespace dbgr::daemon
