/* SPDX-License-Identifier: GPL-3.0-or-later
 * A debugger that attaches to a running launcher: flow_attach PID finds its jobs, has daemons started beside their
 * processes, per node and per process, and leaves the jobs as they were. The jobs are "flow_attach --user FOLDER" and
 * the one that its rank 0 spawns: the program prints "up" when both are there, and ends when FOLDER/stop is.
 * \std "Attach to a running job", "Co-Location of Debugger Daemons" */
#include "tool.h"
#include "tool_flow.h"

/* ---- What the user runs */

static int runUser(char** argv, int spawns)
{
    char path[5000];
    alarm(90);
    if (PMIx_Init(&self, NULL, 0) != PMIX_SUCCESS)
        return 11;
    if (spawns && self.rank == 0) {
        char own[4096] = "", nspace[PMIX_MAX_NSLEN + 1];
        char* child[] = {own, "--spawned", argv[2], NULL};
        if (readlink("/proc/self/exe", own, sizeof own - 1) < 0 || spawn(child, 1, NULL, 0, nspace) != PMIX_SUCCESS)
            return 12;
        printf("up\n");
        fflush(stdout);
    }
    snprintf(path, sizeof path, "%s/stop", argv[2]);
    while (access(path, F_OK) != 0)
        usleep(10000);
    return PMIx_Finalize(NULL, 0) == PMIX_SUCCESS ? 0 : 13;
}

/* ---- The tool */

/* The launcher's jobs: all namespaces with processes of this program that are no daemons. */
static int findJobs(char jobs[MAX_JOBS][PMIX_MAX_NSLEN + 1])
{
    char* keys[] = {PMIX_QUERY_NAMESPACES, NULL};
    pmix_query_t query = {keys, NULL, 0};
    pmix_info_t* found = NULL;
    size_t size = 0;
    int count = 0;
    if (!succeeds("the launcher's namespaces", PMIx_Query_info(&query, 1, &found, &size)) || size != 1 ||
        found->value.type != PMIX_STRING)
        return 0;
    for (char* name = strtok(found->value.data.string, ","); name != NULL; name = strtok(NULL, ",")) {
        const char* number = strrchr(name, '@'); /* tools are namespaces, too, and the launcher is number 0 */
        if (number != NULL && strcmp(number, "@0") != 0 && strcmp(name, self.nspace) != 0 && count < MAX_JOBS)
            memcpy(jobs[count++], name, strlen(name) + 1);
    }
    return count;
}

static void attachTo(const char* name, const char* job, int size, enum placement placement)
{
    variation = name;
    if (!hasProcesses(job, size))
        return;
    spawnDaemons(job, size, placement);
    hasProcesses(job, size);
}

int main(int argc, char** argv)
{
    const int role = roleOf(argc, argv);
    if (role >= 0)
        return role;
    if (argc > 2 && (strcmp(argv[1], "--user") == 0 || strcmp(argv[1], "--spawned") == 0))
        return runUser(argv, strcmp(argv[1], "--user") == 0);
    char jobs[MAX_JOBS][PMIX_MAX_NSLEN + 1];
    makeFolder();
    attachToLauncher(argc, argv);
    listenFor(PMIX_EVENT_JOB_END);
    variation = "several jobs";
    if (holds("all of them are found", findJobs(jobs) == 2)) {
        attachTo("a daemon per node", jobs[0], 2, PER_NODE);
        attachTo("a daemon per process", jobs[0], 2, PER_PROCESS);
        attachTo("several jobs", jobs[1], 1, PER_NODE);
        attachTo("several jobs", jobs[1], 1, PER_PROCESS);
    }
    removeFolder();
    return leave();
}
