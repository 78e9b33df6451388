// SPDX-License-Identifier: BSD-3-Clause
// Values between processes: commit and get, publish and lookup.
#include "pmix/client/client.h"
#include "pmix/client/client_ask_p.h"
#include "pmix/ops/commit.h"
#include "pmix/ops/publish.h"
#include "pmix/server/directives.h"
#include "pmix/types/all_types.h"
#include "util/thread_check.h"

#include <utility>

#include <unistd.h>

namespace dbgr::pmix {

namespace {

util::Error nothingFound(const Proc& proc, const NullableString& key)
{
    return {make_error_code(Status::ErrNotFound), toString(proc) + " has no value \"" + textOf(key) + "\"", {}};
}

} // namespace

void Client::commit(Done<void> done)
{
    DBGR_ON_THREAD(m_loop);
    if (m_servers.empty())
        return later<void>(std::move(done), util::ok());
    const std::vector<CommitBlock> blocks = m_store.takeUncommitted();
    if (blocks.empty())
        return later<void>(std::move(done), util::ok());
    ask<void>(
        "PMIx_Commit", {}, [&](WireFormat format) { return encodeCommit(format, blocks); }, readStatus,
        std::move(done));
}

void Client::get(GetRequest request, Done<Value> done)
{
    DBGR_ON_THREAD(m_loop);
    const bool refresh = hasFlag(request.infos, keys::kGetRefreshCache);
    std::optional<Value> known;
    if (groupContextOf(request.infos)) {
        // What counts for one group only is not kept here.
    } else if (!request.key) {
        auto all = m_store.all(request.proc);
        if (!all.empty())
            known = Value::infos(std::move(all));
    } else if (!refresh || request.proc == m_self || isReservedKey(*request.key)) {
        known = m_store.find(request.proc, *request.key, request.infos);
    }
    if (known)
        return later<Value>(std::move(done), *std::move(known));
    const bool own =
        !groupContextOf(request.infos) && request.proc == m_self && request.key && !isReservedKey(*request.key);
    if (own || hasFlag(request.infos, keys::kOptional) || m_servers.empty())
        return later<Value>(std::move(done), util::fail(nothingFound(request.proc, request.key)));
    // What the Standard keeps for itself is there from the beginning or not at all.
    if (request.key && isReservedKey(*request.key) && find(request.infos, keys::kImmediate) == nullptr)
        request.infos.emplace_back(keys::kImmediate, Value::boolean(true));
    askForValue(std::move(request), std::move(done));
}

/// Servers answer with all that they have of a process; it is kept, and read as if it had been there.
void Client::askForValue(GetRequest request, Done<Value> done)
{
    ask<std::vector<ProcValues>>(
        "PMIx_Get", limitOf(request.infos), [&](WireFormat format) { return encodeGetRequest(format, request); },
        decodeGetReplyBlocks,
        [this, request, done = std::move(done)](util::Result<std::vector<ProcValues>> blocks) {
            if (!blocks)
                return done(util::fail(std::move(blocks).error()));
            if (const auto group = groupContextOf(request.infos); group && request.key) {
                const Value* value = findOfGroup(*blocks, request.proc, *request.key, *group);
                return done(value ? util::Result<Value>(*value) : util::fail(nothingFound(request.proc, request.key)));
            }
            for (const ProcValues& block : *blocks)
                m_store.add(block);
            if (!request.key)
                return done(Value::infos(m_store.all(request.proc)));
            auto found = m_store.find(request.proc, *request.key, request.infos);
            // The answer to a question about a node or an application has no array around it.
            if (!found && !blocks->empty())
                found = m_store.find(blocks->front().proc, *request.key);
            done(found ? util::Result<Value>(*std::move(found)) : util::fail(nothingFound(request.proc, request.key)));
        });
}

void Client::publish(std::vector<Info> infos, Done<void> done)
{
    const util::Duration limit = limitOf(infos);
    const PublishRequest request{::geteuid(), std::move(infos)};
    ask<void>(
        "PMIx_Publish", limit, [&](WireFormat format) { return encodePublish(format, request); }, readStatus,
        std::move(done));
}

void Client::lookup(std::vector<std::string> keys, std::vector<Info> infos, Done<std::vector<PublishedData>> done)
{
    const util::Duration limit = limitOf(infos);
    const LookupRequest request{::geteuid(), std::move(keys), std::move(infos)};
    ask<std::vector<PublishedData>>(
        "PMIx_Lookup", limit, [&](WireFormat format) { return encodeLookup(format, request); }, decodeLookupReply,
        std::move(done));
}

void Client::unpublish(std::vector<std::string> keys, std::vector<Info> infos, Done<void> done)
{
    const util::Duration limit = limitOf(infos);
    const LookupRequest request{::geteuid(), std::move(keys), std::move(infos)};
    ask<void>(
        "PMIx_Unpublish", limit, [&](WireFormat format) { return encodeUnpublish(format, request); }, readStatus,
        std::move(done));
}

} // namespace dbgr::pmix
