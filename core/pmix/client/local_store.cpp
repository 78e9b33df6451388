// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/client/local_store.h"

#include "pmix/codec/compress.h"
#include "pmix/server/directives.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"

#include <algorithm>
#include <utility>

namespace dbgr::pmix {

namespace {

/// Replaces the value of a key, or appends it. Arrays come many times under one key and are kept all.
void merge(std::vector<KeyValue>& values, KeyValue added)
{
    const bool isArray =
        added.key == keys::kNodeInfoArray || added.key == keys::kAppInfoArray || added.key == keys::kSessionInfoArray;
    const auto found =
        isArray ? std::ranges::find(values, added) : std::ranges::find(values, added.key, &KeyValue::key);
    if (found == values.end())
        values.push_back(std::move(added));
    else
        found->value = std::move(added.value);
}

bool sameText(const std::vector<Info>& infos, std::string_view key, const Value& wanted)
{
    const Value* value = find(infos, key);
    return value != nullptr && value->asString() && value->asString() == wanted.asString();
}

bool sameNumber(const std::vector<Info>& infos, std::string_view key, const Value& wanted)
{
    const Value* value = find(infos, key);
    return value != nullptr && value->asUnsigned() && value->asUnsigned() == wanted.asUnsigned();
}

bool hasAlias(const std::vector<Info>& infos, const Value& wanted)
{
    const Value* value = find(infos, keys::kHostnameAliases);
    const auto aliases = value == nullptr ? std::nullopt : value->asString();
    const auto name = wanted.asString();
    return aliases && name && ("," + *aliases + ",").find("," + *name + ",") != std::string::npos;
}

/// The value of `key` in the first array of this kind that `fits`; alone of its kind, an array fits always.
template <class Fits>
const Value* inArrays(const JobInfo& job, std::string_view arrayKey, std::string_view key, bool onlyOneWillDo,
                      const Fits& fits)
{
    const auto isOne = [&](const KeyValue& each) { return each.key == arrayKey && each.value.asInfos() != nullptr; };
    const bool alone = onlyOneWillDo && std::ranges::count_if(job.values, isOne) == 1;
    for (const KeyValue& each : job.values)
        if (isOne(each) && (alone || fits(*each.value.asInfos())))
            if (const Value* value = find(*each.value.asInfos(), key))
                return value;
    return nullptr;
}

Value readable(const Value& value)
{
    if (value.type() != DataType::CompressedString)
        return value;
    auto text = inflateBlock(*value.asBytes());
    return text ? Value::string(*std::move(text)) : value;
}

} // namespace

void LocalStore::addJob(const JobInfo& info)
{
    JobInfo& known = m_jobs[info.nspace];
    known.nspace = info.nspace;
    for (const KeyValue& each : info.values)
        merge(known.values, each);
    for (const auto& [rank, values] : info.ofRank)
        for (const KeyValue& each : values)
            merge(known.ofRank[rank], each);
}

void LocalStore::add(const ProcValues& block)
{
    JobInfo& known = m_jobs[block.proc.nspace];
    known.nspace = block.proc.nspace;
    for (const KeyValue& each : block.values)
        merge(block.proc.rank == kRankWildcard ? known.values : known.ofRank[block.proc.rank], each);
}

void LocalStore::put(Scope scope, KeyValue value)
{
    // Internal values are for this process alone and never go anywhere.
    m_own.insert_or_assign(std::move(value.key), Own{scope, std::move(value.value), scope == Scope::Internal});
}

std::vector<CommitBlock> LocalStore::takeUncommitted()
{
    CommitBlock local{Scope::Local, {}};
    CommitBlock remote{Scope::Remote, {}};
    for (auto& [key, own] : m_own) {
        if (std::exchange(own.committed, true))
            continue;
        if (own.scope != Scope::Remote)
            local.values.push_back(KeyValue{key, own.value});
        if (own.scope != Scope::Local)
            remote.values.push_back(KeyValue{key, own.value});
    }
    std::vector<CommitBlock> blocks;
    for (CommitBlock* each : {&local, &remote})
        if (!each->values.empty())
            blocks.push_back(std::move(*each));
    return blocks;
}

const JobInfo* LocalStore::job(const std::string& nspace) const
{
    const auto found = m_jobs.find(nspace);
    return found == m_jobs.end() ? nullptr : &found->second;
}

std::vector<std::string> LocalStore::namespaces() const
{
    std::vector<std::string> names;
    for (const auto& [name, info] : m_jobs)
        names.push_back(name);
    return names;
}

std::optional<Value> LocalStore::find(const Proc& proc, std::string_view key, std::span<const Info> qualifiers) const
{
    const Value* found = findRaw(proc, key, qualifiers);
    return found == nullptr ? std::nullopt : std::optional<Value>(readable(*found));
}

const Value* LocalStore::findRaw(const Proc& proc, std::string_view key, std::span<const Info> qualifiers) const
{
    const JobInfo* known = job(proc.nspace);
    if (hasFlag(qualifiers, keys::kNodeInfo))
        return known == nullptr ? nullptr : inNode(*known, key, qualifiers);
    if (hasFlag(qualifiers, keys::kAppInfo))
        return known == nullptr ? nullptr : inApp(*known, key, qualifiers);
    const auto inSession = [&]() -> const Value* {
        return known == nullptr
                   ? nullptr
                   : inArrays(*known, keys::kSessionInfoArray, key, true, [](const auto&) { return true; });
    };
    if (hasFlag(qualifiers, keys::kSessionInfo))
        return inSession();

    if (proc.rank != kRankWildcard) {
        if (const Value* value = ofProcess(proc, key))
            return value;
        if (!isReservedKey(key))
            return nullptr;
    }
    if (known == nullptr)
        return nullptr;
    if (const Value* value = known->find(key))
        return value;
    if (const Value* value = inNode(*known, key, qualifiers))
        return value;
    if (const Value* value = inApp(*known, key, qualifiers))
        return value;
    return inSession();
}

const Value* LocalStore::ofProcess(const Proc& proc, std::string_view key) const
{
    if (proc == m_self || (proc.rank == kRankUndef && proc.nspace == m_self.nspace)) {
        const auto own = m_own.find(key);
        if (own != m_own.end())
            return &own->second.value;
    }
    const JobInfo* known = job(proc.nspace);
    if (known == nullptr)
        return nullptr;
    if (proc.rank != kRankUndef)
        return known->find(proc.rank, key);
    if (isReservedKey(key))
        return nullptr; // of which process? the job's is meant
    for (const auto& [rank, values] : known->ofRank)
        if (const Value* value = known->find(rank, key))
            return value;
    return nullptr;
}

/// The node that the qualifiers name, else our own.
const Value* LocalStore::inNode(const JobInfo& job, std::string_view key, std::span<const Info> qualifiers) const
{
    const Value* host = pmix::find(qualifiers, keys::kHostname);
    const Value* id = pmix::find(qualifiers, keys::kNodeid);
    const bool isOwn = host == nullptr && id == nullptr;
    const JobInfo* mine = this->job(m_self.nspace);
    if (isOwn && mine != nullptr) {
        host = mine->find(m_self.rank, keys::kHostname);
        id = mine->find(m_self.rank, keys::kNodeid);
    }
    return inArrays(job, keys::kNodeInfoArray, key, isOwn, [&](const std::vector<Info>& infos) {
        return (host != nullptr && (sameText(infos, keys::kHostname, *host) || hasAlias(infos, *host))) ||
               (id != nullptr && sameNumber(infos, keys::kNodeid, *id));
    });
}

/// The application that the qualifiers name, else our own.
const Value* LocalStore::inApp(const JobInfo& job, std::string_view key, std::span<const Info> qualifiers) const
{
    const Value* number = pmix::find(qualifiers, keys::kAppnum);
    const bool isOwn = number == nullptr;
    const JobInfo* mine = this->job(m_self.nspace);
    if (isOwn && mine != nullptr)
        number = mine->find(m_self.rank, keys::kAppnum);
    return inArrays(job, keys::kAppInfoArray, key, isOwn, [&](const std::vector<Info>& infos) {
        return number != nullptr && sameNumber(infos, keys::kAppnum, *number);
    });
}

std::vector<Info> LocalStore::all(const Proc& proc) const
{
    std::vector<Info> infos;
    if (proc == m_self)
        for (const auto& [key, own] : m_own)
            infos.emplace_back(key, own.value);
    const JobInfo* known = job(proc.nspace);
    if (known == nullptr)
        return infos;
    const auto addAll = [&](const std::vector<KeyValue>& values) {
        for (const KeyValue& each : values)
            infos.emplace_back(each.key, readable(each.value));
    };
    if (proc.rank == kRankWildcard)
        addAll(known->values);
    else if (const auto found = known->ofRank.find(proc.rank); found != known->ofRank.end())
        addAll(found->second);
    return infos;
}

} // namespace dbgr::pmix
