// SPDX-License-Identifier: BSD-3-Clause
#include "jobs/mpir_ranks.h"

#include <set>
#include <string_view>

namespace dbgr::jobs {

namespace {

/// Launchers leave the domain away or do not.
std::string_view withoutDomain(std::string_view host)
{
    return host.substr(0, host.find('.'));
}

} // namespace

MpirRanks ranksOfTable(const mpir::Proctable& table, const std::vector<std::string>& hostNames,
                       const ProcessList& processes)
{
    std::set<std::string_view> ours{"localhost"};
    for (const std::string& name : hostNames)
        ours.insert(withoutDomain(name));
    MpirRanks result;
    std::set<std::string_view> hosts;
    for (const mpir::TableEntry& entry : table) {
        hosts.insert(entry.host);
        const util::Rank rank(result.ranks++);
        if (!ours.contains(withoutDomain(entry.host)))
            continue;
        ++result.ranksHere;
        if (processes.find(entry.pid) != nullptr)
            result.here.push_back(RankProcess{rank, entry.pid, {}, {}, {}, {}, entry.executable});
    }
    result.hosts = static_cast<std::uint32_t>(hosts.size());
    return result;
}

} // namespace dbgr::jobs
