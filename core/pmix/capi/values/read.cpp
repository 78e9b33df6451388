// SPDX-License-Identifier: BSD-3-Clause
// The program's structures into values.
#include "pmix/capi/values/buffer_bytes.h"
#include "pmix/capi/values/convert_p.h"
#include "pmix/capi/values/structs.h"
#include "pmix/codec/limits.h"

#include <cstring>
#include <utility>

namespace dbgr::pmix::capi {

namespace {

template <std::size_t Size>
std::string textIn(const char (&field)[Size])
{
    return {field, strnlen(field, Size - 1)};
}

std::string textAt(const char* text)
{
    return text ? text : "";
}

NullableString nullableAt(const char* text)
{
    return text ? NullableString(text) : std::nullopt;
}

std::vector<std::string> listAt(char** list)
{
    std::vector<std::string> texts;
    for (; list && *list; ++list)
        texts.emplace_back(*list);
    return texts;
}

std::string bytesIn(const pmix_byte_object_t& object)
{
    return object.bytes ? std::string(object.bytes, object.size) : std::string();
}

/// Whether a value, or else an array, of that type can be sent.
bool canSend(pmix_data_type_t type, bool inArray)
{
    return visitType(type, false, [inArray](auto code) {
        return kHasValue<code.value> && (inArray || CType<code.value>::held != Held::Never);
    });
}

tl::unexpected<util::Error> cannotSend(const char* what, pmix_data_type_t type)
{
    return util::fail(Status::ErrUnknownDataType, what + toString(static_cast<DataType>(type)) + " cannot be sent");
}

} // namespace

util::Result<void> Reader::read(char* const& from, NullableString& to)
{
    to = nullableAt(from);
    return {};
}

util::Result<void> Reader::read(const NspaceText& from, NullableString& to)
{
    to = textIn(from.text);
    return {};
}

util::Result<void> Reader::read(const pmix_cpuset_t& from, NullableString& to)
{
    if (from.bitmap && (!from.source || std::strcmp(from.source, kOwnSource) != 0))
        return util::fail(Status::ErrNotSupported,
                          "sending a set of processors that " + textAt(from.source) + " made, not PMIx_Get_cpuset");
    to = nullableAt(static_cast<const char*>(from.bitmap));
    return {};
}

util::Result<void> Reader::read(const pmix_byte_object_t& from, ByteObject& to)
{
    to.bytes = bytesIn(from);
    return {};
}

util::Result<void> Reader::read(const pmix_byte_object_t& from, Regex& to)
{
    to.bytes = bytesIn(from);
    if (!to.bytes.empty() && to.bytes.back() == '\0' && to.bytes.rfind("blob:", 0) != 0)
        to.bytes.pop_back();
    return {};
}

util::Result<void> Reader::read(const pmix_data_buffer_t& from, ByteObject& to)
{
    to.bytes = unreadBytes(from);
    return {};
}

util::Result<void> Reader::read(const timeval& from, Timeval& to)
{
    to = Timeval{from.tv_sec, from.tv_usec};
    return {};
}

util::Result<void> Reader::read(const pmix_proc_t& from, Proc& to)
{
    to = Proc{textIn(from.nspace), ProcRank(from.rank)};
    return {};
}

util::Result<void> Reader::read(const pmix_proc_info_t& from, ProcInfo& to)
{
    DBGR_TRY(read(from.proc, to.proc));
    to.hostname = textAt(from.hostname);
    to.executable = textAt(from.executable_name);
    to.pid = util::Pid(from.pid);
    to.state = static_cast<ProcState>(from.state);
    return {};
}

util::Result<void> Reader::read(const pmix_proc_stats_t& from, ProcStats& to)
{
    DBGR_TRY(read(from.proc, to.proc));
    DBGR_TRY(read(from.time, to.cpuTime));
    DBGR_TRY(read(from.sample_time, to.sampleTime));
    to.node = textAt(from.node);
    to.pid = util::Pid(from.pid);
    to.command = textAt(from.cmd);
    to.state = from.state;
    to.priority = from.priority;
    to.threads = static_cast<std::int16_t>(from.num_threads);
    to.proportionalSetSize = from.pss;
    to.virtualSize = from.vsize;
    to.residentSize = from.rss;
    to.processor = static_cast<std::int16_t>(from.processor);
    return {};
}

util::Result<void> Reader::read(const pmix_envar_t& from, Envar& to)
{
    to = Envar{textAt(from.envar), nullableAt(from.value), from.separator};
    return {};
}

util::Result<void> Reader::read(const pmix_coord_t& from, Coord& to)
{
    to.view = from.view;
    return readArray(from.coord, from.dims, to.dimensions);
}

util::Result<void> Reader::read(const pmix_geometry_t& from, Geometry& to)
{
    to.fabric = from.fabric;
    to.uuid = nullableAt(from.uuid);
    to.osName = nullableAt(from.osname);
    return readArray(from.coordinates, from.ncoords, to.coordinates);
}

util::Result<void> Reader::read(const pmix_device_distance_t& from, DeviceDistance& to)
{
    to = DeviceDistance{nullableAt(from.uuid), nullableAt(from.osname), from.type, from.mindist, from.maxdist};
    return {};
}

util::Result<void> Reader::read(const pmix_device_t& from, Device& to)
{
    to = Device{nullableAt(from.uuid), nullableAt(from.osname), from.type};
    return {};
}

util::Result<void> Reader::read(const pmix_resource_unit_t& from, ResourceUnit& to)
{
    to = ResourceUnit{from.type, from.count};
    return {};
}

util::Result<void> Reader::read(const pmix_node_pid_t& from, NodePid& to)
{
    to = NodePid{nullableAt(from.hostname).value_or(""), from.nodeid, util::Pid(from.pid)};
    return {};
}

util::Result<void> Reader::read(const pmix_endpoint_t& from, Endpoint& to)
{
    to = Endpoint{nullableAt(from.uuid), nullableAt(from.osname), bytesIn(from.endpt)};
    return {};
}

util::Result<void> Reader::read(const pmix_value_t& from, Value& to)
{
    if (from.type == PMIX_UNDEF) {
        to = Value();
        return {};
    }
    if (!canSend(from.type, false))
        return cannotSend("a value of type ", from.type);
    return visitType(from.type, util::ok(), [&](auto code) -> util::Result<void> {
        using C = CType<code.value>;
        if constexpr (C::held != Held::Never && kHasValue<code.value>) {
            constexpr auto type = static_cast<DataType>(code.value);
            TypeOf<type> held{};
            if constexpr (C::held == Held::Inline) {
                DBGR_TRY(read(C::in(from), held));
            } else if (const auto* one = C::in(from)) {
                DBGR_TRY(read(*one, held));
            } else if (type != DataType::DataArray) {
                return util::fail(Status::ErrBadParam, "a value of type " + toString(type) + " is NULL");
            }
            to = Value::of<type>(std::move(held));
        }
        return {};
    });
}

util::Result<void> Reader::read(const pmix_data_array_t& from, DataArray& to)
{
    to = DataArray{};
    if (from.type == PMIX_UNDEF || !from.array)
        return {};
    if (!canSend(from.type, true))
        return cannotSend("an array of type ", from.type);
    if (++m_depth > limits::kMaxDepth)
        return util::fail(Status::ErrOutOfResource, "arrays are nested too deep to be sent");
    to.element = static_cast<DataType>(from.type);
    DBGR_TRY(visitType(from.type, util::ok(), [&](auto code) -> util::Result<void> {
        if constexpr (kHasValue<code.value>) {
            constexpr auto type = static_cast<DataType>(code.value);
            const auto* elements = static_cast<const typename CType<code.value>::Type*>(from.array);
            if constexpr (type == DataType::Info)
                return readArray(elements, from.size, to.infos);
            else
                return readValues<type>(elements, from.size, to.values);
        }
        return {};
    }));
    --m_depth;
    return {};
}

util::Result<void> Reader::read(const pmix_info_t& from, Info& to)
{
    to.key = textIn(from.key);
    to.flags = from.flags;
    return read(from.value, to.value);
}

util::Result<void> Reader::read(const pmix_pdata_t& from, PublishedData& to)
{
    DBGR_TRY(read(from.proc, to.publisher));
    to.key = textIn(from.key);
    return read(from.value, to.value);
}

util::Result<void> Reader::read(const pmix_app_t& from, App& to)
{
    to.command = textAt(from.cmd);
    to.argv = listAt(from.argv);
    to.environment = listAt(from.env);
    to.workingDirectory = nullableAt(from.cwd);
    to.maxProcs = from.maxprocs;
    return readArray(from.info, from.ninfo, to.infos);
}

util::Result<void> Reader::read(const pmix_query_t& from, Query& to)
{
    to.keys = listAt(from.keys);
    return readArray(from.qualifiers, from.nqual, to.qualifiers);
}

util::Result<void> Reader::read(const pmix_regattr_t& from, RegAttr& to)
{
    to.name = textAt(from.name);
    to.key = textIn(from.string);
    to.type = static_cast<DataType>(from.type);
    to.description = listAt(from.description);
    return {};
}

} // namespace dbgr::pmix::capi
