// SPDX-License-Identifier: BSD-3-Clause
// Values into structures for the program.
#include "pmix/capi/values/buffer_bytes.h"
#include "pmix/capi/values/convert_p.h"
#include "pmix/capi/values/structs.h"
#include "pmix/codec/compress.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <span>

namespace dbgr::pmix::capi {

namespace {

template <class T>
T* orThrow(T* memory)
{
    if (!memory)
        throw std::bad_alloc();
    return memory;
}

/// A text of PMIX_COMPRESSED_STRING; nothing if it is none.
util::Result<std::string> inflated(const Value& value)
{
    return inflateBlock(value.get<DataType::CompressedString>().bytes);
}

template <class T, class C>
void writeArray(const std::vector<T>& from, C*& to, std::size_t& size)
{
    size = from.size();
    to = size > 0 ? orThrow(makeArray<C>(size)) : nullptr;
    for (std::size_t i = 0; i < size; ++i)
        Writer::write(from[i], to[i]);
}

template <pmix_data_type_t Code>
void writeHeld(const Value& from, pmix_value_t& to)
{
    using C = CType<Code>;
    constexpr auto type = static_cast<DataType>(Code);
    if constexpr (C::held == Held::Inline && kHasValue<Code>) {
        Writer::write(from.get<type>(), C::in(to));
        to.type = Code;
    } else if constexpr (C::held == Held::Pointed && kHasValue<Code>) {
        auto* one = orThrow(makeArray<typename C::Type>(1));
        C::set(to, one);
        Writer::write(from.get<type>(), *one);
        to.type = Code;
    }
}

template <pmix_data_type_t Code>
void writeElements(const DataArray& from, pmix_data_array_t& to)
{
    using C = typename CType<Code>::Type;
    constexpr auto type = static_cast<DataType>(Code);
    if constexpr (kHasValue<Code>) {
        to.type = Code;
        to.size = from.size();
        auto* elements = to.size > 0 ? orThrow(makeArray<C>(to.size)) : nullptr;
        to.array = elements;
        for (std::size_t i = 0; i < to.size; ++i) {
            if constexpr (type == DataType::Info)
                Writer::write(from.infos[i], elements[i]);
            else
                Writer::write(from.values[i].template get<type>(), elements[i]);
        }
    }
}

} // namespace

void Writer::write(const std::string& from, char*& to)
{
    to = orThrow(strdup(from.c_str()));
}

void Writer::write(const NullableString& from, char*& to)
{
    to = nullptr;
    if (from)
        write(*from, to);
}

void Writer::write(const NullableString& from, NspaceText& to)
{
    PMIx_Load_nspace(to.text, textOf(from).c_str());
}

void Writer::write(const NullableString& from, pmix_cpuset_t& to)
{
    char* list = nullptr;
    write(std::string(kOwnSource), to.source);
    write(from, list);
    to.bitmap = list;
}

void Writer::write(const std::string& from, pmix_byte_object_t& to)
{
    to = pmix_byte_object_t{nullptr, from.size()};
    if (from.empty())
        return;
    to.bytes = orThrow(static_cast<char*>(std::malloc(from.size())));
    std::memcpy(to.bytes, from.data(), from.size());
}

void Writer::write(const ByteObject& from, pmix_byte_object_t& to)
{
    write(from.bytes, to);
}

void Writer::write(const Regex& from, pmix_byte_object_t& to)
{
    const bool isText = from.bytes.rfind("blob:", 0) != 0;
    write(isText ? from.bytes + '\0' : from.bytes, to);
}

void Writer::write(const ByteObject& from, pmix_data_buffer_t& to)
{
    to = pmix_data_buffer_t{};
    if (!from.bytes.empty() && !appendBytes(to, from.bytes))
        throw std::bad_alloc();
}

void Writer::write(const Timeval& from, timeval& to)
{
    to.tv_sec = from.seconds;
    to.tv_usec = from.microseconds;
}

void Writer::write(const Proc& from, pmix_proc_t& to)
{
    PMIx_Load_procid(&to, from.nspace.c_str(), from.rank.value());
}

void Writer::write(const ProcInfo& from, pmix_proc_info_t& to)
{
    construct(to);
    write(from.proc, to.proc);
    write(from.hostname, to.hostname);
    write(from.executable, to.executable_name);
    to.pid = from.pid.value();
    write(from.state, to.state);
}

void Writer::write(const ProcStats& from, pmix_proc_stats_t& to)
{
    construct(to);
    write(from.node, to.node);
    write(from.proc, to.proc);
    to.pid = from.pid.value();
    write(from.command, to.cmd);
    to.state = from.state;
    write(from.cpuTime, to.time);
    to.priority = from.priority;
    to.num_threads = static_cast<std::uint16_t>(from.threads);
    to.pss = from.proportionalSetSize;
    to.vsize = from.virtualSize;
    to.rss = from.residentSize;
    to.processor = static_cast<std::uint16_t>(from.processor);
    write(from.sampleTime, to.sample_time);
}

void Writer::write(const Envar& from, pmix_envar_t& to)
{
    write(from.name, to.envar);
    write(from.value, to.value);
    to.separator = from.separator;
}

void Writer::write(const Coord& from, pmix_coord_t& to)
{
    to.view = from.view;
    writeArray(from.dimensions, to.coord, to.dims);
}

void Writer::write(const Geometry& from, pmix_geometry_t& to)
{
    to.fabric = from.fabric;
    write(from.uuid, to.uuid);
    write(from.osName, to.osname);
    writeArray(from.coordinates, to.coordinates, to.ncoords);
}

void Writer::write(const DeviceDistance& from, pmix_device_distance_t& to)
{
    write(from.uuid, to.uuid);
    write(from.osName, to.osname);
    to.type = from.type;
    to.mindist = from.minimum;
    to.maxdist = from.maximum;
}

void Writer::write(const Device& from, pmix_device_t& to)
{
    write(from.uuid, to.uuid);
    write(from.osName, to.osname);
    to.type = from.type;
}

void Writer::write(const ResourceUnit& from, pmix_resource_unit_t& to)
{
    to.type = from.type;
    to.count = from.count;
}

void Writer::write(const NodePid& from, pmix_node_pid_t& to)
{
    write(from.hostname, to.hostname);
    to.nodeid = from.nodeId;
    to.pid = from.pid.value();
}

void Writer::write(const Endpoint& from, pmix_endpoint_t& to)
{
    write(from.uuid, to.uuid);
    write(from.osName, to.osname);
    write(from.endpoint, to.endpt);
}

void Writer::write(const Value& from, pmix_value_t& to)
{
    construct(to);
    if (from.type() == DataType::CompressedString) {
        if (const auto text = inflated(from)) {
            write(*text, to.data.string);
            to.type = PMIX_STRING;
            return;
        }
    }
    visitType(static_cast<pmix_data_type_t>(from.type()), false, [&](auto code) {
        writeHeld<code.value>(from, to);
        return true;
    });
}

void Writer::write(const DataArray& from, pmix_data_array_t& to)
{
    construct(to);
    visitType(static_cast<pmix_data_type_t>(from.element), false, [&](auto code) {
        writeElements<code.value>(from, to);
        return true;
    });
}

void Writer::write(const Info& from, pmix_info_t& to)
{
    construct(to);
    PMIx_Load_key(to.key, from.key.c_str());
    // Of what arrives, a sender's marks mean nothing here; and a value that we make is never somebody else's.
    to.flags = from.flags & (PMIX_INFO_REQD | PMIX_INFO_QUALIFIER | PMIX_INFO_ARRAY_END);
    write(from.value, to.value);
}

void Writer::write(const PublishedData& from, pmix_pdata_t& to)
{
    construct(to);
    write(from.publisher, to.proc);
    PMIx_Load_key(to.key, from.key.c_str());
    write(from.value, to.value);
}

void Writer::write(const App& from, pmix_app_t& to)
{
    construct(to);
    write(from.command, to.cmd);
    write(from.argv, to.argv);
    write(from.environment, to.env);
    write(from.workingDirectory, to.cwd);
    to.maxprocs = from.maxProcs;
    writeArray(from.infos, to.info, to.ninfo);
}

void Writer::write(const Query& from, pmix_query_t& to)
{
    construct(to);
    write(from.keys, to.keys);
    writeArray(from.qualifiers, to.qualifiers, to.nqual);
}

void Writer::write(const RegAttr& from, pmix_regattr_t& to)
{
    construct(to);
    write(from.name, to.name);
    PMIx_Load_key(to.string, from.key.c_str());
    to.type = static_cast<pmix_data_type_t>(from.type);
    write(from.description, to.description);
}

void Writer::write(const std::vector<std::string>& from, char**& to)
{
    to = nullptr;
    if (from.empty())
        return;
    to = orThrow(static_cast<char**>(std::calloc(from.size() + 1, sizeof(char*))));
    for (std::size_t i = 0; i < from.size(); ++i)
        write(from[i], to[i]);
}

} // namespace dbgr::pmix::capi
