// SPDX-License-Identifier: GPL-3.0-or-later
// dbgr: hands the command line to the application, with the real backend and, where it was built, the window.
#include "app/dbgr/application.h"
#ifdef DBGR_WITH_WINDOW
#include "app/dbgr/window_application.h"
#endif
#include "session/remote/remote_backend.h"
#include "util/descriptor_limit.h"
#include "util/standard_descriptors.h"

#include <string>
#include <vector>

int main(int argc, char** argv)
{
    using namespace dbgr;
    util::reserveStandardDescriptors();
    util::raiseDescriptorLimit(); // a connection for each daemon, pipes for each launcher
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const auto makeBackend = [](net::EventLoop& loop, util::Executor& executor, const auto& environment) {
        return session::makeRemoteBackend(loop, executor, session::remoteConfigFromEnvironment(environment));
    };
#ifdef DBGR_WITH_WINDOW
    return app::runApplication(arguments, makeBackend, app::runWindow);
#else
    return app::runApplication(arguments, makeBackend, nullptr);
#endif
}
