// SPDX-License-Identifier: BSD-3-Clause
// The operations of the Tool: each is a request, a reply, and what they mean for the routers.
#include "pmix/ops/finalize.h"
#include "pmix/ops/get.h"
#include "pmix/ops/job_control.h"
#include "pmix/ops/reply.h"
#include "pmix/tool/tool_impl.h"
#include "util/log.h"
#include "util/thread_check.h"

#include <algorithm>
#include <utility>

namespace dbgr::pmix {

namespace {

util::Error notConnected()
{
    return {make_error_code(Status::ErrUnreach), "there is no connection with a PMIx server", {}};
}

/// The commonest reply, as ask() wants its decoder.
util::Result<void> readStatus(WireFormat format, std::string_view body)
{
    return decodeStatusReply(format, body);
}

} // namespace

template <class T>
void ToolImpl::failLater(Done<T> done, util::Error error)
{
    if (done)
        m_loop.post(m_lifetime.guard([done = std::move(done), error = std::move(error)] { done(util::fail(error)); }));
}

template void ToolImpl::failLater<void>(Done<void> done, util::Error error);

template <class T, class Encode, class Decode>
void ToolImpl::ask(const char* what, Limit limit, Encode encode, Decode decode, Done<T> done)
{
    DBGR_ON_THREAD(m_loop);
    if (!m_connection || !m_connection->isOpen())
        return failLater(std::move(done), notConnected().withContext(what));
    const WireFormat format = m_connection->format();
    util::Result<std::string> body = encode(format);
    if (!body)
        return failLater(std::move(done), std::move(body).error().withContext(what));
    m_connection->request(what, *body, limit.value_or(m_config.requestLimit),
                          m_lifetime.guard([what, format, decode = std::move(decode),
                                            done = std::move(done)](util::Result<std::string_view> reply) {
                              if (!done)
                                  return;
                              if (!reply)
                                  return done(util::fail(std::move(reply).error()));
                              util::Result<T> result = decode(format, *reply);
                              if (!result)
                                  result = util::fail(std::move(result).error().withContext(what));
                              done(std::move(result));
                          }));
}

void ToolImpl::fetchJobInfo(Done<void> done)
{
    ask<JobInfo>("asking the PMIx server about our job", {}, encodeJobInfoRequest, decodeJobInfo,
                 [this, done = std::move(done)](util::Result<JobInfo> info) {
                     // A server may have nothing to tell of a tool's job, and says so with a status.
                     const bool refused = !info && info.error().code == make_error_code(Status::ErrNotFound);
                     if (!info && !refused)
                         return done(util::fail(std::move(info).error()));
                     if (info)
                         m_jobInfo = *std::move(info);
                     done(util::ok());
                 });
}

void ToolImpl::query(std::vector<Query> queries, Done<QueryReply> done, Limit limit)
{
    ask<QueryReply>(
        "PMIx_Query_info", limit, [&](WireFormat format) { return encodeQuery(format, queries); }, decodeInfoReply,
        std::move(done));
}

void ToolImpl::spawn(SpawnRequest request, Done<SpawnReply> done, Limit limit)
{
    ask<SpawnReply>(
        "PMIx_Spawn", limit, [&](WireFormat format) { return encodeSpawn(format, request); }, decodeSpawnReply,
        std::move(done));
}

void ToolImpl::get(const Proc& proc, std::string key, Done<Value> done, Limit limit)
{
    ask<Value>(
        "PMIx_Get", limit, [&](WireFormat format) { return encodeGet(format, proc, key); },
        [proc, key](WireFormat format, std::string_view body) { return decodeGetReply(format, body, proc, key); },
        std::move(done));
}

void ToolImpl::jobControl(std::vector<Proc> targets, std::vector<Info> directives, Done<void> done, Limit limit)
{
    ask<void>(
        "PMIx_Job_control", limit, [&](WireFormat format) { return encodeJobControl(format, targets, directives); },
        readStatus, std::move(done));
}

// ---- Events.

util::Subscription ToolImpl::registerEvents(std::vector<Status> codes, EventHandler handler, Done<void> registered)
{
    DBGR_ON_THREAD(m_loop);
    const bool defaultIsNew = codes.empty() && !m_events.wantsDefault();
    std::vector<Status> fresh = m_events.unwanted(codes, 0);
    const EventRouter::Id id = m_events.add(codes, std::move(handler));
    if (!m_connection)
        m_awaitingAnnouncement.push_back(std::move(registered));
    else if (!fresh.empty() || defaultIsNew)
        sendRegistration(std::move(fresh), std::move(registered));
    else if (registered)
        m_loop.post(m_lifetime.guard([registered = std::move(registered)] { registered(util::ok()); }));

    return util::Subscription(m_lifetime.guard([this, id] {
        const std::vector<Status> unwanted = m_events.remove(id);
        if (unwanted.empty() || !m_connection)
            return;
        if (auto body = encodeEventDeregistration(m_connection->format(), unwanted))
            m_connection->send(*body);
    }));
}

void ToolImpl::sendRegistration(std::vector<Status> codes, Done<void> registered)
{
    ask<void>(
        "PMIx_Register_event_handler", {}, [&](WireFormat format) { return encodeEventRegistration(format, codes); },
        readStatus, std::move(registered));
}

/// Tells a new server what we want to hear of.
void ToolImpl::announceEvents()
{
    auto waiting = std::exchange(m_awaitingAnnouncement, {});
    const auto tellAll = [waiting](const util::Result<void>& outcome) {
        for (const Done<void>& each : waiting)
            if (each)
                each(outcome);
    };
    const std::vector<Status> codes = m_events.allCodes();
    if (m_events.wantsDefault())
        sendRegistration({}, codes.empty() ? Done<void>(tellAll) : nullptr);
    if (!codes.empty())
        sendRegistration(codes, tellAll);
}

void ToolImpl::takeEvent(std::string_view body)
{
    auto event = decodeEvent(m_connection->format(), body);
    if (event)
        dispatch(*event);
    else
        util::log::warning("pmix", "event dropped", {{"why", event.error().message()}});
}

void ToolImpl::dispatch(const Event& event)
{
    util::log::debug("pmix", "event", {{"code", toString(event.code)}, {"source", toString(event.source)}});
    m_events.dispatch(event, [watch = m_lifetime.watch()] { return !watch.expired(); });
}

void ToolImpl::notify(EventNotice notice, Done<void> done, Limit limit)
{
    ask<void>(
        "PMIx_Notify_event", limit, [&](WireFormat format) { return encodeNotify(format, notice); }, readStatus,
        std::move(done));
}

void ToolImpl::releaseProcesses(std::vector<Proc> targets, Done<void> done)
{
    if (targets.empty())
        return failLater(std::move(done), {make_error_code(Status::ErrBadParam), "nobody to release", {}});
    notify(EventNotice::debuggerRelease(std::move(targets)), std::move(done), {});
}

// ---- Input and output.

void ToolImpl::pullIo(std::vector<Proc> sources, IofChannels channels, IoHandler handler, Done<IoPull> done)
{
    const std::uint64_t localId = m_nextPull++;
    // Before the reply: what a server has kept comes on its heels.
    m_pulls[localId] = std::make_shared<IoHandler>(std::move(handler));
    ask<std::uint64_t>(
        "PMIx_IOF_pull", {}, [&](WireFormat format) { return encodeIofPull(format, sources, channels, localId); },
        decodeIofPullReply,
        [this, localId, done = std::move(done)](util::Result<std::uint64_t> remoteId) {
            if (!remoteId)
                m_pulls.erase(localId);
            if (done)
                done(remoteId ? util::Result<IoPull>(IoPull{localId, *remoteId})
                              : util::fail(std::move(remoteId).error()));
        });
}

void ToolImpl::deregisterIo(IoPull pull, Done<void> done)
{
    m_pulls.erase(pull.localId);
    ask<void>(
        "PMIx_IOF_deregister", {}, [&](WireFormat format) { return encodeIofDeregister(format, pull.remoteId); },
        readStatus, std::move(done));
}

void ToolImpl::takeIo(std::string_view body)
{
    auto delivery = decodeIofDelivery(m_connection->format(), body);
    if (!delivery) {
        util::log::warning("pmix", "output dropped", {{"why", delivery.error().message()}});
        return;
    }
    const auto found = m_pulls.find(delivery->localId);
    const auto channel = static_cast<IofChannel>(delivery->channel.bits());
    if (found != m_pulls.end()) {
        const std::shared_ptr<IoHandler> handler = found->second; // may be deregistered by its own call
        (*handler)(delivery->source, channel, delivery->bytes);
    } else if (delivery->localId == 0 && m_unaskedIo) {
        const IoHandler handler = m_unaskedIo;
        handler(delivery->source, channel, delivery->bytes);
    }
}

void ToolImpl::pushIo(std::vector<Proc> targets, std::string bytes, Done<void> done, Limit limit)
{
    const bool wildcard = std::ranges::any_of(targets, [](const Proc& p) { return p.rank >= kRankInvalid; });
    if (targets.empty() || wildcard || bytes.empty() || bytes.size() > kMaxPushBytes)
        return failLater(
            std::move(done),
            {make_error_code(Status::ErrBadParam), "input needs ranks by number, and 1 to 4096 bytes at a time", {}});
    ask<void>(
        "PMIx_IOF_push", limit, [&](WireFormat format) { return encodeIofPush(format, targets, bytes); },
        decodeIofPushReply, std::move(done));
}

void ToolImpl::closeIo(std::vector<Proc> targets, Done<void> done, Limit limit)
{
    if (targets.empty())
        return failLater(std::move(done), {make_error_code(Status::ErrBadParam), "nobody to close the input of", {}});
    ask<void>(
        "PMIx_IOF_push", limit, [&](WireFormat format) { return encodeIofPush(format, targets, {}); },
        decodeIofPushReply, std::move(done));
}

void ToolImpl::finalize(std::function<void()> done)
{
    m_onLost = nullptr; // from now on the end is expected
    ask<void>("PMIx_tool_finalize", m_config.finalizeLimit, encodeFinalize, readStatus,
              [this, done = std::move(done)](const util::Result<void>&) { // 3.2 closes instead of answering
                  close();
                  if (done)
                      done();
              });
}

} // namespace dbgr::pmix
