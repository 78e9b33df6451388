/* SPDX-License-Identifier: GPL-3.0-or-later
 * A tool that asks a launcher about a job: tool_query URI. \std PMIx_Query_info */
#include "tool.h"

#include <signal.h>

static char job[PMIX_MAX_NSLEN + 1];

/* One key about `nspace` (null: about nothing). */
static pmix_status_t ask(const char* key, const char* nspace, pmix_info_t** found, size_t* count)
{
    char* keys[] = {(char*)key, NULL};
    pmix_info_t qualifier;
    pmix_query_t query;
    memset(&query, 0, sizeof query);
    query.keys = keys;
    if (nspace != NULL) {
        qualifier = makeInfo(PMIX_NSPACE, nspace, PMIX_STRING);
        query.qualifiers = &qualifier;
        query.nqual = 1;
    }
    *found = NULL;
    *count = 0;
    return PMIx_Query_info(&query, 1, found, count);
}

/* Its value, or null with a failure noted. */
static const pmix_value_t* valueOf(const char* key, const char* nspace)
{
    pmix_info_t* found;
    size_t count;
    if (!expectStatus(key, ask(key, nspace, &found, &count), PMIX_SUCCESS))
        return NULL;
    const pmix_value_t* value = findInfo(found, count, key);
    if (value == NULL)
        expect("the answer has the key that was asked for", 0);
    return value;
}

static void checkNamespaces(void)
{
    const pmix_value_t* value = valueOf(PMIX_QUERY_NAMESPACES, NULL);
    expect("the job is among the namespaces",
           value != NULL && value->type == PMIX_STRING && strstr(value->data.string, job) != NULL);
}

static void checkInfo(void)
{
    const pmix_value_t* value = valueOf(PMIX_QUERY_NAMESPACE_INFO, job);
    const pmix_data_array_t* jobs = value != NULL && value->type == PMIX_DATA_ARRAY ? value->data.darray : NULL;
    expect("namespace information is an array of jobs", jobs != NULL && jobs->type == PMIX_INFO && jobs->size > 0);
    if (jobs == NULL || jobs->size == 0)
        return;
    const pmix_info_t* first = jobs->array;
    expect("each is a PMIX_JOB_INFO_ARRAY", strcmp(first->key, PMIX_JOB_INFO_ARRAY) == 0);
    const pmix_data_array_t* infos = first->value.data.darray;
    const pmix_value_t* name = findInfo(infos->array, infos->size, PMIX_NSPACE);
    expect("with its namespace", name != NULL && strcmp(name->data.string, job) == 0);
    const pmix_value_t* size = findInfo(infos->array, infos->size, PMIX_JOB_SIZE);
    expect("and its size", size != NULL && size->data.uint32 == 2);
}

static void checkTable(const char* key)
{
    const pmix_value_t* value = valueOf(key, job);
    const pmix_data_array_t* table = value != NULL && value->type == PMIX_DATA_ARRAY ? value->data.darray : NULL;
    expect("the table has two processes", table != NULL && table->type == PMIX_PROC_INFO && table->size == 2);
    if (table == NULL || table->size != 2)
        return;
    const pmix_proc_info_t* processes = table->array;
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    int right = 1;
    for (uint32_t i = 0; i < 2; ++i) {
        const pmix_proc_info_t* each = &processes[i];
        right = right && strcmp(each->proc.nspace, job) == 0 && each->proc.rank == i && each->hostname != NULL &&
                strncmp(each->hostname, host, strcspn(host, ".")) == 0 && strstr(each->executable_name, "sleep") &&
                each->pid > 0 && kill(each->pid, 0) == 0 && each->state >= PMIX_PROC_STATE_RUNNING &&
                each->state < PMIX_PROC_STATE_TERMINATED;
    }
    expect("ranks, host, program, process id and state are right", right);
}

static void checkSupport(const char* key, const char* has)
{
    const pmix_value_t* value = valueOf(key, NULL);
    expect(has, value != NULL && value->type == PMIX_STRING && strstr(value->data.string, has) != NULL);
}

static void checkJobSize(void)
{
    const pmix_value_t* value = valueOf(PMIX_JOB_SIZE, job);
    expect("PMIX_JOB_SIZE of the job", value != NULL && value->data.uint32 == 2);
}

static void checkRefusals(void)
{
    pmix_info_t* found;
    size_t count;
    expectStatus("the table of a job that is not there", ask(PMIX_QUERY_PROC_TABLE, "no.such.job", &found, &count),
                 PMIX_ERR_NOT_FOUND);
    const pmix_status_t unknown = ask("no.such.key", NULL, &found, &count);
    expect("a key that is not known is not supported", unknown == PMIX_ERR_NOT_SUPPORTED);
}

int main(int argc, char** argv)
{
    connectTo(argc, argv);
    listenFor(PMIX_EVENT_JOB_END);
    char* sleeper[] = {"/bin/sleep", "60", NULL};
    pmix_info_t notify = flagInfo(PMIX_NOTIFY_COMPLETION);
    need("PMIx_Spawn", spawn(sleeper, 2, &notify, 1, job));

    checkNamespaces();
    checkInfo();
    checkTable(PMIX_QUERY_PROC_TABLE);
    checkTable(PMIX_QUERY_LOCAL_PROC_TABLE);
    checkSupport(PMIX_QUERY_SPAWN_SUPPORT, PMIX_MAPBY);
    checkSupport(PMIX_QUERY_DEBUG_SUPPORT, PMIX_DEBUG_STOP_IN_INIT);
    checkJobSize();
    checkRefusals();

    endJob(job);
    return leave();
}
