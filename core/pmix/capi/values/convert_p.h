// SPDX-License-Identifier: BSD-3-Clause
// One element of any type between C and C++, chosen by overloading: for convert.cpp, and for packing, which meets bare
// elements. Thread: any.
#pragma once

#include "pmix/capi/values/c_types.h"
#include "pmix/types/all_types.h"
#include "util/result.h"

#include <pmix_common.h>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace dbgr::pmix::capi {

/// False for the types that have a structure in C but no form of ours.
template <pmix_data_type_t Code>
inline constexpr bool kHasValue =
    Code != PMIX_TOPO&& Code != PMIX_DISK_STATS&& Code != PMIX_NET_STATS&& Code != PMIX_NODE_STATS;

/// C to C++. Counts how deep it is in values within values.
class Reader
{
public:
    template <class C, class T>
    requires(kIsNumber<T>&& std::is_arithmetic_v<C>) util::Result<void> read(const C& from, T& to)
    {
        to = fromInteger<T>(static_cast<IntegerOf<T>>(from));
        return {};
    }
    template <class C, class T>
    requires(std::is_arithmetic_v<C>&& std::is_same_v<C, T> && !kIsNumber<T>) util::Result<void> read(const C& from,
                                                                                                      T& to)
    {
        to = from;
        return {};
    }
    util::Result<void> read(void* const&, std::monostate&) { return {}; } // means nothing elsewhere
    util::Result<void> read(char* const& from, NullableString& to);
    util::Result<void> read(const NspaceText& from, NullableString& to);
    util::Result<void> read(const pmix_cpuset_t& from, NullableString& to);
    util::Result<void> read(const pmix_byte_object_t& from, ByteObject& to);
    util::Result<void> read(const pmix_byte_object_t& from, Regex& to);
    util::Result<void> read(const pmix_data_buffer_t& from, ByteObject& to);
    util::Result<void> read(const timeval& from, Timeval& to);
    util::Result<void> read(const pmix_proc_t& from, Proc& to);
    util::Result<void> read(const pmix_proc_info_t& from, ProcInfo& to);
    util::Result<void> read(const pmix_proc_stats_t& from, ProcStats& to);
    util::Result<void> read(const pmix_envar_t& from, Envar& to);
    util::Result<void> read(const pmix_coord_t& from, Coord& to);
    util::Result<void> read(const pmix_geometry_t& from, Geometry& to);
    util::Result<void> read(const pmix_device_distance_t& from, DeviceDistance& to);
    util::Result<void> read(const pmix_device_t& from, Device& to);
    util::Result<void> read(const pmix_resource_unit_t& from, ResourceUnit& to);
    util::Result<void> read(const pmix_node_pid_t& from, NodePid& to);
    util::Result<void> read(const pmix_endpoint_t& from, Endpoint& to);
    util::Result<void> read(const pmix_value_t& from, Value& to);
    util::Result<void> read(const pmix_data_array_t& from, DataArray& to);
    util::Result<void> read(const pmix_info_t& from, Info& to);
    util::Result<void> read(const pmix_pdata_t& from, PublishedData& to);
    util::Result<void> read(const pmix_app_t& from, App& to);
    util::Result<void> read(const pmix_query_t& from, Query& to);
    util::Result<void> read(const pmix_regattr_t& from, RegAttr& to);

    template <class C, class T>
    util::Result<void> readArray(const C* from, std::size_t size, std::vector<T>& to)
    {
        to.resize(from ? size : 0);
        for (std::size_t i = 0; i < to.size(); ++i)
            DBGR_TRY(read(from[i], to[i]));
        return {};
    }

private:
    template <DataType D, class C>
    util::Result<void> readValues(const C* from, std::size_t size, std::vector<Value>& to)
    {
        to.reserve(size);
        for (std::size_t i = 0; i < size; ++i) {
            TypeOf<D> element{};
            DBGR_TRY(read(from[i], element));
            to.push_back(Value::of<D>(std::move(element)));
        }
        return {};
    }

    std::size_t m_depth = 0;
};

/// C++ to C, into memory that holds nothing yet. Throws std::bad_alloc.
class Writer
{
public:
    template <class T, class C>
    requires(kIsNumber<T>&& std::is_arithmetic_v<C>) static void write(const T& from, C& to)
    {
        to = static_cast<C>(toInteger(from));
    }
    template <class T, class C>
    requires(std::is_arithmetic_v<C>&& std::is_same_v<C, T> && !kIsNumber<T>) static void write(const T& from, C& to)
    {
        to = from;
    }
    static void write(const std::monostate&, void*& to) { to = nullptr; }
    static void write(const NullableString& from, char*& to);
    static void write(const NullableString& from, NspaceText& to);
    static void write(const NullableString& from, pmix_cpuset_t& to);
    static void write(const std::string& from, char*& to);
    static void write(const std::string& from, pmix_byte_object_t& to);
    static void write(const ByteObject& from, pmix_byte_object_t& to);
    static void write(const Regex& from, pmix_byte_object_t& to);
    static void write(const ByteObject& from, pmix_data_buffer_t& to);
    static void write(const Timeval& from, timeval& to);
    static void write(const Proc& from, pmix_proc_t& to);
    static void write(const ProcInfo& from, pmix_proc_info_t& to);
    static void write(const ProcStats& from, pmix_proc_stats_t& to);
    static void write(const Envar& from, pmix_envar_t& to);
    static void write(const Coord& from, pmix_coord_t& to);
    static void write(const Geometry& from, pmix_geometry_t& to);
    static void write(const DeviceDistance& from, pmix_device_distance_t& to);
    static void write(const Device& from, pmix_device_t& to);
    static void write(const ResourceUnit& from, pmix_resource_unit_t& to);
    static void write(const NodePid& from, pmix_node_pid_t& to);
    static void write(const Endpoint& from, pmix_endpoint_t& to);
    static void write(const Value& from, pmix_value_t& to);
    static void write(const DataArray& from, pmix_data_array_t& to);
    static void write(const Info& from, pmix_info_t& to);
    static void write(const PublishedData& from, pmix_pdata_t& to);
    static void write(const App& from, pmix_app_t& to);
    static void write(const Query& from, pmix_query_t& to);
    static void write(const RegAttr& from, pmix_regattr_t& to);
    static void write(const std::vector<std::string>& from, char**& to);
};

} // namespace dbgr::pmix::capi
