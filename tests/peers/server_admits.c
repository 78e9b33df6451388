// SPDX-License-Identifier: GPL-3.0-or-later
// A PMIx server whose host decides which tools come in: one by its name, and nobody else.
// Usage: server_admits_LIBRARY
// \std "Authentication and Access Control": pmix_server_tool_connection_fn_t; "Tools": PMIX_TOOL_CONNECT_OPTIONAL
#include "must.h"

#include "host.h"

#include <pmix_tool.h>

#include <stdbool.h>

static int failures;

static void expect(const char* name, int holds)
{
    printf("%s 0 %s\n", holds ? "ok" : "not ok", name);
    fflush(stdout);
    failures += !holds;
}

static volatile int asked;

static void onTool(pmix_info_t* infos, size_t n, pmix_tool_connection_cbfunc_t cbfunc, void* cbdata)
{
    pmix_proc_t proc;
    const char* nspace = "";
    PMIX_LOAD_PROCID(&proc, "", 0);
    for (size_t i = 0; i < n; ++i)
        if (PMIX_CHECK_KEY(&infos[i], PMIX_NSPACE) && infos[i].value.type == PMIX_STRING)
            nspace = infos[i].value.data.string;
    ++asked;
    PMIX_LOAD_NSPACE(proc.nspace, nspace);
    const bool welcome = strcmp(nspace, "welcome-tool") == 0;
    cbfunc(welcome ? PMIX_SUCCESS : PMIX_ERR_INVALID_CRED, &proc, cbdata);
}

/* ---- The tool: its exit status says what came of it. */

static int runTool(const char* uri, const char* name, int optional)
{
    pmix_proc_t self;
    pmix_info_t infos[4];
    const bool yes = true;
    const pmix_rank_t rank = 0;
    alarm(20);
    PMIX_INFO_LOAD(&infos[0], PMIX_SERVER_URI, uri, PMIX_STRING);
    PMIX_INFO_LOAD(&infos[1], PMIX_TOOL_NSPACE, name, PMIX_STRING);
    PMIX_INFO_LOAD(&infos[2], PMIX_TOOL_RANK, &rank, PMIX_PROC_RANK);
    PMIX_INFO_LOAD(&infos[3], PMIX_TOOL_CONNECT_OPTIONAL, &yes, PMIX_BOOL);
    const pmix_status_t status = PMIx_tool_init(&self, infos, optional ? 4 : 3);
    if (status != PMIX_SUCCESS)
        return status == PMIX_ERR_INVALID_CRED ? 11 : 12;
    pmix_proc_t* servers = NULL;
    size_t count = 0;
    const int connected = PMIx_tool_get_servers(&servers, &count) == PMIX_SUCCESS && count > 0;
    if (servers != NULL)
        PMIX_PROC_FREE(servers, count);
    const int named = strcmp(self.nspace, name) == 0;
    if (PMIx_tool_finalize() != PMIX_SUCCESS || !named)
        return 13;
    return connected ? 0 : 14;
}

static int statusOfTool(char* program, char* uri, char* name, char* optional)
{
    char* arguments[] = {program, "--tool", uri, name, optional, NULL};
    const pid_t child = fork();
    if (child == 0) {
        execv(program, arguments);
        _exit(127);
    }
    int status = 0;
    EXPECT(waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

int main(int argc, char** argv)
{
    if (argc > 4 && strcmp(argv[1], "--tool") == 0)
        return runTool(argv[2], argv[3], argv[4][0] == 'o');
    pmix_server_module_t module;
    alarm(60);
    memset(&module, 0, sizeof module);
    module.tool_connected = onTool;
    pmix_proc_t self;
    pmix_info_t infos[3];
    const bool yes = true;
    PMIX_LOAD_PROCID(&self, "admitting-server", 0);
    PMIX_INFO_LOAD(&infos[0], PMIX_SERVER_NSPACE, self.nspace, PMIX_STRING);
    PMIX_INFO_LOAD(&infos[1], PMIX_SERVER_RANK, &self.rank, PMIX_PROC_RANK);
    PMIX_INFO_LOAD(&infos[2], PMIX_SERVER_TOOL_SUPPORT, &yes, PMIX_BOOL);
    MUST(PMIx_server_init(&module, infos, 3));
    pmix_value_t* uri = NULL;
    MUST(PMIx_Get(&self, PMIX_MYSERVER_URI, NULL, 0, &uri));
    char program[4096] = "";
    EXPECT(readlink("/proc/self/exe", program, sizeof program - 1) > 0);

    char* where = uri->data.string;
    expect("a tool that the host admits comes in", statusOfTool(program, where, "welcome-tool", "must") == 0);
    expect("the host is asked", asked == 1);
    expect("another one is told the host's reason", statusOfTool(program, where, "other-tool", "must") == 11);
    expect("the host is asked again", asked == 2);
    expect("with PMIX_TOOL_CONNECT_OPTIONAL it goes on alone",
           statusOfTool(program, where, "other-tool", "optional") == 14);
    expect("the server goes on", statusOfTool(program, where, "welcome-tool", "optional") == 0);
    PMIX_VALUE_RELEASE(uri);
    MUST(PMIx_server_finalize());
    printf("ok 0 PMIx_server_finalize\n");
    return failures == 0 ? 0 : 1;
}
