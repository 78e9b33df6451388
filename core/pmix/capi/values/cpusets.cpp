// SPDX-License-Identifier: BSD-3-Clause
// Sets of processors and where they lie. A pmix_cpuset_t of ours holds a list ("0-3,8"), a pmix_topology_t XML.
#include "pmix/capi/values/cpusets_p.h"
#include "pmix/capi/values/guard.h"
#include "pmix/capi/values/structs.h"
#include "pmix/topology/topology.h"

#include <pmix.h>
#include <pmix_server.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <sched.h>
#include <set>
#include <string>
#include <string_view>

namespace capi = dbgr::pmix::capi;
using capi::guarded;
using dbgr::pmix::CpuSet;
using dbgr::pmix::Topology;

namespace {

/// What stands before sets and localities that travel.
constexpr std::string_view kHead = "hwloc:";
/// More processors than any node has; bounds what a list may say.
constexpr unsigned kMaxUnits = 1u << 16;

std::string_view withoutHead(std::string_view text)
{
    if (text.substr(0, kHead.size()) == kHead)
        text.remove_prefix(kHead.size());
    return text;
}

std::optional<unsigned> numberIn(std::string_view text)
{
    unsigned number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// The numbers of "0-3,8"; nothing when it is no such list.
std::optional<std::set<unsigned>> numbersIn(std::string_view list)
{
    std::set<unsigned> numbers;
    while (!list.empty()) {
        const std::string_view range = list.substr(0, list.find(','));
        list.remove_prefix(std::min(range.size() + 1, list.size()));
        const std::size_t dash = range.find('-');
        const auto first = numberIn(range.substr(0, dash));
        const auto last = dash == std::string_view::npos ? first : numberIn(range.substr(dash + 1));
        if (!first || !last || *last < *first || *last >= kMaxUnits)
            return std::nullopt;
        for (unsigned i = *first; i <= *last; ++i)
            numbers.insert(i);
    }
    return numbers;
}

pmix_status_t fill(char*& source, void*& content, const std::string& text)
{
    source = strdup(capi::kOwnSource);
    content = strdup(text.c_str());
    if (source && content)
        return PMIX_SUCCESS;
    capi::Freer().opaque(source, content);
    return PMIX_ERR_NOMEM;
}

/// The list in a set of ours, or NULL.
const char* listIn(const pmix_cpuset_t* cpuset)
{
    const bool isOwn = cpuset && cpuset->source && std::strcmp(cpuset->source, capi::kOwnSource) == 0;
    return isOwn ? static_cast<const char*>(cpuset->bitmap) : nullptr;
}

pmix_status_t handOver(const std::string& text, char** out)
{
    *out = strdup(text.c_str());
    return *out ? PMIX_SUCCESS : PMIX_ERR_NOMEM;
}

/// The level that two letters of a locality string name.
pmix_locality_t levelOf(std::string_view letters)
{
    static constexpr struct
    {
        std::string_view letters;
        pmix_locality_t level;
    } kLevels[] = {
        {"NM", PMIX_LOCALITY_SHARE_NUMA},     {"SK", PMIX_LOCALITY_SHARE_PACKAGE}, {"L3", PMIX_LOCALITY_SHARE_L3CACHE},
        {"L2", PMIX_LOCALITY_SHARE_L2CACHE},  {"L1", PMIX_LOCALITY_SHARE_L1CACHE}, {"CR", PMIX_LOCALITY_SHARE_CORE},
        {"HT", PMIX_LOCALITY_SHARE_HWTHREAD},
    };
    for (const auto& each : kLevels) {
        if (each.letters == letters)
            return each.level;
    }
    return PMIX_LOCALITY_UNKNOWN;
}

/// The levels of which `a` and `b` ("NM0:CR0-1:...") have an object in common.
pmix_locality_t sharedLevels(std::string_view a, std::string_view b)
{
    pmix_locality_t shared = PMIX_LOCALITY_SHARE_NODE;
    while (!a.empty()) {
        const std::string_view part = a.substr(0, a.find(':'));
        a.remove_prefix(std::min(part.size() + 1, a.size()));
        const pmix_locality_t level = levelOf(part.substr(0, 2));
        for (std::string_view rest = b; level != PMIX_LOCALITY_UNKNOWN && !rest.empty();) {
            const std::string_view other = rest.substr(0, rest.find(':'));
            rest.remove_prefix(std::min(other.size() + 1, rest.size()));
            if (other.substr(0, 2) != part.substr(0, 2))
                continue;
            const auto mine = numbersIn(part.substr(2));
            const auto theirs = numbersIn(other.substr(2));
            if (mine && theirs &&
                std::any_of(mine->begin(), mine->end(), [&](unsigned i) { return theirs->count(i) > 0; }))
                shared = static_cast<pmix_locality_t>(shared | level);
        }
    }
    return shared;
}

} // namespace

std::optional<CpuSet> capi::unitsIn(const pmix_cpuset_t& cpuset)
{
    const char* list = listIn(&cpuset);
    const auto numbers = numbersIn(list ? list : "");
    if (!list || !numbers)
        return std::nullopt;
    return CpuSet(numbers->begin(), numbers->end());
}

pmix_status_t PMIx_Parse_cpuset_string(const char* cpuset_string, pmix_cpuset_t* cpuset)
{
    if (!cpuset_string || !cpuset)
        return PMIX_ERR_BAD_PARAM;
    return guarded([&] {
        const auto numbers = numbersIn(withoutHead(cpuset_string));
        if (!numbers)
            return PMIX_ERR_BAD_PARAM;
        return fill(cpuset->source, cpuset->bitmap, Topology::listString(CpuSet(numbers->begin(), numbers->end())));
    });
}

pmix_status_t PMIx_server_generate_cpuset(const char* cpuset_string, pmix_cpuset_t* cpuset)
{
    return PMIx_Parse_cpuset_string(cpuset_string, cpuset);
}

pmix_status_t PMIx_Get_cpuset(pmix_cpuset_t* cpuset, pmix_bind_envelope_t ref)
{
    if (!cpuset || (ref != PMIX_CPUBIND_PROCESS && ref != PMIX_CPUBIND_THREAD))
        return PMIX_ERR_BAD_PARAM;
    return guarded([&] {
        cpu_set_t allowed;
        if (sched_getaffinity(ref == PMIX_CPUBIND_PROCESS ? getpid() : 0, sizeof allowed, &allowed) != 0)
            return PMIX_ERR_NOT_FOUND;
        CpuSet units;
        for (unsigned i = 0; i < CPU_SETSIZE; ++i) {
            if (CPU_ISSET(i, &allowed))
                units.push_back(i);
        }
        return fill(cpuset->source, cpuset->bitmap, Topology::listString(units));
    });
}

pmix_status_t PMIx_server_generate_cpuset_string(const pmix_cpuset_t* cpuset, char** cpuset_string)
{
    if (!cpuset || !cpuset_string)
        return PMIX_ERR_BAD_PARAM;
    return guarded([&] {
        const char* list = listIn(cpuset);
        return list ? handOver(std::string(kHead) + list, cpuset_string) : PMIX_ERR_NOT_SUPPORTED;
    });
}

pmix_status_t PMIx_server_generate_locality_string(const pmix_cpuset_t* cpuset, char** locality)
{
    if (!cpuset || !locality)
        return PMIX_ERR_BAD_PARAM;
    return guarded([&] {
        const auto units = capi::unitsIn(*cpuset);
        if (!units)
            return PMIX_ERR_NOT_SUPPORTED;
        const auto topology = Topology::ofThisNode();
        if (!topology)
            return PMIX_ERR_NOT_AVAILABLE;
        return handOver(topology->localityString(*units), locality);
    });
}

pmix_status_t PMIx_Get_relative_locality(const char* locality1, const char* locality2, pmix_locality_t* locality)
{
    if (!locality1 || !locality2 || !locality)
        return PMIX_ERR_BAD_PARAM;
    return guarded([&] {
        *locality = sharedLevels(withoutHead(locality1), withoutHead(locality2));
        return PMIX_SUCCESS;
    });
}

pmix_status_t PMIx_Load_topology(pmix_topology_t* topo)
{
    if (!topo || (topo->source && std::strcmp(topo->source, capi::kOwnSource) != 0))
        return topo ? PMIX_ERR_NOT_SUPPORTED : PMIX_ERR_BAD_PARAM;
    return guarded([&] {
        const auto topology = Topology::ofWholeNode();
        if (!topology)
            return PMIX_ERR_NOT_AVAILABLE;
        PMIx_Topology_destruct(topo);
        return fill(topo->source, topo->topology, topology->xml());
    });
}
