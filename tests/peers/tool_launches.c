/* SPDX-License-Identifier: GPL-3.0-or-later
 * A tool that is connected with nobody, and starts a launcher that comes back to it: tool_launches LAUNCHER [FOLDER].
 * The launcher is held, gets its directives, starts a job that is held, gets a daemon beside it, and ends after it.
 * \std "Indirect launch", "IL-based command line parsing", PMIX_LAUNCHER_RNDZ_URI, PMIX_LAUNCH_DIRECTIVES */
#include "tool.h"

#include <signal.h>

/* ---- The job, and the daemon beside it */

static int runJob(void)
{
    if (PMIx_Init(&self, NULL, 0) != PMIX_SUCCESS)
        return 11;
    printf("out of %u\n", self.rank);
    fflush(stdout);
    return PMIx_Finalize(NULL, 0) == PMIX_SUCCESS ? 0 : 12;
}

static int runDaemon(const char* target)
{
    pmix_value_t* value = NULL;
    alarm(30);
    if (PMIx_tool_init(&self, NULL, 0) != PMIX_SUCCESS)
        return 21;
    const pmix_proc_t all = procOf(self.nspace, PMIX_RANK_WILDCARD);
    if (PMIx_Get(&all, PMIX_DEBUG_TARGET, NULL, 0, &value) != PMIX_SUCCESS || value->type != PMIX_PROC)
        return 22;
    if (strcmp(value->data.proc->nspace, target) != 0)
        return 23;
    return PMIx_tool_finalize() == PMIX_SUCCESS ? 0 : 24;
}

/* ---- The tool */

static char output[4096];

static void onOutput(size_t id, pmix_iof_channel_t channel, pmix_proc_t* source, pmix_byte_object_t* payload,
                     pmix_info_t* infos, size_t count)
{
    (void)id, (void)channel, (void)source, (void)infos, (void)count;
    pthread_mutex_lock(&lock);
    const size_t used = strlen(output);
    if (payload != NULL && payload->size < sizeof output - used)
        memcpy(output + used, payload->bytes, payload->size);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static int hasOutput(const char* needle)
{
    const struct timespec until = secondsFromNow(10);
    int late = 0;
    pthread_mutex_lock(&lock);
    while (strstr(output, needle) == NULL && !late)
        late = pthread_cond_timedwait(&changed, &lock, &until) != 0;
    const int has = strstr(output, needle) != NULL;
    pthread_mutex_unlock(&lock);
    return has;
}

/* The namespace of the first event of that code, whichever it is about; waits for it. */
static int nspaceOf(pmix_status_t code, char* nspace)
{
    const struct timespec until = secondsFromNow(20);
    int late = 0;
    nspace[0] = '\0';
    pthread_mutex_lock(&lock);
    while (nspace[0] == '\0' && !late) {
        for (size_t i = 0; i < eventCount; ++i)
            if (events[i].code == code)
                memcpy(nspace, events[i].nspace, sizeof events[i].nspace);
        if (nspace[0] == '\0')
            late = pthread_cond_timedwait(&changed, &lock, &until) != 0;
    }
    pthread_mutex_unlock(&lock);
    return nspace[0] != '\0';
}

static pmix_status_t launch(char** argv, const char* uri, char* nspace)
{
    char variable[512];
    snprintf(variable, sizeof variable, "PMIX_LAUNCHER_RNDZ_URI=%s", uri);
    pmix_info_t forTheJob[] = {flagInfo(PMIX_DEBUG_STOP_IN_INIT), flagInfo(PMIX_NOTIFY_COMPLETION)};
    pmix_data_array_t array = {PMIX_INFO, 2, forTheJob};
    pmix_info_t infos[] = {flagInfo(PMIX_SPAWN_TOOL), flagInfo(PMIX_DEBUG_STOP_IN_INIT),
                           makeInfo(PMIX_LAUNCH_DIRECTIVES, &array, PMIX_DATA_ARRAY)};
    pmix_app_t app;
    memset(&app, 0, sizeof app);
    app.cmd = argv[0];
    app.argv = argv;
    app.env = calloc(2, sizeof *app.env); /* libpmix adds to it */
    app.env[0] = strdup(variable);
    app.cwd = "/";
    app.maxprocs = 1;
    memset(nspace, 0, PMIX_MAX_NSLEN + 1);
    const pmix_status_t status = PMIx_Spawn(infos, 3, &app, 1, nspace);
    for (char** each = app.env; *each != NULL; ++each)
        free(*each);
    free(app.env);
    return status;
}

static pmix_status_t setServer(const char* nspace, int seconds)
{
    const pmix_proc_t launcher = procOf(nspace, 0);
    pmix_info_t infos[] = {flagInfo(PMIX_WAIT_FOR_CONNECTION), makeInfo(PMIX_TIMEOUT, &seconds, PMIX_INT)};
    return PMIx_tool_set_server(&launcher, infos, 2);
}

static void release(const char* check, const char* nspace, pmix_rank_t rank)
{
    const pmix_proc_t target = procOf(nspace, rank);
    pmix_info_t infos[] = {makeInfo(PMIX_EVENT_CUSTOM_RANGE, &target, PMIX_PROC), flagInfo(PMIX_EVENT_NON_DEFAULT)};
    struct done done = {0};
    expectStatus(
        check,
        await(&done, PMIx_Notify_event(PMIX_DEBUGGER_RELEASE, &self, PMIX_RANGE_CUSTOM, infos, 2, onOperation, &done)),
        PMIX_SUCCESS);
}

static void pullAll(void)
{
    const pmix_proc_t all = procOf("", PMIX_RANK_WILDCARD);
    struct done done = {0};
    need("PMIx_IOF_pull of what is to come",
         await(&done, PMIx_IOF_pull(&all, 1, NULL, 0, PMIX_FWD_STDOUT_CHANNEL, onOutput, onRegistration, &done)));
}

static void checkDaemon(char* program, char* job)
{
    char* daemon[] = {program, "--daemon", job, NULL};
    const pmix_proc_t target = procOf(job, PMIX_RANK_WILDCARD);
    const uint16_t one = 1;
    pmix_info_t infos[] = {flagInfo(PMIX_DEBUGGER_DAEMONS), makeInfo(PMIX_DEBUG_TARGET, &target, PMIX_PROC),
                           makeInfo(PMIX_DEBUG_DAEMONS_PER_NODE, &one, PMIX_UINT16), flagInfo(PMIX_NOTIFY_COMPLETION)};
    char daemons[PMIX_MAX_NSLEN + 1];
    need("PMIx_Spawn of a daemon", spawn(daemon, 1, infos, 4, daemons));
    const struct event* end = awaitEvent(PMIX_EVENT_JOB_END, daemons);
    expect("the daemon ends, and found its target", end != NULL && end->termStatus == 0);
}

static void runUnderLauncher(char* launcher, const char* uri, char* program)
{
    char* argv[] = {launcher, "-n", "2", program, "--job", NULL};
    char own[PMIX_MAX_NSLEN + 1], job[PMIX_MAX_NSLEN + 1];
    need("PMIx_Spawn of a launcher", launch(argv, uri, own));
    need("PMIx_tool_set_server", setServer(own, 15));
    pmix_proc_t* servers = NULL;
    size_t count = 0;
    pmix_status_t status = PMIx_tool_get_servers(&servers, &count);
    expect("it is the server", status == PMIX_SUCCESS && count >= 1 && strcmp(servers[0].nspace, own) == 0);
    PMIX_PROC_FREE(servers, count);
    listenFor(PMIX_EVENT_JOB_END); /* now: libpmix tells no server of what was registered before it came */
    listenFor(PMIX_READY_FOR_DEBUG);
    pullAll();
    expect("nothing runs yet", eventWithin(0, PMIX_READY_FOR_DEBUG, own) == NULL);
    release("the launcher is released", own, 0);
    if (!nspaceOf(PMIX_READY_FOR_DEBUG, job))
        job[0] = '\0';
    expect("READY_FOR_DEBUG names the job", job[0] != '\0' && strcmp(job, own) != 0);
    checkDaemon(program, job);
    release("the job is released", job, PMIX_RANK_WILDCARD);
    expect("the output of rank 0 comes", hasOutput("out of 0\n"));
    expect("the output of rank 1 comes", hasOutput("out of 1\n"));
    const struct event* end = awaitEvent(PMIX_EVENT_JOB_END, job);
    expect("JOB_END of the job", end != NULL && end->termStatus == 0);
    expect("JOB_END of the launcher", awaitEvent(PMIX_EVENT_JOB_END, own) != NULL);
}

/* One that is no launcher is not waited for. */
static void runUnderNothing(const char* uri)
{
    char nspace[PMIX_MAX_NSLEN + 1];
    char* missing[] = {"/no/such/launcher", NULL};
    expect("a launcher that is not there cannot be spawned", launch(missing, uri, nspace) != PMIX_SUCCESS);
    char* fails[] = {"/bin/sh", "-c", "exit 3", NULL};
    need("PMIx_Spawn of one that fails", launch(fails, uri, nspace));
    const time_t start = time(NULL);
    expect("it is no server", setServer(nspace, 5) != PMIX_SUCCESS);
    expect("which is said before the time is over", time(NULL) - start < 4);
    const struct event* end = awaitEvent(PMIX_EVENT_JOB_END, nspace);
    expect("JOB_END of one that fails", end != NULL);
    expect("with the exit code of that", end != NULL && end->exitCode == 3);
}

int main(int argc, char** argv)
{
    if (argc > 1 && strcmp(argv[1], "--job") == 0)
        return runJob();
    if (argc > 2 && strcmp(argv[1], "--daemon") == 0)
        return runDaemon(argv[2]);

    char program[4096] = "";
    if (argc < 2 || readlink("/proc/self/exe", program, sizeof program - 1) < 0)
        return 2;
    openReport();
    alarm(100);
    pmix_info_t infos[] = {flagInfo(PMIX_LAUNCHER), flagInfo(PMIX_TOOL_DO_NOT_CONNECT)};
    need("PMIx_tool_init", PMIx_tool_init(&self, infos, 2));
    pmix_value_t* uri = NULL;
    need("PMIX_MYSERVER_URI", PMIx_Get(&self, PMIX_MYSERVER_URI, NULL, 0, &uri));
    expect("it names this tool", strncmp(uri->data.string, self.nspace, strlen(self.nspace)) == 0);
    runUnderLauncher(argv[1], uri->data.string, program);
    runUnderNothing(uri->data.string);
    PMIX_VALUE_RELEASE(uri);
    return leave();
}
