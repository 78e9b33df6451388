// SPDX-License-Identifier: BSD-3-Clause
// The servers of this node that a tool might connect to, by the contact files that they left: answers
// PMIX_QUERY_AVAIL_SERVERS. Only files are read; no server is touched. Thread: its owner's; blocks for a bounded walk.
#pragma once

#include "pmix/handshake/rendezvous.h"
#include "pmix/types/info.h"
#include "util/clock.h"

#include <chrono>
#include <optional>
#include <vector>

namespace dbgr::pmix {

class ServerFinder
{
public:
    /// How long an answer is given again: however often somebody asks, the walk takes but little of the owner's time.
    static constexpr util::Duration kFreshFor = std::chrono::seconds(5);

    ServerFinder(const util::Clock& clock, RendezvousPlaces places) : m_clock(clock), m_places(std::move(places)) {}

    /// A PMIX_SERVER_INFO_ARRAY for each.
    [[nodiscard]] const std::vector<Info>& find();

private:
    const util::Clock& m_clock;
    RendezvousPlaces m_places;
    std::optional<util::TimePoint> m_foundAt;
    std::vector<Info> m_found;
};

} // namespace dbgr::pmix
