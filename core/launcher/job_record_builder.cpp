// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/job_record_builder.h"

#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "util/string_util.h"

#include <map>

namespace dbgr::launcher {

namespace keys = pmix::keys;
using pmix::DataArray;
using pmix::DataType;
using pmix::Info;
using pmix::KeyValue;
using pmix::ProcRank;
using pmix::Value;

namespace {

Value uint16(std::size_t number)
{
    return Value::of<DataType::Uint16>(static_cast<std::uint16_t>(number));
}

Value rankValue(std::uint32_t rank)
{
    return Value::of<DataType::Rank>(ProcRank(rank));
}

Value text(std::string string)
{
    return Value::string(std::move(string));
}

/// "0,1,2"
std::string listOfRanks(const JobMap& map)
{
    std::string list;
    for (const MappedProcess& process : map.processes)
        list += (list.empty() ? "" : ",") + std::to_string(process.rank.value());
    return list;
}

KeyValue nodeArray(const JobMap& map, const JobFacts& facts)
{
    const std::size_t count = map.processes.size();
    return {std::string(keys::kNodeInfoArray), Value::infos({
                                                   {keys::kHostname, text(facts.host)},
                                                   {keys::kNodeid, uint32(0)},
                                                   {keys::kLocalPeers, text(listOfRanks(map))},
                                                   {keys::kLocalldr, rankValue(0)},
                                                   {keys::kLocalSize, uint32(count)},
                                                   {keys::kNodeSize, uint32(count)},
                                               })};
}

KeyValue sessionArray(const JobFacts& facts)
{
    return {std::string(keys::kSessionInfoArray), Value::infos({
                                                      {keys::kSessionId, uint32(0)},
                                                      {keys::kUnivSize, uint32(facts.universeSize)},
                                                      {keys::kTmpdir, text(facts.sessionDirectory)},
                                                  })};
}

/// The first rank of each app, and how many it has.
struct AppRanks
{
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

std::map<std::uint32_t, AppRanks> ranksOfApps(const JobMap& map)
{
    std::map<std::uint32_t, AppRanks> apps;
    for (const MappedProcess& process : map.processes) {
        AppRanks& app = apps.try_emplace(process.app, AppRanks{process.rank.value(), 0}).first->second;
        ++app.count;
    }
    return apps;
}

void addAppArrays(const JobSpec& spec, const JobMap& map, const JobFacts& facts, std::vector<KeyValue>& values)
{
    auto ranks = ranksOfApps(map);
    for (std::uint32_t i = 0; i < spec.apps.size(); ++i) {
        const AppSpec& app = spec.apps[i];
        std::vector<Info> infos{
            {keys::kAppnum, uint32(i)},
            {keys::kAppSize, uint32(ranks[i].count)},
            {keys::kAppldr, rankValue(ranks[i].first)},
            {keys::kWdir, text(workingDirectoryOf(app, facts))},
            {keys::kAppArgv, text(commandLineOf(app))},
        };
        if (!app.psetName.empty())
            infos.emplace_back(keys::kPsetName, text(app.psetName));
        values.push_back({std::string(keys::kAppInfoArray), Value::infos(std::move(infos))});
    }
}

std::vector<KeyValue> jobValues(const JobSpec& spec, const JobMap& map, const JobFacts& facts)
{
    const std::size_t count = map.processes.size();
    std::vector<KeyValue> values{
        {std::string(keys::kJobid), text(facts.nspace)},
        {std::string(keys::kServerNspace), text(facts.server.nspace)},
        {std::string(keys::kServerRank), Value::of<DataType::Rank>(facts.server.rank)},
        {std::string(keys::kJobSize), uint32(count)},
        {std::string(keys::kMaxProcs), uint32(count)},
        {std::string(keys::kUnivSize), uint32(facts.universeSize)},
        {std::string(keys::kNumNodes), uint32(1)},
        {std::string(keys::kNodeList), text(facts.host)},
        {std::string(keys::kJobNumApps), uint32(spec.apps.size())},
        {std::string(keys::kNprocOffset), rankValue(0)},
        {std::string(keys::kTmpdir), text(facts.sessionDirectory)},
        {std::string(keys::kNsdir), text(facts.jobDirectory)},
        {std::string(keys::kMapby), text(map.mapBy)},
        {std::string(keys::kRankby), text(map.rankBy)},
        {std::string(keys::kBindto), text(map.bindTo)},
    };
    if (!facts.topologyXml.empty())
        values.push_back({std::string(keys::kHwlocXmlV2), text(facts.topologyXml)});
    if (facts.parent)
        values.push_back({std::string(keys::kParentId), Value::proc(*facts.parent)});
    if (spec.debugger.target)
        values.push_back({std::string(keys::kDebugTarget), Value::proc(*spec.debugger.target)});
    return values;
}

std::vector<KeyValue> valuesOf(const MappedProcess& process, const JobFacts& facts)
{
    const std::uint32_t rank = process.rank.value();
    std::vector<KeyValue> values{
        {std::string(keys::kGlobalRank), rankValue(rank)},
        {std::string(keys::kAppRank), rankValue(process.appRank)},
        {std::string(keys::kAppnum), uint32(process.app)},
        {std::string(keys::kLocalRank), uint16(process.localRank)},
        {std::string(keys::kNodeRank), uint16(process.nodeRank)},
        {std::string(keys::kHostname), text(facts.host)},
        {std::string(keys::kNodeid), uint32(0)},
        {std::string(keys::kReincarnation), uint32(0)},
    };
    if (!process.cpus.empty()) {
        values.push_back({std::string(keys::kCpuset), text(pmix::Topology::listString(process.cpus))});
        values.push_back({std::string(keys::kLocalityString), text(process.locality)});
    }
    return values;
}

void addStops(const HoldSpec& hold, const JobMap& map, pmix::JobRecord& record)
{
    if (hold.point != HoldSpec::Point::Init && hold.point != HoldSpec::Point::App)
        return;
    const auto key = hold.point == HoldSpec::Point::Init ? keys::kDebugStopInInit : keys::kDebugStopInApp;
    for (const MappedProcess& process : map.processes)
        if (hold.holds(process.rank))
            record.onlyToRank[ProcRank(process.rank.value())].push_back({std::string(key), Value::boolean(true)});
}

} // namespace

Value uint32(std::size_t number)
{
    return Value::of<DataType::Uint32>(static_cast<std::uint32_t>(number));
}

pmix::JobRecord buildJobRecord(const JobSpec& spec, const JobMap& map, const JobFacts& facts)
{
    pmix::JobRecord record;
    record.uid = facts.uid;
    record.info.nspace = facts.nspace;
    record.info.values = jobValues(spec, map, facts);
    record.info.values.push_back(sessionArray(facts));
    record.info.values.push_back(nodeArray(map, facts));
    addAppArrays(spec, map, facts, record.info.values);
    for (const Info& info : spec.passedOn)
        record.info.values.push_back({info.key, info.value});
    for (const MappedProcess& process : map.processes) {
        const ProcRank rank(process.rank.value());
        record.localRanks.push_back(rank);
        record.info.ofRank[rank] = valuesOf(process, facts);
    }
    addStops(spec.hold, map, record);
    return record;
}

std::string commandLineOf(const AppSpec& app)
{
    return util::join(app.argv, " ");
}

std::string workingDirectoryOf(const AppSpec& app, const JobFacts& facts)
{
    if (app.workingDirectory.empty())
        return facts.workingDirectory;
    if (app.workingDirectory.starts_with('/'))
        return app.workingDirectory;
    return facts.workingDirectory + "/" + app.workingDirectory;
}

} // namespace dbgr::launcher
