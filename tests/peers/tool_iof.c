/* SPDX-License-Identifier: GPL-3.0-or-later
 * A tool that pulls the output of a job, and writes to its input: tool_iof URI. \std "IO Forwarding for Tools" */
#include "tool.h"

static char received[4096];
static size_t receivedBytes;
static int wrongSources;
static char job[PMIX_MAX_NSLEN + 1];

static void onOutput(size_t handler, pmix_iof_channel_t channel, pmix_proc_t* source, pmix_byte_object_t* payload,
                     pmix_info_t infos[], size_t count)
{
    (void)handler, (void)infos, (void)count;
    pthread_mutex_lock(&lock);
    wrongSources += channel != PMIX_FWD_STDOUT_CHANNEL || strcmp(source->nspace, job) != 0 || source->rank != 0;
    if (payload != NULL && payload->size > 0 && payload->size < sizeof received - receivedBytes) {
        memcpy(received + receivedBytes, payload->bytes, payload->size);
        receivedBytes += payload->size;
    }
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static int awaitOutput(const char* wanted)
{
    const struct timespec until = secondsFromNow(3);
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

static void forget(void)
{
    pthread_mutex_lock(&lock);
    memset(received, 0, sizeof received);
    receivedBytes = 0;
    pthread_mutex_unlock(&lock);
}

static size_t pull(const char* name)
{
    const pmix_proc_t source = procOf(job, PMIX_RANK_WILDCARD);
    struct done done = {0};
    const pmix_status_t started =
        PMIx_IOF_pull(&source, 1, NULL, 0, PMIX_FWD_STDOUT_CHANNEL, onOutput, onRegistration, &done);
    need(name, await(&done, started));
    return done.number;
}

static void push(const char* name, const char* text)
{
    const pmix_proc_t target = procOf(job, 0);
    pmix_byte_object_t bytes = {(char*)text, strlen(text)};
    struct done done = {0};
    expectStatus(name, await(&done, PMIx_IOF_push(&target, 1, &bytes, NULL, 0, onOperation, &done)), PMIX_SUCCESS);
}

int main(int argc, char** argv)
{
    connectTo(argc, argv);
    listenFor(PMIX_EVENT_JOB_END);
    char* echo[] = {"/bin/sh", "-c", "echo early; exec cat", NULL};
    pmix_info_t infos[] = {flagInfo(PMIX_FWD_STDIN), flagInfo(PMIX_NOTIFY_COMPLETION)};
    need("PMIx_Spawn", spawn(echo, 1, infos, 2, job));
    usleep(500000); /* so that it has written before we ask */

    const size_t number = pull("PMIx_IOF_pull");
    expect("what was written before is there", awaitOutput("early\n"));
    forget();
    push("PMIx_IOF_push", "hello\n");
    expect("input comes back as output", awaitOutput("hello\n"));
    push("PMIx_IOF_push once more", "again\n");
    expect("and again", awaitOutput("hello\nagain\n"));
    expect("it names channel and source", wrongSources == 0);

    struct done dropped = {0};
    expectStatus("PMIx_IOF_deregister", await(&dropped, PMIx_IOF_deregister(number, NULL, 0, onOperation, &dropped)),
                 PMIX_SUCCESS);
    push("PMIx_IOF_push after that", "unheard\n");
    usleep(500000);
    expect("no output after that", awaitOutput("hello\nagain\n"));
    forget();
    pull("PMIx_IOF_pull once more");
    push("PMIx_IOF_push to the new one", "heard\n");
    expect("what was written before, and what comes", awaitOutput("unheard\nheard\n"));
    endJob(job); /* which ends the stream that is pulled */
    return leave();
}
