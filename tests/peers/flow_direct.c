/* SPDX-License-Identifier: GPL-3.0-or-later
 * A debugger that is connected with a launcher: flow_direct URI has it start jobs that are held, of one program or
 * several, one job or two, with daemons per node or per process. \std "Direct launch", "Co-Location of Debugger
 * Daemons"
 */
#include "tool.h"
#include "tool_flow.h"

static void daemonsLater(const char* name, const int* processes, int programs, enum placement placement)
{
    char job[PMIX_MAX_NSLEN + 1];
    variation = name;
    if (!spawnHeld(processes, programs, job))
        return;
    const int size = processes[0] + (programs > 1 ? processes[1] : 0);
    if (!isHeld(job, size))
        return;
    spawnDaemons(job, size, placement);
    letGo(job, size);
}

static void severalJobs(void)
{
    const int sizes[MAX_JOBS] = {2, 1};
    char jobs[MAX_JOBS][PMIX_MAX_NSLEN + 1];
    variation = "several jobs";
    for (int i = 0; i < MAX_JOBS; ++i)
        if (!spawnHeld(&sizes[i], 1, jobs[i]))
            return;
    holds("each has its own namespace", strcmp(jobs[0], jobs[1]) != 0);
    debugBoth((const char(*)[PMIX_MAX_NSLEN + 1]) jobs, sizes);
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
    daemonsLater("a daemon per node", (const int[]){2}, 1, PER_NODE);
    daemonsLater("a daemon per process", (const int[]){2}, 1, PER_PROCESS);
    daemonsLater("several programs", (const int[]){2, 1}, 2, PER_PROCESS);
    severalJobs();
    removeFolder();
    return leave();
}
