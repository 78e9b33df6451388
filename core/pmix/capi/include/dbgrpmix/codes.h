// SPDX-License-Identifier: BSD-3-Clause
// The small codes: states, scopes, ranges, flags.
#pragma once

#include <dbgrpmix/base.h>

// --- States of processes and jobs ---

typedef uint8_t pmix_proc_state_t;
#define PMIX_PROC_STATE_UNDEF 0
#define PMIX_PROC_STATE_PREPPED 1
#define PMIX_PROC_STATE_LAUNCH_UNDERWAY 2
#define PMIX_PROC_STATE_RESTART 3
#define PMIX_PROC_STATE_TERMINATE 4
#define PMIX_PROC_STATE_RUNNING 5
#define PMIX_PROC_STATE_CONNECTED 6
#define PMIX_PROC_STATE_UNTERMINATED 15 // states up to here: it lives
#define PMIX_PROC_STATE_TERMINATED 20
#define PMIX_PROC_STATE_ERROR 50 // states above: it came to a bad end
#define PMIX_PROC_STATE_KILLED_BY_CMD 51
#define PMIX_PROC_STATE_ABORTED 52
#define PMIX_PROC_STATE_FAILED_TO_START 53
#define PMIX_PROC_STATE_ABORTED_BY_SIG 54
#define PMIX_PROC_STATE_TERM_WO_SYNC 55
#define PMIX_PROC_STATE_COMM_FAILED 56
#define PMIX_PROC_STATE_SENSOR_BOUND_EXCEEDED 57
#define PMIX_PROC_STATE_CALLED_ABORT 58
#define PMIX_PROC_STATE_HEARTBEAT_FAILED 59
#define PMIX_PROC_STATE_MIGRATING 60
#define PMIX_PROC_STATE_CANNOT_RESTART 61
#define PMIX_PROC_STATE_TERM_NON_ZERO 62
#define PMIX_PROC_STATE_FAILED_TO_LAUNCH 63
#define PMIX_PROC_STATE_KILLED_BY_RELEASE 64

typedef uint8_t pmix_job_state_t;
#define PMIX_JOB_STATE_UNDEF 0
#define PMIX_JOB_STATE_AWAITING_ALLOC 1
#define PMIX_JOB_STATE_LAUNCH_UNDERWAY 2
#define PMIX_JOB_STATE_RUNNING 3
#define PMIX_JOB_STATE_SUSPENDED 4
#define PMIX_JOB_STATE_CONNECTED 5
#define PMIX_JOB_STATE_UNTERMINATED 15
#define PMIX_JOB_STATE_TERMINATED 20
#define PMIX_JOB_STATE_TERMINATED_WITH_ERROR 50

// --- Who may see data, who is told of an event, how long published data lives ---

typedef uint8_t pmix_scope_t;
#define PMIX_SCOPE_UNDEF 0
#define PMIX_LOCAL 1
#define PMIX_REMOTE 2
#define PMIX_GLOBAL 3
#define PMIX_INTERNAL 4

typedef uint8_t pmix_data_range_t;
#define PMIX_RANGE_UNDEF 0
#define PMIX_RANGE_RM 1
#define PMIX_RANGE_LOCAL 2
#define PMIX_RANGE_NAMESPACE 3
#define PMIX_RANGE_SESSION 4
#define PMIX_RANGE_GLOBAL 5
#define PMIX_RANGE_CUSTOM 6
#define PMIX_RANGE_PROC_LOCAL 7
#define PMIX_RANGE_INVALID UINT8_MAX

typedef uint8_t pmix_persistence_t;
#define PMIX_PERSIST_INDEF 0
#define PMIX_PERSIST_FIRST_READ 1
#define PMIX_PERSIST_PROC 2
#define PMIX_PERSIST_APP 3
#define PMIX_PERSIST_SESSION 4
#define PMIX_PERSIST_INVALID UINT8_MAX

// --- Flags of an info ---

typedef uint32_t pmix_info_directives_t;
#define PMIX_INFO_REQD 0x00000001
#define PMIX_INFO_ARRAY_END 0x00000002
#define PMIX_INFO_REQD_PROCESSED 0x00000004
#define PMIX_INFO_QUALIFIER 0x00000008
#define PMIX_INFO_PERSISTENT 0x00000010
#define PMIX_INFO_DIR_RESERVED 0xffff0000 // for the library

// --- Allocations, streams, groups, events ---

typedef uint8_t pmix_alloc_directive_t;
#define PMIX_ALLOC_NEW 1
#define PMIX_ALLOC_EXTEND 2
#define PMIX_ALLOC_RELEASE 3
#define PMIX_ALLOC_REAQUIRE 4
#define PMIX_ALLOC_REQ_CANCEL 5
#define PMIX_ALLOC_ACTIVATE 6
#define PMIX_ALLOC_EXTERNAL 128 // for the host, from here on

// Who has an allocation when the job that it was made for has ended.
typedef uint8_t pmix_alloc_inheritance_t;
#define PMIX_ALLOC_INHERIT_NONE 1
#define PMIX_ALLOC_INHERIT_CHILD 2
#define PMIX_ALLOC_INHERIT_DEFAULT 3
#define PMIX_ALLOC_INHERIT_CHILD_DEFAULT 4

typedef uint16_t pmix_iof_channel_t;
#define PMIX_FWD_NO_CHANNELS 0x0000
#define PMIX_FWD_STDIN_CHANNEL 0x0001
#define PMIX_FWD_STDOUT_CHANNEL 0x0002
#define PMIX_FWD_STDERR_CHANNEL 0x0004
#define PMIX_FWD_STDDIAG_CHANNEL 0x0008
#define PMIX_FWD_ALL_CHANNELS 0x00ff

typedef enum
{
    PMIX_GROUP_DECLINE,
    PMIX_GROUP_ACCEPT
} pmix_group_opt_t;
typedef enum
{
    PMIX_GROUP_CONSTRUCT,
    PMIX_GROUP_DESTRUCT,
    PMIX_GROUP_NONE,
    PMIX_GROUP_CANCEL
} pmix_group_operation_t;

// Codes of events that the system itself raises, and nobody else.
#define PMIX_SYSTEM_EVENT(a) (PMIX_EVENT_SYS_OTHER <= (a) && (a) <= PMIX_EVENT_SYS_BASE)

// --- Comparisons ---

typedef enum
{
    PMIX_EQUAL,
    PMIX_VALUE1_GREATER,
    PMIX_VALUE2_GREATER,
    PMIX_VALUE_TYPE_DIFFERENT,
    PMIX_VALUE_INCOMPATIBLE_OBJECTS,
    PMIX_VALUE_COMPARISON_NOT_AVAIL
} pmix_value_cmp_t;

typedef enum
{
    PMIX_BOOL_TRUE,
    PMIX_BOOL_FALSE,
    PMIX_NON_BOOL
} pmix_boolean_t;

// --- Storage ---

typedef uint64_t pmix_storage_medium_t;
#define PMIX_STORAGE_MEDIUM_UNKNOWN 0x01
#define PMIX_STORAGE_MEDIUM_TAPE 0x02
#define PMIX_STORAGE_MEDIUM_HDD 0x04
#define PMIX_STORAGE_MEDIUM_SSD 0x08
#define PMIX_STORAGE_MEDIUM_NVME 0x10
#define PMIX_STORAGE_MEDIUM_PMEM 0x20
#define PMIX_STORAGE_MEDIUM_RAM 0x40

typedef uint64_t pmix_storage_accessibility_t;
#define PMIX_STORAGE_ACCESSIBILITY_NODE 0x01
#define PMIX_STORAGE_ACCESSIBILITY_SESSION 0x02
#define PMIX_STORAGE_ACCESSIBILITY_JOB 0x04
#define PMIX_STORAGE_ACCESSIBILITY_RACK 0x08
#define PMIX_STORAGE_ACCESSIBILITY_CLUSTER 0x10
#define PMIX_STORAGE_ACCESSIBILITY_REMOTE 0x20

typedef uint64_t pmix_storage_persistence_t;
#define PMIX_STORAGE_PERSISTENCE_TEMPORARY 0x01
#define PMIX_STORAGE_PERSISTENCE_NODE 0x02
#define PMIX_STORAGE_PERSISTENCE_SESSION 0x04
#define PMIX_STORAGE_PERSISTENCE_JOB 0x08
#define PMIX_STORAGE_PERSISTENCE_SCRATCH 0x10
#define PMIX_STORAGE_PERSISTENCE_PROJECT 0x20
#define PMIX_STORAGE_PERSISTENCE_ARCHIVE 0x40

typedef uint16_t pmix_storage_access_type_t;
#define PMIX_STORAGE_ACCESS_RD 0x1
#define PMIX_STORAGE_ACCESS_WR 0x2
#define PMIX_STORAGE_ACCESS_RDWR 0x3
