// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/ops/query.h"

#include "pmix/ops/reply.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "util/string_util.h"

#include <algorithm>

namespace dbgr::pmix {

namespace {

Query queryOfNspace(std::string_view key, const std::string& nspace)
{
    return Query{{std::string(key)}, {Info(keys::kNspace, Value::string(nspace))}};
}

const Value* answerTo(const QueryReply& reply, std::initializer_list<std::string_view> keys)
{
    for (const std::string_view key : keys)
        if (const Value* value = find(reply.infos, key))
            return value;
    return nullptr;
}

} // namespace

util::Result<std::string> encodeQuery(WireFormat format, std::span<const Query> queries)
{
    Packer packer = beginCommand(format, Command::Query);
    packer.packCounted<DataType::Query>(queries);
    return packer.finish();
}

util::Result<std::vector<Query>> decodeQueryRequest(WireFormat format, std::string_view fields)
{
    Unpacker unpacker(format, fields);
    DBGR_TRY(std::vector<Query> queries, unpacker.unpackCounted<DataType::Query>());
    if (queries.empty())
        return util::fail(Status::ErrBadParam, "a query asks for nothing");
    return queries;
}

Query procTableQuery(const std::string& nspace)
{
    return queryOfNspace(keys::kQueryProcTable, nspace);
}

Query localProcTableQuery(const std::string& nspace)
{
    return queryOfNspace(keys::kQueryLocalProcTable, nspace);
}

Query namespacesQuery()
{
    return Query{{std::string(keys::kQueryNamespaces)}, {}};
}

util::Result<std::vector<ProcInfo>> procTableOf(const QueryReply& reply)
{
    const Value* answer = answerTo(reply, {keys::kQueryProcTable, keys::kQueryLocalProcTable});
    if (answer == nullptr)
        return util::fail(Status::ErrNotFound, "the PMIx server's answer has no process table");
    const DataArray* array = answer->asArray();
    std::optional<std::vector<ProcInfo>> table;
    if (array != nullptr)
        table = array->size() == 0 ? std::vector<ProcInfo>() : array->elementsAs<DataType::ProcInfo>();
    if (!table)
        return util::fail(Status::ErrTypeMismatch, "the PMIx server's process table has another form than expected");
    if (!std::ranges::is_sorted(*table, {}, &ProcInfo::proc)) // most servers keep the order of ranks
        std::ranges::stable_sort(*table, {}, &ProcInfo::proc);
    return *std::move(table);
}

util::Result<std::vector<std::string>> namespacesOf(const QueryReply& reply)
{
    const Value* answer = answerTo(reply, {keys::kQueryNamespaces});
    const auto text = answer == nullptr ? std::nullopt : answer->asString();
    if (!text)
        return util::fail(Status::ErrNotFound, "the PMIx server's answer has no list of namespaces");
    std::vector<std::string> names;
    for (const std::string_view name : util::split(*text, ','))
        if (!name.empty())
            names.emplace_back(name);
    return names;
}

} // namespace dbgr::pmix
