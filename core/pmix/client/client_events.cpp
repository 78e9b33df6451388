// SPDX-License-Identifier: BSD-3-Clause
// The events of a Client: its handlers, what the server has to know of them, and what is told to others.
#include "pmix/client/client.h"
#include "pmix/client/client_ask_p.h"
#include "pmix/types/all_types.h"
#include "util/log.h"
#include "util/thread_check.h"

#include <algorithm>
#include <utility>

namespace dbgr::pmix {

namespace {

/// Events that came before somebody registered for them; a server keeps more, and sends them at the registration.
constexpr std::size_t kMaxUnheard = 64;

} // namespace

void Client::registerEvents(EventHandler handler, Done<EventHandler::Id> done)
{
    DBGR_ON_THREAD(m_loop);
    const std::vector<Status> codes = handler.codes;
    auto id = m_events.add(std::move(handler));
    if (!id)
        return later<EventHandler::Id>(std::move(done), util::fail(std::move(id).error()));
    const EventInterest::Change fresh = m_interest.add(codes);
    const auto finished = [this, id = *id, done = std::move(done)](const util::Result<void>& told) {
        if (!told) {
            (void)deregisterEvents(id);
            if (done)
                done(util::fail(told.error()));
            return;
        }
        if (done)
            done(id);
        for (Event& event : std::exchange(m_unheard, {}))
            m_events.raiseFor(id, event, keepUnlessHandled(event));
    };
    for (std::size_t i = 1; i < m_servers.size(); ++i)
        tellServer(m_servers[i]->link, fresh, nullptr);
    if (!m_servers.empty() && fresh.any())
        tellServer(m_servers.front()->link, fresh, finished);
    else
        later<void>(finished, util::ok());
}

/// One registration has either codes, or none for the default handler.
void Client::tellServer(ServerLink& link, const EventInterest::Change& change, Done<void> done)
{
    const auto tell = [&](std::vector<Status> codes, Done<void> told) {
        link.ask<void>(
            "PMIx_Register_event_handler", {},
            [&](WireFormat format) { return encodeEventRegistration(format, codes); }, readStatus, std::move(told));
    };
    if (change.byDefault)
        tell({}, change.codes.empty() ? done : nullptr);
    if (!change.codes.empty())
        tell(change.codes, done);
}

util::Result<void> Client::deregisterEvents(EventHandler::Id id)
{
    DBGR_ON_THREAD(m_loop);
    DBGR_TRY(const std::vector<Status> codes, m_events.remove(id));
    forgetEvents(codes);
    return util::ok();
}

void Client::forgetEvents(const std::vector<Status>& codes)
{
    EventInterest::Change unwanted = m_interest.remove(codes);
    if (unwanted.byDefault)
        unwanted.codes.push_back(kDefaultHandlerStatus);
    if (unwanted.codes.empty())
        return;
    for (const auto& each : m_servers)
        each->link.tell([&](WireFormat format) { return encodeEventDeregistration(format, unwanted.codes); });
}

void Client::takeEvent(WireFormat format, std::string_view body)
{
    auto event = decodeEvent(format, body);
    if (!event) {
        util::log::warning("pmix", "event dropped", {{"why", event.error().message()}});
        return;
    }
    util::log::debug("pmix", "event", {{"code", toString(event->code)}, {"source", toString(event->source)}});
    raise(*std::move(event));
}

void Client::raise(Event event)
{
    m_events.raise(event, keepUnlessHandled(event));
}

/// For whoever registers next: those who were asked may have been so by its code alone.
EventChain::Done Client::keepUnlessHandled(const Event& event)
{
    return [this, event](bool handled) {
        if (handled)
            return;
        if (m_unheard.size() == kMaxUnheard)
            m_unheard.erase(m_unheard.begin());
        m_unheard.push_back(event);
    };
}

/// A custom range names whom it is for; all other ranges have us in them, but for that of the host alone.
bool Client::concernsUs(const EventNotice& notice) const
{
    if (notice.range == DataRange::ResourceManager)
        return false;
    const Value* range = find(notice.infos, keys::kEventCustomRange);
    if (range == nullptr)
        return true;
    const auto isUs = [this](const Proc& proc) {
        return proc.nspace == m_self.nspace && (proc.rank == m_self.rank || proc.rank == kRankWildcard);
    };
    if (const auto one = range->asProc())
        return isUs(*one);
    const DataArray* array = range->asArray();
    const auto some = array == nullptr ? std::nullopt : array->elementsAs<DataType::Proc>();
    return some && std::ranges::any_of(*some, isUs);
}

void Client::notify(EventNotice notice, Done<void> done)
{
    DBGR_ON_THREAD(m_loop);
    // A server tells everybody but the one who told it.
    if (concernsUs(notice))
        m_loop.post(m_lifetime.guard(
            [this, event = Event{notice.code, m_self, notice.infos}]() mutable { raise(std::move(event)); }));
    if (notice.range == DataRange::ProcLocal || m_servers.empty())
        return later<void>(std::move(done), util::ok());
    ask<void>(
        "PMIx_Notify_event", {}, [&](WireFormat format) { return encodeNotify(format, notice); }, readStatus,
        std::move(done));
}

} // namespace dbgr::pmix
