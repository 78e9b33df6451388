// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/job_values.h"

#include "pmix/server/directives.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"

#include <algorithm>
#include <utility>

namespace dbgr::pmix {

namespace {

using Level = LevelDirectives::Level;

/// Infos of one of the job's arrays of a kind: the first that `fits`.
template <class Fits>
const std::vector<Info>* findArray(const JobRecord& job, std::string_view arrayKey, Fits fits)
{
    for (const KeyValue& each : job.info.values)
        if (const std::vector<Info>* infos = each.value.asInfos(); each.key == arrayKey && infos != nullptr)
            if (fits(*infos))
                return infos;
    return nullptr;
}

std::optional<std::uint64_t> numberOf(std::span<const Info> infos, std::string_view key)
{
    const Value* value = find(infos, key);
    return value == nullptr ? std::nullopt : value->asUnsigned();
}

std::optional<std::string> textOf(std::span<const Info> infos, std::string_view key)
{
    const Value* value = find(infos, key);
    return value == nullptr ? std::nullopt : value->asString();
}

/// The rank whose surroundings are meant.
ProcRank viewpoint(const JobRecord& job, const Proc& asker, ProcRank rank)
{
    if (hasRank(job, rank))
        return rank;
    if (asker.nspace == job.info.nspace && hasRank(job, asker.rank))
        return asker.rank;
    return job.localRanks.empty() ? ProcRank(0) : job.localRanks.front();
}

/// An array of a level, and whether the asker would take it for its own.
struct Found
{
    const std::vector<Info>* infos = nullptr;
    bool own = false;
};

Found findNode(const JobRecord& job, const Proc& asker, ProcRank rank, const LevelDirectives& level)
{
    const std::string own = hostOf(job, viewpoint(job, asker, kRankWildcard));
    if (level.nodeid && !level.hostname) {
        const auto* infos = findArray(job, keys::kNodeInfoArray, [&](const std::vector<Info>& array) {
            return numberOf(array, keys::kNodeid) == level.nodeid;
        });
        return {infos, infos != nullptr && textOf(*infos, keys::kHostname) == own};
    }
    const std::string host = level.hostname ? *level.hostname : hostOf(job, viewpoint(job, asker, rank));
    const auto* infos = findArray(job, keys::kNodeInfoArray, [&](const std::vector<Info>& array) {
        return textOf(array, keys::kHostname) == host;
    });
    return {infos, host == own};
}

Found findApp(const JobRecord& job, const Proc& asker, ProcRank rank, const LevelDirectives& level)
{
    const auto appOf = [&](ProcRank which) -> std::uint64_t {
        const Value* value = job.info.find(which, keys::kAppnum);
        return value == nullptr ? 0 : value->asUnsigned().value_or(0);
    };
    const std::uint64_t app = level.appnum.value_or(appOf(viewpoint(job, asker, rank)));
    const auto* infos = findArray(job, keys::kAppInfoArray, [&](const std::vector<Info>& array) {
        return numberOf(array, keys::kAppnum).value_or(0) == app;
    });
    // Libraries keep app-level values that come without an array as those of app 0.
    return {infos, app == 0};
}

Found findSession(const JobRecord& job, const LevelDirectives& level)
{
    const auto* infos = findArray(job, keys::kSessionInfoArray, [&](const std::vector<Info>& array) {
        return !level.session || numberOf(array, keys::kSessionId) == level.session;
    });
    return {infos, true};
}

std::optional<ProcValues> blockWith(const JobRecord& job, const Proc& asker, const Found& found,
                                    const NullableString& key)
{
    if (found.infos == nullptr)
        return std::nullopt;
    if (!key)
        return jobBlock(job, asker);
    const Value* value = find(*found.infos, *key);
    if (value == nullptr)
        return std::nullopt;
    ProcValues block = jobBlock(job, asker);
    if (found.own)
        block.values.push_back(KeyValue{*key, *value});
    return block;
}

bool hasJobLevel(const JobRecord& job, const Proc& asker, const std::string& key)
{
    if (job.info.find(key) != nullptr)
        return true;
    const auto only = job.onlyToRank.find(asker.rank);
    return asker.nspace == job.info.nspace && only != job.onlyToRank.end() &&
           std::ranges::find(only->second, key, &KeyValue::key) != only->second.end();
}

} // namespace

LevelDirectives LevelDirectives::of(std::span<const Info> infos)
{
    LevelDirectives directives;
    if (hasFlag(infos, keys::kNodeInfo))
        directives.level = Level::Node;
    else if (hasFlag(infos, keys::kAppInfo))
        directives.level = Level::App;
    else if (hasFlag(infos, keys::kSessionInfo))
        directives.level = Level::Session;
    directives.hostname = textOf(infos, keys::kHostname);
    directives.nodeid = numberOf(infos, keys::kNodeid);
    directives.appnum = numberOf(infos, keys::kAppnum);
    directives.session = numberOf(infos, keys::kSessionId);
    return directives;
}

bool hasRank(const JobRecord& job, ProcRank rank)
{
    return job.info.ofRank.contains(rank) || std::ranges::find(job.localRanks, rank) != job.localRanks.end();
}

std::vector<ProcRank> ranksOf(const JobRecord& job)
{
    std::vector<ProcRank> ranks = job.localRanks;
    for (const auto& [rank, values] : job.info.ofRank)
        ranks.push_back(rank);
    std::ranges::sort(ranks);
    const auto surplus = std::ranges::unique(ranks);
    ranks.erase(surplus.begin(), surplus.end());
    return ranks;
}

ProcValues jobBlock(const JobRecord& job, const Proc& asker)
{
    ProcValues block{Proc{job.info.nspace, kRankWildcard}, job.info.values};
    for (const auto& [rank, values] : job.info.ofRank) {
        std::vector<Info> infos{Info(keys::kRank, Value::of<DataType::Rank>(rank))};
        for (const KeyValue& each : values)
            infos.emplace_back(each.key, each.value);
        block.values.push_back(KeyValue{std::string(keys::kProcData), Value::infos(std::move(infos))});
    }
    const auto only = job.onlyToRank.find(asker.rank);
    if (asker.nspace == job.info.nspace && only != job.onlyToRank.end())
        block.values.insert(block.values.end(), only->second.begin(), only->second.end());
    return block;
}

std::optional<ProcValues> findOnLevel(const JobRecord& job, const Proc& asker, ProcRank rank, const NullableString& key,
                                      const LevelDirectives& level)
{
    switch (level.level) {
    case Level::Node:
        return blockWith(job, asker, findNode(job, asker, rank, level), key);
    case Level::App:
        return blockWith(job, asker, findApp(job, asker, rank, level), key);
    case Level::Session:
        return blockWith(job, asker, findSession(job, level), key);
    case Level::Any:
        break;
    }
    if (!key || hasJobLevel(job, asker, *key))
        return jobBlock(job, asker);
    for (const Found& found :
         {findSession(job, level), findNode(job, asker, rank, level), findApp(job, asker, rank, level)})
        if (auto block = blockWith(job, asker, found, key))
            return block;
    return std::nullopt;
}

std::string hostOf(const JobRecord& job, ProcRank rank)
{
    if (const Value* host = job.info.find(rank, keys::kHostname))
        return host->asString().value_or("");
    // A job of one node need not say it for each rank.
    const std::vector<std::string> hosts = hostsOf(job);
    return hosts.size() == 1 ? hosts.front() : std::string();
}

std::vector<std::string> hostsOf(const JobRecord& job)
{
    std::vector<std::string> hosts;
    const auto add = [&](std::optional<std::string> host) {
        if (host && !host->empty() && std::ranges::find(hosts, *host) == hosts.end())
            hosts.push_back(*std::move(host));
    };
    for (const KeyValue& each : job.info.values)
        if (const std::vector<Info>* infos = each.value.asInfos(); each.key == keys::kNodeInfoArray && infos != nullptr)
            add(textOf(*infos, keys::kHostname));
    for (const auto& [rank, values] : job.info.ofRank)
        if (const Value* host = job.info.find(rank, keys::kHostname))
            add(host->asString());
    return hosts;
}

std::vector<ProcRank> ranksOn(const JobRecord& job, const std::string& host)
{
    std::vector<ProcRank> ranks;
    const std::vector<std::string> hosts = hostsOf(job);
    for (const ProcRank rank : ranksOf(job)) {
        const Value* own = job.info.find(rank, keys::kHostname);
        const std::string at = own != nullptr ? own->asString().value_or("") : hosts.size() == 1 ? hosts.front() : "";
        if (at == host)
            ranks.push_back(rank);
    }
    return ranks;
}

} // namespace dbgr::pmix
