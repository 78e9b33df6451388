// SPDX-License-Identifier: BSD-3-Clause
// The ground of the C interface: visibility, sizes of names, ranks.
#pragma once

#include <pmix_version.h>

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#define PMIX_EXPORT __attribute__((visibility("default")))

// For the headers themselves: C linkage in C++.
#ifdef __cplusplus
#define DBGRPMIX_BEGIN extern "C" {
#define DBGRPMIX_END }
#else
#define DBGRPMIX_BEGIN
#define DBGRPMIX_END
#endif

// Bytes of a namespace and of a key, without the NUL.
#define PMIX_MAX_NSLEN 255
#define PMIX_MAX_KEYLEN 511

typedef char pmix_nspace_t[PMIX_MAX_NSLEN + 1];
typedef char pmix_key_t[PMIX_MAX_KEYLEN + 1];

typedef uint32_t pmix_rank_t;

#define PMIX_RANK_UNDEF (UINT32_MAX)           // no rank, or not known
#define PMIX_RANK_WILDCARD (UINT32_MAX - 1)    // every process of the namespace
#define PMIX_RANK_LOCAL_NODE (UINT32_MAX - 2)  // every process on this node
#define PMIX_RANK_INVALID (UINT32_MAX - 3)     // deliberately no process
#define PMIX_RANK_LOCAL_PEERS (UINT32_MAX - 4) // every process of this namespace on this node
#define PMIX_RANK_VALID (UINT32_MAX - 50)      // ranks below are processes
#define PMIX_RANK_IS_VALID(r) ((r) < PMIX_RANK_VALID)

#define PMIX_APP_WILDCARD (UINT32_MAX) // every application of the job

// Environment: how a tool and the launcher that it starts find each other.
#define PMIX_LAUNCHER_RNDZ_URI "PMIX_LAUNCHER_RNDZ_URI"
#define PMIX_LAUNCHER_RNDZ_FILE "PMIX_LAUNCHER_RNDZ_FILE"
#define PMIX_KEEPALIVE_PIPE "PMIX_KEEPALIVE_PIPE"

typedef int pmix_status_t;         // codes in status.h
typedef uint16_t pmix_data_type_t; // codes in data_types.h
