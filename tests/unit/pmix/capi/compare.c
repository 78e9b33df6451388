// SPDX-License-Identifier: GPL-3.0-or-later
// Prints what a program sees of a PMIx library: layouts, texts, results of functions over values, packed bytes.
// Compiled against libpmix and against ours; compare.py holds the two outputs against each other. (Constants:
// list_constants.py.)
#include <pmix_server.h>
#include <pmix_tool.h>

#include <stddef.h>
#include <stdio.h>

#define SIZE(type) printf("sizeof %s %zu\n", #type, sizeof(type))
#define FIELD(type, field) printf("offsetof %s.%s %zu\n", #type, #field, offsetof(type, field))

static void layouts(void)
{
    SIZE(pmix_proc_t);
    SIZE(pmix_value_t);
    SIZE(pmix_info_t);
    SIZE(pmix_pdata_t);
    SIZE(pmix_app_t);
    SIZE(pmix_query_t);
    SIZE(pmix_regattr_t);
    SIZE(pmix_data_array_t);
    SIZE(pmix_byte_object_t);
    SIZE(pmix_data_buffer_t);
    SIZE(pmix_envar_t);
    SIZE(pmix_proc_info_t);
    SIZE(pmix_proc_stats_t);
    SIZE(pmix_disk_stats_t);
    SIZE(pmix_net_stats_t);
    SIZE(pmix_node_stats_t);
    SIZE(pmix_coord_t);
    SIZE(pmix_geometry_t);
    SIZE(pmix_device_distance_t);
    SIZE(pmix_endpoint_t);
    SIZE(pmix_cpuset_t);
    SIZE(pmix_topology_t);
    SIZE(pmix_fabric_t);
    SIZE(pmix_server_module_t);
    SIZE(pmix_data_type_t);
    SIZE(pmix_iof_channel_t);
    SIZE(pmix_device_type_t);
    FIELD(pmix_value_t, data);
    FIELD(pmix_info_t, flags);
    FIELD(pmix_info_t, value);
    FIELD(pmix_pdata_t, key);
    FIELD(pmix_pdata_t, value);
    FIELD(pmix_app_t, maxprocs);
    FIELD(pmix_app_t, info);
    FIELD(pmix_proc_info_t, pid);
    FIELD(pmix_proc_info_t, state);
    FIELD(pmix_proc_stats_t, num_threads);
    FIELD(pmix_proc_stats_t, sample_time);
    FIELD(pmix_node_stats_t, netstats);
    FIELD(pmix_data_buffer_t, bytes_used);
    FIELD(pmix_regattr_t, description);
    FIELD(pmix_server_module_t, client_connected2);
    FIELD(pmix_server_module_t, push_stdin);
}

#define TEXTS(function, first, last)                                                                                   \
    for (int i = first; i <= last; ++i)                                                                                \
    printf("%s %d %s\n", #function, i, PMIx_##function((__typeof__(i))i))

static void texts(void)
{
    TEXTS(Error_string, -410, 0);
    TEXTS(Proc_state_string, 0, 64);
    TEXTS(Job_state_string, 0, 51);
    TEXTS(Scope_string, 0, 5);
    TEXTS(Persistence_string, 0, 5);
    TEXTS(Data_range_string, 0, 8);
    TEXTS(Data_type_string, 0, 69);
    TEXTS(Alloc_directive_string, 0, 5);
    TEXTS(IOF_channel_string, 0, 15);
    TEXTS(Link_state_string, 0, 3);
    TEXTS(Device_type_string, 0, 33);
    for (int i = 0; i < 16; ++i) {
        char* text = PMIx_Info_directives_string((pmix_info_directives_t)i);
        printf("Info_directives_string %d %s\n", i, text);
        free(text);
    }
    printf("Get_attribute_string %s\n", PMIx_Get_attribute_string("PMIX_DEBUG_STOP_IN_INIT"));
    printf("Get_attribute_string %s\n", PMIx_Get_attribute_string("no such name"));
    printf("Get_attribute_name %s\n", PMIx_Get_attribute_name("pmix.job.size"));
    printf("Get_attribute_name %s\n", PMIx_Get_attribute_name("no such key"));
}

static void showList(const char* what, char** list)
{
    char* joined;
    PMIX_ARGV_JOIN(joined, list, '|');
    printf("%s %d %s\n", what, pmix_argv_count(list), joined);
    free(joined);
}

static void lists(void)
{
    static const char* const splits[] = {"", "a", "a,b", ",a,,b,", ",", "a,"};
    char **list = NULL, **environment = NULL;
    pmix_status_t status;

    for (size_t i = 0; i < sizeof splits / sizeof *splits; ++i) {
        list = pmix_argv_split(splits[i], ',');
        showList("split", list);
        pmix_argv_free(list);
        list = pmix_argv_split_with_empty(splits[i], ',');
        showList("split_with_empty", list);
        pmix_argv_free(list);
    }
    list = NULL;
    PMIX_ARGV_APPEND(status, list, "b");
    PMIX_ARGV_PREPEND(status, list, "a");
    PMIX_ARGV_APPEND_UNIQUE(status, &list, "a");
    showList("list", list);
    pmix_argv_free(list);
    status = pmix_setenv("A", "1", true, &environment);
    printf("setenv %d", status);
    status = pmix_setenv("AB", "2", true, &environment);
    status = pmix_setenv("A", "3", false, &environment);
    printf(" %d", status);
    status = pmix_setenv("AB", "4", true, &environment);
    printf(" %d\n", status);
    status = pmix_setenv("C", NULL, true, &environment);
    showList("environment", environment);
    pmix_argv_free(environment);
}

static void names(void)
{
    static const char* const nspaces[] = {"", "job", "job2", "jo"};
    static const pmix_rank_t ranks[] = {0, 3, PMIX_RANK_WILDCARD, PMIX_RANK_UNDEF, PMIX_RANK_INVALID};
    pmix_proc_t a, b;
    pmix_nspace_t joined, cluster = {0}, nspace = {0};

    for (int i = 0; i < 4 * 5 * 4 * 5; ++i) {
        PMIX_LOAD_PROCID(&a, nspaces[i % 4], ranks[i / 4 % 5]);
        PMIX_LOAD_PROCID(&b, nspaces[i / 20 % 4], ranks[i / 80]);
        printf("procs %d %d%d%d%d\n", i, PMIX_CHECK_PROCID(&a, &b), PMIX_CHECK_NSPACE(a.nspace, b.nspace),
               PMIX_CHECK_RANK(a.rank, b.rank), PMIX_PROCID_INVALID(&a));
    }
    PMIX_LOAD_NSPACE(joined, NULL);
    PMIX_MULTICLUSTER_NSPACE_CONSTRUCT(joined, "cluster", "job");
    PMIX_MULTICLUSTER_NSPACE_PARSE(joined, cluster, nspace);
    printf("multicluster %s %s %s\n", joined, cluster, nspace);
    PMIX_PROC_CONSTRUCT(&a);
    printf("constructed proc '%s' %u\n", a.nspace, a.rank);
}

static void truths(void)
{
    static const char* const words[] = {"", " ", "0", "1", "17", "yes", "YES", "no", "true", "False", "maybe", " yes"};
    pmix_value_t value;
    int number = 1;

    for (size_t i = 0; i < sizeof words / sizeof *words; ++i) {
        PMIX_VALUE_LOAD(&value, words[i], PMIX_STRING);
        printf("true '%s' %d %d\n", words[i], PMIX_CHECK_TRUE(&value), PMIX_CHECK_BOOL(&value));
        PMIX_VALUE_DESTRUCT(&value);
    }
    PMIX_VALUE_LOAD(&value, &number, PMIX_INT);
    printf("true of a number %d\n", PMIX_CHECK_TRUE(&value));
    PMIX_VALUE_LOAD(&value, NULL, PMIX_BOOL);
    printf("true of NULL %d\n", PMIX_CHECK_TRUE(&value));
}

static void showBytes(const char* when, const char* what, pmix_status_t status, pmix_data_buffer_t* buffer)
{
    printf("%s %s %d", when, what, status);
    for (size_t i = 0; i < buffer->bytes_used; ++i)
        printf(" %02x", (unsigned char)buffer->base_ptr[i]);
    printf("\n");
}

static void pack(const char* what, void* source, int count, pmix_data_type_t type)
{
    pmix_data_buffer_t buffer, again;
    void* out = calloc((size_t)count, 4096); // larger than any structure
    pmix_status_t status;
    int32_t got = count;

    PMIX_DATA_BUFFER_CONSTRUCT(&buffer);
    status = PMIx_Data_pack(NULL, &buffer, source, count, type);
    showBytes("packed", what, status, &buffer);
    if (status == PMIX_SUCCESS && out != NULL) {
        PMIX_DATA_BUFFER_CONSTRUCT(&again);
        status = PMIx_Data_unpack(NULL, &buffer, out, &got, type);
        printf("unpacked %s %d %d\n", what, status, got);
        status = PMIx_Data_pack(NULL, &again, out, got, type);
        showBytes("packed again", what, status, &again);
        PMIX_DATA_BUFFER_DESTRUCT(&again);
    }
    PMIX_DATA_BUFFER_DESTRUCT(&buffer);
}

/// Loads, prints what unloading gives, packs as a value.
static void value(const char* what, const void* data, pmix_data_type_t type)
{
    pmix_value_t value;
    char memory[1024];
    void* unloaded = memory;
    size_t size = 0;
    pmix_status_t loaded = PMIx_Value_load(&value, data, type);
    pmix_status_t status = PMIx_Value_unload(&value, &unloaded, &size);

    printf("value %s %d %d %zu %s\n", what, loaded, status, size, unloaded == memory ? "there" : "elsewhere");
    pack(what, &value, 1, PMIX_VALUE);
}

static void numbers(void)
{
    bool flag = true;
    int8_t i8 = -5;
    int16_t i16 = -300;
    int32_t i32 = -70000;
    int64_t i64 = -5000000000;
    uint8_t u8 = 200;
    uint16_t u16 = 60000;
    uint32_t u32 = 4000000000u;
    uint64_t u64 = UINT64_MAX;
    size_t size = 12345;
    float real = 1.5f;
    double wide = -2.25;
    pid_t pid = 4660;
    struct timeval time = {17, 250000};
    time_t seconds = 1700000000;

    value("bool", &flag, PMIX_BOOL);
    value("byte", &u8, PMIX_BYTE);
    value("int8", &i8, PMIX_INT8);
    value("int16", &i16, PMIX_INT16);
    value("int32", &i32, PMIX_INT32);
    value("int", &i32, PMIX_INT);
    value("int64", &i64, PMIX_INT64);
    value("uint8", &u8, PMIX_UINT8);
    value("uint16", &u16, PMIX_UINT16);
    value("uint32", &u32, PMIX_UINT32);
    value("uint", &u32, PMIX_UINT);
    value("uint64", &u64, PMIX_UINT64);
    value("size", &size, PMIX_SIZE);
    value("float", &real, PMIX_FLOAT);
    value("double", &wide, PMIX_DOUBLE);
    value("pid", &pid, PMIX_PID);
    value("timeval", &time, PMIX_TIMEVAL);
    value("time", &seconds, PMIX_TIME);
    value("status", &i32, PMIX_STATUS);
    value("rank", &u32, PMIX_PROC_RANK);
    value("scope", &u8, PMIX_SCOPE);
    value("range", &u8, PMIX_DATA_RANGE);
    value("persistence", &u8, PMIX_PERSIST);
    value("proc state", &u8, PMIX_PROC_STATE);
    value("job state", &u8, PMIX_JOB_STATE);
    value("link state", &u8, PMIX_LINK_STATE);
    value("directive", &u8, PMIX_ALLOC_DIRECTIVE);
    value("device type", &u64, PMIX_DEVTYPE);
    pack("numbers", &i64, 1, PMIX_INT64);
    pack("channel", &u16, 1, PMIX_IOF_CHANNEL);
    pack("flags", &u32, 1, PMIX_INFO_DIRECTIVES);
    pack("type", &u16, 1, PMIX_DATA_TYPE);
}

static void structures(void)
{
    pmix_proc_t proc;
    pmix_byte_object_t bytes = {(char*)"a\0b", 3};
    pmix_envar_t envar = {(char*)"NAME", (char*)"value", ':'};
    pmix_proc_info_t info = {PMIX_PROC_STATIC_INIT, (char*)"node", (char*)"/bin/app", 77, 0, PMIX_PROC_STATE_RUNNING};
    pmix_data_array_t array;
    pmix_info_t infos[2];
    pmix_pdata_t data;
    pmix_query_t query = PMIX_QUERY_STATIC_INIT;
    pmix_app_t app = PMIX_APP_STATIC_INIT;
    pmix_regattr_t attribute = PMIX_REGATTR_STATIC_INIT;
    pmix_coord_t* coord;
    char* strings[] = {(char*)"abc", NULL, (char*)""};
    pmix_status_t status;
    int number = 7;

    PMIX_LOAD_PROCID(&proc, "job", 2);
    info.proc = proc;
    value("string", "text", PMIX_STRING);
    value("proc", &proc, PMIX_PROC);
    value("bytes", &bytes, PMIX_BYTE_OBJECT);
    value("envar", &envar, PMIX_ENVAR);
    value("nspace", "job", PMIX_PROC_NSPACE);
    pack("strings", strings, 3, PMIX_STRING);
    pack("proc", &proc, 1, PMIX_PROC);
    pack("proc info", &info, 1, PMIX_PROC_INFO);
    pack("bytes", &bytes, 1, PMIX_BYTE_OBJECT);
    pack("envar", &envar, 1, PMIX_ENVAR);

    PMIX_INFO_LOAD(&infos[0], PMIX_TIMEOUT, &number, PMIX_INT);
    PMIX_INFO_LOAD(&infos[1], PMIX_HOST, "n1,n2", PMIX_STRING);
    PMIX_INFO_REQUIRED(&infos[1]);
    pack("infos", infos, 2, PMIX_INFO);
    PMIX_DATA_ARRAY_CONSTRUCT(&array, 2, PMIX_INFO);
    PMIX_INFO_XFER(&((pmix_info_t*)array.array)[0], &infos[0]);
    PMIX_INFO_XFER(&((pmix_info_t*)array.array)[1], &infos[1]);
    value("array", &array, PMIX_DATA_ARRAY);
    pack("array", &array, 1, PMIX_DATA_ARRAY);
    PMIX_PDATA_LOAD(&data, &proc, "key", &number, PMIX_INT);
    pack("published", &data, 1, PMIX_PDATA);
    PMIX_ARGV_APPEND(status, query.keys, PMIX_QUERY_PROC_TABLE);
    PMIX_QUERY_QUALIFIERS_CREATE(&query, 1);
    PMIX_INFO_LOAD(&query.qualifiers[0], PMIX_NSPACE, "job", PMIX_STRING);
    pack("query", &query, 1, PMIX_QUERY);
    app.cmd = (char*)"ring";
    app.cwd = (char*)"/tmp";
    app.maxprocs = 4;
    PMIX_ARGV_APPEND(status, app.argv, "ring");
    PMIX_ARGV_APPEND(status, app.env, "A=B");
    app.info = infos;
    app.ninfo = 2;
    pack("app", &app, 1, PMIX_APP);
    attribute.name = (char*)"PMIX_RANK";
    PMIX_LOAD_KEY(attribute.string, PMIX_RANK);
    attribute.type = PMIX_PROC_RANK;
    PMIX_ARGV_APPEND(status, attribute.description, "a rank");
    pack("attribute", &attribute, 1, PMIX_REGATTR);
    coord = (pmix_coord_t*)calloc(1, sizeof *coord);
    coord->view = PMIX_COORD_LOGICAL_VIEW;
    coord->dims = 2;
    coord->coord = (uint32_t*)calloc(2, sizeof(uint32_t));
    coord->coord[1] = 300;
    pack("coord", coord, 1, PMIX_COORD);
    (void)status;
}

static void comparisons(void)
{
    static const int numbers[] = {-1, 0, 1};
    static const char* const strings[] = {"", "a", "ab"};
    pmix_value_t a, b;

    for (int i = 0; i < 9; ++i) {
        PMIX_VALUE_LOAD(&a, &numbers[i % 3], PMIX_INT);
        PMIX_VALUE_LOAD(&b, &numbers[i / 3], PMIX_INT);
        printf("compare %d %d %d\n", numbers[i % 3], numbers[i / 3], PMIx_Value_compare(&a, &b));
        PMIX_VALUE_LOAD(&a, strings[i % 3], PMIX_STRING);
        PMIX_VALUE_LOAD(&b, strings[i / 3], PMIX_STRING);
        printf("compare '%s' '%s' %d\n", strings[i % 3], strings[i / 3], PMIx_Value_compare(&a, &b));
    }
    PMIX_VALUE_LOAD(&a, &numbers[0], PMIX_INT);
    printf("compare a number with a string %d\n", PMIx_Value_compare(&a, &b));
}

static void infoLists(void)
{
    pmix_data_array_t array = PMIX_DATA_ARRAY_STATIC_INIT;
    pmix_info_t* infos;
    void* list = PMIx_Info_list_start();
    int number = 3;

    printf("list add %d", PMIx_Info_list_add(list, PMIX_HOST, "n1", PMIX_STRING));
    printf(" %d", PMIx_Info_list_add(list, PMIX_TIMEOUT, &number, PMIX_INT));
    printf(" convert %d", PMIx_Info_list_convert(list, &array));
    infos = (pmix_info_t*)array.array;
    printf(" %zu %s %d %d\n", array.size, infos[1].key, infos[1].value.data.integer, PMIX_INFO_IS_END(&infos[1]));
    PMIx_Info_list_release(list);
    PMIX_DATA_ARRAY_DESTRUCT(&array);
}

static void localities(void)
{
    static const char* const places[] = {"hwloc:NM0:SK0:L30:CR0:HT0", "hwloc:NM0:SK0:L30:CR0:HT1",
                                         "hwloc:NM0-1:SK1:L31:CR4-7:HT8-15", "hwloc:SK0:L11-3:L20:CR0"};
    pmix_locality_t locality = 0;

    for (int i = 0; i < 16; ++i) { // 4.2.2 succeeds with a status of its own
        (void)PMIx_Get_relative_locality(places[i % 4], places[i / 4], &locality);
        printf("locality %d %04x\n", i, locality);
    }
}

int main(void)
{
#ifdef NEEDS_INIT // libpmix packs nothing before
    pmix_info_t alone;
    pmix_proc_t myself;
    PMIX_INFO_LOAD(&alone, PMIX_TOOL_DO_NOT_CONNECT, NULL, PMIX_BOOL);
    if (PMIx_tool_init(&myself, &alone, 1) != PMIX_SUCCESS)
        return 1;
#endif
    setvbuf(stdout, NULL, _IOLBF, 0); // a crash shows where
    layouts();
    texts();
    lists();
    names();
    truths();
    numbers();
    structures();
    comparisons();
    infoLists();
    localities();
    fflush(stdout);
    _Exit(0); // without libpmix's farewell
}
