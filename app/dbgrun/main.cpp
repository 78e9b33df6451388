// SPDX-License-Identifier: GPL-3.0-or-later
// dbgrun: reads the command line, runs the loop, and ends with the job's status.
#include "app/dbgrun/dbgrun.h"

#include "util/descriptor_limit.h"
#include "util/log.h"
#include "util/standard_descriptors.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

constexpr int kUsageExit = 2;
constexpr int kFailedExit = 1;

int complain(const dbgr::util::Error& error, int status)
{
    std::fprintf(stderr, "dbgrun: %s\n", error.message().c_str());
    if (!error.advice.empty())
        std::fprintf(stderr, "        %s\n", error.advice.c_str());
    return status;
}

int run(dbgr::launcher::Command command)
{
    dbgr::util::raiseDescriptorLimit(); // each process of a job takes four descriptors of ours
    auto loop = dbgr::net::EventLoop::create();
    if (!loop)
        return complain(loop.error(), kFailedExit);
    dbgr::app::DbgRun dbgrun(**loop, std::move(command));
    if (auto begun = dbgrun.begin(); !begun)
        return complain(begun.error(), kFailedExit);
    (*loop)->run();
    return dbgrun.exitStatus();
}

} // namespace

int main(int argc, char** argv)
{
    dbgr::util::reserveStandardDescriptors();
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (const char* path = std::getenv("DBGR_LOG"))
        (void)dbgr::util::log::open(path, dbgr::util::log::Level::Debug); // work goes on without it
    auto command = dbgr::launcher::parseCommandLine(arguments);
    if (!command)
        return complain(command.error(), kUsageExit);
    switch (command->action) {
    case dbgr::launcher::Command::Action::Help:
        std::fputs(dbgr::launcher::helpText().c_str(), stdout);
        return 0;
    case dbgr::launcher::Command::Action::Version:
        std::puts("dbgrun " DBGR_VERSION);
        return 0;
    case dbgr::launcher::Command::Action::Run:
        break;
    }
    return run(*std::move(command));
}
