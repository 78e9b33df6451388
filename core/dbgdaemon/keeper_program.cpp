// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/keeper_program.h"

#include "debug/debug_error.h"
#include "net/child_spec.h"

#include <cerrno>
#include <cstring>
#include <string_view>
#include <unistd.h>

namespace dbgr::daemon {

util::Result<KeeperProgram> findKeeper(const std::string& ownProgram)
{
    const std::string path = ownProgram.substr(0, ownProgram.rfind('/') + 1) + "dbgd-keeper";
    if (path.front() != '/' || ::access(path.c_str(), X_OK) != 0)
        return util::fail(debug::Errc::KeeperFailed,
                          "the keeper that dbgd needs beside it: " + path + ": " + std::strerror(errno),
                          "install dbgd and dbgd-keeper in the same folder on every node");
    return KeeperProgram{path, {}};
}

std::vector<std::string> environmentForChildren()
{
    std::vector<std::string> environment = net::currentEnvironment();
    std::erase_if(environment, [](std::string_view entry) {
        return entry.starts_with("DBGR_") || entry.starts_with("PMIX_") || entry.starts_with("PRTE_");
    });
    return environment;
}

} // namespace dbgr::daemon
