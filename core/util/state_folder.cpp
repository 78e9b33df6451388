// SPDX-License-Identifier: BSD-3-Clause
#include "util/state_folder.h"

#include <cstdlib>

namespace dbgr::util {

namespace {

std::string ownFolder(const char* variable, const char* belowHome)
{
    const char* const named = std::getenv(variable);
    if (named && named[0] == '/')
        return std::string(named) + "/dbgr";
    const char* const home = std::getenv("HOME");
    return home && home[0] == '/' ? std::string(home) + belowHome : std::string();
}

} // namespace

std::string stateFolder()
{
    return ownFolder("XDG_STATE_HOME", "/.local/state/dbgr");
}

std::string cacheFolder()
{
    return ownFolder("XDG_CACHE_HOME", "/.cache/dbgr");
}

} // namespace dbgr::util
