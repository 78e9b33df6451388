// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/iof_hub.h"

#include "pmix/types/status.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace dbgr::pmix {

namespace {

constexpr IofChannels kOutputs = IofChannel::Stdout | IofChannel::Stderr | IofChannel::Stddiag;

} // namespace

IofHub::IofHub(util::Scheduler& scheduler, Deliver deliver, std::size_t cacheBytes)
    : m_scheduler(scheduler), m_deliver(std::move(deliver)), m_store(CacheLimit{cacheBytes, false})
{}

// ---- Who takes what

util::Result<std::uint64_t> IofHub::pull(const Requester& who, const IoPullRequest& request)
{
    DBGR_TRY(const IofDirectives directives, IofDirectives::of(request.directives));
    DBGR_TRY(checkSources(who, request.sources));
    const IofChannels channels = request.channels & kOutputs;
    if (channels.empty())
        return util::fail(request.channels.empty() ? Status::ErrBadParam : Status::ErrNotSupported,
                          "a request for output names no channel that is one of output");
    if (directives.stops)
        return stop(who.id, request.sources, channels);
    DBGR_TRY(makeRoom(who.id, request.sources.size()));

    Registration registration;
    registration.localId = request.localId;
    registration.directives = directives;
    for (const Proc& source : request.sources) {
        IofChannels& wanted = registration.sources[normalizedSource(source)];
        wanted = wanted | channels;
        setLimits({normalizedSource(source), channels}, directives);
    }
    return add(who, std::move(registration));
}

util::Result<void> IofHub::checkSources(const Requester& who, const std::vector<Proc>& sources) const
{
    if (sources.empty())
        return util::fail(Status::ErrBadParam, "a request for output names no process");
    const auto isForwarded = [&](const std::string& nspace) {
        const auto ids = m_bySource.find(Proc{nspace, kRankWildcard});
        return ids != m_bySource.end() && std::any_of(ids->second.begin(), ids->second.end(), [&](std::uint64_t id) {
                   const Registration& each = m_registrations.at(id);
                   return each.peer == who.id && !each.pulled;
               });
    };
    for (const Proc& source : sources) {
        if (source.rank == kRankUndef || source.rank == kRankInvalid)
            return util::fail(Status::ErrBadParam, "a request for output names " + toString(source));
        if (who.isClient() && source.nspace != who.proc().nspace && !isForwarded(source.nspace))
            return util::fail(Status::ErrNoPermissions, toString(who.proc()) + " asks for the output of another job");
    }
    return util::ok();
}

util::Result<void> IofHub::makeRoom(PeerId peer, std::size_t sources)
{
    const std::vector<std::uint64_t> ids = idsOf(peer);
    for (const std::uint64_t id : ids)
        sources += m_registrations.at(id).sources.size();
    if (sources > kMaxSources)
        return util::fail(Status::ErrOutOfResource, "one peer asks for the output of too many processes");
    if (ids.size() < kMaxPullsOfPeer)
        return util::ok();
    const auto spent = std::find_if(ids.begin(), ids.end(),
                                    [this](std::uint64_t id) { return m_registrations.at(id).sources.empty(); });
    if (spent == ids.end())
        return util::fail(Status::ErrOutOfResource, "too many requests for output of one peer");
    m_registrations.erase(*spent);
    return util::ok();
}

void IofHub::setLimits(const OutputSource& source, const IofDirectives& directives)
{
    if (directives.limitsCache())
        m_store.setLimit(source, {directives.cacheBytes.value_or(m_store.usualLimit().bytes),
                                  directives.dropOldest.value_or(m_store.usualLimit().dropOldest)});
}

std::uint64_t IofHub::add(const Requester& who, Registration registration)
{
    registration.peer = who.id;
    registration.proc = who.proc();
    registration.takesEnds = who.peer.majorVersion().value_or(0) >= 4;
    const std::uint64_t id = m_nextId++;
    for (const auto& [source, channels] : registration.sources)
        m_bySource[source].push_back(id);
    m_registrations.emplace(id, std::move(registration));
    return id;
}

IofHub::Registrations::iterator IofHub::remove(Registrations::iterator registration)
{
    const auto sources = registration->second.sources;
    for (const auto& [source, channels] : sources)
        removeSource(registration, source, channels);
    return m_registrations.erase(registration);
}

void IofHub::removeSource(Registrations::iterator registration, const Proc& source, IofChannels channels)
{
    auto& sources = registration->second.sources;
    const auto wanted = sources.find(source);
    wanted->second = wanted->second.without(channels);
    if (!wanted->second.empty())
        return;
    const auto ids = m_bySource.find(source);
    std::erase(ids->second, registration->first);
    if (ids->second.empty())
        m_bySource.erase(ids);
    sources.erase(wanted);
}

util::Result<void> IofHub::deregister(PeerId who, std::uint64_t remoteId)
{
    const auto isOurs = [&](const Registration* each) { return each != nullptr && each->peer == who && each->pulled; };
    if (!isOurs(find(remoteId)))
        return util::fail(Status::ErrNotFound, "there is no such registration for output");
    flushAll(remoteId);
    if (find(remoteId) != nullptr)
        remove(m_registrations.find(remoteId));
    return util::ok();
}

std::uint64_t IofHub::stop(PeerId who, const std::vector<Proc>& sources, IofChannels channels)
{
    std::uint64_t stopped = 0;
    for (const std::uint64_t id : idsOf(who)) {
        flushAll(id);
        const auto registration = m_registrations.find(id);
        if (registration == m_registrations.end())
            continue;
        const auto wanted = registration->second.sources;
        for (const auto& [each, ignored] : wanted) {
            const bool ends = std::any_of(sources.begin(), sources.end(), [&](const Proc& source) {
                return OutputSource{normalizedSource(source), channels}.covers(each);
            });
            if (ends) {
                removeSource(registration, each, channels);
                stopped = id;
            }
        }
    }
    return stopped;
}

void IofHub::forward(const Requester& to, const std::string& nspace, IofChannels channels,
                     const std::vector<Info>& infos)
{
    const Proc job{nspace, kRankWildcard};
    Registration registration;
    registration.pulled = false;
    registration.directives = IofDirectives::of(infos).value_or(IofDirectives{});
    setLimits({job, kOutputs}, registration.directives);
    if ((channels & kOutputs).empty() || !makeRoom(to.id, 1))
        return;
    registration.sources.emplace(job, channels & kOutputs);
    replay(add(to, std::move(registration)));
}

void IofHub::dropPeer(PeerId peer)
{
    for (const std::uint64_t id : idsOf(peer))
        remove(m_registrations.find(id));
}

void IofHub::forgetJob(const std::string& nspace)
{
    std::vector<std::pair<std::uint64_t, OutputStream>> held;
    for (const auto& [id, registration] : m_registrations) {
        for (const auto& [stream, ignored] : registration.held) {
            if (stream.source.nspace == nspace)
                held.emplace_back(id, stream);
        }
    }
    for (const auto& [id, stream] : held)
        flush(id, stream);
    for (auto each = m_registrations.begin(); each != m_registrations.end();) {
        const auto sources = each->second.sources;
        for (const auto& [source, channels] : sources) {
            if (source.nspace == nspace)
                removeSource(each, source, channels);
        }
        const bool spent = each->second.sources.empty() && !each->second.pulled;
        each = spent ? m_registrations.erase(each) : std::next(each);
    }
    m_store.forgetJob(nspace);
}

IofHub::Registration* IofHub::find(std::uint64_t id)
{
    const auto found = m_registrations.find(id);
    return found == m_registrations.end() ? nullptr : &found->second;
}

std::vector<std::uint64_t> IofHub::idsOf(PeerId peer) const
{
    std::vector<std::uint64_t> ids;
    for (const auto& [id, registration] : m_registrations) {
        if (registration.peer == peer)
            ids.push_back(id);
    }
    return ids;
}

// ---- Output

std::vector<std::uint64_t> IofHub::takers(const OutputStream& stream) const
{
    std::vector<std::uint64_t> found;
    std::vector<PeerId> pullers;
    for (const Proc& name : namesOfSource(stream.source)) {
        const auto ids = m_bySource.find(name);
        if (ids == m_bySource.end())
            continue;
        for (const std::uint64_t id : ids->second) {
            const Registration& each = m_registrations.at(id);
            if (!each.live || each.proc == stream.source || !each.sources.at(name).has(stream.channel))
                continue;
            found.push_back(id);
            if (each.pulled)
                pullers.push_back(each.peer);
        }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    // Who pulls it gets it under that number, and not once more because it also spawned the job.
    std::erase_if(found, [&](std::uint64_t id) {
        const Registration& each = m_registrations.at(id);
        return !each.pulled && std::find(pullers.begin(), pullers.end(), each.peer) != pullers.end();
    });
    return found;
}

bool IofHub::deliver(const Proc& source, IofChannel channel, std::string_view bytes)
{
    if (bytes.empty())
        return true;
    const OutputStream stream{source, channel};
    const std::vector<std::uint64_t> ids = takers(stream);
    if (ids.empty())
        m_store.append(stream, bytes);
    bool shown = true;
    for (const std::uint64_t id : ids) {
        const Registration* taker = find(id); // a delivery may have ended others
        if (taker == nullptr)
            continue;
        shown = shown && taker->directives.copies;
        if (taker->directives.buffers())
            hold(id, stream, bytes);
        else
            send(*taker, stream, std::string(bytes));
    }
    return shown;
}

void IofHub::end(const Proc& source, IofChannel channel)
{
    const OutputStream stream{source, channel};
    m_store.markEnded(stream);
    for (const std::uint64_t id : takers(stream)) {
        flush(id, stream);
        if (const Registration* taker = find(id); taker != nullptr && taker->takesEnds)
            send(*taker, stream, {});
    }
}

void IofHub::send(const Registration& taker, const OutputStream& stream, std::string bytes)
{
    m_deliver(taker.peer, IoDelivery{stream.source, stream.channel, taker.localId, std::move(bytes)});
}

void IofHub::hold(std::uint64_t id, const OutputStream& stream, std::string_view bytes)
{
    Registration& registration = m_registrations.at(id);
    const IofDirectives& directives = registration.directives;
    Held& held = registration.held[stream];
    held.bytes.append(bytes);
    registration.heldBytes += bytes.size();
    const bool enough = directives.bufferBytes > 0 && held.bytes.size() >= directives.bufferBytes;
    if (enough || registration.heldBytes >= kMaxHeldBytes)
        flush(id, stream);
    else if (directives.bufferTime > util::Duration::zero() && !held.timer.active())
        held.timer = m_scheduler.after(directives.bufferTime, [this, id, stream] { flush(id, stream); });
}

void IofHub::flush(std::uint64_t id, const OutputStream& stream)
{
    Registration* registration = find(id);
    if (registration == nullptr)
        return;
    auto held = registration->held.extract(stream);
    if (held.empty())
        return;
    registration->heldBytes -= held.mapped().bytes.size();
    send(*registration, held.key(), std::move(held.mapped().bytes));
}

void IofHub::flushAll(std::uint64_t id)
{
    const Registration* registration = find(id);
    while (registration != nullptr && !registration->held.empty()) {
        flush(id, OutputStream(registration->held.begin()->first));
        registration = find(id);
    }
}

// ---- What nobody has taken yet

void IofHub::replay(std::uint64_t remoteId)
{
    Registration* registration = find(remoteId);
    if (registration == nullptr)
        return;
    registration->live = true;
    std::vector<OutputStream> wanted;
    for (const auto& [source, channels] : registration->sources) {
        const std::vector<OutputStream> found = m_store.matching({source, channels});
        wanted.insert(wanted.end(), found.begin(), found.end());
    }
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    std::erase_if(wanted, [&](const OutputStream& each) { return each.source == registration->proc; });
    for (const OutputStream& each : wanted)
        replay(remoteId, each);
}

void IofHub::replay(std::uint64_t id, const OutputStream& stream)
{
    const Registration* taker = find(id);
    while (taker != nullptr) {
        std::string piece = m_store.take(stream, kReplayPieceBytes);
        if (piece.empty())
            break;
        send(*taker, stream, std::move(piece));
        taker = find(id);
    }
    if (taker != nullptr && taker->takesEnds && m_store.hasEnded(stream))
        send(*taker, stream, {});
}

} // namespace dbgr::pmix
