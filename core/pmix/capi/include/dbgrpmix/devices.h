// SPDX-License-Identifier: BSD-3-Clause
// Hardware: processors, devices, their places in the network, and what they are used for.
#pragma once

#include <dbgrpmix/base.h>

// --- Coordinates in a network ---

typedef uint8_t pmix_coord_view_t;
#define PMIX_COORD_VIEW_UNDEF 0x00
#define PMIX_COORD_LOGICAL_VIEW 0x01
#define PMIX_COORD_PHYSICAL_VIEW 0x02

typedef struct pmix_coord
{
    pmix_coord_view_t view;
    uint32_t* coord;
    size_t dims;
} pmix_coord_t;

typedef struct pmix_geometry
{
    size_t fabric;
    char* uuid;
    char* osname;
    pmix_coord_t* coordinates;
    size_t ncoords;
} pmix_geometry_t;

typedef uint8_t pmix_link_state_t;
#define PMIX_LINK_STATE_UNKNOWN 0
#define PMIX_LINK_DOWN 1
#define PMIX_LINK_UP 2

// --- Processors ---

// Made by PMIx_Get_cpuset and PMIx_Parse_cpuset_string; `bitmap` belongs to whoever `source` names.
typedef struct pmix_cpuset
{
    char* source;
    void* bitmap;
} pmix_cpuset_t;

typedef struct pmix_topology
{
    char* source;
    void* topology;
} pmix_topology_t;

typedef uint8_t pmix_bind_envelope_t;
#define PMIX_CPUBIND_PROCESS 0
#define PMIX_CPUBIND_THREAD 1

typedef uint16_t pmix_locality_t;
#define PMIX_LOCALITY_UNKNOWN 0x0000
#define PMIX_LOCALITY_SHARE_HWTHREAD 0x0001
#define PMIX_LOCALITY_SHARE_CORE 0x0002
#define PMIX_LOCALITY_SHARE_L1CACHE 0x0004
#define PMIX_LOCALITY_SHARE_L2CACHE 0x0008
#define PMIX_LOCALITY_SHARE_L3CACHE 0x0010
#define PMIX_LOCALITY_SHARE_PACKAGE 0x0020
#define PMIX_LOCALITY_SHARE_NUMA 0x0040
#define PMIX_LOCALITY_SHARE_NODE 0x4000
#define PMIX_LOCALITY_NONLOCAL 0x8000

// --- Devices ---

typedef uint64_t pmix_device_type_t;
#define PMIX_DEVTYPE_UNKNOWN 0x00
#define PMIX_DEVTYPE_BLOCK 0x01
#define PMIX_DEVTYPE_GPU 0x02
#define PMIX_DEVTYPE_NETWORK 0x04
#define PMIX_DEVTYPE_OPENFABRICS 0x08
#define PMIX_DEVTYPE_DMA 0x10
#define PMIX_DEVTYPE_COPROC 0x20
#define PMIX_DEVTYPE_MEMORY 0x40
#define PMIX_DEVTYPE_CORE 0x80
#define PMIX_DEVTYPE_HWT 0x100
#define PMIX_DEVTYPE_CPU 0x200
#define PMIX_DEVTYPE_NODE 0x400

typedef struct pmix_device_distance
{
    char* uuid;
    char* osname;
    pmix_device_type_t type;
    uint16_t mindist;
    uint16_t maxdist;
} pmix_device_distance_t;

typedef struct pmix_device
{
    char* uuid;
    char* osname;
    pmix_device_type_t type;
} pmix_device_t;

// So many of one kind.
typedef struct pmix_resource_unit
{
    pmix_device_type_t type;
    size_t count;
} pmix_resource_unit_t;

// Named sets of them.
typedef uint8_t pmix_resource_block_directive_t;
#define PMIX_RESOURCE_BLOCK_DEFINE 1
#define PMIX_RESOURCE_BLOCK_EXTEND 2
#define PMIX_RESOURCE_BLOCK_REMOVE 3
#define PMIX_RESOURCE_BLOCK_DELETE 4
#define PMIX_RESOURCE_BLOCK_EXTERNAL 128 // for the host, from here on

#define PMIX_COORD_STATIC_INIT                                                                                         \
    {                                                                                                                  \
        PMIX_COORD_VIEW_UNDEF, NULL, 0                                                                                 \
    }
#define PMIX_GEOMETRY_STATIC_INIT                                                                                      \
    {                                                                                                                  \
        0, NULL, NULL, NULL, 0                                                                                         \
    }
#define PMIX_CPUSET_STATIC_INIT                                                                                        \
    {                                                                                                                  \
        NULL, NULL                                                                                                     \
    }
#define PMIX_TOPOLOGY_STATIC_INIT                                                                                      \
    {                                                                                                                  \
        NULL, NULL                                                                                                     \
    }
#define PMIX_DEVICE_DIST_STATIC_INIT                                                                                   \
    {                                                                                                                  \
        NULL, NULL, PMIX_DEVTYPE_UNKNOWN, 0, 0                                                                         \
    }
#define PMIX_DEVICE_STATIC_INIT                                                                                        \
    {                                                                                                                  \
        NULL, NULL, PMIX_DEVTYPE_UNKNOWN                                                                               \
    }
#define PMIX_RESOURCE_UNIT_STATIC_INIT                                                                                 \
    {                                                                                                                  \
        PMIX_DEVTYPE_UNKNOWN, 0                                                                                        \
    }
