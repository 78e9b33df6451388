// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/remote_config.h"

#include "util/own_programs.h"

#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace dbgr::session {

namespace {

constexpr std::string_view kDaemonVariable = "DBGR_DBGD=";
constexpr std::array<std::string_view, 1> kHandedOn = {"DBGR_DAEMON_LOG="};

} // namespace

RemoteConfig remoteConfigFromEnvironment(const std::vector<std::string>& environment)
{
    RemoteConfig config;
    for (const std::string& variable : environment) {
        if (variable.starts_with(kDaemonVariable))
            config.daemonProgram = variable.substr(kDaemonVariable.size());
        for (const std::string_view name : kHandedOn)
            if (variable.starts_with(name))
                config.daemonEnvironment.push_back(variable);
    }
    std::error_code error;
    if (config.daemonProgram.empty() || std::filesystem::is_directory(config.daemonProgram, error))
        config.daemonProgram = util::ownHelper("dbgd", util::selfOnNodes(environment));
    return config;
}

} // namespace dbgr::session
