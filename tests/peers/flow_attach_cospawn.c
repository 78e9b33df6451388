/* SPDX-License-Identifier: GPL-3.0-or-later
 * A debugger that attaches to a launcher that runs a job of its user: flow_attach_cospawn PID has it start more jobs,
 * held, with their daemons, per node or per process, each by one request. \std "Co-Spawn of Debugger Daemons" */
#include "tool.h"
#include "tool_flow.h"

int main(int argc, char** argv)
{
    const int role = roleOf(argc, argv);
    if (role >= 0)
        return role;
    makeFolder();
    attachToLauncher(argc, argv);
    listenFor(PMIX_EVENT_JOB_END);
    listenFor(PMIX_READY_FOR_DEBUG);
    coSpawn("per node", PER_NODE);
    coSpawn("per process", PER_PROCESS);
    removeFolder();
    return leave();
}
