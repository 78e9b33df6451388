/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the tools of this folder share: tool_NAME URI connects to a running launcher ("pid:N" for one by its process
 * id, nothing for $PMIX_PEER_URI), as a tool that is written to the Standard. It prints "ok NAME" or "not ok NAME: why"
 * for each check, and ends with 0 only when all hold. */
#pragma once

#include <pmix_tool.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static pmix_proc_t self;
static int failures;
static FILE* report; /* the standard output, also when that is a pipe for what is forwarded */

/* ---- Checks */

static inline void expect(const char* name, int holds)
{
    fprintf(report, "%s %s\n", holds ? "ok" : "not ok", name);
    failures += !holds;
}

static inline int expectStatus(const char* name, pmix_status_t got, pmix_status_t wanted)
{
    if (got == wanted || (wanted == PMIX_SUCCESS && got == PMIX_OPERATION_SUCCEEDED)) {
        expect(name, 1);
        return 1;
    }
    ++failures;
    fprintf(report, "not ok %s: %s (%d) instead of %s\n", name, PMIx_Error_string(got), got, PMIx_Error_string(wanted));
    return 0;
}

/* Ends the program: nothing that follows would make sense. */
static inline void need(const char* name, pmix_status_t got)
{
    if (!expectStatus(name, got, PMIX_SUCCESS)) {
        PMIx_tool_finalize();
        exit(2);
    }
}

/* ---- Infos */

static inline pmix_info_t makeInfo(const char* key, const void* data, pmix_data_type_t type)
{
    pmix_info_t info;
    memset(&info, 0, sizeof info);
    PMIX_INFO_LOAD(&info, key, data, type);
    return info;
}

static inline pmix_info_t flagInfo(const char* key)
{
    const bool yes = true;
    return makeInfo(key, &yes, PMIX_BOOL);
}

static inline pmix_proc_t procOf(const char* nspace, pmix_rank_t rank)
{
    pmix_proc_t proc;
    memset(&proc, 0, sizeof proc);
    snprintf(proc.nspace, sizeof proc.nspace, "%.255s", nspace);
    proc.rank = rank;
    return proc;
}

static inline const pmix_value_t* findInfo(const pmix_info_t* infos, size_t count, const char* key)
{
    for (size_t i = 0; i < count; ++i)
        if (strncmp(infos[i].key, key, PMIX_MAX_KEYLEN) == 0)
            return &infos[i].value;
    return NULL;
}

/* ---- Waiting */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static inline struct timespec secondsFromNow(int seconds)
{
    struct timespec when;
    clock_gettime(CLOCK_REALTIME, &when);
    when.tv_sec += seconds;
    return when;
}

struct done
{
    int is;
    pmix_status_t status;
    size_t number;
};

static inline void finished(struct done* done, pmix_status_t status, size_t number)
{
    pthread_mutex_lock(&lock);
    *done = (struct done){1, status, number};
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static inline void onOperation(pmix_status_t status, void* data)
{
    finished(data, status, 0);
}

static inline void onRegistration(pmix_status_t status, size_t number, void* data)
{
    finished(data, status, number);
}

/* PMIX_ERR_TIMEOUT when nothing came. \param started what the call returned that was given `done` */
static inline pmix_status_t await(struct done* done, pmix_status_t started)
{
    if (started == PMIX_OPERATION_SUCCEEDED)
        return PMIX_SUCCESS;
    if (started != PMIX_SUCCESS)
        return started;
    const struct timespec until = secondsFromNow(20);
    pthread_mutex_lock(&lock);
    int late = 0;
    while (!done->is && !late)
        late = pthread_cond_timedwait(&changed, &lock, &until) != 0;
    const pmix_status_t status = done->is ? done->status : PMIX_ERR_TIMEOUT;
    pthread_mutex_unlock(&lock);
    return status;
}

/* ---- Events */

struct event
{
    pmix_status_t code;
    pmix_proc_t source;
    char nspace[PMIX_MAX_NSLEN + 1]; /* of the job that it is about */
    int hasTermStatus, termStatus;
    int hasExitCode, exitCode;
    int hasTimestamp, hasProc;
};

static struct event events[1024]; /* other tools' jobs end, too */
static size_t eventCount;

static inline int numberOf(const pmix_value_t* value)
{
    return value->type == PMIX_STATUS ? value->data.status : value->data.integer;
}

static inline void onEvent(size_t handler, pmix_status_t code, const pmix_proc_t* source, pmix_info_t infos[],
                           size_t count, pmix_info_t* results, size_t resultCount,
                           pmix_event_notification_cbfunc_fn_t next, void* data)
{
    (void)handler, (void)results, (void)resultCount;
    struct event event;
    memset(&event, 0, sizeof event);
    event.code = code;
    if (source != NULL)
        event.source = *source;
    const pmix_value_t* nspace = findInfo(infos, count, PMIX_NSPACE);
    const pmix_value_t* about = findInfo(infos, count, PMIX_EVENT_AFFECTED_PROC);
    if (about == NULL)
        about = findInfo(infos, count, PMIX_PROCID);
    event.hasProc = about != NULL;
    if (nspace != NULL && nspace->type == PMIX_STRING)
        snprintf(event.nspace, sizeof event.nspace, "%s", nspace->data.string);
    else if (about != NULL && about->type == PMIX_PROC)
        snprintf(event.nspace, sizeof event.nspace, "%s", about->data.proc->nspace);
    const pmix_value_t* value = findInfo(infos, count, PMIX_JOB_TERM_STATUS);
    event.hasTermStatus = value != NULL;
    event.termStatus = value == NULL ? 0 : numberOf(value);
    value = findInfo(infos, count, PMIX_EXIT_CODE);
    event.hasExitCode = value != NULL;
    event.exitCode = value == NULL ? 0 : numberOf(value);
    event.hasTimestamp = findInfo(infos, count, PMIX_EVENT_TIMESTAMP) != NULL;
    pthread_mutex_lock(&lock);
    if (eventCount < sizeof events / sizeof *events)
        events[eventCount++] = event;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    if (next != NULL)
        next(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data);
}

static inline void listenFor(pmix_status_t code)
{
    struct done done = {0};
    PMIx_Register_event_handler(&code, 1, NULL, 0, onEvent, onRegistration, &done);
    need("registered for an event", await(&done, PMIX_SUCCESS));
}

/* The first event of the code about the job, or null. */
static inline const struct event* eventWithin(int seconds, pmix_status_t code, const char* nspace)
{
    const struct timespec until = secondsFromNow(seconds);
    const struct event* found = NULL;
    int late = 0;
    pthread_mutex_lock(&lock);
    while (found == NULL && !late) {
        for (size_t i = 0; i < eventCount && found == NULL; ++i)
            if (events[i].code == code && strcmp(events[i].nspace, nspace) == 0)
                found = &events[i];
        if (found == NULL)
            late = pthread_cond_timedwait(&changed, &lock, &until) != 0;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

static inline const struct event* awaitEvent(pmix_status_t code, const char* nspace)
{
    return eventWithin(10, code, nspace);
}

/* ---- The tool's life */

static inline void openReport(void)
{
    report = fdopen(dup(STDOUT_FILENO), "w");
    setvbuf(report, NULL, _IOLBF, 0);
}

static inline void connectTo(int argc, char** argv)
{
    if (report == NULL)
        openReport();
    alarm(100); /* whatever waits for ever */
    const char* where = argc > 1 ? argv[1] : getenv("PMIX_PEER_URI");
    pmix_info_t infos[2] = {flagInfo(PMIX_LAUNCHER)};
    size_t count = 1;
    if (where != NULL && strncmp(where, "pid:", 4) == 0) {
        const pid_t pid = atoi(where + 4);
        infos[count++] = makeInfo(PMIX_SERVER_PIDINFO, &pid, PMIX_PID);
    } else if (where != NULL) {
        infos[count++] = makeInfo(PMIX_SERVER_URI, where, PMIX_STRING);
    }
    need("PMIx_tool_init", PMIx_tool_init(&self, infos, count));
    expect("is connected", PMIx_Initialized());
}

static inline int leave(void)
{
    expectStatus("PMIx_tool_finalize", PMIx_tool_finalize(), PMIX_SUCCESS);
    return failures == 0 ? 0 : 1;
}

/* Starts `count` processes of argv; its namespace is written to `nspace`. */
static inline pmix_status_t spawn(char** argv, int count, pmix_info_t* jobInfos, size_t jobInfoCount,
                                  char nspace[PMIX_MAX_NSLEN + 1])
{
    pmix_app_t app;
    memset(&app, 0, sizeof app);
    app.cmd = argv[0];
    app.argv = argv;
    app.maxprocs = count;
    memset(nspace, 0, PMIX_MAX_NSLEN + 1);
    return PMIx_Spawn(jobInfos, jobInfoCount, &app, 1, nspace);
}

/* Frees what is held: a launcher, a job, one process. */
static inline void release(const char* check, const char* nspace, pmix_rank_t rank)
{
    const pmix_proc_t target = procOf(nspace, rank);
    pmix_info_t infos[] = {makeInfo(PMIX_EVENT_CUSTOM_RANGE, &target, PMIX_PROC), flagInfo(PMIX_EVENT_NON_DEFAULT)};
    struct done done = {0};
    expectStatus(
        check,
        await(&done, PMIx_Notify_event(PMIX_DEBUGGER_RELEASE, &self, PMIX_RANGE_CUSTOM, infos, 2, onOperation, &done)),
        PMIX_SUCCESS);
}

/* Ends a job, and waits for its end; listenFor(PMIX_EVENT_JOB_END) must have been called. */
static inline void endJob(const char* nspace)
{
    const pmix_proc_t all = procOf(nspace, PMIX_RANK_WILDCARD);
    const pmix_info_t kill = flagInfo(PMIX_JOB_CTRL_KILL);
    pmix_info_t* results = NULL;
    size_t count = 0;
    expectStatus("PMIx_Job_control kills", PMIx_Job_control(&all, 1, &kill, 1, &results, &count), PMIX_SUCCESS);
    expect("JOB_END of what was killed", awaitEvent(PMIX_EVENT_JOB_END, nspace) != NULL);
}
