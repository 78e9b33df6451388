// SPDX-License-Identifier: GPL-3.0-or-later
// dbgr: hands the command line to the application, with the real backend.
#include "app/dbgr/application.h"
#include "session/remote/remote_backend.h"

#include <string>
#include <vector>

int main(int argc, char** argv)
{
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    return dbgr::app::runApplication(arguments, [](dbgr::net::EventLoop& loop, const auto& environment) {
        return dbgr::session::makeRemoteBackend(loop, loop, dbgr::session::remoteConfigFromEnvironment(environment));
    });
}
