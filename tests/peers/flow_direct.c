/* SPDX-License-Identifier: GPL-3.0-or-later
 * A debugger that is connected with a launcher: flow_direct URI has it start jobs that are held, of one program or
 * several, one job or several, with daemons per node or per process, spawned later or in the same request.
 * \std "Direct launch", "Co-Location of Debugger Daemons", "Co-Spawn of Debugger Daemons" */
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

static void coSpawned(const char* name, enum placement placement)
{
    char* forJob[] = {program, "--job", folder, NULL};
    char* forDaemon[] = {program, "--daemon", folder, NULL};
    char job[PMIX_MAX_NSLEN + 1] = "";
    pmix_app_t apps[2];
    variation = name;
    jobApp(&apps[0], forJob, 2);
    jobApp(&apps[1], forDaemon, placement == PER_NODE ? 1 : 2);
    pmix_info_t ofDaemons[] = {flagInfo(PMIX_DEBUGGER_DAEMONS), flagInfo(PMIX_COSPAWN_APP), placementInfo(placement)};
    apps[1].info = ofDaemons;
    apps[1].ninfo = 3;
    pmix_info_t infos[] = {flagInfo(PMIX_DEBUG_STOP_IN_INIT), flagInfo(PMIX_NOTIFY_COMPLETION)};
    if (!succeeds("PMIx_Spawn of a job with its daemons", PMIx_Spawn(infos, 2, apps, 2, job)))
        return;
    if (!isHeld(job, 2))
        return;
    checkDaemons(job, placement == PER_NODE ? 1 : 2, 2);
    letGo(job, 2);
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
    coSpawned("co-spawned per node", PER_NODE);
    coSpawned("co-spawned per process", PER_PROCESS);
    removeFolder();
    return leave();
}
