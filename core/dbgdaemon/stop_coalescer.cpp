// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/stop_coalescer.h"

#include "debug/merge.h"
#include "util/overloaded.h"

#include <algorithm>

namespace dbgr::daemon {

void StopCoalescer::add(EngineEvent event)
{
    std::visit(util::Overloaded{
                   [this](debug::AttachedRank& attached) {
                       enter(attached.rank, Kind::Attached);
                       m_window.attached.push_back(std::move(attached));
                   },
                   [this](RankAttachFailed& failed) {
                       enter(failed.rank, Kind::AttachFailed);
                       m_window.attachFailed.push_back({util::RankSet(failed.rank), std::move(failed.error)});
                   },
                   [this](debug::StopEvent& stop) {
                       enter(stop.rank, Kind::Stopped);
                       m_window.stops.push_back(std::move(stop));
                   },
                   [this](RankResumed& resumed) {
                       enter(resumed.rank, Kind::Resumed);
                       m_window.resumed.insert(resumed.rank);
                   },
                   [this](RankExited& exited) {
                       enter(exited.rank, Kind::Exited);
                       addExit(exited);
                   },
                   [this](RankDetached& detached) {
                       enter(detached.rank, Kind::Detached);
                       m_window.detached.insert(detached.rank);
                   },
                   [this](RankLost& lost) {
                       enter(lost.rank, Kind::Lost);
                       m_window.lost.push_back({util::RankSet(lost.rank), std::move(lost.error)});
                   },
                   [this](debug::TraceRecord& record) { addTraced(std::move(record)); },
                   [this](const debug::SignalsSeen& seen) { addSeen(seen); },
                   [this](const debug::HitsPassed& passed) { addPassed(passed); },
                   [this](debug::BreakpointChanged& changed) { tellNow(std::move(changed)); },
                   [this](debug::EngineBusy& busy) { tellNow(std::move(busy)); },
                   [this](debug::RankWarning& warning) { tellNow(std::move(warning)); },
               },
               event);
}

void StopCoalescer::addExit(const RankExited& exited)
{
    const auto alike = std::ranges::find_if(m_window.exited, [&](const debug::RanksExited& group) {
        return group.status == exited.status && group.signal == exited.signal;
    });
    if (alike != m_window.exited.end())
        alike->ranks.insert(exited.rank);
    else
        m_window.exited.push_back({util::RankSet(exited.rank), exited.status, exited.signal});
}

void StopCoalescer::open()
{
    if (!m_window.isEmpty())
        return;
    m_opened = m_scheduler.now();
    m_end = m_scheduler.after(kLongest, [this] { flush(); });
}

void StopCoalescer::addSeen(const debug::SignalsSeen& seen)
{
    open();
    debug::SignalsSeen& all = m_window.seen[seen.signal];
    all.signal = seen.signal;
    all.ranks |= seen.ranks;
    all.times += seen.times;
}

void StopCoalescer::addPassed(const debug::HitsPassed& passed)
{
    open();
    debug::HitsPassed& all = m_window.passed[passed.id];
    all.id = passed.id;
    all.ranks |= passed.ranks;
    all.times += passed.times;
}

void StopCoalescer::addTraced(debug::TraceRecord record)
{
    open();
    m_window.traced.push_back(std::move(record));
    if (m_window.traced.size() == kMostRecords)
        flush();
}

void StopCoalescer::enter(util::Rank rank, Kind kind)
{
    const auto at = m_window.latest.find(rank);
    if (at != m_window.latest.end() && at->second >= kind)
        flush();
    if (m_window.isEmpty())
        m_opened = m_scheduler.now();
    const bool isEnd = kind == Kind::Exited;
    const util::Duration left = m_opened + (isEnd ? kLongestOfEnds : kLongest) - m_scheduler.now();
    const util::Duration window = isEnd ? kWindowOfEnds : kWindow;
    m_end = m_scheduler.after(std::clamp<util::Duration>(window, {}, std::max<util::Duration>(left, {})),
                              [this] { flush(); });
    m_window.latest.insert_or_assign(rank, kind);
}

void StopCoalescer::tellNow(debug::DaemonEvent event)
{
    flush();
    m_tell(std::move(event));
}

void StopCoalescer::flush()
{
    m_end.cancel();
    Window window = std::exchange(m_window, {});
    if (!window.attached.empty())
        m_tell(debug::RanksAttached{m_host, std::move(window.attached)});
    if (!window.traced.empty())
        m_tell(debug::RanksTraced{std::move(window.traced)});
    for (auto& [signal, seen] : window.seen)
        m_tell(std::move(seen));
    for (auto& [id, passed] : window.passed)
        m_tell(std::move(passed));
    for (debug::RankFailure& failure : debug::mergeFailures(std::move(window.attachFailed)))
        m_tell(debug::AttachFailed{std::move(failure.ranks), std::move(failure.error)});
    if (!window.resumed.empty())
        m_tell(debug::RanksResumed{std::move(window.resumed)});
    for (debug::StopGroup& group : debug::groupStops(window.stops))
        m_tell(std::move(group));
    for (debug::RanksExited& exited : window.exited)
        m_tell(std::move(exited));
    if (!window.detached.empty())
        m_tell(debug::RanksDetached{std::move(window.detached)});
    for (debug::RankFailure& failure : debug::mergeFailures(std::move(window.lost)))
        m_tell(debug::RanksLost{std::move(failure.ranks), std::move(failure.error)});
}

} // namespace dbgr::daemon
