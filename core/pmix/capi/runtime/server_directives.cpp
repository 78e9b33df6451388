// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/capi/runtime/server_directives.h"

#include "pmix/handshake/own_nspace.h"
#include "pmix/handshake/rendezvous.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"

#include <cstdlib>
#include <string>

#include <unistd.h>

namespace dbgr::pmix::capi {

namespace {

/// A folder of our own in that of the session: servers of one user must not share one.
std::string ownFolder(const std::string& session)
{
    return session + "/dbgrpmix." + std::to_string(::geteuid()) + "." + std::to_string(::getpid());
}

} // namespace

ServerConfig readServerDirectives(std::span<const Info> infos)
{
    const auto places = RendezvousPlaces::fromEnvironment([](const char* name) { return std::getenv(name); });
    ServerConfig config;
    config.self = Proc{ownNspace("pmix-server"), ProcRank(0)};
    bool tools = false;
    bool system = false;
    std::string folder;
    std::string systemFolder = places.systemDir;
    for (const Info& info : infos) {
        const bool set = info.value.asBool().value_or(false);
        const std::string text = info.value.asString().value_or("");
        if (info.key == keys::kServerNspace && !text.empty() && text.size() <= Proc::kMaxNspaceBytes)
            config.self.nspace = text;
        else if (info.key == keys::kServerRank)
            config.self.rank = info.value.asRank().value_or(ProcRank(0));
        else if (info.key == keys::kServerTmpdir)
            folder = text;
        else if (info.key == keys::kSystemTmpdir && !text.empty())
            systemFolder = text;
        else if (info.key == keys::kServerToolSupport)
            tools = set;
        else if (info.key == keys::kServerSystemSupport)
            system = set;
        else if (info.key == keys::kServerSessionSupport)
            config.rendezvous.sessionFile = set;
        else if (info.key == keys::kLauncherRendezvousFile && !text.empty())
            config.rendezvous.launcherFile = text;
    }
    if (system)
        config.rendezvous.systemTmpdir = systemFolder;
    if (tools || system || config.rendezvous.sessionFile)
        config.rendezvous.serverTmpdir = folder.empty() ? ownFolder(places.sessionDir) : folder;
    return config;
}

} // namespace dbgr::pmix::capi
