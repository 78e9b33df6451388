/* SPDX-License-Identifier: GPL-3.0-or-later
 * A debugger that is connected with a launcher: flow_cospawn URI has it start a job that is held and its daemons, per
 * node or per process, in one request. \std "Co-Spawn of Debugger Daemons" */
#include "tool.h"
#include "tool_flow.h"

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
    alarm(30); /* PRRTE does not always answer any more */
    listenFor(PMIX_EVENT_JOB_END);
    listenFor(PMIX_READY_FOR_DEBUG);
    coSpawned("per node", PER_NODE);
    coSpawned("per process", PER_PROCESS);
    removeFolder();
    return leave();
}
