// SPDX-License-Identifier: GPL-3.0-or-later
// A daemon as small as can be, to be spawned by the tests beside it: says "target NSPACE" and, for each of its ranks,
// "rank N pid P", and ends.
#include "net/event_loop.h"
#include "pmix/tool/tool.h"

#include <cstdio>

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

int main()
{
    loop = net::EventLoop::create().value();
    tool = Tool::create(*loop, {}).value();
    loop->post(serve);
    loop->run();
    tool.reset();
    return 0;
}
