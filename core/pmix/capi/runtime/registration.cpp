// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/capi/runtime/registration.h"

#include "pmix/capi/values/job_maps.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "util/string_util.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace dbgr::pmix::capi {

namespace {

/// Nodes, and the ranks of each.
struct Maps
{
    std::vector<std::string> nodes;
    std::vector<std::vector<ProcRank>> ranks;
};

bool has(const std::vector<KeyValue>& values, std::string_view key)
{
    return std::ranges::find(values, key, &KeyValue::key) != values.end();
}

void addMissing(std::vector<KeyValue>& values, std::string_view key, Value value)
{
    if (!has(values, key))
        values.push_back(KeyValue{std::string(key), std::move(value)});
}

Value number(std::size_t value)
{
    return Value::of<DataType::Uint32>(static_cast<std::uint32_t>(value));
}

util::Result<std::string> listIn(const Value& value)
{
    if (value.type() == DataType::Regex)
        return expandList(value.get<DataType::Regex>().bytes);
    return expandList(value.asString().value_or(""));
}

util::Result<void> readNodes(const Value& value, Maps& maps)
{
    DBGR_TRY(const std::string list, listIn(value));
    for (const std::string_view name : util::split(list, ','))
        maps.nodes.emplace_back(name);
    return util::ok();
}

util::Result<void> readRanks(const Value& value, Maps& maps)
{
    DBGR_TRY(const std::string list, listIn(value));
    for (const std::string_view node : util::split(list, ';')) {
        maps.ranks.emplace_back();
        for (const std::string_view text : util::split(node, ','))
            if (const auto rank = util::parseNumber<std::uint32_t>(text))
                maps.ranks.back().emplace_back(*rank);
    }
    return util::ok();
}

util::Result<void> readRank(const std::vector<Info>& infos, JobRecord& job)
{
    const Value* value = find(infos, keys::kRank);
    const auto rank = value == nullptr ? std::nullopt : value->asRank();
    if (!rank)
        return util::fail(Status::ErrBadParam, "values of a rank without its PMIX_RANK");
    for (const Info& each : infos)
        job.info.ofRank[*rank].push_back(KeyValue{each.key, each.value});
    return util::ok();
}

/// The array of that node, made if there is none.
std::vector<KeyValue>::iterator arrayOf(std::vector<KeyValue>& values, const std::string& node)
{
    const auto found = std::ranges::find_if(values, [&](const KeyValue& each) {
        const std::vector<Info>* infos = each.value.asInfos();
        if (each.key != keys::kNodeInfoArray || infos == nullptr)
            return false;
        const Value* name = find(*infos, keys::kHostname);
        return name != nullptr && name->asString() == node;
    });
    if (found != values.end())
        return found;
    values.push_back(
        KeyValue{std::string(keys::kNodeInfoArray), Value::infos({Info(keys::kHostname, Value::string(node))})});
    return values.end() - 1;
}

std::string textOf(const std::vector<ProcRank>& ranks)
{
    std::vector<std::string> texts;
    for (const ProcRank rank : ranks)
        texts.push_back(std::to_string(rank.value()));
    return util::join(texts, ",");
}

/// What follows of the maps for a node and its ranks.
void spread(JobRecord& job, const Maps& maps, std::size_t index)
{
    const std::string& node = maps.nodes[index];
    const std::vector<ProcRank>& ranks = maps.ranks[index];
    const auto array = arrayOf(job.info.values, node);
    std::vector<Info> infos = *array->value.asInfos();
    const auto add = [&](std::string_view key, Value value) {
        if (find(infos, key) == nullptr)
            infos.emplace_back(key, std::move(value));
    };
    add(keys::kNodeid, number(index));
    add(keys::kLocalSize, number(ranks.size()));
    add(keys::kNodeSize, number(ranks.size()));
    add(keys::kLocalPeers, Value::string(textOf(ranks)));
    if (!ranks.empty())
        add(keys::kLocalldr, Value::of<DataType::Rank>(*std::ranges::min_element(ranks)));
    array->value = Value::infos(std::move(infos));
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        std::vector<KeyValue>& values = job.info.ofRank[ranks[i]];
        const auto local = static_cast<std::uint16_t>(i);
        addMissing(values, keys::kHostname, Value::string(node));
        addMissing(values, keys::kNodeid, number(index));
        addMissing(values, keys::kLocalRank, Value::of<DataType::Uint16>(local));
        addMissing(values, keys::kNodeRank, Value::of<DataType::Uint16>(local));
    }
}

util::Result<void> useMaps(JobRecord& job, const Maps& maps)
{
    if (maps.nodes.empty() && maps.ranks.empty())
        return util::ok();
    if (maps.nodes.size() != maps.ranks.size())
        return util::fail(Status::ErrBadParam, "the maps of nodes and of processes differ in their nodes");
    for (std::size_t i = 0; i < maps.nodes.size(); ++i)
        spread(job, maps, i);
    addMissing(job.info.values, keys::kNumNodes, number(maps.nodes.size()));
    addMissing(job.info.values, keys::kNodeList, Value::string(util::join(maps.nodes, ",")));
    return util::ok();
}

} // namespace

util::Result<JobRecord> readRegistration(const std::string& nspace, std::span<const Info> infos)
{
    JobRecord job;
    job.info.nspace = nspace;
    Maps maps;
    for (const Info& info : infos) {
        const std::vector<Info>* array = info.value.asInfos();
        if (info.key == keys::kNodeMap) {
            DBGR_TRY(readNodes(info.value, maps));
        } else if (info.key == keys::kProcMap) {
            DBGR_TRY(readRanks(info.value, maps));
        } else if (info.key == keys::kProcInfoArray && array != nullptr) {
            DBGR_TRY(readRank(*array, job));
        } else if (info.key == keys::kJobInfoArray && array != nullptr) {
            for (const Info& each : *array)
                job.info.values.push_back(KeyValue{each.key, each.value});
        } else {
            job.info.values.push_back(KeyValue{info.key, info.value});
        }
    }
    DBGR_TRY(useMaps(job, maps));
    addMissing(job.info.values, keys::kJobSize, number(job.info.ofRank.size()));
    return job;
}

} // namespace dbgr::pmix::capi
