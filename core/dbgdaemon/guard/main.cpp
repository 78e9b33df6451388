// SPDX-License-Identifier: BSD-3-Clause
// dbgd-guard: started by dbgd, and by nobody else; see guard.h.
#include "dbgdaemon/guard/guard.h"
#include "util/descriptor_limit.h"
#include "util/log.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace {

using namespace dbgr;

/// Nothing that ends dbgd, its launcher or its terminal may end the guard: it has to clean up after them.
void standAlone()
{
    ::setsid();
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGTTOU, SIGTTIN, SIGUSR1, SIGUSR2})
        std::signal(number, SIG_IGN);
    if (::chdir("/") != 0)
        util::log::warning("guard", "cannot leave the working directory");
}

util::Result<void> run(const std::string& stubProgram)
{
    DBGR_TRY(auto ledger, daemon::BreakpointLedger::open(util::UniqueFd(daemon::kGuardLedgerFd)));
    DBGR_TRY(const auto loop, net::EventLoop::create());
    daemon::Guard guard(*loop, util::UniqueFd(daemon::kGuardControlFd), std::move(ledger), stubProgram);
    guard.start();
    loop->run();
    return util::ok();
}

} // namespace

int main(int argc, char** argv)
{
    if (argc >= 2 && std::strcmp(argv[1], "--version") == 0) {
        std::puts("dbgd-guard " DBGR_VERSION);
        return EXIT_SUCCESS;
    }
    if (argc < 2 || argc > 3 || argv[1][0] != '/') {
        std::fputs("dbgd-guard is started by dbgd and does nothing by itself.\n", stderr);
        return 2;
    }
    standAlone();
    util::raiseDescriptorLimit();
    if (argc == 3)
        util::log::open(argv[2], util::log::Level::Debug);
    const auto done = run(argv[1]);
    if (!done)
        util::log::error("guard", done.error().message());
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
