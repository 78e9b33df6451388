// SPDX-License-Identifier: BSD-3-Clause
// The structures that calls take and give. Pointers in them belong to the structure and come from malloc(); the macros
// of macros.h make and free them.
#pragma once

#include <dbgrpmix/base.h>
#include <dbgrpmix/codes.h>
#include <dbgrpmix/devices.h>

// --- Building blocks ---

typedef struct pmix_proc
{
    pmix_nspace_t nspace;
    pmix_rank_t rank;
} pmix_proc_t;

typedef struct pmix_byte_object
{
    char* bytes;
    size_t size;
} pmix_byte_object_t;

typedef struct pmix_endpoint
{
    char* uuid;
    char* osname;
    pmix_byte_object_t endpt;
} pmix_endpoint_t;

typedef struct pmix_envar
{
    char* envar;
    char* value;
    char separator;
} pmix_envar_t;

// `size` elements of `type`, one behind the other.
typedef struct pmix_data_array
{
    pmix_data_type_t type;
    size_t size;
    void* array;
} pmix_data_array_t;

// What PMIx_Data_pack() writes and PMIx_Data_unpack() reads.
typedef struct pmix_data_buffer
{
    char* base_ptr;
    char* pack_ptr;   // where the next element goes
    char* unpack_ptr; // where the next element is read
    size_t bytes_allocated;
    size_t bytes_used;
} pmix_data_buffer_t;

typedef struct pmix_proc_info
{
    pmix_proc_t proc;
    char* hostname;
    char* executable_name;
    pid_t pid;
    int exit_code;
    pmix_proc_state_t state;
} pmix_proc_info_t;

// --- Statistics ---

typedef struct pmix_proc_stats
{
    char* node;
    pmix_proc_t proc;
    pid_t pid;
    char* cmd;
    char state;
    struct timeval time;
    float percent_cpu;
    int32_t priority;
    uint16_t num_threads;
    float pss;
    float vsize;
    float rss;
    float peak_vsize;
    uint16_t processor;
    struct timeval sample_time;
} pmix_proc_stats_t;

typedef struct pmix_disk_stats
{
    char* disk;
    uint64_t num_reads_completed;
    uint64_t num_reads_merged;
    uint64_t num_sectors_read;
    uint64_t milliseconds_reading;
    uint64_t num_writes_completed;
    uint64_t num_writes_merged;
    uint64_t num_sectors_written;
    uint64_t milliseconds_writing;
    uint64_t num_ios_in_progress;
    uint64_t milliseconds_io;
    uint64_t weighted_milliseconds_io;
} pmix_disk_stats_t;

typedef struct pmix_net_stats
{
    char* net_interface;
    uint64_t num_bytes_recvd;
    uint64_t num_packets_recvd;
    uint64_t num_recv_errs;
    uint64_t num_bytes_sent;
    uint64_t num_packets_sent;
    uint64_t num_send_errs;
} pmix_net_stats_t;

typedef struct pmix_node_stats
{
    char* node;
    float la;
    float la5;
    float la15;
    float total_mem;
    float free_mem;
    float buffers;
    float cached;
    float swap_cached;
    float swap_total;
    float swap_free;
    float mapped;
    struct timeval sample_time;
    pmix_disk_stats_t* diskstats;
    size_t ndiskstats;
    pmix_net_stats_t* netstats;
    size_t nnetstats;
} pmix_node_stats_t;

// A process by its number on its node.
typedef struct pmix_node_pid
{
    char* hostname;
    uint32_t nodeid;
    pid_t pid;
} pmix_node_pid_t;
#define PMIX_NODE_PID_STATIC_INIT                                                                                      \
    {                                                                                                                  \
        NULL, UINT32_MAX, 0                                                                                            \
    }

// --- Values and infos ---

// `type` says which member of `data` counts.
typedef struct pmix_value
{
    pmix_data_type_t type;
    union {
        bool flag;
        uint8_t byte;
        char* string;
        size_t size;
        pid_t pid;
        int integer;
        int8_t int8;
        int16_t int16;
        int32_t int32;
        int64_t int64;
        unsigned int uint;
        uint8_t uint8;
        uint16_t uint16;
        uint32_t uint32;
        uint64_t uint64;
        float fval;
        double dval;
        struct timeval tv;
        time_t time;
        pmix_status_t status;
        pmix_rank_t rank;
        pmix_nspace_t* nspace;
        pmix_proc_t* proc;
        pmix_byte_object_t bo;
        pmix_persistence_t persist;
        pmix_scope_t scope;
        pmix_data_range_t range;
        pmix_proc_state_t state;
        pmix_proc_info_t* pinfo;
        pmix_data_array_t* darray;
        void* ptr;
        pmix_alloc_directive_t adir;
        pmix_envar_t envar;
        pmix_coord_t* coord;
        pmix_link_state_t linkstate;
        pmix_job_state_t jstate;
        pmix_topology_t* topo;
        pmix_cpuset_t* cpuset;
        pmix_locality_t locality;
        pmix_geometry_t* geometry;
        pmix_device_type_t devtype;
        pmix_device_distance_t* devdist;
        pmix_endpoint_t* endpoint;
        pmix_data_buffer_t* dbuf;
        pmix_proc_stats_t* pstats;
        pmix_disk_stats_t* dkstats;
        pmix_net_stats_t* netstats;
        pmix_node_stats_t* ndstats;
        pmix_device_t* device;
        pmix_resource_unit_t* resunit;
        pmix_node_pid_t* nodepid;
        pmix_resource_block_directive_t rbdir;
        pmix_alloc_inheritance_t inheritance;
    } data;
} pmix_value_t;

typedef struct pmix_info
{
    pmix_key_t key;
    pmix_info_directives_t flags;
    pmix_value_t value;
} pmix_info_t;

typedef struct pmix_pdata
{
    pmix_proc_t proc;
    pmix_key_t key;
    pmix_value_t value;
} pmix_pdata_t;

// --- Requests ---

typedef struct pmix_app
{
    char* cmd;
    char** argv;
    char** env;
    char* cwd;
    int maxprocs;
    pmix_info_t* info;
    size_t ninfo;
} pmix_app_t;

typedef struct pmix_query
{
    char** keys;
    pmix_info_t* qualifiers;
    size_t nqual;
} pmix_query_t;

typedef struct pmix_regattr_t
{
    char* name;
    pmix_key_t string;
    pmix_data_type_t type;
    char** description;
} pmix_regattr_t;

typedef struct pmix_fabric_s
{
    char* name;
    size_t index;
    pmix_info_t* info;
    size_t ninfo;
    void* module;
} pmix_fabric_t;

typedef enum
{
    PMIX_FABRIC_REQUEST_INFO,
    PMIX_FABRIC_UPDATE_INFO
} pmix_fabric_operation_t;

// --- What a variable of each kind may be initialised with ---

#define PMIX_PROC_STATIC_INIT                                                                                          \
    {                                                                                                                  \
        {0}, PMIX_RANK_UNDEF                                                                                           \
    }
#define PMIX_BYTE_OBJECT_STATIC_INIT                                                                                   \
    {                                                                                                                  \
        NULL, 0                                                                                                        \
    }
#define PMIX_ENDPOINT_STATIC_INIT                                                                                      \
    {                                                                                                                  \
        NULL, NULL, PMIX_BYTE_OBJECT_STATIC_INIT                                                                       \
    }
#define PMIX_ENVAR_STATIC_INIT                                                                                         \
    {                                                                                                                  \
        NULL, NULL, '\0'                                                                                               \
    }
#define PMIX_DATA_ARRAY_STATIC_INIT                                                                                    \
    {                                                                                                                  \
        PMIX_UNDEF, 0, NULL                                                                                            \
    }
#define PMIX_DATA_BUFFER_STATIC_INIT                                                                                   \
    {                                                                                                                  \
        NULL, NULL, NULL, 0, 0                                                                                         \
    }
#define PMIX_PROC_INFO_STATIC_INIT                                                                                     \
    {                                                                                                                  \
        PMIX_PROC_STATIC_INIT, NULL, NULL, 0, 0, PMIX_PROC_STATE_UNDEF                                                 \
    }
#define PMIX_PROC_STATS_STATIC_INIT                                                                                    \
    {                                                                                                                  \
        NULL, PMIX_PROC_STATIC_INIT, 0, NULL, '\0', {0, 0}, 0, 0, 0, 0, 0, 0, 0, 0,                                    \
        {                                                                                                              \
            0, 0                                                                                                       \
        }                                                                                                              \
    }
#define PMIX_DISK_STATS_STATIC_INIT                                                                                    \
    {                                                                                                                  \
        NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0                                                                          \
    }
#define PMIX_NET_STATS_STATIC_INIT                                                                                     \
    {                                                                                                                  \
        NULL, 0, 0, 0, 0, 0, 0                                                                                         \
    }
#define PMIX_NODE_STATS_STATIC_INIT                                                                                    \
    {                                                                                                                  \
        NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, {0, 0}, NULL, 0, NULL, 0                                                \
    }
#define PMIX_VALUE_STATIC_INIT                                                                                         \
    {                                                                                                                  \
        PMIX_UNDEF,                                                                                                    \
        {                                                                                                              \
            false                                                                                                      \
        }                                                                                                              \
    }
#define PMIX_INFO_STATIC_INIT                                                                                          \
    {                                                                                                                  \
        {0}, 0, PMIX_VALUE_STATIC_INIT                                                                                 \
    }
#define PMIX_LOOKUP_STATIC_INIT                                                                                        \
    {                                                                                                                  \
        PMIX_PROC_STATIC_INIT, {0}, PMIX_VALUE_STATIC_INIT                                                             \
    }
#define PMIX_APP_STATIC_INIT                                                                                           \
    {                                                                                                                  \
        NULL, NULL, NULL, NULL, 0, NULL, 0                                                                             \
    }
#define PMIX_QUERY_STATIC_INIT                                                                                         \
    {                                                                                                                  \
        NULL, NULL, 0                                                                                                  \
    }
#define PMIX_REGATTR_STATIC_INIT                                                                                       \
    {                                                                                                                  \
        NULL, {0}, PMIX_UNDEF, NULL                                                                                    \
    }
#define PMIX_FABRIC_STATIC_INIT                                                                                        \
    {                                                                                                                  \
        NULL, 0, NULL, 0, NULL                                                                                         \
    }
