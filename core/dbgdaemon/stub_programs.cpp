// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/stub_programs.h"

#include "debug/debug_error.h"
#include "net/child_spec.h"
#include "util/own_programs.h"

#include <cstdlib>
#include <cstring>
#include <string_view>
#include <unistd.h>

namespace dbgr::daemon {

namespace {

util::Result<std::string> executable(std::string path, const char* what, const char* advice)
{
    if (path.empty() || path.front() != '/')
        return util::fail(debug::Errc::StubFailed, std::string(what) + ": \"" + path + "\" is not an absolute path",
                          advice);
    if (::access(path.c_str(), X_OK) != 0)
        return util::fail(debug::Errc::StubFailed, std::string(what) + ": " + path + ": " + std::strerror(errno),
                          advice);
    return path;
}

} // namespace

util::Result<StubPrograms> findStubPrograms(const std::string& ownProgram)
{
    StubPrograms programs;
    DBGR_TRY(programs.guard,
             executable(util::ownHelper("dbgd-guard", ownProgram), "the guard that dbgd needs beside it",
                        "install dbgd and dbgd-guard in the same folder on every node"));
    const char* chosen = std::getenv("DBGR_LLDB_SERVER");
    DBGR_TRY(programs.stub,
             executable(chosen ? chosen : DBGR_LLDB_SERVER_DEFAULT, "the debug stub lldb-server",
                        "install LLDB's lldb-server on every node, or set DBGR_LLDB_SERVER to its path"));
    return programs;
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
