// SPDX-License-Identifier: BSD-3-Clause
// dbgd: dbgr's daemon on a node. See daemon.h for what it does.
#include "dbgdaemon/daemon.h"
#include "dbgdaemon/last_words.h"
#include "dbgdaemon/options.h"
#include "dbgdaemon/rank_sources.h"
#include "util/build_facts.h"
#include "util/descriptor_limit.h"
#include "util/log.h"
#include "util/own_programs.h"

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace {

using namespace dbgr;

constexpr int kUsageError = 2;

/// The launcher shows what a daemon writes among the output of the user's job: nothing of it may come from us, or from
/// the libraries that we use.
void fallSilent()
{
    const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        ::dup2(null, fd);
    if (null > STDERR_FILENO)
        ::close(null);
}

util::Result<void> run(const daemon::Options& options)
{
    const char* log = std::getenv(daemon::kLogVariable);
    const std::string logPath = log ? log : "";
    if (!logPath.empty())
        util::log::open(logPath, util::log::Level::Debug);
    DBGR_TRY(auto environment, daemon::takeDaemonEnvironment());
    auto programs = daemon::findHelpers(util::runningProgram(), logPath);
    DBGR_TRY(const auto loop, net::EventLoop::create());
    DBGR_TRY(auto ranks, daemon::makeRankSource(*loop, options));
    {
        daemon::Daemon daemon(*loop, {std::move(environment), std::move(ranks), std::move(programs)});
        DBGR_TRY(const auto words,
                 daemon::LastWords::prepare(*loop, [&daemon](int signal) { daemon.sayDying(signal); }));
        daemon.start([&loop] { loop->stop(); });
        loop->run();
    }
    return util::ok();
}

std::string versionText(bool verbose)
{
    return "dbgd " DBGR_VERSION "\n" + (verbose ? util::buildFacts() : std::string());
}

} // namespace

int main(int argc, char** argv)
{
    const std::vector<std::string_view> arguments(argv + 1, argv + argc);
    auto options = daemon::parseOptions(arguments);
    if (!options) {
        std::fprintf(stderr, "dbgd: %s\n%s\n", options.error().message().c_str(), options.error().advice.c_str());
        return kUsageError;
    }
    if (options->help || options->version) {
        std::fputs((options->help ? daemon::helpText() : versionText(options->verbose)).c_str(), stdout);
        return EXIT_SUCCESS;
    }
    fallSilent();
    util::raiseDescriptorLimit();
    // Where a process may be touched by ancestors only (Yama), and by what a rank has named: whoever cleans the ranks'
    // text when the keeper is dead has to be a descendant of ours then, too.
    ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    const auto done = run(*options);
    if (!done)
        util::log::error("daemon", done.error().message());
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
