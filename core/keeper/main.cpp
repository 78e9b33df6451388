// SPDX-License-Identifier: BSD-3-Clause
// dbgd-keeper: started by dbgd, and by nobody else; see keeper.h.
#include "keeper/keeper.h"
#include "keeper/text/undertaker.h"
#include "keeper/trace/after_death.h"
#include "keeper/trace/hardware_trial.h"
#include "keeper/trace/kernel_tracer.h"
#include "util/descriptor_limit.h"
#include "util/log.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace {

using namespace dbgr;

constexpr std::array kInherited{keeper::kControlFd, keeper::kWishesFd, keeper::kBellFd};

/// Nothing that ends dbgd, its launcher or its terminal may end the keeper: it has to let the ranks go after them.
void standAlone()
{
    ::setsid();
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGTTOU, SIGTTIN, SIGUSR1, SIGUSR2})
        std::signal(number, SIG_IGN);
    if (::chdir("/") != 0)
        util::log::warning("keeper", "cannot leave the working directory");
}

util::Result<void> run(const keeper::Arch& arch)
{
    const keeper::HardwareTrial trial = keeper::tryHardwareTraps(); // before there are ranks to wait for
    if (trial == keeper::HardwareTrial::DoesNothing)
        util::log::warning("keeper", "the processor stops nobody for memory that it is to watch");
    DBGR_TRY(auto ledger, keeper::TextLedger::create());
    DBGR_TRY(auto wishes, keeper::Wishes::open(util::UniqueFd(keeper::kWishesFd), util::UniqueFd(keeper::kBellFd)));
    keeper::Undertaker undertaker([&] { keeper::undertake(ledger, arch); });
    DBGR_TRY(undertaker.start());
    DBGR_TRY(const auto loop, net::EventLoop::create());
    keeper::KernelTracer tracer(arch, trial != keeper::HardwareTrial::DoesNothing);
    keeper::Keeper keeper(*loop, util::UniqueFd(keeper::kControlFd), std::move(wishes), tracer, arch, ledger,
                          undertaker);
    keeper.start();
    loop->run();
    return util::ok();
}

} // namespace

int main(int argc, char** argv)
{
    if (argc >= 2 && std::strcmp(argv[1], "--version") == 0) {
        std::puts("dbgd-keeper " DBGR_VERSION);
        return EXIT_SUCCESS;
    }
    const keeper::Arch* const arch = keeper::nativeArch();
    const bool isStartedByUs =
        std::ranges::all_of(kInherited, [](int inherited) { return ::fcntl(inherited, F_GETFD) >= 0; });
    if (argc > 2 || (argc == 2 && argv[1][0] != '/') || !isStartedByUs) {
        std::fputs("dbgd-keeper is started by dbgd and does nothing by itself.\n", stderr);
        return 2;
    }
    if (!arch) {
        std::fputs("dbgd-keeper does not know this processor.\n", stderr);
        return 2;
    }
    standAlone();
    util::raiseDescriptorLimit();
    if (argc == 2)
        util::log::open(argv[1], util::log::Level::Debug);
    const auto done = run(*arch);
    if (!done)
        util::log::error("keeper", done.error().message());
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
