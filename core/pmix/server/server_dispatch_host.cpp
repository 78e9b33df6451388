// SPDX-License-Identifier: BSD-3-Clause
// Requests for the host, events, input and output.
#include "pmix/ops/query.h"
#include "pmix/server/directives.h"
#include "pmix/server/server_dispatch.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"

#include <cstddef>
#include <memory>
#include <utility>

namespace dbgr::pmix {

namespace {

/// What many requests are answered with: a status and infos.
Answer<InfoReply> infoAnswer(const Reply& reply)
{
    return bodyAnswer<InfoReply>(
        reply, [format = reply->format()](const InfoReply& infos) { return encodeInfoReply(format, infos); });
}

} // namespace

util::Result<void> ServerDispatch::abort(const Call& call)
{
    DBGR_TRY(const auto request, decodeAbortRequest(call.format(), call.fields));
    m_host.abort(call.who, request, statusAnswer(call.reply));
    return util::ok();
}

util::Result<void> ServerDispatch::spawn(const Call& call)
{
    auto request = decodeSpawnRequest(call.format(), call.fields);
    if (!request) {
        call.reply->body(encodeSpawnFailure(call.format(), statusOf(request.error())));
        return util::ok();
    }
    m_host.spawn(call.who, *request,
                 m_lifetime.guard([this, reply = call.reply](const util::Result<SpawnReply>& spawned) {
                     if (!spawned)
                         return reply->body(encodeSpawnFailure(reply->format(), statusOf(spawned.error())));
                     const JobRecord* job = m_services.jobs.find(spawned->nspace);
                     const JobInfo bare{spawned->nspace, {}, {}};
                     reply->body(encodeSpawnReply(reply->format(), job == nullptr ? bare : job->info));
                 }));
    return util::ok();
}

util::Result<void> ServerDispatch::query(const Call& call)
{
    DBGR_TRY(const auto queries, decodeQueryRequest(call.format(), call.fields));
    m_services.queries.query(call.who, queries, [reply = call.reply](const InfoReply& found) {
        reply->body(encodeInfoReply(reply->format(), found));
    });
    return util::ok();
}

util::Result<void> ServerDispatch::log(const Call& call)
{
    DBGR_TRY(const auto request, decodeLogRequest(call.format(), call.fields));
    m_host.log(call.who, request, statusAnswer(call.reply));
    return util::ok();
}

util::Result<void> ServerDispatch::allocate(const Call& call)
{
    DBGR_TRY(const auto request, decodeAllocationRequest(call.format(), call.fields));
    m_host.allocate(call.who, request, infoAnswer(call.reply));
    return util::ok();
}

util::Result<void> ServerDispatch::fabricRegister(const Call& call)
{
    DBGR_TRY(const auto directives, decodeFabricRegisterRequest(call.format(), call.fields));
    m_host.fabric(call.who, FabricOperation::Request, directives, infoAnswer(call.reply));
    return util::ok();
}

util::Result<void> ServerDispatch::fabricUpdate(const Call& call)
{
    DBGR_TRY(const auto index, decodeFabricUpdateRequest(call.format(), call.fields));
    m_host.fabric(call.who, FabricOperation::Update,
                  {Info(std::string(keys::kFabricIndex), Value::of<DataType::Size>(index))}, infoAnswer(call.reply));
    return util::ok();
}

util::Result<void> ServerDispatch::sessionControl(const Call& call)
{
    DBGR_TRY(const auto request, decodeSessionControlRequest(call.format(), call.fields));
    m_host.sessionControl(call.who, request, infoAnswer(call.reply));
    return util::ok();
}

util::Result<void> ServerDispatch::jobControl(const Call& call)
{
    DBGR_TRY(const auto request, decodeJobControlRequest(call.format(), call.fields));
    m_host.jobControl(call.who, request, infoAnswer(call.reply));
    return util::ok();
}

util::Result<void> ServerDispatch::monitor(const Call& call)
{
    DBGR_TRY(const auto request, decodeMonitorRequest(call.format(), call.fields));
    if (m_host.watchesProcesses())
        m_host.monitor(call.who, request, infoAnswer(call.reply));
    else
        infoAnswer(call.reply)(m_services.monitor.request(call.who, request));
    return util::ok();
}

util::Result<void> ServerDispatch::getCredential(const Call& call)
{
    DBGR_TRY(const auto infos, decodeGetCredentialRequest(call.format(), call.fields));
    m_host.getCredential(call.who, infos,
                         bodyAnswer<Credential>(call.reply, [format = call.format()](const Credential& credential) {
                             return encodeCredentialReply(format, credential);
                         }));
    return util::ok();
}

util::Result<void> ServerDispatch::validateCredential(const Call& call)
{
    DBGR_TRY(const auto credential, decodeValidateCredentialRequest(call.format(), call.fields));
    m_host.validateCredential(call.who, credential, infoAnswer(call.reply));
    return util::ok();
}

util::Result<void> ServerDispatch::notify(const Call& call)
{
    DBGR_TRY(const auto notice, decodeNotify(call.format(), call.fields));
    const Value* internal = find(notice.infos, keys::kServerInternalNotify);
    if (internal == nullptr) {
        // That a client waits for its debugger is for its host alone. 6.1 sends it with a range of garbage.
        if (notice.code != Status::ReadyForDebug || !call.who.isClient())
            DBGR_TRY(
                m_services.events.notify(Event{notice.code, call.who.proc(), notice.infos}, notice.range, call.who.id));
        m_host.notified(call.who, notice);
    }
    call.reply->status(Status::Success);
    return util::ok();
}

util::Result<void> ServerDispatch::registerEvents(const Call& call)
{
    DBGR_TRY(const auto registration, decodeEventRegistration(call.format(), call.fields));
    DBGR_TRY(m_services.events.registerCodes(call.who, registration));
    m_host.eventsWanted(registration.codes, registration.infos, true);
    call.reply->status(Status::Success);
    return util::ok();
}

util::Result<void> ServerDispatch::deregisterEvents(const Call& call)
{
    if (auto codes = decodeEventDeregistration(call.format(), call.fields)) {
        m_services.events.deregisterCodes(call.who.id, *codes);
        std::erase(*codes, kDefaultHandlerStatus);
        m_host.eventsWanted(*codes, {}, false);
    }
    call.reply->none();
    return util::ok();
}

util::Result<void> ServerDispatch::pullOutput(const Call& call)
{
    DBGR_TRY(const auto request, decodeIofPullRequest(call.format(), call.fields));
    DBGR_TRY(const std::uint64_t id, m_services.iof.pull(call.who, request));
    if (hasFlag(request.directives, keys::kIofStop)) {
        call.reply->body(encodeIofPullReply(call.format(), id));
        endOutput(m_wants.stop(call.who.id, request.sources, request.channels));
        return util::ok();
    }
    const auto asks = m_wants.begin(id, call.who.id, request.sources, request.channels);
    // What others have asked for comes already; else the host has the word: its refusal is the peer's answer.
    const auto open = std::make_shared<std::size_t>(asks.size());
    const auto answered = [this, id, open, who = call.who.id, reply = call.reply](const util::Result<void>& taken) {
        if (!taken && *open > 0) {
            *open = 0;
            (void)m_services.iof.deregister(who, id); // it may be gone
            endOutput(m_wants.end(id));
            return reply->error(taken.error());
        }
        if (!taken || *open == 0 || --*open > 0)
            return;
        reply->body(encodeIofPullReply(reply->format(), id));
        m_services.iof.replay(id); // behind the reply, so that the peer knows its number
    };
    if (asks.empty()) {
        *open = 1;
        answered(util::ok());
    }
    for (const OutputWants::Ask& each : asks)
        m_host.outputWanted(each.sources, each.channels, request.directives, m_lifetime.guard(answered));
    return util::ok();
}

void ServerDispatch::endOutput(const std::vector<OutputWants::Ask>& asks)
{
    for (const OutputWants::Ask& each : asks)
        m_host.outputNoLongerWanted(each.sources, each.channels);
}

util::Result<void> ServerDispatch::pushInput(const Call& call)
{
    DBGR_TRY(const auto request, decodeIofPushRequest(call.format(), call.fields));
    m_host.pushInput(call.who, request, statusAnswer(call.reply));
    return util::ok();
}

util::Result<void> ServerDispatch::deregisterOutput(const Call& call)
{
    DBGR_TRY(const auto request, decodeIofDeregisterRequest(call.format(), call.fields));
    DBGR_TRY(m_services.iof.deregister(call.who.id, request.remoteId));
    call.reply->body(encodeIofPullReply(call.format(), request.remoteId));
    endOutput(m_wants.end(request.remoteId));
    return util::ok();
}

util::Result<void> ServerDispatch::finalize(const Call& call)
{
    call.reply->status(Status::Success);
    m_onFinalized(call.who);
    return util::ok();
}

} // namespace dbgr::pmix
