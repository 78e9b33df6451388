// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/query_service.h"

#include "pmix/server/attribute_support.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace dbgr::pmix {

namespace {

/// What has been found of one request. Kept by the answers that are under way.
class QueryRound
{
public:
    QueryRound(std::vector<std::string> keys, std::function<void(InfoReply)> answer)
        : m_keys(std::move(keys)), m_found(m_keys.size()), m_missing(m_keys.size()), m_answer(std::move(answer))
    {}

    void put(std::size_t index, util::Result<Value> found)
    {
        if (m_found[index])
            return;
        m_found[index] = std::move(found);
        if (--m_missing == 0)
            std::exchange(m_answer, nullptr)(reply());
    }

private:
    [[nodiscard]] InfoReply reply()
    {
        InfoReply reply;
        std::optional<Status> refusal;
        for (std::size_t i = 0; i < m_keys.size(); ++i) {
            if (util::Result<Value>& found = *m_found[i]) {
                reply.infos.emplace_back(m_keys[i], *std::move(found));
                continue;
            }
            const Status status = statusOf(m_found[i]->error());
            if (!refusal || status == Status::ErrNotFound)
                refusal = status;
        }
        if (refusal)
            reply.status = reply.infos.empty() ? *refusal : Status::QueryPartialSuccess;
        return reply;
    }

    [[nodiscard]] static Status statusOf(const util::Error& error)
    {
        return error.code.category() == pmixCategory() ? static_cast<Status>(error.code.value()) : Status::Error;
    }

    std::vector<std::string> m_keys;
    std::vector<std::optional<util::Result<Value>>> m_found;
    std::size_t m_missing;
    std::function<void(InfoReply)> m_answer;
};

std::optional<Proc> procOf(const std::vector<Info>& qualifiers)
{
    if (const Value* value = find(qualifiers, keys::kProcid))
        return value->asProc();
    const Value* nspace = find(qualifiers, keys::kNspace);
    const Value* rank = find(qualifiers, keys::kRank);
    if (nspace == nullptr && rank == nullptr)
        return std::nullopt;
    return Proc{nspace == nullptr ? std::string() : nspace->asString().value_or(""),
                rank == nullptr ? kRankWildcard : rank->asRank().value_or(kRankInvalid)};
}

Value arrayOf(std::vector<Value> elements, DataType type)
{
    DataArray array;
    array.element = type;
    array.values = std::move(elements);
    return Value::of<DataType::DataArray>(std::move(array));
}

/// Part of what a job is described by, and not a question of its own.
bool isJobKey(const std::string& key)
{
    return describeKey(key) != nullptr && !key.starts_with("pmix.qry.") && !key.starts_with("pmix.query.");
}

util::Result<Value> groupNames(const Collectives& collectives)
{
    std::vector<Value> names;
    for (const std::string& name : collectives.groupNames())
        names.push_back(Value::string(name));
    if (names.empty())
        return util::fail(Status::ErrNotFound, "there is no process group");
    return arrayOf(std::move(names), DataType::String);
}

} // namespace

QueryService::QueryService(const util::Clock& clock, const JobStore& jobs, const Collectives& collectives,
                           ServerHost& host, Proc self, RendezvousPlaces places)
    : m_jobs(jobs), m_collectives(collectives), m_host(host), m_self(std::move(self)),
      m_finder(clock, std::move(places))
{}

void QueryService::query(const Requester& who, const std::vector<Query>& queries, std::function<void(InfoReply)> answer)
{
    std::vector<std::string> keys;
    for (const Query& query : queries) {
        if (query.keys.size() > kMaxKeys - keys.size())
            return answer(InfoReply{Status::ErrOutOfResource, {}});
        keys.insert(keys.end(), query.keys.begin(), query.keys.end());
    }
    if (keys.empty())
        return answer(InfoReply{Status::ErrBadParam, {}});

    const auto round = std::make_shared<QueryRound>(std::move(keys), std::move(answer));
    std::size_t index = 0;
    for (const Query& query : queries) {
        for (const std::string& key : query.keys) {
            const auto put = [round, at = index++](Found found) { round->put(at, std::move(found)); };
            if (auto found = answerHere(who, key, query.qualifiers))
                put(*std::move(found));
            else
                askHost(who, key, query.qualifiers, put);
        }
    }
}

std::optional<QueryService::Found> QueryService::answerHere(const Requester& who, const std::string& key,
                                                            const std::vector<Info>& qualifiers)
{
    if (key == keys::kQueryNumGroups)
        return Value::of<DataType::Size>(m_collectives.groupNames().size());
    if (key == keys::kQueryGroupNames)
        return groupNames(m_collectives);
    if (key == keys::kQueryGroupMembership)
        return groupMembers(qualifiers);
    if (key == keys::kServerUri)
        return Value::string(m_uri);
    if (key == keys::kProcUri)
        return procUri(qualifiers);
    if (key == keys::kQueryAvailServers)
        return Value::infos(m_finder.find());
    if (const Value* value = jobValue(who, key, qualifiers))
        return *value;
    return std::nullopt;
}

QueryService::Found QueryService::groupMembers(const std::vector<Info>& qualifiers) const
{
    const Value* id = find(qualifiers, keys::kGroupId);
    if (id == nullptr)
        return util::fail(Status::ErrBadParam, "a query for the members of a group names no group");
    const std::vector<Proc>* members = m_collectives.groupMembers(id->asString().value_or(""));
    if (members == nullptr)
        return util::fail(Status::ErrNotFound, "there is no such process group");
    return Value::of<DataType::DataArray>(DataArray::of<DataType::Proc>(*members));
}

QueryService::Found QueryService::procUri(const std::vector<Info>& qualifiers) const
{
    const auto proc = procOf(qualifiers);
    if (!proc)
        return util::fail(Status::ErrBadParam, "a query for the URI of a process names no process");
    if (*proc == m_self)
        return Value::string(m_uri);
    const JobRecord* job = m_jobs.find(proc->nspace);
    const Value* uri = job == nullptr ? nullptr : job->info.find(proc->rank, keys::kProcUri);
    if (uri == nullptr)
        return util::fail(Status::ErrNotFound, toString(*proc) + " listens nowhere that we know of");
    return *uri;
}

/// As PMIx_Get would tell it, of the job or of one of its ranks.
const Value* QueryService::jobValue(const Requester& who, const std::string& key,
                                    const std::vector<Info>& qualifiers) const
{
    Proc target = procOf(qualifiers).value_or(Proc{{}, kRankWildcard});
    if (target.nspace.empty())
        target.nspace = who.proc().nspace;
    const JobRecord* job = m_jobs.find(target.nspace);
    if (job == nullptr || (who.proc().nspace != target.nspace && who.ids.uid != job->uid))
        return nullptr;
    return target.rank == kRankWildcard ? job->info.find(key) : job->info.find(target.rank, key);
}

void QueryService::askHost(const Requester& who, const std::string& key, const std::vector<Info>& qualifiers,
                           const Answer<Value>& answer)
{
    if (isJobKey(key)) // known, so that it can only be missing
        return m_host.query(who, key, qualifiers, [answer, key](Found found) {
            if (!found && found.error().code == Status::ErrNotSupported)
                found = util::fail(Status::ErrNotFound, "no value \"" + key + "\" is known");
            answer(std::move(found));
        });
    if (key != keys::kQueryAttributeSupport)
        return m_host.query(who, key, qualifiers, answer);
    // Both have something to say.
    m_host.query(who, key, qualifiers,
                 [answer, ours = describeSupport(SupportLevel::Server, qualifiers)](const Found& ofHost) {
                     std::vector<Info> all = ours;
                     const std::vector<Info>* theirs = ofHost ? ofHost->asInfos() : nullptr;
                     if (theirs != nullptr)
                         all.insert(all.end(), theirs->begin(), theirs->end());
                     if (all.empty())
                         return answer(util::fail(Status::ErrNotFound, "no such attribute support"));
                     answer(Value::infos(std::move(all)));
                 });
}

} // namespace dbgr::pmix
