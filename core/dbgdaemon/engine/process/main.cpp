// SPDX-License-Identifier: BSD-3-Clause
// dbgd-engine: started by dbgd, and by nobody else; see process_engine.h.
#include "dbgdaemon/engine/lldb/formatter_trial.h"
#include "dbgdaemon/engine/lldb/lldb_engine.h"
#include "dbgdaemon/engine/process/engine_host.h"
#include "dbgdaemon/engine/process/handover.h"
#include "dbgdaemon/engine/sample/sample_reader.h"
#include "net/fd_stream.h"
#include "util/build_facts.h"
#include "util/descriptor_limit.h"
#include "util/log.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace {

using namespace dbgr;

util::Result<void> run()
{
    DBGR_TRY(const auto loop, net::EventLoop::create());
    DBGR_TRY(auto wishes,
             keeper::Wishes::open(util::UniqueFd(daemon::kEngineWishesFd), util::UniqueFd(daemon::kEngineBellFd)));
    DBGR_TRY(auto stream, net::FdStream::create(*loop, util::UniqueFd(daemon::kEngineChannelFd), "dbgd"));
    DBGR_TRY(const auto reader, net::EventLoop::create());
    reader->startThread();
    daemon::LldbEngine engine(*loop);
    daemon::EngineHost host(*loop,
                            {std::move(stream), util::UniqueFd(daemon::kEngineHandoverFd),
                             util::UniqueFd(daemon::kEngineSamplesFd), util::UniqueFd(daemon::kEngineMemoryFd),
                             std::move(wishes)},
                            engine, {*reader, daemon::sampleReader()});
    host.start([] { ::_exit(EXIT_SUCCESS); }); // liblldb's threads may be at work, or blocked: nobody waits for them
    loop->run();
    return util::ok();
}

/// \code
/// dbgd-engine 0.1.0
/// LLDB: 22.1.8
/// formatters: Python 3.11.2
/// \endcode
std::string versionText(bool verbose)
{
    const std::string version = "dbgd-engine " DBGR_VERSION "\n";
    if (!verbose)
        return version;
    return version + "LLDB: " + daemon::lldbVersion() + "\nformatters: " + daemon::tryFormatters() + "\n" +
           util::buildFacts();
}

} // namespace

int main(int argc, char** argv)
{
    const std::vector<std::string_view> arguments(argv + 1, argv + argc);
    if (!arguments.empty() && arguments.front() == "--version") {
        std::fputs(versionText(arguments.back() == "--verbose").c_str(), stdout);
        return EXIT_SUCCESS;
    }
    for (const int inherited : {daemon::kEngineChannelFd, daemon::kEngineHandoverFd, daemon::kEngineWishesFd,
                                daemon::kEngineBellFd, daemon::kEngineSamplesFd, daemon::kEngineMemoryFd}) {
        if (argc > 2 || ::fcntl(inherited, F_SETFD, FD_CLOEXEC) < 0) {
            std::fputs("dbgd-engine is started by dbgd and does nothing by itself.\n", stderr);
            return 2;
        }
    }
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) // dbgd's matter
        std::signal(number, SIG_IGN);
    util::raiseDescriptorLimit();
    if (argc == 2)
        util::log::open(argv[1], util::log::Level::Debug);
    if (const auto done = run(); !done)
        util::log::error("engine", done.error().message());
    std::fflush(nullptr);
    ::_exit(EXIT_FAILURE);
}
