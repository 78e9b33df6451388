// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/helper_programs.h"

#include "debug/debug_error.h"
#include "util/own_programs.h"

#include <cerrno>
#include <cstring>
#include <string_view>
#include <unistd.h>

namespace dbgr::daemon {

namespace {

util::Result<net::ChildSpec> findHelper(const std::string& ownProgram, const char* suffix, const std::string& log,
                                        debug::Errc code)
{
    const std::string name = std::string("dbgd-") + suffix;
    const std::string path = util::ownHelper(name, ownProgram);
    if (path.front() != '/' || ::access(path.c_str(), X_OK) != 0)
        return util::fail(code, "the program that dbgd needs beside it: " + path + ": " + std::strerror(errno),
                          "install dbgd and " + name + " in the same folder on every node");
    net::ChildSpec spec;
    spec.program = path;
    spec.arguments = {path};
    if (!log.empty())
        spec.arguments.push_back(log + "." + suffix);
    spec.environment = environmentForChildren();
    spec.standardInput = spec.standardOutput = spec.standardError = net::Stdio::null();
    return spec;
}

} // namespace

util::Result<HelperPrograms> findHelpers(const std::string& ownProgram, const std::string& log)
{
    HelperPrograms found;
    DBGR_TRY(found.keeper, findHelper(ownProgram, "keeper", log, debug::Errc::KeeperFailed));
    DBGR_TRY(found.engine, findHelper(ownProgram, "engine", log, debug::Errc::EngineFailed));
    return found;
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
