// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/event_hub.h"

#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"

#include <algorithm>
#include <utility>

namespace dbgr::pmix {

namespace {

bool isSet(const Event& event, std::string_view key)
{
    const Value* value = event.find(key);
    return value != nullptr && value->asBool().value_or(false);
}

/// What the event takes on the wire; nothing for one that cannot be sent at all.
std::optional<std::size_t> sizeOf(const Event& event)
{
    const auto body = encodeEvent(WireFormat{}, event, std::nullopt);
    return body ? std::optional(body->size()) : std::nullopt;
}

} // namespace

EventHub::EventHub(const util::Clock& clock, Deliver deliver, std::size_t maxCached, util::Duration lifetime)
    : m_clock(clock), m_deliver(std::move(deliver)), m_maxCached(maxCached), m_lifetime(lifetime)
{}

void EventHub::addPeer(const Requester& peer)
{
    Known& known = m_peers[peer.id];
    known.proc = peer.proc();
    known.isClient = peer.isClient();
}

void EventHub::dropPeer(PeerId peer)
{
    const auto known = m_peers.find(peer);
    if (known == m_peers.end())
        return;
    for (const Status code : known->second.codes) {
        const auto interests = m_interests.find(code);
        interests->second.erase(peer);
        if (interests->second.empty())
            m_interests.erase(interests);
    }
    for (Cached& cached : m_cache)
        cached.told.erase(peer);
    m_peers.erase(known);
}

util::Result<void> EventHub::registerCodes(const Requester& who, const EventRegistration& registration)
{
    addPeer(who);
    std::set<Status> codes(registration.codes.begin(), registration.codes.end());
    if (codes.empty())
        codes.insert(kDefaultHandlerStatus);
    const ProcSet affected = affectedProcs(registration.infos);
    const Known& known = m_peers[who.id];
    std::set<Status> all = known.codes;
    all.insert(codes.begin(), codes.end());
    if (all.size() > kMaxCodes || known.affected + codes.size() * affected.size() > kMaxAffected)
        return util::fail(Status::ErrOutOfResource, toString(who.proc()) + " registers for too many events");
    addInterests(who.id, codes, affected);

    expire();
    std::vector<std::shared_ptr<const Event>> missed;
    for (auto cached = m_cache.begin(); cached != m_cache.end();) {
        const EventAudience& audience = cached->audience;
        const bool wanted =
            codes.contains(cached->event->code) || (codes.contains(kDefaultHandlerStatus) && !audience.nonDefault);
        if (wanted && !cached->told.contains(who.id) && audience.includes(who.id, who.proc()) &&
            audience.concerns(affected)) {
            missed.push_back(cached->event);
            if (markTold(*cached, who.id)) {
                cached = erase(cached);
                continue;
            }
        }
        ++cached;
    }
    for (const auto& event : missed)
        m_deliver(who.id, *event, std::nullopt);
    return util::ok();
}

void EventHub::addInterests(PeerId peer, const std::set<Status>& codes, const ProcSet& affected)
{
    Known& known = m_peers[peer];
    known.affected += codes.size() * affected.size();
    for (const Status code : codes) {
        const auto [interest, isNew] = m_interests[code].try_emplace(peer, affected);
        known.codes.insert(code);
        if (isNew)
            continue;
        if (affected.empty())
            interest->second = {};
        else if (!interest->second.empty())
            interest->second.add(affected);
    }
}

void EventHub::deregisterCodes(PeerId who, const std::vector<Status>& codes)
{
    const auto known = m_peers.find(who);
    if (known == m_peers.end())
        return;
    for (const Status code : codes) {
        if (known->second.codes.erase(code) == 0)
            continue;
        const auto interests = m_interests.find(code);
        interests->second.erase(who);
        if (interests->second.empty())
            m_interests.erase(interests);
    }
    if (known->second.codes.empty())
        known->second.affected = 0;
}

util::Result<void> EventHub::notify(const Event& event, DataRange range, std::optional<PeerId> from)
{
    DBGR_TRY(EventAudience audience, EventAudience::of(event, range, from));
    const std::vector<PeerId> told = registrants(event.code, audience);
    if (!isSet(event, keys::kEventDoNotCache) && audience.canHaveRegistrants())
        keep(event, std::move(audience), told);
    for (const PeerId peer : told) {
        if (m_peers.contains(peer)) // a delivery may have ended others
            m_deliver(peer, event, range);
    }
    return util::ok();
}

std::vector<PeerId> EventHub::registrants(Status code, const EventAudience& audience) const
{
    std::set<PeerId> found;
    const auto collect = [&](Status registered) {
        const auto interests = m_interests.find(registered);
        if (interests == m_interests.end())
            return;
        for (const auto& [peer, affected] : interests->second) {
            if (audience.includes(peer, m_peers.at(peer).proc) && audience.concerns(affected))
                found.insert(peer);
        }
    };
    collect(code);
    if (!audience.nonDefault)
        collect(kDefaultHandlerStatus);
    return {found.begin(), found.end()};
}

void EventHub::keep(const Event& event, EventAudience audience, const std::vector<PeerId>& told)
{
    // Untargeted, it would free a job that starts later.
    if (event.code == Status::DebuggerRelease && audience.targets.empty())
        return;
    const auto bytes = sizeOf(event);
    if (!bytes || *bytes > kMaxCachedBytes / 8 || m_maxCached == 0)
        return;
    Cached cached{std::make_shared<const Event>(event), std::move(audience), m_clock.now(), *bytes, false, {}};
    cached.lasting = isLasting(event, cached.audience);
    bool complete = false;
    for (const PeerId peer : told)
        complete = markTold(cached, peer) || complete;
    if (complete)
        return;
    expire();
    makeRoom(*bytes);
    m_cachedBytes += *bytes;
    m_cache.push_back(std::move(cached));
}

bool EventHub::isLasting(const Event& event, const EventAudience& audience) const
{
    if (event.code != Status::DebuggerRelease)
        return false;
    // Not a client's: with many of them it could drive out those of others.
    const auto from = audience.from ? m_peers.find(*audience.from) : m_peers.end();
    return from == m_peers.end() || !from->second.isClient;
}

bool EventHub::markTold(Cached& cached, PeerId peer) const
{
    cached.told.insert(peer);
    ProcSet& targets = cached.audience.targets;
    if (targets.empty() || !targets.isCountable())
        return false;
    targets.remove(m_peers.at(peer).proc);
    return targets.empty();
}

void EventHub::forgetJob(const std::string& nspace)
{
    for (auto cached = m_cache.begin(); cached != m_cache.end();) {
        ProcSet& targets = cached->audience.targets;
        const bool targeted = !targets.empty();
        targets.removeJob(nspace);
        cached = targeted && targets.empty() ? erase(cached) : std::next(cached);
    }
}

void EventHub::expire()
{
    const util::TimePoint now = m_clock.now();
    for (auto cached = m_cache.begin(); cached != m_cache.end();)
        cached = !cached->lasting && now - cached->since >= m_lifetime ? erase(cached) : std::next(cached);
}

void EventHub::makeRoom(std::size_t bytes)
{
    while (!m_cache.empty() && (m_cache.size() >= m_maxCached || m_cachedBytes + bytes > kMaxCachedBytes)) {
        const auto passing =
            std::find_if(m_cache.begin(), m_cache.end(), [](const Cached& each) { return !each.lasting; });
        erase(passing == m_cache.end() ? m_cache.begin() : passing);
    }
}

EventHub::Cache::iterator EventHub::erase(Cache::iterator cached)
{
    m_cachedBytes -= cached->bytes;
    return m_cache.erase(cached);
}

} // namespace dbgr::pmix
