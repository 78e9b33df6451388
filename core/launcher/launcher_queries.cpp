// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/launcher_queries.h"

#include "launcher/job_record_builder.h"
#include "launcher/launcher.h"
#include "launcher/spawn_request.h"
#include "pmix/server/attribute_support.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "util/string_util.h"

#include <map>
#include <utility>

namespace dbgr::launcher {

namespace keys = pmix::keys;
using pmix::DataArray;
using pmix::DataType;
using pmix::Info;
using pmix::Proc;
using pmix::ProcRank;
using pmix::Status;
using pmix::Value;

namespace {

struct Asked
{
    Launcher& launcher;
    const pmix::Requester& who;
    std::span<const Info> qualifiers;

    /// The namespace that a qualifier names; else the asker's own.
    [[nodiscard]] std::string nspace() const
    {
        if (const Value* value = pmix::find(qualifiers, keys::kNspace))
            return value->asString().value_or("");
        if (const Value* value = pmix::find(qualifiers, keys::kProcid))
            if (const auto proc = value->asProc())
                return proc->nspace;
        return who.proc().nspace;
    }
    [[nodiscard]] util::Result<Job*> job() const
    {
        if (Job* found = launcher.find(nspace()))
            return found;
        return util::fail(Status::ErrNotFound, "there is no job " + nspace());
    }
};

Value arrayOf(DataArray array)
{
    return Value::of<DataType::DataArray>(std::move(array));
}

util::Result<Value> namespaces(const Asked& asked)
{
    std::vector<std::string> names;
    for (const Job* job : asked.launcher.jobs())
        names.push_back(job->nspace());
    return Value::string(util::join(names, ","));
}

Value infoOf(const Job& job)
{
    std::vector<Info> infos{{keys::kNspace, Value::string(job.nspace())}};
    for (const AppSpec& app : job.spec().apps)
        infos.emplace_back(keys::kCmdLine, Value::string(commandLineOf(app)));
    infos.emplace_back(keys::kJobSize, uint32(job.size()));
    for (const pmix::ProcInfo& process : job.procTable())
        infos.emplace_back(keys::kProcData,
                           Value::infos({
                               {keys::kRank, Value::of<DataType::Rank>(process.proc.rank)},
                               {keys::kHostname, Value::string(process.hostname)},
                               {keys::kLocalRank, Value::of<DataType::Uint16>(static_cast<std::uint16_t>(
                                                      job.map().processes.at(process.proc.rank.value()).localRank))},
                           }));
    return Value::infos(std::move(infos));
}

util::Result<Value> namespaceInfo(const Asked& asked)
{
    std::vector<Info> arrays;
    const bool one = pmix::find(asked.qualifiers, keys::kNspace) != nullptr;
    for (const Job* job : asked.launcher.jobs())
        if (!one || job->nspace() == asked.nspace())
            arrays.emplace_back(keys::kJobInfoArray, infoOf(*job));
    if (arrays.empty())
        return util::fail(Status::ErrNotFound, "there is no such job");
    return Value::infos(std::move(arrays));
}

util::Result<Value> procTable(const Asked& asked)
{
    DBGR_TRY(const Job* job, asked.job());
    const auto table = job->procTable();
    return arrayOf(DataArray::of<DataType::ProcInfo>(table));
}

util::Result<Value> jobStatus(const Asked& asked)
{
    if (const Job* job = asked.launcher.find(asked.nspace()))
        return Value::of<DataType::Status>(job->verdict() ? Status::ErrJobAborted : Status::OperationInProgress);
    if (const auto end = asked.launcher.endOf(asked.nspace()))
        return Value::of<DataType::Status>(Status{end->termStatus});
    return util::fail(Status::ErrNotFound, "there is no job " + asked.nspace());
}

util::Result<Value> jobSize(const Asked& asked)
{
    DBGR_TRY(const Job* job, asked.job());
    return uint32(job->size());
}

util::Result<Value> availableSlots(const Asked& asked)
{
    const std::uint32_t total = asked.launcher.slotCount(), used = asked.launcher.slotsInUse();
    return uint32(total > used ? total - used : 0);
}

util::Result<Value> spawnSupport(const Asked&)
{
    std::string list;
    for (const std::string_view key : spawnAttributes())
        list += (list.empty() ? "" : ",") + std::string(key);
    return Value::string(list);
}

util::Result<Value> debugSupport(const Asked&)
{
    std::string list;
    for (const std::string_view key :
         {keys::kDebugStopInInit, keys::kDebugStopInApp, keys::kDebugStopOnExec, keys::kDebugTarget})
        list += (list.empty() ? "" : ",") + std::string(key);
    return Value::string(list);
}

/// The process sets that command lines and spawn requests named, with their processes.
std::map<std::string, std::vector<Proc>> processSets(const Asked& asked)
{
    std::map<std::string, std::vector<Proc>> sets;
    for (const Job* job : asked.launcher.jobs())
        for (const MappedProcess& process : job->map().processes)
            if (const std::string& name = job->spec().apps.at(process.app).psetName; !name.empty())
                sets[name].push_back({job->nspace(), ProcRank(process.rank.value())});
    return sets;
}

util::Result<Value> setCount(const Asked& asked)
{
    return Value::of<DataType::Size>(processSets(asked).size());
}

util::Result<Value> setNames(const Asked& asked)
{
    std::vector<std::string> names;
    for (const auto& [name, members] : processSets(asked))
        names.push_back(name);
    return Value::string(util::join(names, ","));
}

util::Result<Value> setMembers(const Asked& asked)
{
    const Value* name = pmix::find(asked.qualifiers, keys::kPsetName);
    const auto sets = processSets(asked);
    const auto set = name == nullptr ? sets.end() : sets.find(name->asString().value_or(""));
    if (set == sets.end())
        return util::fail(Status::ErrNotFound, "there is no such process set");
    return arrayOf(DataArray::of<DataType::Proc>(set->second));
}

util::Result<Value> attributeSupport(const Asked& asked)
{
    return Value::infos(pmix::describeSupport(pmix::SupportLevel::Host, asked.qualifiers));
}

using Handler = util::Result<Value> (*)(const Asked&);

const std::map<std::string_view, Handler>& handlers()
{
    static const std::map<std::string_view, Handler> table{
        {keys::kQueryNamespaces, namespaces},
        {keys::kQueryNamespaceInfo, namespaceInfo},
        {keys::kQueryProcTable, procTable},
        {keys::kQueryLocalProcTable, procTable},
        {keys::kQueryJobStatus, jobStatus},
        {keys::kJobSize, jobSize},
        {keys::kQueryAvailableSlots, availableSlots},
        {keys::kQuerySpawnSupport, spawnSupport},
        {keys::kQueryDebugSupport, debugSupport},
        {keys::kQueryNumPsets, setCount},
        {keys::kQueryPsetNames, setNames},
        {keys::kQueryPsetMembership, setMembers},
        {keys::kQueryAttributeSupport, attributeSupport},
    };
    return table;
}

} // namespace

util::Result<Value> answerQuery(Launcher& launcher, const pmix::Requester& who, const std::string& key,
                                std::span<const Info> qualifiers)
{
    const auto handler = handlers().find(key);
    if (handler == handlers().end())
        return util::fail(Status::ErrNotSupported, "the key " + key + " is not known");
    return handler->second(Asked{launcher, who, qualifiers});
}

} // namespace dbgr::launcher
