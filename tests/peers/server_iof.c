// SPDX-License-Identifier: GPL-3.0-or-later
// Output across two PMIx servers, whose tools' requests overlap: the host of the first has the processes, and forwards
// to the host of the second what that one was asked for by its server. Usage: server_iof_LIBRARY HOST TOOL; HOST is the
// program for the second server, TOOL that for the tools: server_iof_... themselves.
// \std "IO Forwarding": PMIx_server_IOF_deliver; RFC 25: pmix_server_iof_fn_t
#include "must.h"

#include "host.h"

#include <pmix_tool.h>

#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <sys/socket.h>

static const char kMadeUp[] = "job-of-the-first";

/// What the hosts tell each other, a packet each.
struct message
{
    char kind; ///< a request (Q) and its end (S); output (O); the tools have asked (R), got all (P), are gone (E)
    pmix_rank_t rank;
    pmix_iof_channel_t channels;
    char text[16];
};

static int other = -1; ///< the other host
static int failures;

static void expect(const char* name, int holds)
{
    printf("%s 0 %s\n", holds ? "ok" : "not ok", name);
    fflush(stdout);
    failures += !holds;
}

static void tell(char kind, pmix_rank_t rank, pmix_iof_channel_t channels, const char* text)
{
    struct message message;
    memset(&message, 0, sizeof message);
    message.kind = kind;
    message.rank = rank;
    message.channels = channels;
    snprintf(message.text, sizeof message.text, "%s", text);
    EXPECT(send(other, &message, sizeof message, 0) == (ssize_t)sizeof message);
}

static struct message hear(void)
{
    struct message message;
    EXPECT(recv(other, &message, sizeof message, 0) == (ssize_t)sizeof message);
    return message;
}

/* ---- A tool: TOOL --tool URI NAME RANK CHANNELS TEXT TEXT. It says on its standard output when it has asked, and when
 * it has got the first text; it ends when it has both. */

static char got[256];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void onOutput(size_t handler, pmix_iof_channel_t channel, pmix_proc_t* source, pmix_byte_object_t* payload,
                     pmix_info_t infos[], size_t count)
{
    (void)handler, (void)channel, (void)source, (void)infos, (void)count;
    pthread_mutex_lock(&lock);
    if (payload != NULL && payload->bytes != NULL)
        strncat(got, payload->bytes, payload->size < 32 ? payload->size : 32);
    pthread_mutex_unlock(&lock);
}

static int receives(const char* text)
{
    int same = 0;
    for (int i = 0; i < 500 && !same; ++i) {
        usleep(10000);
        pthread_mutex_lock(&lock);
        same = strcmp(got, text) == 0;
        pthread_mutex_unlock(&lock);
    }
    usleep(200000); // nothing comes twice
    if (strcmp(got, text) != 0)
        fprintf(stderr, "a tool has got \"%s\" instead of \"%s\"\n", got, text);
    return strcmp(got, text) == 0;
}

static void onPulled(pmix_status_t status, size_t number, void* data)
{
    (void)number;
    *(volatile int*)data = status == PMIX_SUCCESS ? 1 : -1;
}

static int runTool(char** argv)
{
    pmix_proc_t self, source;
    pmix_info_t infos[3];
    const pmix_rank_t zero = 0;
    volatile int pulled = 0;
    alarm(40);
    PMIX_INFO_LOAD(&infos[0], PMIX_SERVER_URI, argv[0], PMIX_STRING);
    PMIX_INFO_LOAD(&infos[1], PMIX_TOOL_NSPACE, argv[1], PMIX_STRING);
    PMIX_INFO_LOAD(&infos[2], PMIX_TOOL_RANK, &zero, PMIX_PROC_RANK);
    MUST(PMIx_tool_init(&self, infos, 3));
    PMIX_LOAD_PROCID(&source, kMadeUp, (pmix_rank_t)strtoul(argv[2], NULL, 10));
    const pmix_status_t status =
        PMIx_IOF_pull(&source, 1, NULL, 0, (pmix_iof_channel_t)atoi(argv[3]), onOutput, onPulled, (void*)&pulled);
    if (status != PMIX_OPERATION_SUCCEEDED) {
        MUST(status);
        waitFor(&pulled);
    }
    EXPECT(write(STDOUT_FILENO, "r", 1) == 1);
    const int first = receives(argv[4]);
    EXPECT(write(STDOUT_FILENO, "p", 1) == 1);
    const int second = receives(argv[5]);
    return PMIx_tool_finalize() == PMIX_SUCCESS && first && second ? 0 : 1;
}

struct tool
{
    pid_t pid;
    int says;
};

static char uri[512];

static struct tool startTool(char* program, char* name, pmix_rank_t rank, int channels, char* first, char* both)
{
    char rankText[16], channelText[16];
    snprintf(rankText, sizeof rankText, "%u", rank);
    snprintf(channelText, sizeof channelText, "%d", channels);
    char* argv[] = {program, "--tool", uri, name, rankText, channelText, first, both, NULL};
    int ends[2];
    EXPECT(pipe(ends) == 0);
    struct tool tool = {fork(), ends[0]};
    EXPECT(tool.pid >= 0);
    if (tool.pid == 0) {
        dup2(ends[1], STDOUT_FILENO);
        execv(program, argv);
        _exit(127);
    }
    close(ends[1]);
    return tool;
}

static int hearsFrom(const struct tool* tool, char what)
{
    struct pollfd waiting = {tool->says, POLLIN, 0};
    char said = 0;
    return poll(&waiting, 1, 20000) == 1 && read(tool->says, &said, 1) == 1 && said == what;
}

static int endsWell(const struct tool* tool)
{
    int status = 0;
    EXPECT(waitpid(tool->pid, &status, 0) == tool->pid);
    return status == 0;
}

/* ---- The servers */

static void onTool(pmix_info_t* infos, size_t n, pmix_tool_connection_cbfunc_t cbfunc, void* cbdata)
{
    pmix_proc_t proc;
    PMIX_LOAD_PROCID(&proc, "tool", 0);
    for (size_t i = 0; i < n; ++i)
        if (PMIX_CHECK_KEY(&infos[i], PMIX_NSPACE) && infos[i].value.type == PMIX_STRING)
            PMIX_LOAD_NSPACE(proc.nspace, infos[i].value.data.string);
    cbfunc(PMIX_SUCCESS, &proc, cbdata);
}

static pmix_status_t onPull(const pmix_proc_t procs[], size_t nprocs, const pmix_info_t directives[], size_t ndirs,
                            pmix_iof_channel_t channels, pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    char kind = 'Q';
    (void)cbfunc, (void)cbdata;
    for (size_t i = 0; i < ndirs; ++i)
        if (PMIX_CHECK_KEY(&directives[i], PMIX_IOF_STOP))
            kind = 'S';
    for (size_t i = 0; i < nprocs && other >= 0; ++i)
        tell(kind, procs[i].rank, channels, "");
    return PMIX_OPERATION_SUCCEEDED;
}

static void startServer(char* name, pmix_server_iof_fn_t pull)
{
    static pmix_server_module_t module;
    pmix_proc_t self;
    pmix_info_t infos[3];
    const bool yes = true;
    module.tool_connected = onTool;
    module.iof_pull = pull;
    PMIX_LOAD_PROCID(&self, name, 0);
    PMIX_INFO_LOAD(&infos[0], PMIX_SERVER_NSPACE, self.nspace, PMIX_STRING);
    PMIX_INFO_LOAD(&infos[1], PMIX_SERVER_RANK, &self.rank, PMIX_PROC_RANK);
    PMIX_INFO_LOAD(&infos[2], PMIX_SERVER_TOOL_SUPPORT, &yes, PMIX_BOOL);
    MUST(PMIx_server_init(&module, infos, 3));
    pmix_value_t* value = NULL;
    MUST(PMIx_Get(&self, PMIX_MYSERVER_URI, NULL, 0, &value));
    snprintf(uri, sizeof uri, "%s", value->data.string);
    PMIX_VALUE_RELEASE(value);
}

static void deliver(pmix_rank_t rank, pmix_iof_channel_t channel, char* text)
{
    pmix_proc_t source;
    pmix_byte_object_t bytes = {text, strlen(text)};
    volatile int done = 0;
    PMIX_LOAD_PROCID(&source, kMadeUp, rank);
    const pmix_status_t status = PMIx_server_IOF_deliver(&source, channel, &bytes, NULL, 0, onDone, (void*)&done);
    if (status == PMIX_OPERATION_SUCCEEDED)
        return;
    MUST(status);
    waitFor(&done);
}

/// The second: two tools whose requests overlap. One goes, and the other still gets what both had asked for.
static int runSecond(char* tool)
{
    startServer("second-host", onPull);
    const struct tool wide =
        startTool(tool, "wide-tool", PMIX_RANK_WILDCARD, PMIX_FWD_STDOUT_CHANNEL, "zero;one;", "zero;one;");
    EXPECT(hearsFrom(&wide, 'r'));
    const struct tool narrow = startTool(tool, "narrow-tool", 0, PMIX_FWD_STDOUT_CHANNEL | PMIX_FWD_STDERR_CHANNEL,
                                         "zero;bad;", "zero;bad;more;");
    EXPECT(hearsFrom(&narrow, 'r'));
    tell('R', 0, 0, "");
    for (int i = 0; i < 3; ++i) {
        struct message piece = hear();
        deliver(piece.rank, piece.channels, piece.text);
    }
    const int good = hearsFrom(&wide, 'p') && hearsFrom(&narrow, 'p') && endsWell(&wide);
    tell('P', 0, 0, "");
    struct message piece = hear();
    deliver(piece.rank, piece.channels, piece.text);
    const int alsoGood = endsWell(&narrow);
    usleep(300000); // its end comes after it
    tell('E', 0, 0, good && alsoGood ? "good" : "bad");
    EXPECT(hear().kind == 'E');
    MUST(PMIx_server_finalize());
    return 0;
}

/* ---- The first */

static struct message asked[16];
static int askedCount, requests, ends;

static void hearUntil(char kind, char* text)
{
    for (struct message message = hear();; message = hear()) {
        if (message.kind == 'Q' || message.kind == 'S') {
            requests += message.kind == 'Q';
            ends += message.kind == 'S';
            asked[askedCount++ & 15] = message;
            continue;
        }
        EXPECT(message.kind == kind);
        memcpy(text, message.text, sizeof message.text);
        return;
    }
}

/// Output of a process: to the own server, and once to the other, if that has asked.
static int produce(pmix_rank_t rank, pmix_iof_channel_t channel, char* text)
{
    int wanted = 0;
    for (int i = 0; i < askedCount && i < 16; ++i) {
        const struct message* each = &asked[i];
        if ((each->rank == rank || each->rank == PMIX_RANK_WILDCARD) && (each->channels & channel) != 0)
            wanted = each->kind == 'Q';
    }
    deliver(rank, channel, text);
    if (wanted)
        tell('O', rank, channel, text);
    return wanted;
}

static pid_t startSecond(char* program, char* tool)
{
    int ends2[2];
    char number[16];
    EXPECT(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends2) == 0);
    snprintf(number, sizeof number, "%d", ends2[1]);
    char* argv[] = {program, "--second", number, tool, NULL};
    const pid_t child = fork();
    EXPECT(child >= 0);
    if (child == 0) {
        close(ends2[0]);
        execv(program, argv);
        _exit(127);
    }
    close(ends2[1]);
    other = ends2[0];
    return child;
}

static pmix_status_t onOwnPull(const pmix_proc_t procs[], size_t nprocs, const pmix_info_t directives[], size_t ndirs,
                               pmix_iof_channel_t channels, pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    (void)procs, (void)nprocs, (void)directives, (void)ndirs, (void)channels, (void)cbfunc, (void)cbdata;
    return PMIX_OPERATION_SUCCEEDED; // its own processes' output comes to it in any case
}

int main(int argc, char** argv)
{
    char text[sizeof asked[0].text];
    alarm(60);
    if (argc > 7 && strcmp(argv[1], "--tool") == 0)
        return runTool(argv + 2);
    EXPECT(argc > 2);
    if (argc > 3 && strcmp(argv[1], "--second") == 0) {
        other = atoi(argv[2]);
        return runSecond(argv[3]);
    }
    const pid_t second = startSecond(argv[1], argv[2]);
    startServer("first-host", onOwnPull);
    const struct tool own = startTool(argv[2], "own-tool", 0, PMIX_FWD_STDOUT_CHANNEL, "zero;", "zero;more;");
    expect("the tool of the first server asks", hearsFrom(&own, 'r'));
    hearUntil('R', text);
    expect("the first host is asked", requests > 0);
    printf("# %d requests\n", requests);
    expect("only for what is new", requests == 2 && asked[0].rank == PMIX_RANK_WILDCARD &&
                                       asked[0].channels == PMIX_FWD_STDOUT_CHANNEL && asked[1].rank == 0 &&
                                       asked[1].channels == PMIX_FWD_STDERR_CHANNEL);
    expect("it has to forward output of rank 0", produce(0, PMIX_FWD_STDOUT_CHANNEL, "zero;"));
    expect("and of rank 1", produce(1, PMIX_FWD_STDOUT_CHANNEL, "one;"));
    expect("and errors of rank 0", produce(0, PMIX_FWD_STDERR_CHANNEL, "bad;"));
    hearUntil('P', text);
    expect("who goes takes nothing from who stays", ends == 0 && produce(0, PMIX_FWD_STDOUT_CHANNEL, "more;"));
    hearUntil('E', text);
    expect("each tool of the second has got all, each piece once", strcmp(text, "good") == 0);
    expect("that of the first, too", endsWell(&own));
    expect("in the end nothing is to be forwarded",
           ends > 0 && !produce(0, PMIX_FWD_STDOUT_CHANNEL, "none;") && !produce(0, PMIX_FWD_STDERR_CHANNEL, "none;"));
    tell('E', 0, 0, "");
    int status = 0;
    EXPECT(waitpid(second, &status, 0) == second);
    expect("the second host ends well", status == 0);
    MUST(PMIx_server_finalize());
    printf("ok 0 PMIx_server_finalize\n");
    return failures == 0 ? 0 : 1;
}
