// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stacks/place_wish.h"

#include "ui/bridge/current_place.h"
#include "ui/bridge/session_bridge.h"

#include <utility>

namespace dbgr::ui {

PlaceWish::PlaceWish(SessionBridge& bridge, CurrentPlace& place, QObject* parent)
    : QObject(parent), m_bridge(bridge), m_place(place)
{
    connect(&place, &CurrentPlace::changed, this, &PlaceWish::tryIt);
    connect(&bridge, &SessionBridge::stacksStale, this, [this](const util::RankSet& ranks) {
        if (m_wish && ranks.contains(m_wish->rank))
            m_wish.reset();
    });
}

void PlaceWish::chooseThread(util::Rank rank, util::ThreadId thread)
{
    begin({rank, thread, std::nullopt, 0, false});
}

void PlaceWish::chooseFrame(util::Rank rank, const debug::Frame& frame, std::uint32_t depth)
{
    begin({rank, std::nullopt, frame, depth, false});
}

void PlaceWish::begin(Wish wish)
{
    m_threads.forget();
    m_frames.forget();
    if (m_bridge.session().leadingRank() != wish.rank && !m_bridge.session().setLeadingRank(wish.rank))
        return;
    m_wish = std::move(wish);
    tryIt();
}

void PlaceWish::tryIt()
{
    // The place follows the leader with the next news of the session: until then it is about another rank.
    if (!m_wish || m_place.rank() != m_wish->rank || m_bridge.session().leadingRank() != m_wish->rank)
        return;
    if (m_wish->thread && m_place.thread() != m_wish->thread) {
        const auto thread = *m_wish->thread;
        if (!m_wish->frame)
            m_wish.reset();
        m_place.chooseThread(thread);
        return;
    }
    if (!m_wish->frame) {
        m_wish.reset();
        return;
    }
    if (m_place.isStale() || m_place.underWay())
        return;
    if (const auto index = indexIn(m_place.frames())) {
        m_wish.reset();
        m_place.chooseFrame(*index);
    } else if (!std::exchange(m_wish->searched, true)) {
        askForThreads();
    }
}

void PlaceWish::askForThreads()
{
    m_bridge.session().threads(util::RankSet(m_wish->rank), m_threads.expect([this](auto answer) {
        if (!m_wish || !answer || answer->value.empty())
            return;
        std::vector<util::ThreadId> others;
        for (const debug::ThreadInfo& thread : answer->value.front().threads) {
            if (!thread.leading || m_place.thread())
                others.push_back(thread.id);
        }
        searchIn(std::move(others));
    }));
}

void PlaceWish::searchIn(std::vector<util::ThreadId> threads)
{
    if (threads.empty()) {
        m_wish.reset();
        return;
    }
    const util::ThreadId first = threads.front();
    threads.erase(threads.begin());
    m_bridge.session().frames(util::RankSet(m_wish->rank), first,
                              m_frames.expect([this, first, others = std::move(threads)](auto answer) mutable {
                                  if (!m_wish)
                                      return;
                                  if (!answer || answer->value.empty() || !indexIn(answer->value.front().frames))
                                      return searchIn(std::move(others));
                                  m_wish->thread = first;
                                  tryIt();
                              }));
}

std::optional<std::uint32_t> PlaceWish::indexIn(const std::vector<debug::Frame>& frames) const
{
    const debug::Frame& wanted = *m_wish->frame;
    const std::size_t atDepth = frames.size() - 1 - m_wish->depth;
    if (m_wish->depth < frames.size() && frames[atDepth].samePlace(wanted))
        return static_cast<std::uint32_t>(atDepth);
    for (std::size_t i = 0; i < frames.size(); ++i) { // a stack that was cut at its outer end
        if (frames[i].samePlace(wanted))
            return static_cast<std::uint32_t>(i);
    }
    return std::nullopt;
}

} // namespace dbgr::ui

#include "moc_place_wish.cpp"
