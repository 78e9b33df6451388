// SPDX-License-Identifier: GPL-3.0-or-later
// The one place that the views of a single rank are about: rank, thread and frame. It follows the leading rank of the
// focus, or is pinned to one rank, and the user's choice of a thread or frame as long as that rank stands.
// Way: session_bridge -> here -> call stack, variables, source. Thread: GUI.
#pragma once

#include "session/answer.h"
#include "ui/bridge/latest_answer.h"

#include "debug/thread.h"
#include "util/rank_set.h"

#include <QObject>

#include <cstdint>
#include <optional>
#include <vector>

namespace dbgr::ui {

class SessionBridge;

class CurrentPlace final : public QObject
{
    Q_OBJECT

public:
    explicit CurrentPlace(SessionBridge& bridge, QObject* parent = nullptr);
    /// Of this rank, whoever leads. It asks for its place at once, if it stands.
    CurrentPlace(SessionBridge& bridge, util::Rank pinned, QObject* parent = nullptr);

    /// Nothing while there is no job, or the job does not have the rank that it is pinned to.
    [[nodiscard]] std::optional<util::Rank> rank() const { return m_rank; }
    /// Those that views of this place are about: the focus, or only the rank that it is pinned to.
    [[nodiscard]] util::RankSet ranks() const;
    /// The user's choice; nothing: the rank's leading thread.
    [[nodiscard]] std::optional<util::ThreadId> thread() const { return m_thread; }
    /// The number of that thread in its rank, which people type; nothing: none was chosen, or it is not known yet.
    [[nodiscard]] std::optional<std::uint32_t> threadNumber() const { return m_thread ? m_threadNumber : std::nullopt; }
    /// The thread of frames(): the chosen one, or else the one that led. Nothing while no stack is known.
    [[nodiscard]] std::optional<util::ThreadId> shownThread() const { return m_shownThread; }
    /// The chosen frame, 0 the innermost.
    [[nodiscard]] std::uint32_t frameIndex() const { return m_frame; }
    /// For queries about the chosen frame.
    [[nodiscard]] session::FrameChoice choice() const;

    /// The stack of that thread, innermost first: of now, or of its last stop when isStale(). May be empty.
    [[nodiscard]] const std::vector<debug::Frame>& frames() const { return m_frames; }
    [[nodiscard]] bool framesTruncated() const { return m_truncated; }
    /// The chosen frame; null when it is not known.
    [[nodiscard]] const debug::Frame* frame() const;
    /// The rank has moved on since, or has ended: what frames() says is history.
    [[nodiscard]] bool isStale() const { return m_stale; }
    /// The frames are being asked for.
    [[nodiscard]] bool underWay() const { return m_answer.underWay(); }
    /// Why frames() is empty, in words for a person; "" nothing.
    [[nodiscard]] const QString& problem() const { return m_problem; }

public slots:
    /// An index beyond the stack is its outermost frame.
    void chooseFrame(quint32 index);
    /// One frame outwards (towards main), or inwards.
    void moveOut();
    void moveIn();

public:
    /// A thread of the current rank, which leads it from now on, so that steps are its own; nothing: its leading one.
    void chooseThread(std::optional<util::ThreadId> thread);
    /// The same by the number that people type, once `rank` is the current one: the focus may just have been given to
    /// it.
    void chooseThreadNumber(util::Rank rank, debug::ThreadIndex thread);

signals:
    /// Another rank, thread or frame, other frames, or they have become stale.
    void changed();
    /// The source should show this: the rank stopped somewhere, or the user chose a frame.
    void sourceWanted(const dbgr::debug::SourceLocation& where);

    /// The chosen thread could be shown, but does not lead.
    void refused(const dbgr::util::Error& error);

private:
    /// Another job: nothing that is known holds any more.
    void forget();
    [[nodiscard]] std::optional<util::Rank> wantedRank() const;
    void followRank();
    void takeSelected(const session::Answer<std::vector<debug::RankThreads>>& answer);
    void ask();
    void take(util::Result<session::Answer<std::vector<debug::RankFrames>>> answer);
    void showSource();
    /// The innermost frame that has source: what the user wrote, rather than poll() in libc.
    [[nodiscard]] std::uint32_t frameToShow() const;

    SessionBridge& m_bridge;
    LatestAnswer<std::vector<debug::RankFrames>> m_answer;
    std::optional<util::Rank> m_pinned;
    std::optional<util::Rank> m_rank;
    std::optional<util::ThreadId> m_thread;
    std::optional<std::uint32_t> m_threadNumber; ///< of m_thread, or of one that was chosen before
    std::optional<util::ThreadId> m_shownThread;
    LatestAnswer<std::vector<debug::RankThreads>> m_selected;
    LatestAnswer<std::vector<debug::RankThreads>> m_numbers;
    std::uint32_t m_frame = 0;
    std::vector<debug::Frame> m_frames;
    std::vector<debug::FramePlace> m_places; ///< of the frames, in all ranks
    QString m_problem;
    bool m_truncated = false;
    bool m_stale = true;
};

} // namespace dbgr::ui
