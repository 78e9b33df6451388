/* SPDX-License-Identifier: GPL-3.0-or-later
 * A tool of two servers: tool_servers URI URI. Which of them is asked, and how long one that is not there is waited
 * for. \std "Tools": PMIX_PRIMARY_SERVER, PMIX_CONNECT_MAX_RETRIES, PMIX_CONNECT_RETRY_DELAY,
 * PMIX_TOOL_CONNECT_OPTIONAL */
#include "tool.h"

static int isFirst(const pmix_proc_t* server)
{
    pmix_proc_t* servers = NULL;
    size_t count = 0;
    const pmix_status_t status = PMIx_tool_get_servers(&servers, &count);
    const int first = status == PMIX_SUCCESS && count > 0 && strcmp(servers[0].nspace, server->nspace) == 0;
    if (servers != NULL)
        PMIX_PROC_FREE(servers, count);
    return first;
}

static pmix_status_t attach(const char* uri, int primary, pmix_proc_t* server)
{
    pmix_info_t infos[] = {makeInfo(PMIX_SERVER_URI, uri, PMIX_STRING), flagInfo(PMIX_PRIMARY_SERVER)};
    return PMIx_tool_attach_to_server(NULL, server, infos, primary ? 2 : 1);
}

/* PMIx_tool_init for a server that is not there. */
static pmix_status_t initWithNobody(const char* extraKey, uint32_t retries, uint32_t delay)
{
    pmix_info_t infos[4] = {makeInfo(PMIX_SERVER_NSPACE, "nobody-there", PMIX_STRING)};
    size_t count = 1;
    if (extraKey != NULL)
        infos[count++] = flagInfo(extraKey);
    if (retries > 0) {
        infos[count++] = makeInfo(PMIX_CONNECT_MAX_RETRIES, &retries, PMIX_UINT32);
        infos[count++] = makeInfo(PMIX_CONNECT_RETRY_DELAY, &delay, PMIX_UINT32);
    }
    return PMIx_tool_init(&self, infos, count);
}

int main(int argc, char** argv)
{
    pmix_proc_t first = {"", 0}, second = {"", 0};
    if (argc < 3)
        return 2;
    openReport();
    alarm(60);
    time_t start = time(NULL);
    expect("a server that is not there is not waited for", initWithNobody(NULL, 0, 0) != PMIX_SUCCESS);
    expect("which is said at once", time(NULL) - start < 2);
    start = time(NULL);
    expect("PMIX_CONNECT_MAX_RETRIES come to their end", initWithNobody(NULL, 2, 1) != PMIX_SUCCESS);
    const time_t waited = time(NULL) - start;
    expect("after as many times PMIX_CONNECT_RETRY_DELAY", waited >= 1 && waited <= 4);
    expectStatus("PMIX_TOOL_CONNECT_OPTIONAL goes on without", initWithNobody(PMIX_TOOL_CONNECT_OPTIONAL, 0, 0),
                 PMIX_SUCCESS);
    expect("under a name of its own", self.nspace[0] != '\0');

    need("PMIx_tool_attach_to_server", attach(argv[1], 1, &first));
    expect("the first server is the primary one", first.nspace[0] != '\0' && isFirst(&first));
    need("PMIx_tool_attach_to_server of another", attach(argv[2], 0, &second));
    expect("it is another", strcmp(first.nspace, second.nspace) != 0);
    expect("without PMIX_PRIMARY_SERVER the first one stays", isFirst(&first));
    expectStatus("PMIx_tool_set_server", PMIx_tool_set_server(&second, NULL, 0), PMIX_SUCCESS);
    expect("makes the other the primary one", isFirst(&second));
    expectStatus("PMIx_tool_disconnect", PMIx_tool_disconnect(&first), PMIX_SUCCESS);
    need("PMIx_tool_attach_to_server as the primary one", attach(argv[1], 1, &first));
    expect("PMIX_PRIMARY_SERVER puts it first", isFirst(&first));
    return leave();
}
