// SPDX-License-Identifier: BSD-3-Clause
// The Standard's macros, each a call of a function of helpers.h. m is a pointer that a _CREATE sets, and a _FREE and a
// _RELEASE clear; n counts elements.
#pragma once

#include <dbgrpmix/helpers.h>

// Frees, and leaves no dangling pointer.
#define DBGRPMIX_FREE(call, m)                                                                                         \
    do {                                                                                                               \
        call;                                                                                                          \
        (m) = NULL;                                                                                                    \
    } while (0)

// --- Keys, namespaces, processes ---

#define PMIX_LOAD_KEY(a, b) PMIx_Load_key((a), (b))
#define PMIX_CHECK_KEY(a, b) PMIx_Check_key((a)->key, (b))
#define PMIX_CHECK_RESERVED_KEY(a) PMIx_Check_reserved_key(a)
#define PMIX_LOAD_NSPACE(a, b) PMIx_Load_nspace((a), (b))
#define PMIX_CHECK_NSPACE(a, b) PMIx_Check_nspace((a), (b))
#define PMIX_NSPACE_INVALID(a) PMIx_Nspace_invalid(a)
#define PMIX_LOAD_PROCID(a, b, c) PMIx_Load_procid((a), (b), (c))
#define PMIX_XFER_PROCID(a, b) PMIx_Xfer_procid((a), (b))
#define PMIX_PROCID_XFER(a, b) PMIx_Xfer_procid((a), (b))
#define PMIX_CHECK_PROCID(a, b) PMIx_Check_procid((a), (b))
#define PMIX_CHECK_NSPACE_STRICT(a, b) PMIx_Check_nspace_strict((a), (b))
#define PMIX_CHECK_PROCID_STRICT(a, b) PMIx_Check_procid_strict((a), (b))
#define PMIX_CHECK_RANK(a, b) PMIx_Check_rank((a), (b))
#define PMIX_PROCID_INVALID(a) PMIx_Procid_invalid(a)
#define PMIX_MULTICLUSTER_NSPACE_CONSTRUCT(t, c, n) PMIx_Multicluster_nspace_construct((t), (c), (n))
#define PMIX_MULTICLUSTER_NSPACE_PARSE(t, c, n) PMIx_Multicluster_nspace_parse((t), (c), (n))

#define PMIX_PROC_CONSTRUCT(m) PMIx_Proc_construct(m)
#define PMIX_PROC_DESTRUCT(m) PMIx_Proc_destruct(m)
#define PMIX_PROC_CREATE(m, n) (m) = PMIx_Proc_create(n)
#define PMIX_PROC_FREE(m, n) DBGRPMIX_FREE(PMIx_Proc_free((m), (n)), m)
#define PMIX_PROC_RELEASE(m) DBGRPMIX_FREE(PMIx_Proc_free((m), 1), m)
#define PMIX_PROC_LOAD(m, n, r) PMIx_Proc_load((m), (n), (r))

#define PMIX_PROC_INFO_CONSTRUCT(m) PMIx_Proc_info_construct(m)
#define PMIX_PROC_INFO_DESTRUCT(m) PMIx_Proc_info_destruct(m)
#define PMIX_PROC_INFO_CREATE(m, n) (m) = PMIx_Proc_info_create(n)
#define PMIX_PROC_INFO_FREE(m, n) DBGRPMIX_FREE(PMIx_Proc_info_free((m), (n)), m)
#define PMIX_PROC_INFO_RELEASE(m) DBGRPMIX_FREE(PMIx_Proc_info_free((m), 1), m)

// --- Lists of strings, environments; r takes the status ---

#define PMIX_ARGV_COUNT(r, a) (r) = PMIx_Argv_count(a)
#define PMIX_ARGV_APPEND(r, a, b) (r) = PMIx_Argv_append_nosize(&(a), (b))
#define PMIX_ARGV_PREPEND(r, a, b) (r) = PMIx_Argv_prepend_nosize(&(a), (b))
// Here a is the address of the list.
#define PMIX_ARGV_APPEND_UNIQUE(r, a, b) (r) = PMIx_Argv_append_unique_nosize((a), (b))
#define PMIX_ARGV_FREE(a) PMIx_Argv_free(a)
#define PMIX_ARGV_SPLIT(a, b, c) (a) = PMIx_Argv_split((b), (c))
#define PMIX_ARGV_JOIN(a, b, c) (a) = PMIx_Argv_join((b), (c))
#define PMIX_ARGV_COPY(a, b) (a) = PMIx_Argv_copy(b)
#define PMIX_SETENV(r, a, b, c) (r) = PMIx_Setenv((a), (b), true, (c))

#define PMIX_ENVAR_CONSTRUCT(m) PMIx_Envar_construct(m)
#define PMIX_ENVAR_DESTRUCT(m) PMIx_Envar_destruct(m)
#define PMIX_ENVAR_CREATE(m, n) (m) = PMIx_Envar_create(n)
#define PMIX_ENVAR_FREE(m, n) DBGRPMIX_FREE(PMIx_Envar_free((m), (n)), m)
#define PMIX_ENVAR_LOAD(m, e, v, s) PMIx_Envar_load((m), (e), (v), (s))

// --- Values ---

#define PMIX_VALUE_CONSTRUCT(m) PMIx_Value_construct(m)
#define PMIX_VALUE_DESTRUCT(m) PMIx_Value_destruct(m)
#define PMIX_VALUE_CREATE(m, n) (m) = PMIx_Value_create(n)
#define PMIX_VALUE_FREE(m, n) DBGRPMIX_FREE(PMIx_Value_free((m), (n)), m)
#define PMIX_VALUE_RELEASE(m) DBGRPMIX_FREE(PMIx_Value_free((m), 1), m)
#define PMIX_VALUE_LOAD(v, d, t) PMIx_Value_load((v), (d), (t))
#define PMIX_VALUE_UNLOAD(r, k, d, s) (r) = PMIx_Value_unload((k), (d), (s))
// Into v, which is made when it is NULL.
#define PMIX_VALUE_XFER(r, v, s)                                                                                       \
    do {                                                                                                               \
        if ((v) == NULL)                                                                                               \
            (v) = PMIx_Value_create(1);                                                                                \
        (r) = (v) == NULL ? PMIX_ERR_NOMEM : PMIx_Value_xfer((v), (s));                                                \
    } while (0)
#define PMIX_VALUE_XFER_DIRECT(r, v, s) (r) = PMIx_Value_xfer((v), (s))
#define PMIX_CHECK_TRUE(a) (PMIx_Value_true(a) == PMIX_BOOL_TRUE)
#define PMIX_CHECK_BOOL(a) (PMIx_Value_true(a) != PMIX_NON_BOOL)
// The number in m, as a t, to n; s takes the status.
#define PMIX_VALUE_GET_NUMBER(s, m, n, t)                                                                              \
    do {                                                                                                               \
        int64_t dbgrpmix_signed;                                                                                       \
        uint64_t dbgrpmix_unsigned;                                                                                    \
        double dbgrpmix_real;                                                                                          \
        if (((s) = PMIx_Value_get_number((m), &dbgrpmix_signed, PMIX_INT64)) == PMIX_SUCCESS)                          \
            (n) = (t)dbgrpmix_signed;                                                                                  \
        else if (((s) = PMIx_Value_get_number((m), &dbgrpmix_unsigned, PMIX_UINT64)) == PMIX_SUCCESS)                  \
            (n) = (t)dbgrpmix_unsigned;                                                                                \
        else if (((s) = PMIx_Value_get_number((m), &dbgrpmix_real, PMIX_DOUBLE)) == PMIX_SUCCESS)                      \
            (n) = (t)dbgrpmix_real;                                                                                    \
    } while (0)

#define PMIX_DATA_ARRAY_INIT(m, t) PMIx_Data_array_init((m), (t))
#define PMIX_DATA_ARRAY_CONSTRUCT(m, n, t) PMIx_Data_array_construct((m), (n), (t))
#define PMIX_DATA_ARRAY_DESTRUCT(m) PMIx_Data_array_destruct(m)
#define PMIX_DATA_ARRAY_CREATE(m, n, t) (m) = PMIx_Data_array_create((n), (t))
#define PMIX_DATA_ARRAY_FREE(m) DBGRPMIX_FREE(PMIx_Data_array_free(m), m)

#define PMIX_BYTE_OBJECT_CONSTRUCT(m) PMIx_Byte_object_construct(m)
#define PMIX_BYTE_OBJECT_DESTRUCT(m) PMIx_Byte_object_destruct(m)
#define PMIX_BYTE_OBJECT_CREATE(m, n) (m) = PMIx_Byte_object_create(n)
#define PMIX_BYTE_OBJECT_FREE(m, n) DBGRPMIX_FREE(PMIx_Byte_object_free((m), (n)), m)
// Takes the bytes from d.
#define PMIX_BYTE_OBJECT_LOAD(b, d, s)                                                                                 \
    do {                                                                                                               \
        PMIx_Byte_object_load((b), (char*)(d), (s));                                                                   \
        (d) = NULL;                                                                                                    \
        (s) = 0;                                                                                                       \
    } while (0)

// --- Infos ---

#define PMIX_INFO_CONSTRUCT(m) PMIx_Info_construct(m)
#define PMIX_INFO_DESTRUCT(m) PMIx_Info_destruct(m)
#define PMIX_INFO_CREATE(m, n) (m) = PMIx_Info_create(n)
#define PMIX_INFO_FREE(m, n) DBGRPMIX_FREE(PMIx_Info_free((m), (n)), m)
#define PMIX_INFO_LOAD(i, k, d, t) (void)PMIx_Info_load((i), (k), (d), (t))
#define PMIX_INFO_XFER(d, s) (void)PMIx_Info_xfer((d), (s))
#define PMIX_INFO_TRUE(m) (PMIx_Info_true(m) == PMIX_BOOL_TRUE)
#define PMIX_INFO_REQUIRED(m) PMIx_Info_required(m)
#define PMIX_INFO_OPTIONAL(m) PMIx_Info_optional(m)
#define PMIX_INFO_IS_REQUIRED(m) PMIx_Info_is_required(m)
#define PMIX_INFO_IS_OPTIONAL(m) PMIx_Info_is_optional(m)
#define PMIX_INFO_PROCESSED(m) PMIx_Info_processed(m)
#define PMIX_INFO_WAS_PROCESSED(m) PMIx_Info_was_processed(m)
#define PMIX_INFO_SET_END(m) PMIx_Info_set_end(m)
#define PMIX_INFO_IS_END(m) PMIx_Info_is_end(m)
#define PMIX_INFO_SET_QUALIFIER(m) PMIx_Info_qualifier(m)
#define PMIX_INFO_IS_QUALIFIER(m) PMIx_Info_is_qualifier(m)
#define PMIX_INFO_SET_PERSISTENT(m) PMIx_Info_persistent(m)
#define PMIX_INFO_IS_PERSISTENT(m) PMIx_Info_is_persistent(m)

#define PMIX_INFO_LIST_START(p) (p) = PMIx_Info_list_start()
#define PMIX_INFO_LIST_ADD(r, p, a, v, t) (r) = PMIx_Info_list_add((p), (a), (v), (t))
#define PMIX_INFO_LIST_PREPEND(r, p, a, v, t) (r) = PMIx_Info_list_prepend((p), (a), (v), (t))
#define PMIX_INFO_LIST_INSERT(r, p, i) (r) = PMIx_Info_list_insert((p), (i))
#define PMIX_INFO_LIST_XFER(r, p, a) (r) = PMIx_Info_list_xfer((p), (a))
#define PMIX_INFO_LIST_CONVERT(r, p, m) (r) = PMIx_Info_list_convert((p), (m))
#define PMIX_INFO_LIST_RELEASE(p) DBGRPMIX_FREE(PMIx_Info_list_release(p), p)

#define PMIX_PDATA_CONSTRUCT(m) PMIx_Pdata_construct(m)
#define PMIX_PDATA_DESTRUCT(m) PMIx_Pdata_destruct(m)
#define PMIX_PDATA_CREATE(m, n) (m) = PMIx_Pdata_create(n)
#define PMIX_PDATA_FREE(m, n) DBGRPMIX_FREE(PMIx_Pdata_free((m), (n)), m)
#define PMIX_PDATA_RELEASE(m) DBGRPMIX_FREE(PMIx_Pdata_free((m), 1), m)
#define PMIX_PDATA_LOAD(m, p, k, v, t) PMIx_Pdata_load((m), (p), (k), (v), (t))
#define PMIX_PDATA_XFER(d, s) PMIx_Pdata_xfer((d), (s))

// --- Requests ---

#define PMIX_APP_CONSTRUCT(m) PMIx_App_construct(m)
#define PMIX_APP_DESTRUCT(m) PMIx_App_destruct(m)
#define PMIX_APP_CREATE(m, n) (m) = PMIx_App_create(n)
#define PMIX_APP_FREE(m, n) DBGRPMIX_FREE(PMIx_App_free((m), (n)), m)
#define PMIX_APP_RELEASE(m) DBGRPMIX_FREE(PMIx_App_free((m), 1), m)
#define PMIX_APP_INFO_CREATE(m, n) PMIx_App_info_create((m), (n))

#define PMIX_QUERY_CONSTRUCT(m) PMIx_Query_construct(m)
#define PMIX_QUERY_DESTRUCT(m) PMIx_Query_destruct(m)
#define PMIX_QUERY_CREATE(m, n) (m) = PMIx_Query_create(n)
#define PMIX_QUERY_FREE(m, n) DBGRPMIX_FREE(PMIx_Query_free((m), (n)), m)
#define PMIX_QUERY_RELEASE(m) DBGRPMIX_FREE(PMIx_Query_free((m), 1), m)
#define PMIX_QUERY_QUALIFIERS_CREATE(m, n) PMIx_Query_qualifiers_create((m), (n))

#define PMIX_REGATTR_CONSTRUCT(m) PMIx_Regattr_construct(m)
#define PMIX_REGATTR_DESTRUCT(m) PMIx_Regattr_destruct(m)
#define PMIX_REGATTR_CREATE(m, n) (m) = PMIx_Regattr_create(n)
#define PMIX_REGATTR_FREE(m, n) DBGRPMIX_FREE(PMIx_Regattr_free((m), (n)), m)
#define PMIX_REGATTR_LOAD(a, n, k, t, v) PMIx_Regattr_load((a), (n), (k), (t), (v))
#define PMIX_REGATTR_XFER(a, b) PMIx_Regattr_xfer((a), (b))

#define PMIX_FABRIC_CONSTRUCT(x) PMIx_Fabric_construct(x)

// --- Buffers ---

#define PMIX_DATA_BUFFER_CONSTRUCT(m) PMIx_Data_buffer_construct(m)
#define PMIX_DATA_BUFFER_DESTRUCT(m) PMIx_Data_buffer_destruct(m)
#define PMIX_DATA_BUFFER_CREATE(m) (m) = PMIx_Data_buffer_create()
#define PMIX_DATA_BUFFER_RELEASE(m) DBGRPMIX_FREE(PMIx_Data_buffer_release(m), m)
#define PMIX_DATA_BUFFER_LOAD(b, d, s) PMIx_Data_buffer_load((b), (char*)(d), (s))
#define PMIX_DATA_BUFFER_UNLOAD(b, d, s)                                                                               \
    do {                                                                                                               \
        char* dbgrpmix_bytes;                                                                                          \
        size_t dbgrpmix_size;                                                                                          \
        PMIx_Data_buffer_unload((b), &dbgrpmix_bytes, &dbgrpmix_size);                                                 \
        (d) = dbgrpmix_bytes;                                                                                          \
        (s) = dbgrpmix_size;                                                                                           \
    } while (0)

// --- Devices ---

#define PMIX_COORD_CONSTRUCT(m) PMIx_Coord_construct(m)
#define PMIX_COORD_DESTRUCT(m) PMIx_Coord_destruct(m)
#define PMIX_COORD_CREATE(m, n, d) (m) = PMIx_Coord_create((d), (n))
#define PMIX_COORD_FREE(m, n) DBGRPMIX_FREE(PMIx_Coord_free((m), (n)), m)

#define PMIX_GEOMETRY_CONSTRUCT(m) PMIx_Geometry_construct(m)
#define PMIX_GEOMETRY_DESTRUCT(m) PMIx_Geometry_destruct(m)
#define PMIX_GEOMETRY_CREATE(m, n) (m) = PMIx_Geometry_create(n)
#define PMIX_GEOMETRY_FREE(m, n) DBGRPMIX_FREE(PMIx_Geometry_free((m), (n)), m)

#define PMIX_DEVICE_DIST_CONSTRUCT(m) PMIx_Device_distance_construct(m)
#define PMIX_DEVICE_DIST_DESTRUCT(m) PMIx_Device_distance_destruct(m)
#define PMIX_DEVICE_DIST_CREATE(m, n) (m) = PMIx_Device_distance_create(n)
#define PMIX_DEVICE_DIST_FREE(m, n) DBGRPMIX_FREE(PMIx_Device_distance_free((m), (n)), m)

#define PMIX_DEVICE_CONSTRUCT(m) PMIx_Device_construct(m)
#define PMIX_DEVICE_DESTRUCT(m) PMIx_Device_destruct(m)
#define PMIX_DEVICE_CREATE(m, n) (m) = PMIx_Device_create(n)
#define PMIX_DEVICE_FREE(m, n) DBGRPMIX_FREE(PMIx_Device_free((m), (n)), m)

#define PMIX_RESOURCE_UNIT_CONSTRUCT(m) PMIx_Resource_unit_construct(m)
#define PMIX_RESOURCE_UNIT_DESTRUCT(m) PMIx_Resource_unit_destruct(m)
#define PMIX_RESOURCE_UNIT_CREATE(m, n) (m) = PMIx_Resource_unit_create(n)
#define PMIX_RESOURCE_UNIT_FREE(m, n) DBGRPMIX_FREE(PMIx_Resource_unit_free((m), (n)), m)

#define PMIX_ENDPOINT_CONSTRUCT(m) PMIx_Endpoint_construct(m)
#define PMIX_ENDPOINT_DESTRUCT(m) PMIx_Endpoint_destruct(m)
#define PMIX_ENDPOINT_CREATE(m, n) (m) = PMIx_Endpoint_create(n)
#define PMIX_ENDPOINT_FREE(m, n) DBGRPMIX_FREE(PMIx_Endpoint_free((m), (n)), m)

#define PMIX_CPUSET_CONSTRUCT(m) PMIx_Cpuset_construct(m)
#define PMIX_CPUSET_DESTRUCT(m) PMIx_Cpuset_destruct(m)
#define PMIX_CPUSET_CREATE(m, n) (m) = PMIx_Cpuset_create(n)
#define PMIX_CPUSET_FREE(m, n) DBGRPMIX_FREE(PMIx_Cpuset_free((m), (n)), m)

#define PMIX_TOPOLOGY_CONSTRUCT(m) PMIx_Topology_construct(m)
#define PMIX_TOPOLOGY_DESTRUCT(m) PMIx_Topology_destruct(m)
#define PMIX_TOPOLOGY_CREATE(m, n) (m) = PMIx_Topology_create(n)
#define PMIX_TOPOLOGY_FREE(m, n) DBGRPMIX_FREE(PMIx_Topology_free((m), (n)), m)

// --- Statistics ---

#define PMIX_PROC_STATS_CONSTRUCT(m) PMIx_Proc_stats_construct(m)
#define PMIX_PROC_STATS_DESTRUCT(m) PMIx_Proc_stats_destruct(m)
#define PMIX_PROC_STATS_CREATE(m, n) (m) = PMIx_Proc_stats_create(n)
#define PMIX_PROC_STATS_FREE(m, n) DBGRPMIX_FREE(PMIx_Proc_stats_free((m), (n)), m)
#define PMIX_PROC_STATS_RELEASE(m) DBGRPMIX_FREE(PMIx_Proc_stats_free((m), 1), m)

#define PMIX_DISK_STATS_CONSTRUCT(m) PMIx_Disk_stats_construct(m)
#define PMIX_DISK_STATS_DESTRUCT(m) PMIx_Disk_stats_destruct(m)
#define PMIX_DISK_STATS_CREATE(m, n) (m) = PMIx_Disk_stats_create(n)
#define PMIX_DISK_STATS_FREE(m, n) DBGRPMIX_FREE(PMIx_Disk_stats_free((m), (n)), m)
#define PMIX_DISK_STATS_RELEASE(m) DBGRPMIX_FREE(PMIx_Disk_stats_free((m), 1), m)

#define PMIX_NET_STATS_CONSTRUCT(m) PMIx_Net_stats_construct(m)
#define PMIX_NET_STATS_DESTRUCT(m) PMIx_Net_stats_destruct(m)
#define PMIX_NET_STATS_CREATE(m, n) (m) = PMIx_Net_stats_create(n)
#define PMIX_NET_STATS_FREE(m, n) DBGRPMIX_FREE(PMIx_Net_stats_free((m), (n)), m)
#define PMIX_NET_STATS_RELEASE(m) DBGRPMIX_FREE(PMIx_Net_stats_free((m), 1), m)

#define PMIX_NODE_STATS_CONSTRUCT(m) PMIx_Node_stats_construct(m)
#define PMIX_NODE_STATS_DESTRUCT(m) PMIx_Node_stats_destruct(m)
#define PMIX_NODE_STATS_CREATE(m, n) (m) = PMIx_Node_stats_create(n)
#define PMIX_NODE_STATS_FREE(m, n) DBGRPMIX_FREE(PMIx_Node_stats_free((m), (n)), m)
#define PMIX_NODE_STATS_RELEASE(m) DBGRPMIX_FREE(PMIx_Node_stats_free((m), 1), m)
