// SPDX-License-Identifier: GPL-3.0-or-later
// Uses every macro of the C interface once, as a program of the Standard would; compiled as C11 and as C++.
// A wrong result is printed, and fails.
#include <pmix_server.h>
#include <pmix_tool.h>

#include <stdio.h>

#define EXPECT(condition)                                                                                              \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                            \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

static void names(void)
{
    pmix_proc_t a = PMIX_PROC_STATIC_INIT;
    pmix_proc_t b, *procs;
    pmix_info_t info = PMIX_INFO_STATIC_INIT;
    pmix_nspace_t joined, cluster, nspace;
    pmix_key_t key;

    PMIX_PROC_CONSTRUCT(&b);
    PMIX_LOAD_PROCID(&a, "job", 3);
    PMIX_PROC_LOAD(&b, "job", PMIX_RANK_WILDCARD);
    EXPECT(PMIX_CHECK_PROCID(&a, &b) && PMIX_CHECK_RANK(a.rank, b.rank) && PMIX_CHECK_NSPACE(a.nspace, b.nspace));
    EXPECT(!PMIX_PROCID_INVALID(&a) && !PMIX_NSPACE_INVALID(a.nspace) && PMIX_RANK_IS_VALID(a.rank));
    PMIX_XFER_PROCID(&b, &a);
    EXPECT(b.rank == 3);
    PMIX_PROCID_XFER(&b, &a);
    PMIX_PROC_DESTRUCT(&b);
    PMIX_PROC_CREATE(procs, 2);
    PMIX_PROC_FREE(procs, 2);
    EXPECT(procs == NULL);
    PMIX_PROC_CREATE(procs, 1);
    PMIX_PROC_RELEASE(procs);

    PMIX_LOAD_KEY(key, PMIX_RANK);
    PMIX_LOAD_KEY(info.key, key);
    EXPECT(PMIX_CHECK_KEY(&info, PMIX_RANK) && PMIX_CHECK_RESERVED_KEY(key) && !PMIX_CHECK_RESERVED_KEY("mine"));
    PMIX_LOAD_NSPACE(cluster, "c");
    PMIX_LOAD_NSPACE(nspace, "n");
    PMIX_MULTICLUSTER_NSPACE_CONSTRUCT(joined, cluster, nspace);
    EXPECT(strcmp(joined, "c:n") == 0);
    PMIX_MULTICLUSTER_NSPACE_PARSE(joined, cluster, nspace);
    EXPECT(strcmp(cluster, "c") == 0 && strcmp(nspace, "n") == 0);
    EXPECT(PMIX_SYSTEM_EVENT(PMIX_EVENT_NODE_DOWN) && !PMIX_SYSTEM_EVENT(PMIX_EVENT_JOB_END));
}

static void lists(void)
{
    char **list = NULL, **copy, **environment = NULL, *text;
    pmix_status_t status;
    pmix_envar_t envar = PMIX_ENVAR_STATIC_INIT, *envars;
    int count;

    PMIX_ARGV_APPEND(status, list, "b");
    EXPECT(status == PMIX_SUCCESS);
    PMIX_ARGV_PREPEND(status, list, "a");
    EXPECT(status == PMIX_SUCCESS);
    PMIX_ARGV_APPEND_UNIQUE(status, &list, "b");
    EXPECT(status == PMIX_SUCCESS);
    PMIX_ARGV_COUNT(count, list);
    EXPECT(count == 2);
    PMIX_ARGV_COPY(copy, list);
    PMIX_ARGV_JOIN(text, copy, ',');
    EXPECT(strcmp(text, "a,b") == 0);
    PMIX_ARGV_FREE(list);
    PMIX_ARGV_FREE(copy);
    PMIX_ARGV_SPLIT(list, text, ',');
    EXPECT(pmix_argv_count(list) == 2);
    PMIX_ARGV_FREE(list);
    free(text);
    PMIX_SETENV(status, "NAME", "value", &environment);
    EXPECT(status == PMIX_SUCCESS && strcmp(environment[0], "NAME=value") == 0);
    PMIX_ARGV_FREE(environment);

    PMIX_ENVAR_CONSTRUCT(&envar);
    PMIX_ENVAR_LOAD(&envar, "NAME", "value", ':');
    PMIX_ENVAR_DESTRUCT(&envar);
    PMIX_ENVAR_CREATE(envars, 2);
    PMIX_ENVAR_FREE(envars, 2);
}

static void values(void)
{
    pmix_value_t value = PMIX_VALUE_STATIC_INIT, other, *copy = NULL;
    pmix_data_array_t array = PMIX_DATA_ARRAY_STATIC_INIT, *arrays;
    pmix_byte_object_t bytes = PMIX_BYTE_OBJECT_STATIC_INIT, *objects;
    char *text = NULL, *loaded = strdup("abc");
    size_t size = 3;
    pmix_status_t status;
    uint32_t number = 7;
    double read = 0;

    PMIX_VALUE_CONSTRUCT(&value);
    PMIX_VALUE_LOAD(&value, "text", PMIX_STRING);
    PMIX_VALUE_UNLOAD(status, &value, (void**)&text, &size);
    EXPECT(status == PMIX_SUCCESS && size == 4 && strcmp(text, "text") == 0);
    free(text);
    PMIX_VALUE_XFER(status, copy, &value);
    EXPECT(status == PMIX_SUCCESS && strcmp(copy->data.string, "text") == 0);
    PMIX_VALUE_RELEASE(copy);
    PMIX_VALUE_XFER_DIRECT(status, &other, &value);
    EXPECT(PMIx_Value_compare(&other, &value) == PMIX_EQUAL);
    PMIX_VALUE_DESTRUCT(&other);
    PMIX_VALUE_DESTRUCT(&value);
    PMIX_VALUE_LOAD(&value, &number, PMIX_UINT32);
    PMIX_VALUE_GET_NUMBER(status, &value, read, double);
    EXPECT(status == PMIX_SUCCESS && read == 7);
    PMIX_VALUE_LOAD(&value, "yes", PMIX_STRING);
    EXPECT(PMIX_CHECK_TRUE(&value) && PMIX_CHECK_BOOL(&value));
    PMIX_VALUE_DESTRUCT(&value);
    PMIX_VALUE_CREATE(copy, 3);
    PMIX_VALUE_FREE(copy, 3);

    PMIX_DATA_ARRAY_INIT(&array, PMIX_UINT32);
    PMIX_DATA_ARRAY_CONSTRUCT(&array, 2, PMIX_STRING);
    EXPECT(array.size == 2 && array.type == PMIX_STRING);
    PMIX_DATA_ARRAY_DESTRUCT(&array);
    PMIX_DATA_ARRAY_CREATE(arrays, 2, PMIX_PROC);
    PMIX_DATA_ARRAY_FREE(arrays);

    size = 3;
    PMIX_BYTE_OBJECT_CONSTRUCT(&bytes);
    PMIX_BYTE_OBJECT_LOAD(&bytes, loaded, size);
    EXPECT(bytes.size == 3 && loaded == NULL && size == 0);
    PMIX_BYTE_OBJECT_DESTRUCT(&bytes);
    PMIX_BYTE_OBJECT_CREATE(objects, 2);
    PMIX_BYTE_OBJECT_FREE(objects, 2);
}

static void infos(void)
{
    pmix_info_t info, copy, *array;
    pmix_pdata_t data = PMIX_LOOKUP_STATIC_INIT, other, *datas;
    pmix_data_array_t converted = PMIX_DATA_ARRAY_STATIC_INIT;
    pmix_proc_t proc = PMIX_PROC_STATIC_INIT;
    pmix_status_t status;
    void* list;
    int number = 5;

    PMIX_INFO_CONSTRUCT(&info);
    PMIX_INFO_LOAD(&info, PMIX_TIMEOUT, &number, PMIX_INT);
    PMIX_INFO_REQUIRED(&info);
    PMIX_INFO_PROCESSED(&info);
    PMIX_INFO_SET_QUALIFIER(&info);
    EXPECT(PMIX_INFO_IS_REQUIRED(&info) && PMIX_INFO_WAS_PROCESSED(&info) && PMIX_INFO_IS_QUALIFIER(&info));
    PMIX_INFO_OPTIONAL(&info);
    PMIX_INFO_SET_END(&info);
    EXPECT(PMIX_INFO_IS_OPTIONAL(&info) && PMIX_INFO_IS_END(&info) && !PMIX_INFO_IS_PERSISTENT(&info));
    PMIX_INFO_XFER(&copy, &info);
    PMIX_INFO_SET_PERSISTENT(&copy);
    PMIX_INFO_DESTRUCT(&copy);
    PMIX_INFO_LOAD(&copy, PMIX_IMMEDIATE, NULL, PMIX_BOOL);
    EXPECT(PMIX_INFO_TRUE(&copy));
    PMIX_INFO_CREATE(array, 2);
    EXPECT(PMIX_INFO_IS_END(&array[1]));
    PMIX_INFO_FREE(array, 2);

    PMIX_INFO_LIST_START(list);
    PMIX_INFO_LIST_ADD(status, list, PMIX_HOST, "n1", PMIX_STRING);
    EXPECT(status == PMIX_SUCCESS);
    PMIX_INFO_LIST_PREPEND(status, list, PMIX_HOST, "n0", PMIX_STRING);
    EXPECT(status == PMIX_SUCCESS);
    PMIX_INFO_LIST_XFER(status, list, &info);
    EXPECT(status == PMIX_SUCCESS);
    PMIX_INFO_LIST_INSERT(status, list, &info);
    EXPECT(status == PMIX_SUCCESS);
    PMIX_INFO_LIST_CONVERT(status, list, &converted);
    EXPECT(status == PMIX_SUCCESS && converted.size == 4);
    PMIX_DATA_ARRAY_DESTRUCT(&converted);
    PMIX_INFO_LIST_RELEASE(list);
    PMIX_INFO_DESTRUCT(&info);

    PMIX_PDATA_CONSTRUCT(&data);
    PMIX_PDATA_LOAD(&data, &proc, "key", &number, PMIX_INT);
    PMIX_PDATA_XFER(&other, &data);
    EXPECT(other.value.data.integer == 5);
    PMIX_PDATA_DESTRUCT(&other);
    PMIX_PDATA_DESTRUCT(&data);
    PMIX_PDATA_CREATE(datas, 2);
    PMIX_PDATA_FREE(datas, 2);
    PMIX_PDATA_CREATE(datas, 1);
    PMIX_PDATA_RELEASE(datas);
}

static void requests(void)
{
    pmix_app_t app = PMIX_APP_STATIC_INIT, *apps;
    pmix_query_t query = PMIX_QUERY_STATIC_INIT, *queries;
    pmix_regattr_t attribute = PMIX_REGATTR_STATIC_INIT, other, *attributes;
    pmix_fabric_t fabric = PMIX_FABRIC_STATIC_INIT;

    PMIX_APP_CONSTRUCT(&app);
    PMIX_APP_INFO_CREATE(&app, 2);
    EXPECT(app.ninfo == 2);
    PMIX_APP_DESTRUCT(&app);
    PMIX_APP_CREATE(apps, 2);
    PMIX_APP_FREE(apps, 2);
    PMIX_APP_CREATE(apps, 1);
    PMIX_APP_RELEASE(apps);

    PMIX_QUERY_CONSTRUCT(&query);
    PMIX_QUERY_QUALIFIERS_CREATE(&query, 2);
    EXPECT(query.nqual == 2);
    PMIX_QUERY_DESTRUCT(&query);
    PMIX_QUERY_CREATE(queries, 2);
    PMIX_QUERY_FREE(queries, 2);
    PMIX_QUERY_CREATE(queries, 1);
    PMIX_QUERY_RELEASE(queries);

    PMIX_REGATTR_CONSTRUCT(&attribute);
    PMIX_REGATTR_LOAD(&attribute, "PMIX_RANK", PMIX_RANK, PMIX_PROC_RANK, "a rank");
    PMIX_REGATTR_XFER(&other, &attribute);
    EXPECT(strcmp(other.description[0], "a rank") == 0);
    PMIX_REGATTR_DESTRUCT(&other);
    PMIX_REGATTR_DESTRUCT(&attribute);
    PMIX_REGATTR_CREATE(attributes, 2);
    PMIX_REGATTR_FREE(attributes, 2);

    PMIX_FABRIC_CONSTRUCT(&fabric);
    EXPECT(fabric.name == NULL);
}

static void buffers(void)
{
    pmix_data_buffer_t buffer = PMIX_DATA_BUFFER_STATIC_INIT, *heap;
    char* bytes = strdup("abc");
    size_t size = 3;

    PMIX_DATA_BUFFER_CONSTRUCT(&buffer);
    PMIX_DATA_BUFFER_LOAD(&buffer, bytes, size);
    PMIX_DATA_BUFFER_UNLOAD(&buffer, bytes, size);
    EXPECT(size == 3 && memcmp(bytes, "abc", 3) == 0);
    free(bytes);
    PMIX_DATA_BUFFER_DESTRUCT(&buffer);
    PMIX_DATA_BUFFER_CREATE(heap);
    PMIX_DATA_BUFFER_RELEASE(heap);
    EXPECT(heap == NULL);
}

#define EXPECT_FAMILY(macro, type)                                                                                     \
    do {                                                                                                               \
        pmix_##type##_t one = PMIX_##macro##_STATIC_INIT, *many;                                                       \
        PMIX_##macro##_CONSTRUCT(&one);                                                                                \
        PMIX_##macro##_DESTRUCT(&one);                                                                                 \
        PMIX_##macro##_CREATE(many, 2);                                                                                \
        EXPECT(many != NULL);                                                                                          \
        PMIX_##macro##_FREE(many, 2);                                                                                  \
        EXPECT(many == NULL);                                                                                          \
    } while (0)

#define EXPECT_RELEASE(macro, type)                                                                                    \
    do {                                                                                                               \
        pmix_##type##_t* one;                                                                                          \
        PMIX_##macro##_CREATE(one, 1);                                                                                 \
        PMIX_##macro##_RELEASE(one);                                                                                   \
        EXPECT(one == NULL);                                                                                           \
    } while (0)

static void devices(void)
{
    pmix_coord_t coord = PMIX_COORD_STATIC_INIT, *coords;

    PMIX_COORD_CONSTRUCT(&coord);
    PMIX_COORD_DESTRUCT(&coord);
    PMIX_COORD_CREATE(coords, 2, 3);
    EXPECT(coords[1].dims == 3);
    PMIX_COORD_FREE(coords, 2);
    EXPECT_FAMILY(GEOMETRY, geometry);
    EXPECT_FAMILY(DEVICE_DIST, device_distance);
    EXPECT_FAMILY(ENDPOINT, endpoint);
    EXPECT_FAMILY(CPUSET, cpuset);
    EXPECT_FAMILY(TOPOLOGY, topology);
    EXPECT_FAMILY(PROC_INFO, proc_info);
    EXPECT_FAMILY(PROC_STATS, proc_stats);
    EXPECT_FAMILY(DISK_STATS, disk_stats);
    EXPECT_FAMILY(NET_STATS, net_stats);
    EXPECT_FAMILY(NODE_STATS, node_stats);
    EXPECT_RELEASE(PROC_INFO, proc_info);
    EXPECT_RELEASE(PROC_STATS, proc_stats);
    EXPECT_RELEASE(DISK_STATS, disk_stats);
    EXPECT_RELEASE(NET_STATS, net_stats);
    EXPECT_RELEASE(NODE_STATS, node_stats);
}

int main(void)
{
    names();
    lists();
    values();
    infos();
    requests();
    buffers();
    devices();
    return 0;
}
