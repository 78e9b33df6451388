// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the current place another one where that takes several steps: a rank leads, its threads are looked through,
// and the frame is chosen once its stack is there. Way: a dock -> here -> session, current_place. Thread: GUI.
#pragma once

#include "debug/frame.h"
#include "debug/thread.h"
#include "ui/bridge/latest_answer.h"

#include <QObject>

#include <cstdint>
#include <optional>
#include <vector>

namespace dbgr::ui {

class CurrentPlace;
class SessionBridge;

/// A newer wish replaces an older one; one whose rank runs on is given up.
class PlaceWish final : public QObject
{
    Q_OBJECT

public:
    PlaceWish(SessionBridge& bridge, CurrentPlace& place, QObject* parent = nullptr);

    /// \pre the focus has the rank
    void chooseThread(util::Rank rank, util::ThreadId thread);
    /// The frame at this place, of whichever thread of the rank stands below it. \pre the focus has the rank
    /// \param depth how many frames stand above it, when there are others at the same place
    void chooseFrame(util::Rank rank, const debug::Frame& frame, std::uint32_t depth);

private:
    struct Wish
    {
        util::Rank rank;
        std::optional<util::ThreadId> thread;
        std::optional<debug::Frame> frame;
        std::uint32_t depth = 0;
        bool searched = false; ///< the rank's other threads have been looked at, or are
    };

    void begin(Wish wish);
    void tryIt();
    void askForThreads();
    /// In the first of `threads` that has the frame; the others are asked after it.
    void searchIn(std::vector<util::ThreadId> threads);
    [[nodiscard]] std::optional<std::uint32_t> indexIn(const std::vector<debug::Frame>& frames) const;

    SessionBridge& m_bridge;
    CurrentPlace& m_place;
    std::optional<Wish> m_wish;
    LatestAnswer<std::vector<debug::RankThreads>> m_threads;
    LatestAnswer<std::vector<debug::RankFrames>> m_frames;
};

} // namespace dbgr::ui
