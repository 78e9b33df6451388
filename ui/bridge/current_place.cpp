// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/current_place.h"

#include "debug/frame_that_counts.h"
#include "ui/bridge/session_bridge.h"

#include <algorithm>

namespace dbgr::ui {

CurrentPlace::CurrentPlace(SessionBridge& bridge, QObject* parent) : QObject(parent), m_bridge(bridge)
{
    connect(&bridge, &SessionBridge::jobChanged, this, &CurrentPlace::forget);
    connect(&bridge, &SessionBridge::focusChanged, this, &CurrentPlace::followRank);
    connect(&bridge, &SessionBridge::stacksStale, this, [this](const util::RankSet& ranks) {
        followRank();
        if (m_rank && ranks.contains(*m_rank))
            ask();
    });
}

CurrentPlace::CurrentPlace(SessionBridge& bridge, util::Rank pinned, QObject* parent) : CurrentPlace(bridge, parent)
{
    m_pinned = pinned;
    followRank();
}

util::RankSet CurrentPlace::ranks() const
{
    return m_pinned ? util::RankSet(*m_pinned) : m_bridge.session().focus();
}

std::optional<util::Rank> CurrentPlace::wantedRank() const
{
    const session::Session& session = m_bridge.session();
    if (!m_pinned)
        return session.leadingRank();
    const bool isThere = session.processes().all().contains(*m_pinned);
    return isThere ? m_pinned : std::optional<util::Rank>();
}

const debug::Frame* CurrentPlace::frame() const
{
    return m_frame < m_frames.size() ? &m_frames[m_frame] : nullptr;
}

session::FrameChoice CurrentPlace::choice() const
{
    session::FrameChoice choice{m_thread, m_frame};
    if (frame() && !m_thread)
        choice.match = {m_frame < m_places.size() ? m_places[m_frame] : debug::FramePlace{}, frame()->function};
    return choice;
}

void CurrentPlace::chooseFrame(quint32 index)
{
    if (m_frames.empty())
        return;
    m_frame = std::min<std::uint32_t>(index, static_cast<std::uint32_t>(m_frames.size()) - 1);
    emit changed();
    showSource();
}

void CurrentPlace::moveOut()
{
    chooseFrame(m_frame + 1);
}

void CurrentPlace::moveIn()
{
    if (m_frame > 0)
        chooseFrame(m_frame - 1);
}

void CurrentPlace::chooseThread(std::optional<util::ThreadId> thread)
{
    m_thread = thread;
    m_threadNumber.reset();
    ask();
    if (!m_rank || !m_thread)
        return;
    m_bridge.session().selectThread(util::RankSet(*m_rank), *m_thread, m_selected.expect([this](const auto& answer) {
        if (!answer)
            emit refused(answer.error());
        else
            takeSelected(*answer);
    }));
}

void CurrentPlace::chooseThreadNumber(util::Rank rank, debug::ThreadIndex thread)
{
    m_bridge.session().threads(util::RankSet(rank), m_numbers.expect([this, rank, thread](const auto& answer) {
        if (!answer)
            return emit refused(answer.error());
        for (const debug::RankThreads& one : answer->value) {
            const auto found = std::ranges::find(one.threads, thread.value, &debug::ThreadInfo::index);
            if (m_rank == rank && found != one.threads.end())
                chooseThread(found->id);
        }
    }));
}

void CurrentPlace::takeSelected(const session::Answer<std::vector<debug::RankThreads>>& answer)
{
    if (!answer.failures.empty())
        emit refused(answer.failures.front().error);
    for (const debug::RankThreads& rank : answer.value) {
        const auto found =
            std::ranges::find(rank.threads, m_thread, [](const auto& one) { return std::optional(one.id); });
        if (rank.rank != m_rank || found == rank.threads.end())
            continue;
        m_threadNumber = found->index;
        emit changed();
    }
}

void CurrentPlace::forget()
{
    m_rank.reset();
    m_shownThread.reset();
    m_frames.clear();
    followRank();
    ask();
}

void CurrentPlace::followRank()
{
    const std::optional<util::Rank> wanted = wantedRank();
    if (wanted == m_rank)
        return;
    m_rank = wanted;
    m_thread.reset();
    m_shownThread.reset();
    m_frames.clear();
    m_problem.clear();
    ask();
}

void CurrentPlace::ask()
{
    session::Session& session = m_bridge.session();
    m_answer.forget();
    m_stale = true;
    const util::RankSet standing = session.processes().standing();
    if (!m_rank || !standing.contains(*m_rank)) {
        m_thread.reset(); // it may be gone when the rank stands again
        emit changed();
        return;
    }
    session.frames(util::RankSet(*m_rank), m_thread, m_answer.expect([this](auto answer) { take(std::move(answer)); }));
    emit changed();
}

void CurrentPlace::take(util::Result<session::Answer<std::vector<debug::RankFrames>>> answer)
{
    m_stale = false;
    m_problem.clear();
    m_frames.clear();
    m_places.clear();
    m_shownThread.reset();
    m_truncated = false;
    if (!answer)
        m_problem = QString::fromStdString(answer.error().message());
    else if (!answer->failures.empty())
        m_problem = QString::fromStdString(answer->failures.front().error.message());
    else if (!answer->value.empty()) {
        m_frames = std::move(answer->value.front().frames);
        m_places = std::move(answer->value.front().places);
        m_shownThread = answer->value.front().thread;
        m_truncated = answer->value.front().truncated;
    }
    m_frame = frameToShow();
    emit changed();
    showSource();
}

void CurrentPlace::showSource()
{
    const debug::Frame* const shown = frame();
    if (shown && shown->where.known())
        emit sourceWanted(shown->where);
}

std::uint32_t CurrentPlace::frameToShow() const
{
    return static_cast<std::uint32_t>(debug::frameThatCounts(m_frames));
}

} // namespace dbgr::ui

#include "moc_current_place.cpp"
