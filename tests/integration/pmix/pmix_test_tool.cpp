// SPDX-License-Identifier: GPL-3.0-or-later
// A small tool to be killed, and a small daemon to be spawned, by the tests beside it. What it finds goes to stdout, a
// line each.
//
//   pmix_test_tool held LAUNCHER ARGS...      starts the launcher, says "held PID", waits
//   pmix_test_tool running LAUNCHER ARGS...   ... releases it, says "running PID", waits
//   pmix_test_tool letting LAUNCHER ARGS...   ... lets it live, says "letting PID", ends
//   pmix_test_tool daemon                     says "target NSPACE" and "rank N pid P" for each of its ranks, ends
#include "net/event_loop.h"
#include "pmix/tool/tool.h"
#include "pmix/types/keys.h"

#include <cstdio>
#include <cstdlib>

using namespace dbgr;
using namespace dbgr::pmix;

namespace {

std::unique_ptr<net::EventLoop> loop;
std::unique_ptr<Tool> tool;

void say(const std::string& line)
{
    std::printf("%s\n", line.c_str());
    std::fflush(stdout);
}

void giveUp(const util::Error& error)
{
    say("error " + error.message());
    loop->stop();
}

void released(const std::string& mode, util::Pid pid)
{
    if (mode == "letting")
        tool->letLauncherLive();
    say(mode + " " + std::to_string(pid.value()));
    if (mode == "letting")
        loop->stop();
}

void launch(const std::string& mode, std::vector<std::string> arguments)
{
    LauncherCommand command;
    command.arguments = std::move(arguments);
    command.environment = net::currentEnvironment();
    command.standardInput = net::Stdio::null();
    const auto started = tool->spawnLauncher(
        command, {Info(keys::kNotifyJobEvents, Value::boolean(true))}, [mode](const util::Result<LauncherHeld>& held) {
            if (!held)
                return giveUp(held.error());
            if (mode == "held")
                return say("held " + std::to_string(held->pid.value()));
            tool->releaseLauncher([mode, pid = held->pid](const util::Result<void>& outcome) {
                if (!outcome)
                    return giveUp(outcome.error());
                released(mode, pid);
            });
        });
    if (!started)
        giveUp(started.error());
}

void listRanks(const util::Result<QueryReply>& reply)
{
    const auto table = reply ? procTableOf(*reply) : util::Result<std::vector<ProcInfo>>(util::fail(reply.error()));
    if (!table)
        return giveUp(table.error());
    for (const ProcInfo& info : *table)
        say("rank " + std::to_string(info.proc.rank.value()) + " pid " + std::to_string(info.pid.value()));
    tool->finalize([] { loop->stop(); });
}

void serve()
{
    tool->connectAsSpawned([](const util::Result<void>& outcome) {
        if (!outcome)
            return giveUp(outcome.error());
        const auto target = tool->jobInfo().debugTarget();
        if (!target)
            return giveUp({{}, "no target", {}});
        say("target " + target->nspace);
        tool->query({localProcTableQuery(target->nspace)}, listRanks);
    });
}

} // namespace

int main(int argc, char** argv)
{
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.empty())
        return 2;
    loop = net::EventLoop::create().value();
    tool = Tool::create(*loop, {}).value();
    loop->post([&] {
        if (arguments.front() == "daemon")
            serve();
        else
            launch(arguments.front(), {arguments.begin() + 1, arguments.end()});
    });
    loop->run();
    tool.reset();
    return 0;
}
