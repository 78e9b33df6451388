// SPDX-License-Identifier: BSD-3-Clause
// Functions that make, fill, copy, compare and free the structures of structs.h. None of them needs PMIx_Init().
//
// Each structure has the same four: _construct() clears one, _destruct() frees what it holds, _create(n) allocates n
// cleared ones (NULL for 0), _free(p, n) frees such an array with all that it holds.
#pragma once

#include <dbgrpmix/structs.h>

DBGRPMIX_BEGIN

// --- Keys, namespaces, processes ---

PMIX_EXPORT void PMIx_Load_key(pmix_key_t key, const char* text);
PMIX_EXPORT bool PMIx_Check_key(const char* key, const char* text);
PMIX_EXPORT bool PMIx_Check_reserved_key(const char* key);
PMIX_EXPORT void PMIx_Load_nspace(pmix_nspace_t nspace, const char* text);
PMIX_EXPORT bool PMIx_Check_nspace(const char* a, const char* b); // an empty one matches every other
PMIX_EXPORT bool PMIx_Nspace_invalid(const char* nspace);
PMIX_EXPORT void PMIx_Load_procid(pmix_proc_t* proc, const char* nspace, pmix_rank_t rank);
PMIX_EXPORT void PMIx_Xfer_procid(pmix_proc_t* dest, const pmix_proc_t* src);
PMIX_EXPORT bool PMIx_Check_procid(const pmix_proc_t* a, const pmix_proc_t* b); // wildcards match
PMIX_EXPORT bool PMIx_Check_rank(pmix_rank_t a, pmix_rank_t b);
// The very same: an empty namespace is none, and a wildcard matches itself alone.
PMIX_EXPORT bool PMIx_Check_nspace_strict(const char* a, const char* b);
PMIX_EXPORT bool PMIx_Check_procid_strict(const pmix_proc_t* a, const pmix_proc_t* b);
PMIX_EXPORT bool PMIx_Rank_valid(pmix_rank_t rank); // one that a process can have
PMIX_EXPORT bool PMIx_Procid_invalid(const pmix_proc_t* proc);
// "cluster:nspace", and back.
PMIX_EXPORT void PMIx_Multicluster_nspace_construct(pmix_nspace_t target, const char* cluster, const char* nspace);
PMIX_EXPORT void PMIx_Multicluster_nspace_parse(const char* target, pmix_nspace_t cluster, pmix_nspace_t nspace);

PMIX_EXPORT void PMIx_Proc_construct(pmix_proc_t* p);
PMIX_EXPORT void PMIx_Proc_destruct(pmix_proc_t* p);
PMIX_EXPORT pmix_proc_t* PMIx_Proc_create(size_t n);
PMIX_EXPORT void PMIx_Proc_free(pmix_proc_t* p, size_t n);
PMIX_EXPORT void PMIx_Proc_load(pmix_proc_t* p, const char* nspace, pmix_rank_t rank);

PMIX_EXPORT void PMIx_Proc_info_construct(pmix_proc_info_t* p);
PMIX_EXPORT void PMIx_Proc_info_destruct(pmix_proc_info_t* p);
PMIX_EXPORT pmix_proc_info_t* PMIx_Proc_info_create(size_t n);
PMIX_EXPORT void PMIx_Proc_info_free(pmix_proc_info_t* p, size_t n);

// --- Lists of strings that end with a NULL, and environments ---

PMIX_EXPORT int PMIx_Argv_count(char** argv);
PMIX_EXPORT pmix_status_t PMIx_Argv_append_nosize(char*** argv, const char* text);
PMIX_EXPORT pmix_status_t PMIx_Argv_prepend_nosize(char*** argv, const char* text);
PMIX_EXPORT pmix_status_t PMIx_Argv_append_unique_nosize(char*** argv, const char* text);
PMIX_EXPORT void PMIx_Argv_free(char** argv);
PMIX_EXPORT char** PMIx_Argv_split(const char* text, int delimiter);
PMIX_EXPORT char** PMIx_Argv_split_with_empty(const char* text, int delimiter);
PMIX_EXPORT char** PMIx_Argv_split_inter(const char* text, int delimiter, bool include_empty);
PMIX_EXPORT char* PMIx_Argv_join(char** argv, int delimiter);
PMIX_EXPORT char** PMIx_Argv_copy(char** argv);
PMIX_EXPORT pmix_status_t PMIx_Setenv(const char* name, const char* value, bool overwrite, char*** env);

PMIX_EXPORT void PMIx_Envar_construct(pmix_envar_t* p);
PMIX_EXPORT void PMIx_Envar_destruct(pmix_envar_t* p);
PMIX_EXPORT pmix_envar_t* PMIx_Envar_create(size_t n);
PMIX_EXPORT void PMIx_Envar_free(pmix_envar_t* p, size_t n);
PMIX_EXPORT void PMIx_Envar_load(pmix_envar_t* p, const char* name, const char* value, char separator);

// --- Values ---

PMIX_EXPORT void PMIx_Value_construct(pmix_value_t* p);
PMIX_EXPORT void PMIx_Value_destruct(pmix_value_t* p);
PMIX_EXPORT pmix_value_t* PMIx_Value_create(size_t n);
PMIX_EXPORT void PMIx_Value_free(pmix_value_t* p, size_t n);
// Copies what `data` points at, but a PMIX_POINTER. NULL: true for a PMIX_BOOL, else nothing.
PMIX_EXPORT pmix_status_t PMIx_Value_load(pmix_value_t* value, const void* data, pmix_data_type_t type);
// Copies what the value holds: numbers and processes to where *data points; strings, bytes and other structures to
// memory of their own, for *data.
PMIX_EXPORT pmix_status_t PMIx_Value_unload(pmix_value_t* value, void** data, size_t* size);
PMIX_EXPORT pmix_status_t PMIx_Value_xfer(pmix_value_t* dest, const pmix_value_t* src);
PMIX_EXPORT pmix_value_cmp_t PMIx_Value_compare(pmix_value_t* a, pmix_value_t* b);
PMIX_EXPORT pmix_boolean_t PMIx_Value_true(const pmix_value_t* value);
// Bytes in memory, with all that it points at.
PMIX_EXPORT pmix_status_t PMIx_Value_get_size(const pmix_value_t* value, size_t* size);
// Any number as the C type of `type`. PMIX_ERR_VALUE_OUT_OF_BOUNDS when it would not be the same number.
PMIX_EXPORT pmix_status_t PMIx_Value_get_number(const pmix_value_t* value, void* dest, pmix_data_type_t type);

PMIX_EXPORT void PMIx_Data_array_init(pmix_data_array_t* p, pmix_data_type_t type);
PMIX_EXPORT void PMIx_Data_array_construct(pmix_data_array_t* p, size_t n, pmix_data_type_t type);
PMIX_EXPORT void PMIx_Data_array_destruct(pmix_data_array_t* p);
PMIX_EXPORT pmix_data_array_t* PMIx_Data_array_create(size_t n, pmix_data_type_t type);
PMIX_EXPORT void PMIx_Data_array_free(pmix_data_array_t* p);

PMIX_EXPORT void PMIx_Byte_object_construct(pmix_byte_object_t* p);
PMIX_EXPORT void PMIx_Byte_object_destruct(pmix_byte_object_t* p);
PMIX_EXPORT pmix_byte_object_t* PMIx_Byte_object_create(size_t n);
PMIX_EXPORT void PMIx_Byte_object_free(pmix_byte_object_t* p, size_t n);
PMIX_EXPORT void PMIx_Byte_object_load(pmix_byte_object_t* p, char* bytes, size_t size); // takes the bytes

// --- Infos ---

PMIX_EXPORT void PMIx_Info_construct(pmix_info_t* p);
PMIX_EXPORT void PMIx_Info_destruct(pmix_info_t* p);
PMIX_EXPORT pmix_info_t* PMIx_Info_create(size_t n); // the last one is marked as the end
PMIX_EXPORT void PMIx_Info_free(pmix_info_t* p, size_t n);
PMIX_EXPORT pmix_status_t PMIx_Info_load(pmix_info_t* info, const char* key, const void* data, pmix_data_type_t type);
PMIX_EXPORT pmix_status_t PMIx_Info_xfer(pmix_info_t* dest, const pmix_info_t* src);
PMIX_EXPORT pmix_boolean_t PMIx_Info_true(const pmix_info_t* info);
PMIX_EXPORT pmix_status_t PMIx_Info_get_size(const pmix_info_t* info, size_t* size);
PMIX_EXPORT void PMIx_Info_required(pmix_info_t* info);
PMIX_EXPORT void PMIx_Info_optional(pmix_info_t* info);
PMIX_EXPORT bool PMIx_Info_is_required(const pmix_info_t* info);
PMIX_EXPORT bool PMIx_Info_is_optional(const pmix_info_t* info);
PMIX_EXPORT void PMIx_Info_processed(pmix_info_t* info);
PMIX_EXPORT bool PMIx_Info_was_processed(const pmix_info_t* info);
PMIX_EXPORT void PMIx_Info_set_end(pmix_info_t* info);
PMIX_EXPORT bool PMIx_Info_is_end(const pmix_info_t* info);
PMIX_EXPORT void PMIx_Info_qualifier(pmix_info_t* info);
PMIX_EXPORT bool PMIx_Info_is_qualifier(const pmix_info_t* info);
PMIX_EXPORT void PMIx_Info_persistent(pmix_info_t* info);
PMIX_EXPORT bool PMIx_Info_is_persistent(const pmix_info_t* info);

// A list that grows, for building an array of infos whose length is not known.
PMIX_EXPORT void* PMIx_Info_list_start(void);
PMIX_EXPORT pmix_status_t PMIx_Info_list_add(void* list, const char* key, const void* value, pmix_data_type_t type);
PMIX_EXPORT pmix_status_t PMIx_Info_list_add_value(void* list, const char* key, const pmix_value_t* value);
// A key that is there already stays as it is, unless it is to be overwritten; PMIX_SUCCESS both times.
PMIX_EXPORT pmix_status_t PMIx_Info_list_add_unique(void* list, const char* key, const void* value,
                                                    pmix_data_type_t type, bool overwrite);
PMIX_EXPORT pmix_status_t PMIx_Info_list_add_value_unique(void* list, const char* key, const pmix_value_t* value,
                                                          bool overwrite);
PMIX_EXPORT pmix_status_t PMIx_Info_list_xfer_unique(void* list, const pmix_info_t* info, bool overwrite);
PMIX_EXPORT pmix_status_t PMIx_Info_list_prepend(void* list, const char* key, const void* value, pmix_data_type_t type);
PMIX_EXPORT pmix_status_t PMIx_Info_list_insert(void* list, pmix_info_t* info); // shares what the info points at
PMIX_EXPORT pmix_status_t PMIx_Info_list_xfer(void* list, const pmix_info_t* info);
PMIX_EXPORT pmix_status_t PMIx_Info_list_convert(void* list, pmix_data_array_t* array);
// The info that `prev` says (NULL: the first one); *next is to be the next `prev`, NULL at the end.
PMIX_EXPORT pmix_info_t* PMIx_Info_list_get_info(void* list, void* prev, void** next);
PMIX_EXPORT size_t PMIx_Info_list_get_size(void* list);
PMIX_EXPORT void PMIx_Info_list_release(void* list);

PMIX_EXPORT void PMIx_Pdata_construct(pmix_pdata_t* p);
PMIX_EXPORT void PMIx_Pdata_destruct(pmix_pdata_t* p);
PMIX_EXPORT pmix_pdata_t* PMIx_Pdata_create(size_t n);
PMIX_EXPORT void PMIx_Pdata_free(pmix_pdata_t* p, size_t n);
PMIX_EXPORT void PMIx_Pdata_load(pmix_pdata_t* dest, const pmix_proc_t* p, const char* key, const void* data,
                                 pmix_data_type_t type);
PMIX_EXPORT void PMIx_Pdata_xfer(pmix_pdata_t* dest, pmix_pdata_t* src);

// --- Requests ---

PMIX_EXPORT void PMIx_App_construct(pmix_app_t* p);
PMIX_EXPORT void PMIx_App_destruct(pmix_app_t* p);
PMIX_EXPORT pmix_app_t* PMIx_App_create(size_t n);
PMIX_EXPORT void PMIx_App_info_create(pmix_app_t* p, size_t n);
PMIX_EXPORT void PMIx_App_free(pmix_app_t* p, size_t n);
PMIX_EXPORT void PMIx_App_release(pmix_app_t* p);

PMIX_EXPORT void PMIx_Query_construct(pmix_query_t* p);
PMIX_EXPORT void PMIx_Query_destruct(pmix_query_t* p);
PMIX_EXPORT pmix_query_t* PMIx_Query_create(size_t n);
PMIX_EXPORT void PMIx_Query_qualifiers_create(pmix_query_t* p, size_t n);
PMIX_EXPORT void PMIx_Query_free(pmix_query_t* p, size_t n);
PMIX_EXPORT void PMIx_Query_release(pmix_query_t* p);

PMIX_EXPORT void PMIx_Regattr_construct(pmix_regattr_t* p);
PMIX_EXPORT void PMIx_Regattr_destruct(pmix_regattr_t* p);
PMIX_EXPORT pmix_regattr_t* PMIx_Regattr_create(size_t n);
PMIX_EXPORT void PMIx_Regattr_free(pmix_regattr_t* p, size_t n);
PMIX_EXPORT void PMIx_Regattr_load(pmix_regattr_t* p, const char* name, const char* key, pmix_data_type_t type,
                                   const char* description);
PMIX_EXPORT void PMIx_Regattr_xfer(pmix_regattr_t* dest, const pmix_regattr_t* src);

// --- Buffers ---

PMIX_EXPORT void PMIx_Data_buffer_construct(pmix_data_buffer_t* p);
PMIX_EXPORT void PMIx_Data_buffer_destruct(pmix_data_buffer_t* p);
PMIX_EXPORT pmix_data_buffer_t* PMIx_Data_buffer_create(void);
PMIX_EXPORT void PMIx_Data_buffer_release(pmix_data_buffer_t* p);
PMIX_EXPORT void PMIx_Data_buffer_load(pmix_data_buffer_t* p, char* bytes, size_t size); // takes the bytes
PMIX_EXPORT void PMIx_Data_buffer_unload(pmix_data_buffer_t* p, char** bytes, size_t* size);

// --- Devices ---

PMIX_EXPORT void PMIx_Coord_construct(pmix_coord_t* p);
PMIX_EXPORT void PMIx_Coord_destruct(pmix_coord_t* p);
PMIX_EXPORT pmix_coord_t* PMIx_Coord_create(size_t dims, size_t n);
PMIX_EXPORT void PMIx_Coord_free(pmix_coord_t* p, size_t n);

PMIX_EXPORT void PMIx_Geometry_construct(pmix_geometry_t* p);
PMIX_EXPORT void PMIx_Geometry_destruct(pmix_geometry_t* p);
PMIX_EXPORT pmix_geometry_t* PMIx_Geometry_create(size_t n);
PMIX_EXPORT void PMIx_Geometry_free(pmix_geometry_t* p, size_t n);

PMIX_EXPORT void PMIx_Device_distance_construct(pmix_device_distance_t* p);
PMIX_EXPORT void PMIx_Device_distance_destruct(pmix_device_distance_t* p);
PMIX_EXPORT pmix_device_distance_t* PMIx_Device_distance_create(size_t n);
PMIX_EXPORT void PMIx_Device_distance_free(pmix_device_distance_t* p, size_t n);

PMIX_EXPORT void PMIx_Device_construct(pmix_device_t* p);
PMIX_EXPORT void PMIx_Device_destruct(pmix_device_t* p);
PMIX_EXPORT pmix_device_t* PMIx_Device_create(size_t n);
PMIX_EXPORT void PMIx_Device_free(pmix_device_t* p, size_t n);

PMIX_EXPORT void PMIx_Resource_unit_construct(pmix_resource_unit_t* p);
PMIX_EXPORT void PMIx_Resource_unit_destruct(pmix_resource_unit_t* p);
PMIX_EXPORT pmix_resource_unit_t* PMIx_Resource_unit_create(size_t n);
PMIX_EXPORT void PMIx_Resource_unit_free(pmix_resource_unit_t* p, size_t n);

PMIX_EXPORT void PMIx_Node_pid_construct(pmix_node_pid_t* p);
PMIX_EXPORT void PMIx_Node_pid_destruct(pmix_node_pid_t* p);
PMIX_EXPORT pmix_node_pid_t* PMIx_Node_pid_create(size_t n);
PMIX_EXPORT void PMIx_Node_pid_free(pmix_node_pid_t* p, size_t n);

PMIX_EXPORT void PMIx_Fabric_construct(pmix_fabric_t* p);

PMIX_EXPORT void PMIx_Endpoint_construct(pmix_endpoint_t* p);
PMIX_EXPORT void PMIx_Endpoint_destruct(pmix_endpoint_t* p);
PMIX_EXPORT pmix_endpoint_t* PMIx_Endpoint_create(size_t n);
PMIX_EXPORT void PMIx_Endpoint_free(pmix_endpoint_t* p, size_t n);

PMIX_EXPORT void PMIx_Cpuset_construct(pmix_cpuset_t* p);
PMIX_EXPORT void PMIx_Cpuset_destruct(pmix_cpuset_t* p);
PMIX_EXPORT pmix_cpuset_t* PMIx_Cpuset_create(size_t n);
PMIX_EXPORT void PMIx_Cpuset_free(pmix_cpuset_t* p, size_t n);

PMIX_EXPORT void PMIx_Topology_construct(pmix_topology_t* p);
PMIX_EXPORT void PMIx_Topology_destruct(pmix_topology_t* p);
PMIX_EXPORT pmix_topology_t* PMIx_Topology_create(size_t n);
PMIX_EXPORT void PMIx_Topology_free(pmix_topology_t* p, size_t n);

// --- Statistics ---

PMIX_EXPORT void PMIx_Proc_stats_construct(pmix_proc_stats_t* p);
PMIX_EXPORT void PMIx_Proc_stats_destruct(pmix_proc_stats_t* p);
PMIX_EXPORT pmix_proc_stats_t* PMIx_Proc_stats_create(size_t n);
PMIX_EXPORT void PMIx_Proc_stats_free(pmix_proc_stats_t* p, size_t n);

PMIX_EXPORT void PMIx_Disk_stats_construct(pmix_disk_stats_t* p);
PMIX_EXPORT void PMIx_Disk_stats_destruct(pmix_disk_stats_t* p);
PMIX_EXPORT pmix_disk_stats_t* PMIx_Disk_stats_create(size_t n);
PMIX_EXPORT void PMIx_Disk_stats_free(pmix_disk_stats_t* p, size_t n);

PMIX_EXPORT void PMIx_Net_stats_construct(pmix_net_stats_t* p);
PMIX_EXPORT void PMIx_Net_stats_destruct(pmix_net_stats_t* p);
PMIX_EXPORT pmix_net_stats_t* PMIx_Net_stats_create(size_t n);
PMIX_EXPORT void PMIx_Net_stats_free(pmix_net_stats_t* p, size_t n);

PMIX_EXPORT void PMIx_Node_stats_construct(pmix_node_stats_t* p);
PMIX_EXPORT void PMIx_Node_stats_destruct(pmix_node_stats_t* p);
PMIX_EXPORT pmix_node_stats_t* PMIx_Node_stats_create(size_t n);
PMIX_EXPORT void PMIx_Node_stats_free(pmix_node_stats_t* p, size_t n);

DBGRPMIX_END
