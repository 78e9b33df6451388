// SPDX-License-Identifier: BSD-3-Clause
// Structures as text for people: PMIX_INFO "pmix.rank = PMIX_PROC_RANK 3". How it looks the Standard leaves open.
#include "pmix/capi/values/structs.h"
#include "pmix/types/proc.h"

#include <pmix.h>

#include <new>
#include <string>

namespace capi = dbgr::pmix::capi;

namespace {

std::string textOf(const pmix_value_t& value);
std::string textOf(const pmix_data_array_t& array);
std::string textOf(const pmix_info_t& info);

std::string textOf(const char* text)
{
    return text ? text : "NULL";
}

std::string textOf(pmix_rank_t rank)
{
    return toString(dbgr::pmix::ProcRank(rank));
}

std::string textOf(const pmix_proc_t& proc)
{
    return std::string(proc.nspace, strnlen(proc.nspace, PMIX_MAX_NSLEN)) + ':' + textOf(proc.rank);
}

std::string textOf(const timeval& time)
{
    const std::string micro = std::to_string(time.tv_usec);
    return std::to_string(time.tv_sec) + '.' + std::string(micro.size() < 6 ? 6 - micro.size() : 0, '0') + micro;
}

std::string sizeText(std::size_t size, const char* what)
{
    return std::to_string(size) + ' ' + what;
}

std::string listText(char** list)
{
    char* joined = PMIx_Argv_join(list, ' ');
    std::string text = textOf(joined);
    std::free(joined);
    return text;
}

std::string infosText(const pmix_info_t* infos, std::size_t count)
{
    std::string text = "[";
    for (std::size_t i = 0; infos && i < count; ++i)
        text += (i > 0 ? ", " : "") + textOf(infos[i]);
    return text + ']';
}

std::string textOf(const pmix_byte_object_t& bytes)
{
    return sizeText(bytes.size, "bytes");
}

std::string textOf(const pmix_envar_t& envar)
{
    return textOf(envar.envar) + '=' + textOf(envar.value);
}

std::string textOf(const pmix_proc_info_t& info)
{
    return textOf(info.proc) + " on " + textOf(info.hostname) + ", pid " + std::to_string(info.pid) + ", " +
           textOf(info.executable_name) + ", " + PMIx_Proc_state_string(info.state) + ", exit code " +
           std::to_string(info.exit_code);
}

std::string textOf(const pmix_proc_stats_t& stats)
{
    return textOf(stats.proc) + " on " + textOf(stats.node) + ", pid " + std::to_string(stats.pid) + ", " +
           textOf(stats.cmd) + ", cpu " + textOf(stats.time) + " s, " + std::to_string(stats.rss) + " MiB";
}

std::string textOf(const pmix_disk_stats_t& stats)
{
    return textOf(stats.disk) + ", " + sizeText(stats.num_reads_completed, "reads") + ", " +
           sizeText(stats.num_writes_completed, "writes");
}

std::string textOf(const pmix_net_stats_t& stats)
{
    return textOf(stats.net_interface) + ", " + sizeText(stats.num_bytes_recvd, "bytes in") + ", " +
           sizeText(stats.num_bytes_sent, "bytes out");
}

std::string textOf(const pmix_node_stats_t& stats)
{
    return textOf(stats.node) + ", load " + std::to_string(stats.la) + ", memory " + std::to_string(stats.total_mem) +
           " MiB, free " + std::to_string(stats.free_mem) + " MiB";
}

std::string textOf(const pmix_pdata_t& data)
{
    return std::string(data.key) + " = " + textOf(data.value) + ", of " + textOf(data.proc);
}

std::string textOf(const pmix_app_t& app)
{
    return textOf(app.cmd) + ", arguments " + listText(app.argv) + ", " + sizeText(app.maxprocs, "processes, in ") +
           textOf(app.cwd) + ", environment " + listText(app.env) + ", " + infosText(app.info, app.ninfo);
}

std::string textOf(const pmix_query_t& query)
{
    return listText(query.keys) + ", " + infosText(query.qualifiers, query.nqual);
}

std::string textOf(const pmix_regattr_t& attribute)
{
    return textOf(attribute.name) + " (" + attribute.string + "), " + PMIx_Data_type_string(attribute.type) + ": " +
           listText(attribute.description);
}

std::string textOf(const pmix_coord_t& coord)
{
    std::string text = coord.view == PMIX_COORD_PHYSICAL_VIEW ? "physical" : "logical";
    for (std::size_t i = 0; coord.coord && i < coord.dims; ++i)
        text += ' ' + std::to_string(coord.coord[i]);
    return text;
}

std::string textOf(const pmix_geometry_t& geometry)
{
    std::string text =
        "fabric " + std::to_string(geometry.fabric) + ", " + textOf(geometry.uuid) + ", " + textOf(geometry.osname);
    for (std::size_t i = 0; geometry.coordinates && i < geometry.ncoords; ++i)
        text += ", " + textOf(geometry.coordinates[i]);
    return text;
}

std::string textOf(const pmix_device_distance_t& device)
{
    return textOf(device.uuid) + ", " + textOf(device.osname) + ", " + PMIx_Device_type_string(device.type) + ", " +
           std::to_string(device.mindist) + " to " + std::to_string(device.maxdist);
}

std::string textOf(const pmix_device_t& device)
{
    return textOf(device.uuid) + ", " + textOf(device.osname) + ", " + PMIx_Device_type_string(device.type);
}

std::string textOf(const pmix_resource_unit_t& unit)
{
    return std::to_string(unit.count) + " " + PMIx_Device_type_string(unit.type);
}

std::string textOf(const pmix_node_pid_t& process)
{
    return textOf(process.hostname) + " (" + std::to_string(process.nodeid) + "), " + std::to_string(process.pid);
}

std::string textOf(const pmix_endpoint_t& endpoint)
{
    return textOf(endpoint.uuid) + ", " + textOf(endpoint.osname) + ", " + textOf(endpoint.endpt);
}

std::string textOf(const pmix_cpuset_t& cpuset)
{
    const bool isOwn = cpuset.source && std::strcmp(cpuset.source, capi::kOwnSource) == 0;
    return isOwn ? textOf(static_cast<const char*>(cpuset.bitmap)) : "of " + textOf(cpuset.source);
}

std::string textOf(const pmix_topology_t& topology)
{
    return "of " + textOf(topology.source);
}

std::string textOf(const pmix_data_buffer_t& buffer)
{
    return sizeText(buffer.bytes_used, "bytes");
}

/// Codes that are numbers in C, and have words.
template <pmix_data_type_t Code, class T>
std::string wordOrNumber(const T& number)
{
    if constexpr (Code == PMIX_BOOL)
        return number ? "true" : "false";
    else if constexpr (Code == PMIX_STATUS)
        return PMIx_Error_string(number);
    else if constexpr (Code == PMIX_PROC_RANK)
        return textOf(number);
    else if constexpr (Code == PMIX_PROC_STATE)
        return PMIx_Proc_state_string(number);
    else if constexpr (Code == PMIX_JOB_STATE)
        return PMIx_Job_state_string(number);
    else if constexpr (Code == PMIX_SCOPE)
        return PMIx_Scope_string(number);
    else if constexpr (Code == PMIX_DATA_RANGE)
        return PMIx_Data_range_string(number);
    else if constexpr (Code == PMIX_PERSIST)
        return PMIx_Persistence_string(number);
    else if constexpr (Code == PMIX_DATA_TYPE)
        return PMIx_Data_type_string(number);
    else if constexpr (Code == PMIX_ALLOC_DIRECTIVE)
        return PMIx_Alloc_directive_string(number);
    else if constexpr (Code == PMIX_IOF_CHANNEL)
        return PMIx_IOF_channel_string(number);
    else if constexpr (Code == PMIX_RESBLOCK_DIRECTIVE)
        return PMIx_Resource_block_directive_string(number);
    else if constexpr (Code == PMIX_LINK_STATE)
        return PMIx_Link_state_string(number);
    else if constexpr (Code == PMIX_DEVTYPE)
        return PMIx_Device_type_string(number);
    else
        return std::to_string(number);
}

template <pmix_data_type_t Code, class T>
std::string elementText(const T& element)
{
    if constexpr (std::is_arithmetic_v<T>) {
        return wordOrNumber<Code>(element);
    } else if constexpr (Code == PMIX_POINTER) {
        char text[32];
        std::snprintf(text, sizeof text, "%p", element);
        return text;
    } else if constexpr (Code == PMIX_PROC_NSPACE) {
        return element.text;
    } else {
        return textOf(element);
    }
}

std::string textOf(const pmix_value_t& value)
{
    const std::string held = capi::visitType(value.type, std::string(), [&](auto code) -> std::string {
        using C = capi::CType<code.value>;
        if constexpr (C::held == capi::Held::Inline)
            return elementText<code.value>(C::in(value));
        else if constexpr (C::held == capi::Held::Pointed)
            return C::in(value) ? elementText<code.value>(*C::in(value)) : "NULL";
        else
            return {};
    });
    return PMIx_Data_type_string(value.type) + (held.empty() ? "" : ' ' + held);
}

std::string textOf(const pmix_data_array_t& array)
{
    return capi::visitType(array.type, std::string("[]"), [&](auto code) {
        const auto* elements = static_cast<const typename capi::CType<code.value>::Type*>(array.array);
        std::string text = PMIx_Data_type_string(array.type) + std::string(" [");
        for (std::size_t i = 0; elements && i < array.size; ++i)
            text += (i > 0 ? ", " : "") + elementText<code.value>(elements[i]);
        return text + ']';
    });
}

std::string textOf(const pmix_info_t& info)
{
    const std::string key(info.key, strnlen(info.key, PMIX_MAX_KEYLEN));
    return key + " = " + textOf(info.value) + (PMIx_Info_is_required(&info) ? " (required)" : "");
}

template <class T>
char* printed(const T* structure)
{
    try {
        return structure ? strdup(textOf(*structure).c_str()) : nullptr;
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

} // namespace

char* PMIx_Info_string(const pmix_info_t* info)
{
    return printed(info);
}

char* PMIx_Value_string(const pmix_value_t* value)
{
    return printed(value);
}

char* PMIx_Resource_unit_string(const pmix_resource_unit_t* unit)
{
    return printed(unit);
}

char* PMIx_Proc_string(const pmix_proc_t* proc)
{
    return printed(proc);
}

char* PMIx_App_string(const pmix_app_t* app)
{
    return printed(app);
}

pmix_status_t PMIx_Data_print(char** output, char* prefix, void* src, pmix_data_type_t type)
{
    if (!output)
        return PMIX_ERR_BAD_PARAM;
    *output = nullptr;
    try {
        return capi::visitType(type, PMIX_ERR_UNKNOWN_DATA_TYPE, [&](auto code) {
            using T = typename capi::CType<code.value>::Type;
            std::string text = "NULL";
            if constexpr (code.value == PMIX_STRING) // a string is passed as itself
                text = textOf(static_cast<const char*>(src));
            else if (src)
                text = elementText<code.value>(*static_cast<const T*>(src));
            text = (prefix ? prefix : "") + std::string(PMIx_Data_type_string(type)) + ' ' + text;
            *output = strdup(text.c_str());
            return *output ? PMIX_SUCCESS : PMIX_ERR_NOMEM;
        });
    } catch (const std::bad_alloc&) {
        return PMIX_ERR_NOMEM;
    }
}
