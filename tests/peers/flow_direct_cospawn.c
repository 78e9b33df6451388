/* SPDX-License-Identifier: GPL-3.0-or-later
 * A debugger that is connected with a launcher: flow_direct_cospawn URI has it start jobs that are held with their
 * daemons, per node or per process, each by one request. \std "Co-Spawn of Debugger Daemons" */
#include "tool.h"
#include "tool_flow.h"

static void severalJobs(void)
{
    const int sizes[MAX_JOBS] = {2, 1};
    char jobs[MAX_JOBS][PMIX_MAX_NSLEN + 1];
    variation = "several jobs";
    for (int i = 0; i < MAX_JOBS; ++i) {
        const enum placement placement = i == 0 ? PER_PROCESS : PER_NODE;
        if (!spawnWithDaemons(sizes[i], placement, jobs[i]) || !isHeldWithDaemons(jobs[i], sizes[i], placement)) {
            if (i > 0)
                endUnchecked(jobs[0]);
            return;
        }
    }
    letBothGo((const char(*)[PMIX_MAX_NSLEN + 1]) jobs, sizes);
}

int main(int argc, char** argv)
{
    const int role = roleOf(argc, argv);
    if (role >= 0)
        return role;
    makeFolder();
    connectTo(argc, argv);
    listenFor(PMIX_EVENT_JOB_END);
    listenFor(PMIX_READY_FOR_DEBUG);
    coSpawn("per node", PER_NODE);
    coSpawn("per process", PER_PROCESS);
    severalJobs();
    removeFolder();
    return leave();
}
