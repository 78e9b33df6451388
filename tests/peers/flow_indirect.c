/* SPDX-License-Identifier: GPL-3.0-or-later
 * A debugger that starts the user's launcher: flow_indirect LAUNCHER starts it held, lets it start jobs that are held,
 * of one program or several, asks it for another one, with daemons per node or per process, spawned later or with that
 * other one. \std "Indirect launch", "Co-Location of Debugger Daemons", "Co-Spawn of Debugger Daemons" */
#include "tool.h"
#include "tool_flow.h"

#include <sys/wait.h>

static char ownUri[512];

static int spawnLauncher(char** argv, char* nspace)
{
    char variable[600];
    snprintf(variable, sizeof variable, "PMIX_LAUNCHER_RNDZ_URI=%s", ownUri);
    pmix_info_t forTheJob[] = {flagInfo(PMIX_DEBUG_STOP_IN_INIT), flagInfo(PMIX_NOTIFY_COMPLETION)};
    pmix_data_array_t directives = {PMIX_INFO, 2, forTheJob};
    pmix_info_t infos[] = {flagInfo(PMIX_SPAWN_TOOL), makeInfo(PMIX_LAUNCH_DIRECTIVES, &directives, PMIX_DATA_ARRAY)};
    pmix_app_t app;
    memset(&app, 0, sizeof app);
    app.cmd = argv[0];
    app.argv = argv;
    app.env = calloc(2, sizeof *app.env); /* libpmix adds to it */
    app.env[0] = strdup(variable);
    app.cwd = folder;
    app.maxprocs = 1;
    memset(nspace, 0, PMIX_MAX_NSLEN + 1);
    const pmix_status_t status = PMIx_Spawn(infos, 2, &app, 1, nspace);
    for (char** each = app.env; *each != NULL; ++each)
        free(*each);
    free(app.env);
    return succeeds("PMIx_Spawn of a launcher", status);
}

static int setServer(const char* nspace)
{
    const pmix_proc_t launcher = procOf(nspace, 0);
    const int seconds = 8;
    pmix_info_t infos[] = {flagInfo(PMIX_WAIT_FOR_CONNECTION), makeInfo(PMIX_TIMEOUT, &seconds, PMIX_INT)};
    return succeeds("PMIx_tool_set_server", PMIx_tool_set_server(&launcher, infos, 2));
}

/* What the first event says that tells of a held job. Waits for it. */
static int jobThatIsHeld(char* job)
{
    const struct timespec until = secondsFromNow(8);
    int late = 0;
    job[0] = '\0';
    pthread_mutex_lock(&lock);
    while (job[0] == '\0' && !late) {
        for (size_t i = 0; i < eventCount && job[0] == '\0'; ++i)
            if (events[i].code == PMIX_READY_FOR_DEBUG)
                memcpy(job, events[i].nspace, sizeof events[i].nspace);
        if (job[0] == '\0')
            late = pthread_cond_timedwait(&changed, &lock, &until) != 0;
    }
    pthread_mutex_unlock(&lock);
    return holds("READY_FOR_DEBUG names the job", job[0] != '\0');
}

/* Starts a launcher, and lets it start its job. */
static int launch(char** argv, char* launcher, char* job)
{
    if (!spawnLauncher(argv, launcher) || !setServer(launcher))
        return 0;
    listenFor(PMIX_EVENT_JOB_END); /* libpmix tells no server of what was registered before it was there */
    listenFor(PMIX_READY_FOR_DEBUG);
    release(named("the launcher is released"), launcher, 0);
    return jobThatIsHeld(job) && holds("which is not the launcher's", strcmp(job, launcher) != 0);
}

static void endOfLauncher(const char* launcher)
{
    holds("JOB_END of the launcher", awaitEvent(PMIX_EVENT_JOB_END, launcher) != NULL);
}

static void oneLauncher(char** argv, int size, enum placement placement)
{
    char launcher[PMIX_MAX_NSLEN + 1], job[PMIX_MAX_NSLEN + 1];
    if (!launch(argv, launcher, job) || !isHeld(job, size))
        return;
    spawnDaemons(job, size, placement);
    letGo(job, size);
    endOfLauncher(launcher);
}

/* The second one is asked of the launcher. */
static void severalJobs(char** argv)
{
    const int sizes[MAX_JOBS] = {2, 1};
    char launcher[PMIX_MAX_NSLEN + 1], jobs[MAX_JOBS][PMIX_MAX_NSLEN + 1];
    if (!launch(argv, launcher, jobs[0]) || !spawnHeld(&sizes[1], 1, jobs[1]))
        return;
    debugBoth((const char(*)[PMIX_MAX_NSLEN + 1]) jobs, sizes);
    endOfLauncher(launcher);
}

/* The second one, which is asked of the launcher, comes with its daemons. */
static void coSpawned(char** argv, enum placement placement)
{
    const int sizes[MAX_JOBS] = {2, 2};
    char launcher[PMIX_MAX_NSLEN + 1], jobs[MAX_JOBS][PMIX_MAX_NSLEN + 1];
    if (!launch(argv, launcher, jobs[0]) || !isHeld(jobs[0], sizes[0]))
        return;
    if (!spawnWithDaemons(sizes[1], placement, jobs[1]) || !isHeldWithDaemons(jobs[1], sizes[1], placement))
        return; /* the launcher ends with the tool */
    letBothGo((const char(*)[PMIX_MAX_NSLEN + 1]) jobs, sizes);
    endOfLauncher(launcher);
}

static const char* const kVariations[] = {"a daemon per node", "a daemon per process", "several programs",
                                          "several jobs",      "co-spawned per node",  "co-spawned per process"};
#define VARIATIONS (sizeof kVariations / sizeof *kVariations)

/* Each is a tool of its own. */
static int runVariation(size_t number, char* launcher)
{
    failures = 0;
    variation = kVariations[number];
    alarm(60);
    pmix_info_t infos[] = {flagInfo(PMIX_LAUNCHER), flagInfo(PMIX_TOOL_DO_NOT_CONNECT)};
    need("PMIx_tool_init", PMIx_tool_init(&self, infos, 2));
    pmix_value_t* uri = NULL;
    need("PMIX_MYSERVER_URI", PMIx_Get(&self, PMIX_MYSERVER_URI, NULL, 0, &uri));
    snprintf(ownUri, sizeof ownUri, "%s", uri->data.string);
    PMIX_VALUE_RELEASE(uri);
    char* one[] = {launcher, "-n", "2", program, "--job", folder, NULL};
    char* two[] = {launcher, "-n", "2", program, "--job", folder, ":", "-n", "1", program, "--job", folder, NULL};
    if (number == 3)
        severalJobs(one);
    else if (number > 3)
        coSpawned(one, number == 4 ? PER_NODE : PER_PROCESS);
    else
        oneLauncher(number == 2 ? two : one, number == 2 ? 3 : 2, number == 0 ? PER_NODE : PER_PROCESS);
    succeeds("PMIx_tool_finalize", PMIx_tool_finalize());
    return failures == 0 ? 0 : 1;
}

int main(int argc, char** argv)
{
    const int role = roleOf(argc, argv);
    if (role >= 0)
        return role;
    if (argc < 2)
        return 2;
    makeFolder();
    openReport();
    pid_t tools[VARIATIONS];
    for (size_t i = 0; i < VARIATIONS; ++i)
        if ((tools[i] = fork()) == 0)
            exit(runVariation(i, argv[1]));
    for (size_t i = 0; i < VARIATIONS; ++i) {
        int status = -1;
        waitpid(tools[i], &status, 0);
        variation = kVariations[i];
        failures += status != 0;
        if (status != 0)
            holds("the tool ends well", WIFEXITED(status) && WEXITSTATUS(status) == 1); /* then it has said why */
    }
    removeFolder();
    return failures == 0 ? 0 : 1;
}
