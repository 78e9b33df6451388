/* SPDX-License-Identifier: GPL-3.0-or-later
 * What else a client asks a server: log, credentials, queries, who is where. */
#include "peer.h"

static void logs(void)
{
    pmix_info_t text = textInfo(PMIX_LOG_STDERR, "a line for the launcher's stderr\n");
    const pmix_status_t status = PMIx_Log(&text, 1, NULL, 0);
    expect("log to stderr", status == PMIX_SUCCESS || status == PMIX_OPERATION_SUCCEEDED);
}

static void credentials(void)
{
    pmix_byte_object_t credential = {NULL, 0};
    const pmix_status_t status = PMIx_Get_credential(NULL, 0, &credential);
    expectStatus("get credential", status, PMIX_SUCCESS);
    if (status != PMIX_SUCCESS)
        return;
    expect("the credential has bytes", credential.size > 0);
    pmix_info_t* results = NULL;
    size_t count = 0;
    expectStatus("validate credential", PMIx_Validate_credential(&credential, NULL, 0, &results, &count), PMIX_SUCCESS);
}

static void queries(void)
{
    pmix_query_t* query = NULL;
    pmix_info_t* results = NULL;
    size_t count = 0;
    pmix_status_t status;
    PMIX_QUERY_CREATE(query, 1);
    PMIX_ARGV_APPEND(status, query[0].keys, PMIX_QUERY_NAMESPACES);
    need("list of keys", status);
    expectStatus("query of the namespaces", PMIx_Query_info(query, 1, &results, &count), PMIX_SUCCESS);
    int found = 0;
    for (size_t i = 0; i < count; ++i)
        found = found || (results[i].value.type == PMIX_STRING && strstr(results[i].value.data.string, self.nspace));
    expect("its own is among them", found);
    PMIX_QUERY_FREE(query, 1);
}

static void processTable(void)
{
    pmix_query_t* query = NULL;
    pmix_info_t* results = NULL;
    size_t count = 0;
    pmix_status_t status;
    PMIX_QUERY_CREATE(query, 1);
    PMIX_ARGV_APPEND(status, query[0].keys, PMIX_QUERY_PROC_TABLE);
    need("list of keys", status);
    PMIX_QUERY_QUALIFIERS_CREATE(&query[0], 1);
    PMIX_INFO_LOAD(&query[0].qualifiers[0], PMIX_NSPACE, self.nspace, PMIX_STRING);
    expectStatus("query of the process table", PMIx_Query_info(query, 1, &results, &count), PMIX_SUCCESS);
    expect("it has all ranks", count == 1 && results[0].value.type == PMIX_DATA_ARRAY &&
                                   results[0].value.data.darray->type == PMIX_PROC_INFO &&
                                   results[0].value.data.darray->size == jobSize);
    PMIX_QUERY_FREE(query, 1);
}

static void whoIsWhere(void)
{
    char host[256] = "";
    pmix_proc_t* peers = NULL;
    size_t count = 0;
    char* nodes = NULL;
    gethostname(host, sizeof host - 1);
    expectStatus("resolve peers", PMIx_Resolve_peers(host, self.nspace, &peers, &count), PMIX_SUCCESS);
    expect("all are on this node", count == jobSize);
    expectStatus("resolve nodes", PMIx_Resolve_nodes(self.nspace, &nodes), PMIX_SUCCESS);
    expect("this node is the only one", nodes != NULL && strcmp(nodes, host) == 0);
}

int main(void)
{
    begin();
    if (self.rank == 0) {
        logs();
        credentials();
        queries();
        processTable();
    }
    whoIsWhere();
    fenceAll();
    return finish();
}
