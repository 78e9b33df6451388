// SPDX-License-Identifier: BSD-3-Clause
// Types that describe devices and networks. A debugger only passes over them, so they keep to the wire's terms.
// Thread: any; plain values.
#pragma once

#include "pmix/types/byte_object.h"

#include <cstdint>
#include <string>
#include <vector>

namespace dbgr::pmix {

/// pmix_coord_t.
struct Coord
{
    std::uint8_t view = 0;
    std::vector<std::uint32_t> dimensions;

    friend bool operator==(const Coord&, const Coord&) = default;
};

/// pmix_geometry_t.
struct Geometry
{
    std::uint64_t fabric = 0;
    NullableString uuid;
    NullableString osName;
    std::vector<Coord> coordinates;

    friend bool operator==(const Geometry&, const Geometry&) = default;
};

/// pmix_device_distance_t.
struct DeviceDistance
{
    NullableString uuid;
    NullableString osName;
    std::uint64_t type = 0;
    std::uint16_t minimum = 0;
    std::uint16_t maximum = 0;

    friend bool operator==(const DeviceDistance&, const DeviceDistance&) = default;
};

/// pmix_endpoint_t.
struct Endpoint
{
    NullableString uuid;
    NullableString osName;
    std::string endpoint;

    friend bool operator==(const Endpoint&, const Endpoint&) = default;
};

/// pmix_device_t (6.x).
struct Device
{
    NullableString uuid;
    NullableString osName;
    std::uint64_t type = 0;

    friend bool operator==(const Device&, const Device&) = default;
};

/// pmix_resource_unit_t (6.x).
struct ResourceUnit
{
    std::uint64_t type = 0;
    std::uint64_t count = 0;

    friend bool operator==(const ResourceUnit&, const ResourceUnit&) = default;
};

} // namespace dbgr::pmix
