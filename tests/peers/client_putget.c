/* SPDX-License-Identifier: GPL-3.0-or-later
 * Values: those of the job on all levels, those that processes put, and those that are not there. */
#include "peer.h"

static pmix_proc_t all;

static void jobValues(void)
{
    uint64_t number = 0;
    pmix_value_t* value = NULL;
    expectStatus("own local rank", getNumber(&self, PMIX_LOCAL_RANK, NULL, 0, &number), PMIX_SUCCESS);
    expect("local rank is below the job's size", number < jobSize);
    const pmix_proc_t last = processOf(jobSize - 1);
    expectStatus("node rank of a peer", getNumber(&last, PMIX_NODE_RANK, NULL, 0, &number), PMIX_SUCCESS);
    expectStatus("host of a peer", PMIx_Get(&last, PMIX_HOSTNAME, NULL, 0, &value), PMIX_SUCCESS);
    if (value != NULL)
        PMIX_VALUE_RELEASE(value);

    expectStatus("universe size", getNumber(&all, PMIX_UNIV_SIZE, NULL, 0, &number), PMIX_SUCCESS);
    expectStatus("local size", getNumber(&all, PMIX_LOCAL_SIZE, NULL, 0, &number), PMIX_SUCCESS);
    expect("all are on this node", number == jobSize);

    pmix_info_t app[2] = {flagInfo(PMIX_APP_INFO), flagInfo(PMIX_APPNUM)};
    const uint32_t first = 0;
    PMIX_INFO_LOAD(&app[1], PMIX_APPNUM, &first, PMIX_UINT32);
    expectStatus("size of app 0", getNumber(&all, PMIX_APP_SIZE, app, 2, &number), PMIX_SUCCESS);
    expect("app 0 is the job", number == jobSize);
    pmix_info_t node = flagInfo(PMIX_NODE_INFO);
    expectStatus("node-level local size", getNumber(&all, PMIX_LOCAL_SIZE, &node, 1, &number), PMIX_SUCCESS);
}

static void absentValues(void)
{
    pmix_value_t* value = NULL;
    pmix_info_t immediate = flagInfo(PMIX_IMMEDIATE);
    pmix_info_t optional = flagInfo(PMIX_OPTIONAL);
    const pmix_proc_t peer = processOf((self.rank + 1) % jobSize);
    expectStatus("immediate get of what is not there", PMIx_Get(&peer, "peers.nothing", &immediate, 1, &value),
                 PMIX_ERR_NOT_FOUND);
    expectStatus("optional get of what is not there", PMIx_Get(&peer, "peers.nothing", &optional, 1, &value),
                 PMIX_ERR_NOT_FOUND);
    expectStatus("reserved key that is not there", PMIx_Get(&all, "pmix.no.such.key", NULL, 0, &value),
                 PMIX_ERR_NOT_FOUND);
}

static void putAll(int round)
{
    char key[64];
    char text[64];
    snprintf(text, sizeof text, "%d of %u", round, self.rank);
    const char* names[] = {"global", "local", "remote"};
    const pmix_scope_t scopes[] = {PMIX_GLOBAL, PMIX_LOCAL, PMIX_REMOTE};
    for (int i = 0; i < 3; ++i) {
        snprintf(key, sizeof key, "peers.%s.%d", names[i], round);
        expectStatus(key, putText(scopes[i], key, text), PMIX_SUCCESS);
    }
    expectStatus("PMIx_Commit", PMIx_Commit(), PMIX_SUCCESS);
}

static void getAll(int round)
{
    char key[64];
    char text[64];
    int global = 1;
    int local = 1;
    for (pmix_rank_t rank = 0; rank < jobSize; ++rank) {
        const pmix_proc_t peer = processOf(rank);
        snprintf(text, sizeof text, "%d of %u", round, rank);
        snprintf(key, sizeof key, "peers.global.%d", round);
        global = global && hasText(&peer, key, text);
        snprintf(key, sizeof key, "peers.local.%d", round);
        local = local && hasText(&peer, key, text);
    }
    expect("global values of all", global);
    expect("local values of all", local);

    pmix_value_t* value = NULL;
    pmix_info_t immediate = flagInfo(PMIX_IMMEDIATE);
    const pmix_proc_t peer = processOf((self.rank + 1) % jobSize);
    snprintf(key, sizeof key, "peers.remote.%d", round);
    expectStatus("a value for other nodes is hidden", PMIx_Get(&peer, key, &immediate, 1, &value), PMIX_ERR_NOT_FOUND);
    snprintf(text, sizeof text, "%d of %u", round, self.rank);
    expect("its own value for other nodes is not", hasText(&self, key, text));
}

static void largeAndTyped(void)
{
    const size_t size = 100000;
    pmix_value_t value;
    memset(&value, 0, sizeof value);
    value.type = PMIX_BYTE_OBJECT;
    value.data.bo.size = size;
    value.data.bo.bytes = malloc(size);
    for (size_t i = 0; i < size; ++i)
        value.data.bo.bytes[i] = (char)(i + self.rank);
    expectStatus("put of 100,000 bytes", PMIx_Put(PMIX_GLOBAL, "peers.large", &value), PMIX_SUCCESS);
    free(value.data.bo.bytes);

    uint32_t numbers[3] = {self.rank, 2, 3};
    pmix_data_array_t array = {PMIX_UINT32, 3, numbers};
    memset(&value, 0, sizeof value);
    value.type = PMIX_DATA_ARRAY;
    value.data.darray = &array;
    expectStatus("put of an array", PMIx_Put(PMIX_GLOBAL, "peers.array", &value), PMIX_SUCCESS);
    expectStatus("PMIx_Commit of large values", PMIx_Commit(), PMIX_SUCCESS);
    pmix_info_t collect = flagInfo(PMIX_COLLECT_DATA);
    expectStatus("fence with data", PMIx_Fence(&all, 1, &collect, 1), PMIX_SUCCESS);

    const pmix_proc_t peer = processOf((self.rank + 1) % jobSize);
    pmix_value_t* got = NULL;
    expectStatus("get of 100,000 bytes", PMIx_Get(&peer, "peers.large", NULL, 0, &got), PMIX_SUCCESS);
    int same = got != NULL && got->type == PMIX_BYTE_OBJECT && got->data.bo.size == size;
    for (size_t i = 0; same && i < size; ++i)
        same = got->data.bo.bytes[i] == (char)(i + peer.rank);
    expect("they are the peer's", same);
    got = NULL;
    expectStatus("get of an array", PMIx_Get(&peer, "peers.array", NULL, 0, &got), PMIX_SUCCESS);
    expect("it is the peer's", got != NULL && got->type == PMIX_DATA_ARRAY && got->data.darray->size == 3 &&
                                   ((uint32_t*)got->data.darray->array)[0] == peer.rank);
}

/* A get before the put: the server keeps it until the peer commits. */
static void waiting(void)
{
    pmix_value_t* value = NULL;
    if (self.rank == 0) {
        const pmix_proc_t peer = processOf(1);
        expectStatus("get that waits for the put", PMIx_Get(&peer, "peers.late", NULL, 0, &value), PMIX_SUCCESS);
    } else if (self.rank == 1) {
        usleep(300000);
        expectStatus("late put", putText(PMIX_GLOBAL, "peers.late", "at last"), PMIX_SUCCESS);
        expectStatus("late commit", PMIx_Commit(), PMIX_SUCCESS);
    }
    fenceAll();
}

int main(void)
{
    begin();
    all = processOf(PMIX_RANK_WILDCARD);
    jobValues();
    absentValues();
    fenceAll();
    waiting();
    putAll(1);
    fenceAll();
    getAll(1);
    fenceAll();
    putAll(2);
    pmix_info_t collect = flagInfo(PMIX_COLLECT_DATA);
    expectStatus("fence that collects", PMIx_Fence(&all, 1, &collect, 1), PMIX_SUCCESS);
    getAll(2);
    expectStatus("fence of itself", PMIx_Fence(&self, 1, NULL, 0), PMIX_SUCCESS);
    largeAndTyped();
    fenceAll();
    return finish();
}
