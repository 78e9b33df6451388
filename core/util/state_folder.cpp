// SPDX-License-Identifier: BSD-3-Clause
#include "util/state_folder.h"

#include <cstdlib>

namespace dbgr::util {

std::string stateFolder()
{
    const char* const state = std::getenv("XDG_STATE_HOME");
    if (state && state[0] == '/')
        return std::string(state) + "/dbgr";
    const char* const home = std::getenv("HOME");
    return home && home[0] == '/' ? std::string(home) + "/.local/state/dbgr" : std::string();
}

} // namespace dbgr::util
