// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/rank_hosts.h"

#include "session/process_table.h"

#include <unordered_map>

namespace dbgr::ui {

using util::Rank;
using util::RankSet;

RankSet ranksOnHost(const session::ProcessTable& processes, const std::string& host)
{
    for (auto& [name, ranks] : hostsOf(processes)) {
        if (name == host)
            return ranks;
    }
    return {};
}

std::vector<std::pair<std::string, RankSet>> hostsOf(const session::ProcessTable& processes)
{
    std::unordered_map<std::string, std::size_t> known;
    std::vector<std::pair<std::string, std::vector<RankSet::Interval>>> found;
    processes.all().forEach([&](Rank rank) {
        const std::string& host = processes.at(rank).host;
        const auto [entry, isNew] = known.emplace(host, found.size());
        if (isNew)
            found.push_back({host, {}});
        found[entry->second].second.push_back({rank.value(), rank.value()});
    });
    std::vector<std::pair<std::string, RankSet>> hosts;
    for (auto& [host, intervals] : found)
        hosts.emplace_back(host, RankSet::fromIntervals(std::move(intervals)));
    return hosts;
}

} // namespace dbgr::ui
