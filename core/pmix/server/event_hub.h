// SPDX-License-Identifier: BSD-3-Clause
// Who is to be told of which event, and what is kept for those who register late. No socket. Thread: its owner's.
// \std PMIx 5.0, "Event Notification"
#pragma once

#include "pmix/ops/event.h"
#include "pmix/server/requester.h"
#include "util/clock.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace dbgr::pmix {

class EventHub
{
public:
    /// Sends one event to one peer; without a range when it is a replay.
    using Deliver = std::function<void(PeerId to, const Event& event, std::optional<DataRange> range)>;

    EventHub(const util::Clock& clock, Deliver deliver, std::size_t maxCached, util::Duration lifetime);
    ~EventHub();

    /// A connection that may be told of events.
    void addPeer(const Requester& peer);
    void dropPeer(PeerId peer);

    /// Cached events that match are delivered inside this call: before its reply goes out.
    void registerCodes(const Requester& who, const EventRegistration& registration);
    void deregisterCodes(PeerId who, const std::vector<Status>& codes);

    /// Tells those who registered and are within the range, but never `from`; caches it for late ones.
    /// \errors ErrBadParam: custom targets with another range, or the other way round
    [[nodiscard]] util::Result<void> notify(const Event& event, DataRange range, std::optional<PeerId> from);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace dbgr::pmix
