/* SPDX-License-Identifier: GPL-3.0-or-later
 * A tool that watches several jobs, each with a handler of its own for the same code: tool_events URI.
 * \std "Event Notification", PMIX_EVENT_AFFECTED_PROC */
#include "tool.h"

enum
{
    kJobs = 3
};

/* What the handler of one job was told; the handler of any job counts what is not its own. */
struct watch
{
    char nspace[PMIX_MAX_NSLEN + 1];
    size_t handler;
    int told, strange;
};

static struct watch watches[kJobs];

static void onJobEnd(size_t handler, pmix_status_t code, const pmix_proc_t* source, pmix_info_t infos[], size_t count,
                     pmix_info_t* results, size_t resultCount, pmix_event_notification_cbfunc_fn_t next, void* data)
{
    (void)code, (void)source, (void)results, (void)resultCount;
    const pmix_value_t* about = findInfo(infos, count, PMIX_EVENT_AFFECTED_PROC);
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < kJobs; ++i) {
        struct watch* watch = &watches[i];
        if (watch->nspace[0] == '\0' || watch->handler != handler)
            continue;
        const int own =
            about != NULL && about->type == PMIX_PROC && strcmp(about->data.proc->nspace, watch->nspace) == 0;
        watch->told += own;
        watch->strange += !own;
    }
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    if (next != NULL)
        next(PMIX_EVENT_NO_ACTION_TAKEN, NULL, 0, NULL, NULL, data);
}

static int toldWithin(int seconds, const struct watch* watch)
{
    const struct timespec until = secondsFromNow(seconds);
    int late = 0;
    pthread_mutex_lock(&lock);
    while (watch->told == 0 && !late)
        late = pthread_cond_timedwait(&changed, &lock, &until) != 0;
    const int told = watch->told;
    pthread_mutex_unlock(&lock);
    return told;
}

/* A job that ends once the file is there, and a handler for its end alone. */
static void startJob(struct watch* watch, const char* file)
{
    char script[256];
    snprintf(script, sizeof script, "while [ ! -e %s ]; do sleep 0.05; done", file);
    char* shell[] = {"/bin/sh", "-c", script, NULL};
    pmix_info_t infos[] = {flagInfo(PMIX_NOTIFY_COMPLETION)};
    char nspace[PMIX_MAX_NSLEN + 1];
    need("PMIx_Spawn", spawn(shell, 1, infos, 1, nspace));

    const pmix_status_t code = PMIX_EVENT_JOB_END;
    const pmix_proc_t all = procOf(nspace, PMIX_RANK_WILDCARD);
    pmix_info_t about = makeInfo(PMIX_EVENT_AFFECTED_PROC, &all, PMIX_PROC);
    struct done done = {0};
    PMIx_Register_event_handler((pmix_status_t*)&code, 1, &about, 1, onJobEnd, onRegistration, &done);
    need("a handler for its end", await(&done, PMIX_SUCCESS));
    pthread_mutex_lock(&lock);
    watch->handler = done.number;
    memcpy(watch->nspace, nspace, sizeof nspace);
    pthread_mutex_unlock(&lock);
}

static void endJobNow(const char* file)
{
    FILE* made = fopen(file, "w");
    if (made != NULL)
        fclose(made);
}

int main(int argc, char** argv)
{
    char folder[] = "/tmp/tool_events.XXXXXX";
    char files[kJobs][64];
    if (mkdtemp(folder) == NULL)
        return 2;
    connectTo(argc, argv);
    for (int i = 0; i < kJobs; ++i) {
        snprintf(files[i], sizeof files[i], "%s/%d", folder, i);
        startJob(&watches[i], files[i]);
    }

    endJobNow(files[1]);
    expect("a second handler for the code is told of its job", toldWithin(10, &watches[1]) == 1);
    struct done done = {0};
    PMIx_Deregister_event_handler(watches[1].handler, onOperation, &done);
    expectStatus("it goes", await(&done, PMIX_SUCCESS), PMIX_SUCCESS);
    endJobNow(files[2]);
    expect("a third one is told of its job when the second has gone", toldWithin(10, &watches[2]) == 1);
    endJobNow(files[0]);
    expect("the first one is told of its job", toldWithin(10, &watches[0]) == 1);
    int strange = 0;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < kJobs; ++i)
        strange += watches[i].strange;
    pthread_mutex_unlock(&lock);
    expect("none is told of another job", strange == 0);

    for (int i = 0; i < kJobs; ++i)
        unlink(files[i]);
    rmdir(folder);
    return leave();
}
