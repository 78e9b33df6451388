// SPDX-License-Identifier: GPL-3.0-or-later
// What dbgr-exec takes for dbgd: opens the door, and writes to the file of DBGR_TEST_NOTES what it was started with
// and which ranks and scripts it finds. The word of DBGR_TEST_WORD says what it does with them: "keep" (until SIGTERM),
// "care", "input" (a line for each, and no end).
#include "agent/agent_door.h"
#include "agent/orders.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <dirent.h>
#include <unistd.h>

using namespace dbgr;

namespace {

int openDescriptors()
{
    int count = 0;
    DIR* folder = ::opendir("/proc/self/fd");
    while (folder && ::readdir(folder))
        ++count;
    ::closedir(folder);
    return count - 3; // ".", "..", and the folder itself
}

} // namespace

int main(int argc, char** argv)
{
    std::FILE* notes = std::fopen(std::getenv("DBGR_TEST_NOTES"), "a");
    std::setvbuf(notes, nullptr, _IOLBF, 0);
    std::fprintf(notes, "daemon %d fds %d session %d arguments", ::getpid(), openDescriptors() - 1,
                 ::getsid(0) != ::getppid() && ::getpgrp() != ::getppid());
    for (int i = 1; i < argc; ++i)
        std::fprintf(notes, " %s", argv[i]);
    std::fprintf(notes, "\n");
    const std::string word = std::getenv("DBGR_TEST_WORD");
    const auto loop = net::EventLoop::create().value();
    std::unique_ptr<agent::AgentDoor> door;
    const auto onFound = [&](const debug::RanksFound& found) {
        for (const debug::LocalProcess& process : found.starters)
            std::fprintf(notes, "script %u pid %d %s\n", process.rank.value(), process.pid.value(),
                         process.executable.c_str());
        for (const debug::LocalProcess& process : found.ranks) {
            std::fprintf(notes, "rank %u pid %d of %u %s\n", process.rank.value(), process.pid.value(), found.jobSize,
                         process.executable.c_str());
            if (word == "care")
                door->caredFor({process.rank});
            if (word == "input")
                door->inputs().give({process.rank}, "a line for " + std::to_string(process.rank.value()) + "\n", false,
                                    [notes](const std::vector<debug::RankFailure>& failures) {
                                        std::fprintf(notes, "input %s\n", failures.empty() ? "taken" : "refused");
                                    });
        }
    };
    auto opened = agent::AgentDoor::open(*loop, util::UniqueFd(3), std::getenv(agent::kDoorVariable), onFound);
    if (!opened) {
        std::fprintf(notes, "no door: %s\n", opened.error().message().c_str());
        return 1;
    }
    door = std::move(*opened);
    const auto ended = loop->onSignal(SIGTERM, [&] { loop->stop(); });
    const auto tooLong = loop->after(std::chrono::seconds(60), [&] { loop->stop(); });
    loop->run();
    door.reset();
}
