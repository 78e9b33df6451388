// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/handshake/launcher_identity.h"

#include "pmix/types/status.h"
#include "util/string_util.h"

#include <fstream>

namespace dbgr::pmix {

bool isOpenMpi4Launcher(util::Pid pid, const std::string& procRoot)
{
    std::ifstream maps(procRoot + "/" + std::to_string(pid.value()) + "/maps");
    std::string line;
    while (std::getline(maps, line))
        if (line.find("/libopen-rte.so") != std::string::npos)
            return true;
    return false;
}

namespace {

/// ORTE's folder is ompi.HOST.UID; that of Open MPI 6 is ompi.PID.
bool isInOrteFolder(std::string_view path)
{
    constexpr std::string_view kFolder = "/ompi.";
    for (std::size_t at = path.find(kFolder); at != std::string_view::npos; at = path.find(kFolder, at + 1)) {
        const std::string_view rest = path.substr(at + kFolder.size());
        if (!util::parseNumber<std::uint64_t>(rest.substr(0, rest.find('/'))))
            return true;
    }
    return false;
}

} // namespace

util::Result<void> checkSafeToConnect(const ServerContact& contact, const std::string& procRoot)
{
    // ORTE numbers its jobs; every other server has a name with letters in it.
    const bool numbered = util::parseNumber<std::uint64_t>(contact.uri.server.nspace).has_value();
    const bool inOrteDirectory = isInOrteFolder(contact.source);
    const bool orteProcess = contact.pid && isOpenMpi4Launcher(*contact.pid, procRoot);
    if (numbered || inOrteDirectory || orteProcess)
        return util::fail(Status::ErrNotSupported,
                          "the PMIx server " + contact.uri.server.nspace + " (" + contact.source +
                              ") belongs to mpirun of Open MPI 4, which would crash if a tool connected to it",
                          "Open MPI 4 has no PMIx tool support; Open MPI 5 has.");
    return util::ok();
}

} // namespace dbgr::pmix
