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

/// The commonest reply, as ask() wants its decoder.
util::Result<void> readStatus(WireFormat format, std::string_view body)
{
    return decodeStatusReply(format, body);
}

} // namespace

void ToolImpl::fetchJobInfo(Done<void> done)
{
    m_link.ask<JobInfo>("asking the PMIx server about our job", {}, encodeJobInfoRequest, decodeJobInfo,
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
    m_link.ask<QueryReply>(
        "PMIx_Query_info", limit, [&](WireFormat format) { return encodeQuery(format, queries); }, decodeInfoReply,
        std::move(done));
}

void ToolImpl::spawn(SpawnRequest request, Done<SpawnReply> done, Limit limit)
{
    m_link.ask<SpawnReply>(
        "PMIx_Spawn", limit, [&](WireFormat format) { return encodeSpawn(format, request); }, decodeSpawnReply,
        std::move(done));
}

void ToolImpl::get(const Proc& proc, std::string key, Done<Value> done, Limit limit)
{
    m_link.ask<Value>(
        "PMIx_Get", limit, [&](WireFormat format) { return encodeGet(format, proc, key); },
        [proc, key](WireFormat format, std::string_view body) { return decodeGetReply(format, body, proc, key); },
        std::move(done));
}

void ToolImpl::jobControl(std::vector<Proc> targets, std::vector<Info> directives, Done<void> done, Limit limit)
{
    m_link.ask<void>(
        "PMIx_Job_control", limit, [&](WireFormat format) { return encodeJobControl(format, targets, directives); },
        readStatus, std::move(done));
}

// ---- Events.

util::Subscription ToolImpl::registerEvents(std::vector<Status> codes, EventHandler handler, Done<void> registered)
{
    DBGR_ON_THREAD(m_loop);
    EventInterest::Change fresh = m_interest.add(codes);
    const EventRouter::Id id = m_events.add(codes, std::move(handler));
    if (m_link.connection() == nullptr)
        m_awaitingAnnouncement.push_back(std::move(registered));
    else if (fresh.any())
        sendRegistration(std::move(fresh.codes), std::move(registered));
    else if (registered)
        m_loop.post(m_lifetime.guard([registered = std::move(registered)] { registered(util::ok()); }));

    return util::Subscription(m_lifetime.guard([this, id, codes = std::move(codes)] {
        m_events.remove(id);
        const EventInterest::Change unwanted = m_interest.remove(codes);
        if (!unwanted.codes.empty())
            m_link.tell([&](WireFormat format) { return encodeEventDeregistration(format, unwanted.codes); });
    }));
}

void ToolImpl::sendRegistration(std::vector<Status> codes, Done<void> registered)
{
    m_link.ask<void>(
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
    const EventInterest::Change all = m_interest.all();
    if (all.byDefault)
        sendRegistration({}, all.codes.empty() ? Done<void>(tellAll) : nullptr);
    if (!all.codes.empty())
        sendRegistration(all.codes, tellAll);
}

void ToolImpl::takeEvent(std::string_view body)
{
    auto event = decodeEvent(m_link.connection()->format(), body);
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
    m_link.ask<void>(
        "PMIx_Notify_event", limit, [&](WireFormat format) { return encodeNotify(format, notice); }, readStatus,
        std::move(done));
}

void ToolImpl::releaseProcesses(std::vector<Proc> targets, Done<void> done)
{
    if (targets.empty())
        return m_link.failLater(std::move(done), {make_error_code(Status::ErrBadParam), "nobody to release", {}});
    notify(EventNotice::debuggerRelease(std::move(targets)), std::move(done), {});
}

// ---- Input and output.

void ToolImpl::pullIo(std::vector<Proc> sources, IofChannels channels, IoHandler handler, Done<IoPull> done,
                      std::vector<Info> directives)
{
    // Before the reply: what a server has kept comes on its heels.
    const std::uint64_t localId = m_io.add(std::move(handler));
    m_link.ask<std::uint64_t>(
        "PMIx_IOF_pull", {},
        [&](WireFormat format) { return encodeIofPull(format, sources, channels, localId, directives); },
        decodeIofPullReply,
        [this, localId, done = std::move(done)](util::Result<std::uint64_t> remoteId) {
            if (!remoteId)
                m_io.remove(localId);
            if (done)
                done(remoteId ? util::Result<IoPull>(IoPull{localId, *remoteId})
                              : util::fail(std::move(remoteId).error()));
        });
}

void ToolImpl::deregisterIo(IoPull pull, Done<void> done)
{
    m_io.remove(pull.localId);
    m_link.ask<void>(
        "PMIx_IOF_deregister", {}, [&](WireFormat format) { return encodeIofDeregister(format, pull.remoteId); },
        readStatus, std::move(done));
}

void ToolImpl::pushIo(std::vector<Proc> targets, std::string bytes, Done<void> done, Limit limit)
{
    const bool wildcard = std::ranges::any_of(targets, [](const Proc& p) { return p.rank >= kRankInvalid; });
    if (targets.empty() || wildcard || bytes.empty() || bytes.size() > kMaxPushBytes)
        return m_link.failLater(
            std::move(done),
            {make_error_code(Status::ErrBadParam), "input needs ranks by number, and 1 to 4096 bytes at a time", {}});
    m_link.ask<void>(
        "PMIx_IOF_push", limit, [&](WireFormat format) { return encodeIofPush(format, targets, bytes); },
        decodeIofPushReply, std::move(done));
}

void ToolImpl::closeIo(std::vector<Proc> targets, Done<void> done, Limit limit)
{
    if (targets.empty())
        return m_link.failLater(std::move(done),
                                {make_error_code(Status::ErrBadParam), "nobody to close the input of", {}});
    m_link.ask<void>(
        "PMIx_IOF_push", limit, [&](WireFormat format) { return encodeIofPush(format, targets, {}); },
        decodeIofPushReply, std::move(done));
}

void ToolImpl::finalize(std::function<void()> done)
{
    m_onLost = nullptr; // from now on the end is expected
    m_link.ask<void>("PMIx_tool_finalize", m_config.finalizeLimit, encodeFinalize, readStatus,
                     [this, done = std::move(done)](const util::Result<void>&) { // 3.2 closes instead of answering
                         close();
                         if (done)
                             done();
                     });
}

} // namespace dbgr::pmix
