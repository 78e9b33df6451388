// SPDX-License-Identifier: BSD-3-Clause
// Who is to be told of which event, and what is kept for those who register late. In which order the handlers of one
// process run is the business of its own library. No socket. Thread: its owner's.
// \std PMIx 5.0, "Event Notification"
#pragma once

#include "pmix/ops/event.h"
#include "pmix/server/event_audience.h"
#include "pmix/server/requester.h"
#include "util/clock.h"

#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace dbgr::pmix {

class EventHub
{
public:
    /// Sends one event to one peer; without a range when it is a replay.
    using Deliver = std::function<void(PeerId to, const Event& event, std::optional<DataRange> range)>;

    /// What one peer may register: codes, and affected processes of all its codes together.
    static constexpr std::size_t kMaxCodes = 1024;
    static constexpr std::size_t kMaxAffected = 4096;
    /// What all cached events together may take, as they are on the wire.
    static constexpr std::size_t kMaxCachedBytes = std::size_t{8} << 20;

    EventHub(const util::Clock& clock, Deliver deliver, std::size_t maxCached, util::Duration lifetime);

    /// A connection that may be told of events.
    void addPeer(const Requester& peer);
    void dropPeer(PeerId peer);

    /// Cached events that match, and that the peer has not got yet, are delivered inside this call: before its reply
    /// goes out. \errors ErrOutOfResource: nothing was registered
    [[nodiscard]] util::Result<void> registerCodes(const Requester& who, const EventRegistration& registration);
    /// \param codes kDefaultHandlerStatus for the default handler
    void deregisterCodes(PeerId who, const std::vector<Status>& codes);

    /// Tells each peer that registered, and is within the range, once, but never `from`; caches it for late ones.
    /// A DEBUGGER_RELEASE is cached for targets only, and then until its jobs are forgotten: a rank may be slow to
    /// come, and one of another job must not be freed.
    /// \errors ErrBadParam: custom targets with another range, or the other way round
    [[nodiscard]] util::Result<void> notify(const Event& event, DataRange range, std::optional<PeerId> from);

    /// No process of it will come any more: what was kept for it alone is dropped.
    void forgetJob(const std::string& nspace);

private:
    struct Known
    {
        Proc proc;
        bool isClient = false;
        std::set<Status> codes;
        std::size_t affected = 0; ///< processes in the registrations of all codes together
    };
    struct Cached
    {
        std::shared_ptr<const Event> event;
        EventAudience audience;
        util::TimePoint since;
        std::size_t bytes = 0;
        bool lasting = false;
        std::set<PeerId> told;
    };
    using Cache = std::list<Cached>; ///< the oldest first

    [[nodiscard]] std::vector<PeerId> registrants(Status code, const EventAudience& audience) const;
    void addInterests(PeerId peer, const std::set<Status>& codes, const ProcSet& affected);
    void keep(const Event& event, EventAudience audience, const std::vector<PeerId>& told);
    [[nodiscard]] bool isLasting(const Event& event, const EventAudience& audience) const;
    /// Notes that the peer has the event. \return whether all its targets have
    [[nodiscard]] bool markTold(Cached& cached, PeerId peer) const;
    void expire();
    void makeRoom(std::size_t bytes);
    Cache::iterator erase(Cache::iterator cached);

    const util::Clock& m_clock;
    Deliver m_deliver;
    std::size_t m_maxCached;
    util::Duration m_lifetime;

    std::map<PeerId, Known> m_peers;
    /// By code: who, and which affected processes it asked for (none: all).
    std::map<Status, std::map<PeerId, ProcSet>> m_interests;
    Cache m_cache;
    std::size_t m_cachedBytes = 0;
};

} // namespace dbgr::pmix
