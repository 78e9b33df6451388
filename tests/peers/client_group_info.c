/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the members of a group tell each other when it is made: PMIX_GROUP_INFO, and in it PMIX_GROUP_LOCAL_CID, found
 * by PMIx_Get with the group's context id as a qualifier. */
#include "peer.h"

#ifndef PMIX_INFO_QUALIFIER
#define PMIX_INFO_QUALIFIER 0x00000008
#endif

/* Makes the group; the number and the text are this member's. Returns its context id. */
static size_t construct(const char* name, const pmix_proc_t* members, size_t number, const char* text)
{
    pmix_info_t* own = NULL;
    PMIX_INFO_CREATE(own, 2);
    PMIX_INFO_LOAD(&own[0], PMIX_GROUP_LOCAL_CID, &number, PMIX_SIZE);
    PMIX_INFO_LOAD(&own[1], "peers.text", text, PMIX_STRING);
    pmix_data_array_t array;
    memset(&array, 0, sizeof array);
    array.type = PMIX_INFO;
    array.size = 2;
    array.array = own;
    pmix_info_t infos[2] = {flagInfo(PMIX_GROUP_ASSIGN_CONTEXT_ID)};
    memset(&infos[1], 0, sizeof infos[1]);
    PMIX_INFO_LOAD(&infos[1], PMIX_GROUP_INFO, &array, PMIX_DATA_ARRAY);
    pmix_info_t* results = NULL;
    size_t count = 0, context = 0;
    expectStatus("group construct", PMIx_Group_construct(name, members, jobSize, infos, 2, &results, &count),
                 PMIX_SUCCESS);
    for (size_t i = 0; i < count; ++i)
        if (PMIX_CHECK_KEY(&results[i], PMIX_GROUP_CONTEXT_ID))
            PMIX_VALUE_GET_NUMBER(count, &results[i].value, context, size_t);
    return context;
}

/* PMIx_Get of a member's value for the group with that context id. */
static pmix_status_t getOf(const pmix_proc_t* member, const char* key, size_t context, pmix_value_t** value)
{
    pmix_info_t group;
    memset(&group, 0, sizeof group);
    PMIX_INFO_LOAD(&group, PMIX_GROUP_CONTEXT_ID, &context, PMIX_SIZE);
    group.flags |= PMIX_INFO_QUALIFIER;
    return PMIx_Get(member, key, &group, 1, value);
}

static void check(const pmix_proc_t* members, size_t context, size_t base, const char* prefix)
{
    int numbers = 1, texts = 1;
    for (pmix_rank_t rank = 0; rank < jobSize; ++rank) {
        char text[64];
        pmix_value_t* value = NULL;
        snprintf(text, sizeof text, "%s%u", prefix, rank);
        numbers = numbers && getOf(&members[rank], PMIX_GROUP_LOCAL_CID, context, &value) == PMIX_SUCCESS &&
                  value->type == PMIX_SIZE && value->data.size == base + rank;
        value = NULL;
        texts = texts && getOf(&members[rank], "peers.text", context, &value) == PMIX_SUCCESS &&
                value->type == PMIX_STRING && strcmp(value->data.string, text) == 0;
    }
    expect("PMIX_GROUP_LOCAL_CID of all members", numbers);
    expect("a key of ours of all members", texts);
}

int main(void)
{
    begin();
    pmix_proc_t* members = malloc(jobSize * sizeof *members);
    for (pmix_rank_t rank = 0; rank < jobSize; ++rank)
        members[rank] = processOf(rank);
    char text[64];
    snprintf(text, sizeof text, "first%u", self.rank);
    const size_t first = construct("peers.first", members, 100 + self.rank, text);
    snprintf(text, sizeof text, "second%u", self.rank);
    const size_t second = construct("peers.second", members, 200 + self.rank, text);
    expect("two groups have two context ids", first != second);
    check(members, first, 100, "first");
    check(members, second, 200, "second");
    pmix_value_t* value = NULL;
    expect("nothing for a context id that no group has",
           getOf(&members[0], "peers.text", 12345, &value) == PMIX_ERR_NOT_FOUND);
    fenceAll();
    expectStatus("group destruct", PMIx_Group_destruct("peers.first", NULL, 0), PMIX_SUCCESS);
    fenceAll();
    check(members, second, 200, "second");
    expectStatus("group destruct", PMIx_Group_destruct("peers.second", NULL, 0), PMIX_SUCCESS);
    fenceAll();
    return finish();
}
