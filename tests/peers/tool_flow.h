/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the three flows of a debugger share (direct, indirect, attach): the job, which is the program itself, the
 * daemons beside its processes, which are it, too, and the checks that all of them are what they should be. The job's
 * processes and the daemons leave notes in a folder of the tool: that depends on nothing that is tested. Each check's
 * name ends with the variation that it belongs to. \std "Debugger Support"
 * To be included behind tool.h. */
#pragma once

#include <dirent.h>
#include <signal.h>
#include <sys/stat.h>

#define MAX_JOBS 2
#define MAX_PROCESSES 8

static char program[4096];
static char folder[4096]; /* for notes */
static const char* variation = "";

/* ---- Checks */

static inline const char* named(const char* check)
{
    static char name[256];
    snprintf(name, sizeof name, "%s (%s)", check, variation);
    return name;
}

static inline int holds(const char* check, int condition)
{
    expect(named(check), condition);
    return condition;
}

static inline int succeeds(const char* check, pmix_status_t status)
{
    return expectStatus(named(check), status, PMIX_SUCCESS);
}

/* ---- Notes: FOLDER/KIND.NSPACE.RANK */

static inline void leaveNote(const char* kind, const pmix_proc_t* who, const char* text)
{
    char path[5000], unfinished[5100];
    snprintf(path, sizeof path, "%s/%s.%s.%u", folder, kind, who->nspace, who->rank);
    snprintf(unfinished, sizeof unfinished, "%s/.%s.%s.%u", folder, kind, who->nspace, who->rank);
    FILE* file = fopen(unfinished, "w");
    if (file == NULL)
        return;
    fputs(text, file);
    fclose(file);
    rename(unfinished, path);
}

/* How many there are whose names begin so; the text of the last is copied. */
static inline int countNotes(const char* beginning, char* text, size_t size)
{
    int count = 0;
    DIR* notes = opendir(folder);
    for (struct dirent* each; notes != NULL && (each = readdir(notes)) != NULL;) {
        if (strncmp(each->d_name, beginning, strlen(beginning)) != 0)
            continue;
        ++count;
        char path[5000];
        snprintf(path, sizeof path, "%s/%s", folder, each->d_name);
        FILE* file = text == NULL ? NULL : fopen(path, "r");
        if (file == NULL)
            continue;
        text[fread(text, 1, size - 1, file)] = '\0';
        fclose(file);
    }
    if (notes != NULL)
        closedir(notes);
    return count;
}

static inline void makeFolder(void)
{
    char here[4000] = "";
    if (readlink("/proc/self/exe", program, sizeof program - 1) < 0 || getcwd(here, sizeof here) == NULL)
        exit(2);
    snprintf(folder, sizeof folder, "%s/flow.XXXXXX", here);
    if (mkdtemp(folder) == NULL)
        exit(2);
}

static inline void removeNotes(const char* beginning)
{
    DIR* notes = opendir(folder);
    for (struct dirent* each; notes != NULL && (each = readdir(notes)) != NULL;)
        if (strncmp(each->d_name, beginning, strlen(beginning)) == 0)
            unlinkat(dirfd(notes), each->d_name, 0);
    if (notes != NULL)
        closedir(notes);
}

static inline void removeFolder(void)
{
    removeNotes("");
    rmdir(folder);
}

/* ---- The job: PROGRAM --job FOLDER. Its processes run to their end once they are let go. */

static inline int runJob(void)
{
    alarm(60);
    if (PMIx_Init(&self, NULL, 0) != PMIX_SUCCESS)
        return 11;
    leaveNote("ran", &self, "");
    const pmix_proc_t all = procOf(self.nspace, PMIX_RANK_WILDCARD);
    if (PMIx_Fence(&all, 1, NULL, 0) != PMIX_SUCCESS)
        return 12;
    return PMIx_Finalize(NULL, 0) == PMIX_SUCCESS ? 0 : 13;
}

/* ---- A daemon: PROGRAM --daemon FOLDER. Finds its target's processes on its node, and which of them is its own. */

static inline int localRank(void)
{
    pmix_value_t* value = NULL;
    if (PMIx_Get(&self, PMIX_LOCAL_RANK, NULL, 0, &value) != PMIX_SUCCESS)
        return -1;
    return value->type == PMIX_UINT16 ? value->data.uint16 : -1;
}

static inline int runDaemon(void)
{
    alarm(60);
    if (PMIx_tool_init(&self, NULL, 0) != PMIX_SUCCESS)
        return 21;
    pmix_value_t* target = NULL;
    const pmix_proc_t all = procOf(self.nspace, PMIX_RANK_WILDCARD);
    if (PMIx_Get(&all, PMIX_DEBUG_TARGET, NULL, 0, &target) != PMIX_SUCCESS || target->type != PMIX_PROC)
        return PMIx_tool_finalize() == PMIX_SUCCESS ? 0 : 22; /* its note is missed; a bad end may be the job's */
    char* keys[] = {PMIX_QUERY_LOCAL_PROC_TABLE, NULL};
    pmix_info_t qualifier = makeInfo(PMIX_NSPACE, target->data.proc->nspace, PMIX_STRING);
    pmix_query_t query = {keys, &qualifier, 1};
    pmix_info_t* found = NULL;
    size_t count = 0;
    if (PMIx_Query_info(&query, 1, &found, &count) != PMIX_SUCCESS || count != 1 ||
        found->value.type != PMIX_DATA_ARRAY)
        return 23;
    const pmix_data_array_t* table = found->value.data.darray;
    size_t alive = 0;
    for (size_t i = 0; i < table->size; ++i)
        alive += kill(((const pmix_proc_info_t*)table->array)[i].pid, 0) == 0;
    char text[2 * PMIX_MAX_NSLEN + 64];
    snprintf(text, sizeof text, "%s %zu %s %d", target->data.proc->nspace, alive, self.nspace, localRank());
    pmix_proc_t name = procOf(target->data.proc->nspace, self.rank); /* the tool does not always know ours */
    leaveNote("daemon", &name, text);
    return PMIx_tool_finalize() == PMIX_SUCCESS ? 0 : 24;
}

/* What the program is started for besides the tool; -1: it is the tool. */
static inline int roleOf(int argc, char** argv)
{
    if (argc > 2)
        snprintf(folder, sizeof folder, "%s", argv[2]);
    if (argc > 2 && strcmp(argv[1], "--job") == 0)
        return runJob();
    return argc > 2 && strcmp(argv[1], "--daemon") == 0 ? runDaemon() : -1;
}

/* ---- The tool */

/* To the launcher with the process id of the first argument. */
static inline void attachToLauncher(int argc, char** argv)
{
    char contact[32];
    char* connect[] = {argv[0], contact};
    if (argc < 2)
        exit(2);
    snprintf(contact, sizeof contact, "pid:%.20s", argv[1]);
    connectTo(2, connect);
}

/* What the launcher says of the job's processes. */
static inline pmix_status_t askProcesses(const char* job, pmix_info_t** found, size_t* count)
{
    char* keys[] = {PMIX_QUERY_PROC_TABLE, NULL};
    pmix_info_t qualifier = makeInfo(PMIX_NSPACE, job, PMIX_STRING);
    pmix_query_t query = {keys, &qualifier, 1};
    *found = NULL;
    *count = 0;
    return PMIx_Query_info(&query, 1, found, count);
}

/* The table has each rank once, and all of them are alive. */
static inline int areAllOf(int size, const pmix_info_t* found, size_t count)
{
    const pmix_data_array_t* table =
        count == 1 && found->value.type == PMIX_DATA_ARRAY ? found->value.data.darray : NULL;
    unsigned ranks = 0;
    int alive = table != NULL && table->type == PMIX_PROC_INFO && (int)table->size == size;
    for (size_t i = 0; alive && i < table->size; ++i) {
        const pmix_proc_info_t* process = (const pmix_proc_info_t*)table->array + i;
        ranks |= process->proc.rank < MAX_PROCESSES ? 1u << process->proc.rank : 0;
        alive = kill(process->pid, 0) == 0;
    }
    return alive && ranks == (1u << size) - 1;
}

static inline int hasProcesses(const char* job, int size)
{
    pmix_info_t* found = NULL;
    size_t count = 0;
    return succeeds("the process table of the job", askProcesses(job, &found, &count)) &&
           holds("it has all processes of the job, alive", areAllOf(size, found, count));
}

/* All daemons of that target have said so; each that is for a process has another one. They are a job of their own,
 * which ends well. */
static inline void checkDaemons(const char* job, int daemons, int size)
{
    char beginning[PMIX_MAX_NSLEN + 16], text[2 * PMIX_MAX_NSLEN + 64] = "", wanted[PMIX_MAX_NSLEN + 16];
    char own[PMIX_MAX_NSLEN + 1] = "";
    snprintf(beginning, sizeof beginning, "daemon.%s.", job);
    for (int i = 0; i < 500 && countNotes(beginning, NULL, 0) < daemons; ++i)
        usleep(10000);
    holds("each daemon finds its target", countNotes(beginning, text, sizeof text) == daemons);
    snprintf(wanted, sizeof wanted, "%.200s %d ", job, size);
    holds("and its processes on the node", strncmp(text, wanted, strlen(wanted)) == 0);
    (void)sscanf(text, "%*s %*d %255s", own);
    holds("they are a job of their own", own[0] != '\0' && strcmp(own, job) != 0);
    unsigned places = 0;
    for (int rank = 0; rank < daemons; ++rank) {
        snprintf(beginning, sizeof beginning, "daemon.%s.%d", job, rank);
        if (countNotes(beginning, text, sizeof text) == 1)
            places |= 1u << (atoi(strrchr(text, ' ') + 1) & 31);
    }
    holds("and which of them is its own", places == (1u << daemons) - 1);
    const struct event* end = awaitEvent(PMIX_EVENT_JOB_END, own);
    holds("JOB_END of the daemons", end != NULL && end->termStatus == 0);
    snprintf(beginning, sizeof beginning, "daemon.%s.", job);
    removeNotes(beginning); /* others may follow */
}

enum placement
{
    PER_NODE,
    PER_PROCESS
};

static inline pmix_info_t placementInfo(enum placement placement)
{
    const uint16_t one = 1;
    return makeInfo(placement == PER_NODE ? PMIX_DEBUG_DAEMONS_PER_NODE : PMIX_DEBUG_DAEMONS_PER_PROC, &one,
                    PMIX_UINT16);
}

/* Daemons that are spawned when the job is there. */
static inline void spawnDaemons(const char* job, int size, enum placement placement)
{
    char* argv[] = {program, "--daemon", folder, NULL};
    const pmix_proc_t target = procOf(job, PMIX_RANK_WILDCARD);
    pmix_info_t infos[] = {flagInfo(PMIX_DEBUGGER_DAEMONS), makeInfo(PMIX_DEBUG_TARGET, &target, PMIX_PROC),
                           placementInfo(placement), flagInfo(PMIX_NOTIFY_COMPLETION)};
    char daemons[PMIX_MAX_NSLEN + 1];
    if (!succeeds("PMIx_Spawn of daemons", spawn(argv, 0, infos, 4, daemons)))
        return;
    checkDaemons(job, placement == PER_NODE ? 1 : size, size);
}

static inline int notesOfJob(const char* job)
{
    char beginning[PMIX_MAX_NSLEN + 8];
    snprintf(beginning, sizeof beginning, "ran.%.255s.", job);
    return countNotes(beginning, NULL, 0);
}

static inline void onInfos(pmix_status_t status, pmix_info_t* infos, size_t count, void* data,
                           pmix_release_cbfunc_t free, void* freeData)
{
    (void)infos, (void)count;
    finished(data, status, 0);
    if (free != NULL)
        free(freeData);
}

/* One that is not as it should be. Whether that works, and is answered at all, is not looked at here. */
static inline void endUnchecked(const char* job)
{
    static struct done done; /* the answer may come when nobody waits any more */
    const pmix_proc_t all = procOf(job, PMIX_RANK_WILDCARD);
    const pmix_info_t kill = flagInfo(PMIX_JOB_CTRL_KILL);
    done.is = 0;
    (void)await(&done, PMIx_Job_control_nb(&all, 1, &kill, 1, onInfos, &done));
}

static inline int isHeld(const char* job, int size)
{
    if (holds("READY_FOR_DEBUG of the job", eventWithin(6, PMIX_READY_FOR_DEBUG, job) != NULL) &&
        hasProcesses(job, size) && holds("none of them runs yet", notesOfJob(job) == 0))
        return 1;
    endUnchecked(job);
    return 0;
}

static inline int areConnected(const char* job, int size)
{
    pmix_info_t* found = NULL;
    size_t count = 0;
    if (askProcesses(job, &found, &count) != PMIX_SUCCESS || !areAllOf(size, found, count))
        return 0;
    const pmix_proc_info_t* processes = found->value.data.darray->array;
    int connected = 0;
    for (int i = 0; i < size; ++i)
        connected += processes[i].state >= PMIX_PROC_STATE_CONNECTED;
    return connected == size;
}

static inline void letGo(const char* job, int size)
{
    /* PRRTE tells that a job is held before all of it is connected, and loses the release of who does not listen yet */
    for (int i = 0; i < 200 && !areConnected(job, size); ++i)
        usleep(10000);
    usleep(200000); /* who is connected listens in a moment */
    release(named("the job is released"), job, PMIX_RANK_WILDCARD);
    const struct event* end = awaitEvent(PMIX_EVENT_JOB_END, job);
    holds("JOB_END of the job", end != NULL && end->termStatus == 0);
    holds("all of it has run", notesOfJob(job) == size);
}

static inline void jobApp(pmix_app_t* app, char** argv, int processes)
{
    memset(app, 0, sizeof *app);
    app->cmd = argv[0];
    app->argv = argv;
    app->maxprocs = processes;
    app->cwd = folder;
}

/* One job of as many programs as there are counts. */
static inline int spawnHeld(const int* processes, int programs, char* job)
{
    char* argv[] = {program, "--job", folder, NULL};
    pmix_app_t apps[2];
    for (int i = 0; i < programs; ++i)
        jobApp(&apps[i], argv, processes[i]);
    pmix_info_t infos[] = {flagInfo(PMIX_DEBUG_STOP_IN_INIT), flagInfo(PMIX_NOTIFY_COMPLETION)};
    memset(job, 0, PMIX_MAX_NSLEN + 1);
    return succeeds("PMIx_Spawn of a job that is held", PMIx_Spawn(infos, 2, apps, (size_t)programs, job));
}

/* A job of one program, and its daemons, by one request. */
static inline int spawnWithDaemons(int processes, enum placement placement, char* job)
{
    char* forJob[] = {program, "--job", folder, NULL};
    char* forDaemon[] = {program, "--daemon", folder, NULL};
    pmix_app_t apps[2];
    jobApp(&apps[0], forJob, processes);
    jobApp(&apps[1], forDaemon, placement == PER_NODE ? 1 : processes);
    pmix_info_t ofDaemons[] = {flagInfo(PMIX_DEBUGGER_DAEMONS), flagInfo(PMIX_COSPAWN_APP), placementInfo(placement)};
    apps[1].info = ofDaemons;
    apps[1].ninfo = 3;
    pmix_info_t infos[] = {flagInfo(PMIX_DEBUG_STOP_IN_INIT), flagInfo(PMIX_NOTIFY_COMPLETION)};
    memset(job, 0, PMIX_MAX_NSLEN + 1);
    return succeeds("PMIx_Spawn of a job with its daemons", PMIx_Spawn(infos, 2, apps, 2, job));
}

/* What spawnWithDaemons() has launched is held, and has its daemons. One check for all of the first: a launcher that
 * has no daemons of that kind makes them ranks of the job, and what then comes of it is another thing each time. */
static inline int isHeldWithDaemons(const char* job, int size, enum placement placement)
{
    pmix_info_t* found = NULL;
    size_t count = 0;
    const int ready = eventWithin(6, PMIX_READY_FOR_DEBUG, job) != NULL;
    const pmix_status_t status = askProcesses(job, &found, &count);
    const int alone = status == PMIX_SUCCESS && areAllOf(size, found, count);
    if (!holds("the job is held, and its daemons are no part of it", ready && alone && notesOfJob(job) == 0)) {
        fprintf(report, "# ready %d, table %s, right %d\n", ready, PMIx_Error_string(status), alone);
        endUnchecked(job);
        return 0;
    }
    checkDaemons(job, placement == PER_NODE ? 1 : size, size);
    return 1;
}

static inline void coSpawn(const char* name, enum placement placement)
{
    char job[PMIX_MAX_NSLEN + 1];
    variation = name;
    if (spawnWithDaemons(2, placement, job) && isHeldWithDaemons(job, 2, placement))
        letGo(job, 2);
}

/* Two jobs that are held at the same time are let go one by one, the second first. */
static inline void letBothGo(const char jobs[MAX_JOBS][PMIX_MAX_NSLEN + 1], const int sizes[MAX_JOBS])
{
    letGo(jobs[1], sizes[1]);
    holds("the other is still held", notesOfJob(jobs[0]) == 0);
    letGo(jobs[0], sizes[0]);
}

/* Each of two jobs that are held has its daemons, of the one per node, of the other per process. */
static inline void debugBoth(const char jobs[MAX_JOBS][PMIX_MAX_NSLEN + 1], const int sizes[MAX_JOBS])
{
    for (int i = 0; i < MAX_JOBS; ++i) {
        if (!isHeld(jobs[i], sizes[i]))
            return;
        spawnDaemons(jobs[i], sizes[i], i == 0 ? PER_NODE : PER_PROCESS);
    }
    letBothGo(jobs, sizes);
}
