// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/tool/hello.h"

#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"

#include <fstream>
#include <utility>

#include <unistd.h>

namespace dbgr::pmix {

std::string ourVersionText(WireVersion version)
{
    return version < WireVersion::V4 ? "3.2.0" : "5.0.0";
}

ConnectMessage makeHello(PeerRole role, Proc self, WireVersion version, const std::string& commandLine)
{
    ConnectMessage hello;
    hello.role = role;
    hello.ids = UserIds::ofThisProcess();
    hello.proc = std::move(self);
    hello.version = ourVersionText(version);
    hello.format = WireFormat{version, BufferType::NonDescribed};
    hello.infos.emplace_back(keys::kProcPid, Value::of<DataType::Pid>(util::Pid(::getpid())));
    if (role == PeerRole::LauncherNamed || role == PeerRole::LauncherNeedsName || role == PeerRole::LauncherSpawned)
        hello.infos.emplace_back(keys::kLauncher, Value::boolean(true));
    hello.infos.emplace_back(keys::kCmdLine, Value::string(commandLine));
    return hello;
}

std::string ownCommand()
{
    std::ifstream file("/proc/self/cmdline");
    std::string command;
    std::getline(file, command, '\0');
    return command.empty() ? "dbgr" : command;
}

} // namespace dbgr::pmix
