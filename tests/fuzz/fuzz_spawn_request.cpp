// SPDX-License-Identifier: GPL-3.0-or-later
// What a tool or a process may ask our launcher to spawn: any bytes become jobs that can be mapped, or an error in
// words. Input: wire format, fields of the request.
#include "launcher/job_map.h"
#include "launcher/spawn_request.h"
#include "tests/fuzz/fuzz_input.h"

#include <string>
#include <vector>

using namespace dbgr;

namespace {

void checkJob(const launcher::JobSpec& job)
{
    static const pmix::Topology machine = pmix::Topology::fromDescription("package:2 core:2 pu:2").value();
    launcher::NodeUse use;
    use.totalSlots = 4;
    for (const launcher::AppSpec& app : job.apps)
        test::mustHold(!app.argv.empty() && !app.argv.front().empty(), "a program has a name");
    const auto map = launcher::mapJob(job, machine, use, 3);
    if (!map) {
        test::mustHold(!map.error().detail.empty(), "an error has words");
        return;
    }
    test::mustHold(map->processes.size() <= launcher::kMaxProcesses, "a node's processes can be numbered");
    for (const launcher::MappedProcess& process : map->processes)
        test::mustHold(process.app < job.apps.size(), "a process is one of a program");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    test::FuzzInput input(data, size);
    const pmix::WireFormat format = input.wireFormat();
    const auto request = pmix::decodeSpawnRequest(format, input.rest());
    if (!request)
        return 0;
    static const std::vector<std::string> names{"here"};
    const auto plan = launcher::planSpawn(*request, pmix::Requester(), names);
    if (plan) {
        checkJob(plan->job);
        if (plan->daemons)
            checkJob(*plan->daemons);
    } else {
        test::mustHold(!plan.error().detail.empty(), "an error has words");
    }
    launcher::JobSpec own;
    (void)launcher::applyDirectives(own, request->jobInfos, names);
    return 0;
}
