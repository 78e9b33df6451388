/* SPDX-License-Identifier: GPL-3.0-or-later
 * Sections of the Standard's tools chapter that the other tools leave out, one a run: tool_sections URI SECTION
 * [ARGUMENT]. */
#include "tool.h"

static char received[4096];
static size_t receivedBytes;
static char job[PMIX_MAX_NSLEN + 1];

static void onOutput(size_t handler, pmix_iof_channel_t channel, pmix_proc_t* source, pmix_byte_object_t* payload,
                     pmix_info_t infos[], size_t count)
{
    (void)handler, (void)channel, (void)source, (void)infos, (void)count;
    pthread_mutex_lock(&lock);
    if (payload != NULL && payload->size > 0 && payload->size < sizeof received - receivedBytes) {
        memcpy(received + receivedBytes, payload->bytes, payload->size);
        receivedBytes += payload->size;
    }
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

/* Whether all that was received becomes that text within the time. */
static int receives(const char* wanted, int seconds)
{
    const struct timespec until = secondsFromNow(seconds);
    int late = 0;
    pthread_mutex_lock(&lock);
    while (strcmp(received, wanted) != 0 && !late)
        late = pthread_cond_timedwait(&changed, &lock, &until) != 0;
    const int same = strcmp(received, wanted) == 0;
    if (!same)
        fprintf(report, "# received: %s\n", received);
    pthread_mutex_unlock(&lock);
    return same;
}

static int marked;

/* The job writes to standard error when it has written all that is to come. */
static void onMark(size_t handler, pmix_iof_channel_t channel, pmix_proc_t* source, pmix_byte_object_t* payload,
                   pmix_info_t infos[], size_t count)
{
    (void)handler, (void)channel, (void)source, (void)infos, (void)count;
    pthread_mutex_lock(&lock);
    marked = marked || (payload != NULL && payload->size > 0);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static void awaitMark(void)
{
    const pmix_proc_t source = procOf(job, PMIX_RANK_WILDCARD);
    const struct timespec until = secondsFromNow(20);
    struct done done = {0};
    const pmix_status_t started =
        PMIx_IOF_pull(&source, 1, NULL, 0, PMIX_FWD_STDERR_CHANNEL, onMark, onRegistration, &done);
    need("PMIx_IOF_pull of standard error", await(&done, started));
    int late = 0;
    pthread_mutex_lock(&lock);
    while (!marked && !late)
        late = pthread_cond_timedwait(&changed, &lock, &until) != 0;
    pthread_mutex_unlock(&lock);
    expect("the job has written all", marked);
}

static size_t pull(pmix_info_t* infos, size_t count)
{
    const pmix_proc_t source = procOf(job, PMIX_RANK_WILDCARD);
    struct done done = {0};
    const pmix_status_t started =
        PMIx_IOF_pull(&source, 1, infos, count, PMIX_FWD_STDOUT_CHANNEL, onOutput, onRegistration, &done);
    need("PMIx_IOF_pull", await(&done, started));
    return done.number;
}

static void start(char* script, int count, pmix_info_t* infos, size_t infoCount)
{
    char* shell[] = {"/bin/sh", "-c", script, NULL};
    need("PMIx_Spawn", spawn(shell, count, infos, infoCount, job));
}

/* ---- "IO Forwarding attributes" */

static void cache(const char* drop, const char* left)
{
    const uint32_t bytes = 16;
    pmix_info_t infos[2] = {makeInfo(PMIX_IOF_CACHE_SIZE, &bytes, PMIX_UINT32)};
    size_t count = 1;
    if (drop != NULL)
        infos[count++] = flagInfo(drop);
    start("printf 0123456789; sleep 0.1; printf abcdefghij; sleep 0.1; printf KLMNOPQRST; echo all >&2; exec sleep 60",
          1, infos, count);
    awaitMark();
    pull(NULL, 0);
    expect("what the cache has kept", receives(left, 3));
    endJob(job);
}

static void flush(void)
{
    const uint32_t bytes = 1000;
    pmix_info_t size = makeInfo(PMIX_IOF_BUFFERING_SIZE, &bytes, PMIX_UINT32);
    start("sleep 0.5; echo held; echo all >&2; exec sleep 60", 1, NULL, 0);
    const size_t number = pull(&size, 1);
    awaitMark();
    expect("too little is not delivered", receives("", 0));
    struct done done = {0};
    expectStatus("PMIx_IOF_deregister", await(&done, PMIx_IOF_deregister(number, NULL, 0, onOperation, &done)),
                 PMIX_SUCCESS);
    expect("it is flushed", receives("held\n", 3));
    endJob(job);
}

/* A prompt, which has no line end; the caller looks at what the launcher shows: what is in front of a line makes it
 * wait for the whole of it. */
static void raw(int isRaw)
{
    pmix_info_t infos[2] = {flagInfo(PMIX_IOF_RANK_OUTPUT), flagInfo(PMIX_IOF_OUTPUT_RAW)};
    start("printf prompt; sleep 2; echo", 1, infos, isRaw ? 2 : 1);
    expect("JOB_END", awaitEvent(PMIX_EVENT_JOB_END, job) != NULL);
}

/* ---- "Debugger Agents" */

static void forkExecAgent(char* agent)
{
    pmix_info_t infos[2] = {makeInfo(PMIX_FORKEXEC_AGENT, agent, PMIX_STRING), flagInfo(PMIX_NOTIFY_COMPLETION)};
    start("sleep 0.5; echo rank $PMIX_RANK", 1, infos, 2);
    pull(NULL, 0);
    expect("the agent has started the process, which is rank 0", receives("agent\nrank 0\n", 5));
    const struct event* end = awaitEvent(PMIX_EVENT_JOB_END, job);
    expect("the job ends well", end != NULL && end->termStatus == 0);
}

/* ---- "Debugger Support": where processes stop */

static void stopInApp(char* program)
{
    char* argv[] = {program, NULL};
    pmix_info_t infos[2] = {flagInfo(PMIX_DEBUG_STOP_IN_APP), flagInfo(PMIX_NOTIFY_JOB_EVENTS)};
    need("PMIx_Spawn", spawn(argv, 2, infos, 2, job));
    expect("PMIX_READY_FOR_DEBUG", awaitEvent(PMIX_READY_FOR_DEBUG, job) != NULL);
    pull(NULL, 0);
    expect("nobody has come further", receives("", 1));
    release("PMIX_DEBUGGER_RELEASE", job, PMIX_RANK_WILDCARD);
    const struct event* end = awaitEvent(PMIX_EVENT_JOB_END, job);
    expect("the job ends well", end != NULL && end->termStatus == 0);
}

static void stopSomeInInit(char* program)
{
    pmix_rank_t ranks[2] = {0, 2};
    pmix_data_array_t array;
    memset(&array, 0, sizeof array);
    array.type = PMIX_PROC_RANK;
    array.size = 2;
    array.array = ranks;
    char* argv[] = {program, NULL};
    pmix_info_t infos[2] = {makeInfo(PMIX_DEBUG_STOP_IN_INIT, &array, PMIX_DATA_ARRAY),
                            flagInfo(PMIX_NOTIFY_JOB_EVENTS)};
    need("PMIx_Spawn", spawn(argv, 3, infos, 2, job));
    pull(NULL, 0);
    expect("PMIX_READY_FOR_DEBUG", awaitEvent(PMIX_READY_FOR_DEBUG, job) != NULL);
    expect("rank 1 has passed, the others have not", receives("passed 1\n", 3));
    release("PMIX_DEBUGGER_RELEASE", job, 0);
    expect("then rank 0 has, too", receives("passed 1\npassed 0\n", 5));
    release("PMIX_DEBUGGER_RELEASE", job, 2);
    const struct event* end = awaitEvent(PMIX_EVENT_JOB_END, job);
    expect("the job ends well", end != NULL && end->termStatus == 0);
}

/* ---- "Tool spawn-related attributes": the tool goes, and leaves a job behind that it holds */

static void leaveBehind(char* file, int stays)
{
    char script[512];
    snprintf(script, sizeof script, "echo %s > %s", stays ? "stayed" : "ended", file);
    pmix_info_t infos[2] = {flagInfo(PMIX_DEBUG_STOP_ON_EXEC), flagInfo(PMIX_NOHUP)};
    start(script, 1, infos, stays ? 2 : 1);
    fprintf(report, "job %s\n", job);
}

/* ---- "Tracking the job lifecycle" */

static void silentTermination(void)
{
    pmix_info_t infos[1] = {flagInfo(PMIX_EVENT_SILENT_TERMINATION)};
    start("exit 0", 1, infos, 1);
    expect("no event for a normal end", eventWithin(2, PMIX_EVENT_JOB_END, job) == NULL);
    start("exit 3", 1, infos, 1);
    const struct event* end = awaitEvent(PMIX_EVENT_JOB_END, job);
    expect("but for another one", end != NULL && end->exitCode == 3);
}

static void ends(void)
{
    start("exit 5", 1, NULL, 0);
    usleep(1000000);
    fprintf(report, "job %s\n", job);
}

static void late(const char* nspace)
{
    listenFor(PMIX_EVENT_JOB_END);
    const struct event* end = awaitEvent(PMIX_EVENT_JOB_END, nspace);
    expect("JOB_END of a job that has ended before", end != NULL && end->exitCode == 5);
}

int main(int argc, char** argv)
{
    if (argc < 3)
        return 2;
    connectTo(argc, argv);
    const char* section = argv[2];
    char* argument = argc > 3 ? argv[3] : "";
    if (strcmp(section, "late") != 0 && strcmp(section, "ends") != 0)
        listenFor(PMIX_EVENT_JOB_END);
    listenFor(PMIX_READY_FOR_DEBUG);
    if (strcmp(section, "drop-oldest") == 0)
        cache(PMIX_IOF_DROP_OLDEST, "efghijKLMNOPQRST");
    else if (strcmp(section, "drop-newest") == 0)
        cache(PMIX_IOF_DROP_NEWEST, "0123456789abcdef");
    else if (strcmp(section, "drop-default") == 0)
        cache(NULL, "0123456789abcdef");
    else if (strcmp(section, "flush") == 0)
        flush();
    else if (strcmp(section, "raw") == 0 || strcmp(section, "lines") == 0)
        raw(section[0] == 'r');
    else if (strcmp(section, "forkexec-agent") == 0)
        forkExecAgent(argument);
    else if (strcmp(section, "stop-in-app") == 0)
        stopInApp(argument);
    else if (strcmp(section, "stop-some-in-init") == 0)
        stopSomeInInit(argument);
    else if (strcmp(section, "nohup") == 0 || strcmp(section, "hup") == 0)
        leaveBehind(argument, section[0] == 'n');
    else if (strcmp(section, "release") == 0)
        release("PMIX_DEBUGGER_RELEASE", argument, PMIX_RANK_WILDCARD);
    else if (strcmp(section, "release-launcher") == 0)
        release("PMIX_DEBUGGER_RELEASE", argument, 0);
    else if (strcmp(section, "silent") == 0)
        silentTermination();
    else if (strcmp(section, "ends") == 0)
        ends();
    else if (strcmp(section, "late") == 0)
        late(argument);
    else
        expect("a section that is known", 0);
    return leave();
}
