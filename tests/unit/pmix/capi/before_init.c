// SPDX-License-Identifier: GPL-3.0-or-later
// What a program may use before it has initialized anything, of the functions that OpenPMIx 5 to 7 added, and the
// queries of the Standard's ABI. A wrong result is printed, and fails.
#include <pmix_server.h>
#include <pmix_tool.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(condition)                                                                                              \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                            \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

// \std "Query Keys and Attributes": PMIX_QUERY_STABLE_ABI_VERSION, PMIX_QUERY_PROVISIONAL_ABI_VERSION
static void abiQueries(void)
{
    pmix_query_t query;
    pmix_info_t* results = NULL;
    size_t count = 0;
    PMIX_QUERY_CONSTRUCT(&query);
    PMIx_Argv_append_nosize(&query.keys, PMIX_QUERY_STABLE_ABI_VERSION);
    PMIx_Argv_append_nosize(&query.keys, PMIX_QUERY_PROVISIONAL_ABI_VERSION);
    EXPECT(PMIx_Initialized() == 0);
    EXPECT(PMIx_Query_info(&query, 1, &results, &count) == PMIX_SUCCESS && count == 2);
    EXPECT(strcmp(results[0].key, PMIX_QUERY_STABLE_ABI_VERSION) == 0);
    EXPECT(strcmp(results[1].key, PMIX_QUERY_PROVISIONAL_ABI_VERSION) == 0);
    for (size_t i = 0; i < count; ++i)
        EXPECT(results[i].value.type == PMIX_STRING && strcmp(results[i].value.data.string, "5.0") == 0);
    PMIX_INFO_FREE(results, count);
    // With anything else among them, somebody has to be asked, and there is nobody.
    PMIx_Argv_append_nosize(&query.keys, PMIX_QUERY_NAMESPACES);
    EXPECT(PMIx_Query_info(&query, 1, &results, &count) == PMIX_ERR_INIT && results == NULL && count == 0);
    PMIX_QUERY_DESTRUCT(&query);
}

static int numberAt(void* list, size_t place)
{
    void* next = NULL;
    pmix_info_t* info = PMIx_Info_list_get_info(list, NULL, &next);
    while (place-- > 0 && next != NULL)
        info = PMIx_Info_list_get_info(list, next, &next);
    return info == NULL ? -1 : info->value.data.integer;
}

static void infoLists(void)
{
    const int one = 1, two = 2, three = 3;
    pmix_info_t info;
    pmix_value_t value;
    void* list = PMIx_Info_list_start();
    PMIX_INFO_LOAD(&info, "first", &three, PMIX_INT);
    PMIX_VALUE_LOAD(&value, "text", PMIX_STRING);
    EXPECT(PMIx_Info_list_get_size(list) == 0 && PMIx_Info_list_get_size(NULL) == 0);
    EXPECT(PMIx_Info_list_add(list, "first", &one, PMIX_INT) == PMIX_SUCCESS);
    EXPECT(PMIx_Info_list_add_unique(list, "first", &two, PMIX_INT, false) == PMIX_SUCCESS && numberAt(list, 0) == 1);
    EXPECT(PMIx_Info_list_add_unique(list, "first", &two, PMIX_INT, true) == PMIX_SUCCESS && numberAt(list, 0) == 2);
    EXPECT(PMIx_Info_list_xfer_unique(list, &info, false) == PMIX_SUCCESS && numberAt(list, 0) == 2);
    EXPECT(PMIx_Info_list_xfer_unique(list, &info, true) == PMIX_SUCCESS && numberAt(list, 0) == 3);
    EXPECT(PMIx_Info_list_get_size(list) == 1);
    EXPECT(PMIx_Info_list_add_value(list, "second", &value) == PMIX_SUCCESS);
    EXPECT(PMIx_Info_list_add_value_unique(list, "second", &value, false) == PMIX_SUCCESS);
    EXPECT(PMIx_Info_list_add_value_unique(list, "second", &value, true) == PMIX_SUCCESS);
    EXPECT(PMIx_Info_list_add_unique(list, "third", &one, PMIX_INT, false) == PMIX_SUCCESS);
    EXPECT(PMIx_Info_list_get_size(list) == 3);
    EXPECT(PMIx_Info_list_add_value(list, NULL, &value) == PMIX_ERR_BAD_PARAM);
    EXPECT(PMIx_Info_list_add_unique(NULL, "first", &one, PMIX_INT, true) == PMIX_ERR_BAD_PARAM);
    PMIX_VALUE_DESTRUCT(&value); // the list has copies
    PMIX_INFO_DESTRUCT(&info);
    pmix_data_array_t array;
    EXPECT(PMIx_Info_list_convert(list, &array) == PMIX_SUCCESS && array.size == 3);
    EXPECT(strcmp(((pmix_info_t*)array.array)[1].value.data.string, "text") == 0);
    PMIX_DATA_ARRAY_DESTRUCT(&array);
    PMIX_INFO_LIST_RELEASE(list);
}

static void names(void)
{
    pmix_proc_t all, third, nobody;
    PMIX_LOAD_PROCID(&all, "job", PMIX_RANK_WILDCARD);
    PMIX_LOAD_PROCID(&third, "job", 3);
    PMIX_LOAD_PROCID(&nobody, "", 3);
    EXPECT(PMIX_CHECK_PROCID(&all, &third) && !PMIX_CHECK_PROCID_STRICT(&all, &third));
    EXPECT(PMIX_CHECK_PROCID_STRICT(&all, &all) && !PMIX_CHECK_PROCID_STRICT(&nobody, &nobody));
    EXPECT(PMIX_CHECK_NSPACE("", "job") && !PMIX_CHECK_NSPACE_STRICT("", "job"));
    EXPECT(PMIx_Rank_valid(3) && PMIx_Rank_valid(PMIX_RANK_VALID) && !PMIx_Rank_valid(PMIX_RANK_WILDCARD));
    EXPECT(!PMIx_Rank_valid(PMIX_RANK_UNDEF) && !PMIx_Rank_valid(PMIX_RANK_INVALID));
}

static void structures(void)
{
    pmix_device_t device = PMIX_DEVICE_STATIC_INIT, *devices;
    pmix_resource_unit_t unit = PMIX_RESOURCE_UNIT_STATIC_INIT, *units;
    pmix_node_pid_t process = PMIX_NODE_PID_STATIC_INIT, *processes;
    pmix_pdata_t loaded, copied;
    pmix_proc_t proc;
    pmix_fabric_t fabric;

    PMIX_DEVICE_CONSTRUCT(&device);
    device.uuid = strdup("u");
    device.osname = strdup("card0");
    PMIX_DEVICE_DESTRUCT(&device);
    PMIX_DEVICE_CREATE(devices, 2);
    devices[1].osname = strdup("card1");
    PMIX_DEVICE_FREE(devices, 2);
    EXPECT(devices == NULL);

    PMIX_RESOURCE_UNIT_CONSTRUCT(&unit);
    unit.type = PMIX_DEVTYPE_GPU;
    unit.count = 4;
    char* text = PMIx_Resource_unit_string(&unit);
    EXPECT(text != NULL && strstr(text, "GPU") != NULL && strstr(text, "4") != NULL);
    free(text);
    PMIX_RESOURCE_UNIT_DESTRUCT(&unit);
    PMIX_RESOURCE_UNIT_CREATE(units, 3);
    PMIX_RESOURCE_UNIT_FREE(units, 3);

    PMIx_Node_pid_construct(&process);
    EXPECT(process.nodeid == UINT32_MAX);
    process.hostname = strdup("here");
    process.pid = 7;
    // As the value of an info it is copied with its text.
    pmix_info_t info, copy;
    PMIX_INFO_LOAD(&info, "where", &process, PMIX_NODE_PID);
    PMIX_INFO_CONSTRUCT(&copy);
    EXPECT(PMIx_Info_xfer(&copy, &info) == PMIX_SUCCESS && copy.value.type == PMIX_NODE_PID);
    PMIX_INFO_DESTRUCT(&info);
    EXPECT(copy.value.data.nodepid->pid == 7 && strcmp(copy.value.data.nodepid->hostname, "here") == 0);
    PMIX_INFO_DESTRUCT(&copy);
    PMIx_Node_pid_destruct(&process);
    processes = PMIx_Node_pid_create(2);
    PMIx_Node_pid_free(processes, 2);

    PMIX_LOAD_PROCID(&proc, "job", 1);
    PMIx_Pdata_load(&loaded, &proc, "key", "value", PMIX_STRING);
    PMIx_Pdata_xfer(&copied, &loaded);
    PMIX_PDATA_DESTRUCT(&loaded);
    EXPECT(copied.proc.rank == 1 && strcmp(copied.key, "key") == 0 && strcmp(copied.value.data.string, "value") == 0);
    PMIX_PDATA_DESTRUCT(&copied);

    PMIx_Fabric_construct(&fabric);
    EXPECT(fabric.name == NULL && fabric.index == 0 && fabric.info == NULL && fabric.ninfo == 0);
}

static void texts(void)
{
    EXPECT(strcmp(PMIx_Alloc_inheritance_string(PMIX_ALLOC_INHERIT_CHILD), "CHILD") == 0);
    EXPECT(strcmp(PMIx_Alloc_inheritance_string(99), "UNSPECIFIED") == 0);
    EXPECT(strcmp(PMIx_Resource_block_directive_string(PMIX_RESOURCE_BLOCK_EXTEND), "EXTEND") == 0);
    EXPECT(strcmp(PMIx_Group_operation_string(PMIX_GROUP_CANCEL), "CANCEL") == 0);
    EXPECT(strcmp(PMIx_Group_operation_string((pmix_group_operation_t)3), "CANCEL") == 0);
}

static void processors(void)
{
    pmix_cpuset_t cpuset = PMIX_CPUSET_STATIC_INIT;
    char* text = NULL;
    EXPECT(PMIx_server_generate_cpuset("0-1,3", &cpuset) == PMIX_SUCCESS);
    EXPECT(PMIx_server_generate_cpuset_string(&cpuset, &text) == PMIX_SUCCESS && strstr(text, "0-1,3") != NULL);
    PMIX_CPUSET_DESTRUCT(&cpuset);
    EXPECT(PMIx_server_generate_cpuset(text, &cpuset) == PMIX_SUCCESS);
    PMIX_CPUSET_DESTRUCT(&cpuset);
    free(text);
    EXPECT(PMIx_server_generate_cpuset("no list", &cpuset) == PMIX_ERR_BAD_PARAM);
}

int main(void)
{
    abiQueries();
    infoLists();
    names();
    structures();
    texts();
    processors();
    PMIx_Progress_thread_stop(NULL, 0); // there is none
    return 0;
}
