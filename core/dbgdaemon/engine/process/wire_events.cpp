// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/process/wire_events.h"

#include "util/overloaded.h"

#include <optional>
#include <utility>

namespace dbgr::daemon {

namespace {

template <class Make>
std::vector<EngineEvent> ofEach(const util::RankSet& ranks, Make make)
{
    std::vector<EngineEvent> events;
    ranks.forEach([&](util::Rank rank) { events.emplace_back(make(rank)); });
    return events;
}

std::vector<EngineEvent> stopsOf(const debug::StopGroup& group)
{
    std::vector<EngineEvent> events;
    for (const auto& [ranks, stopId] : group.stopIds) {
        ranks.forEach([&, id = stopId](util::Rank rank) {
            debug::StopEvent stop{rank, id, group.cause, std::nullopt};
            for (const debug::ValueGroup& value : group.returned) {
                if (value.ranks.contains(rank))
                    stop.returned = value;
            }
            for (const debug::WatchedChange& change : group.watched) {
                if (change.ranks.contains(rank))
                    stop.watched.push_back(change);
            }
            events.emplace_back(std::move(stop));
        });
    }
    return events;
}

debug::StopGroup groupOf(debug::StopEvent stop)
{
    const util::RankSet rank(stop.rank);
    debug::StopGroup group{rank, {{rank, stop.stopId}}, std::move(stop.cause), {}, std::move(stop.watched)};
    if (stop.returned)
        group.returned.push_back(*std::move(stop.returned));
    return group;
}

} // namespace

debug::DaemonEvent toDaemonEvent(EngineEvent event)
{
    using Event = debug::DaemonEvent;
    return std::visit(util::Overloaded{
                          [](debug::AttachedRank& e) {
                              return Event(debug::RanksAttached{{}, {std::move(e)}});
                          },
                          [](RankAttachFailed& e) {
                              return Event(debug::AttachFailed{util::RankSet(e.rank), std::move(e.error)});
                          },
                          [](debug::StopEvent& e) { return Event(groupOf(std::move(e))); },
                          [](RankResumed& e) { return Event(debug::RanksResumed{util::RankSet(e.rank)}); },
                          [](RankExited& e) {
                              return Event(debug::RanksExited{util::RankSet(e.rank), e.status, e.signal});
                          },
                          [](RankDetached& e) { return Event(debug::RanksDetached{util::RankSet(e.rank)}); },
                          [](RankLost& e) {
                              return Event(debug::RanksLost{util::RankSet(e.rank), std::move(e.error)});
                          },
                          [](debug::TraceRecord& e) { return Event(debug::RanksTraced{{std::move(e)}}); },
                          [](auto& e) { return Event(std::move(e)); },
                      },
                      event);
}

std::vector<EngineEvent> toEngineEvents(const debug::DaemonEvent& event)
{
    using Events = std::vector<EngineEvent>;
    return std::visit(
        util::Overloaded{
            [](const debug::RanksAttached& e) { return Events(e.ranks.begin(), e.ranks.end()); },
            [](const debug::AttachFailed& e) {
                return ofEach(e.ranks, [&](util::Rank rank) { return RankAttachFailed{rank, e.error}; });
            },
            [](const debug::StopGroup& e) { return stopsOf(e); },
            [](const debug::RanksResumed& e) {
                return ofEach(e.ranks, [](util::Rank rank) { return RankResumed{rank}; });
            },
            [](const debug::RanksExited& e) {
                return ofEach(e.ranks, [&](util::Rank rank) { return RankExited{rank, e.status, e.signal}; });
            },
            [](const debug::RanksDetached& e) {
                return ofEach(e.ranks, [](util::Rank rank) { return RankDetached{rank}; });
            },
            [](const debug::RanksLost& e) {
                return ofEach(e.ranks, [&](util::Rank rank) { return RankLost{rank, e.error}; });
            },
            [](const debug::BreakpointChanged& e) { return Events{e}; },
            [](const debug::EngineBusy& e) { return Events{e}; },
            [](const debug::RankWarning& e) { return Events{e}; },
            [](const debug::SignalsSeen& e) { return Events{e}; },
            [](const debug::HitsPassed& e) { return Events{e}; },
            [](const debug::RanksTraced& e) { return Events(e.records.begin(), e.records.end()); },
            [](const auto&) { return Events(); },
        },
        event);
}

} // namespace dbgr::daemon
