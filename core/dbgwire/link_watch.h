// SPDX-License-Identifier: BSD-3-Clause
// Whether the other side of a channel is still there, by what comes from it: silence makes it suspected, then lost, and
// a word takes the suspicion back. Sans-IO; time is handed in. Used by Channel, on both sides. Thread: any.
#pragma once

#include "util/clock.h"

#include <chrono>

namespace dbgr::dbgwire {

enum class LinkState
{
    Alive,
    Suspected, ///< silent for longer than a side that is there would be
    Lost       ///< given up; the last state
};

/// Silence only counts while this process itself runs: one that was suspended, or did not get the processor, cannot
/// know what it missed, and finds it in its socket when it goes on.
///
/// Flow: look() at due(), again and again; heard() whenever bytes come.
class LinkWatch
{
public:
    /// Either side says this often that it is there; look() is due at least so often.
    static constexpr std::chrono::seconds kBeat{3};
    /// Two lost beats, and what the system takes to send again what a break of five seconds has swallowed.
    static constexpr std::chrono::seconds kSuspectAfter{10};
    /// A look that comes later than this was kept from running.
    static constexpr std::chrono::seconds kLate{1};

    /// \param lostAfter so much silence; no suspicion comes before that if it is the shorter one
    LinkWatch(util::Duration lostAfter, util::TimePoint now);

    /// Another limit from now on. What is lost stays so.
    void setLostAfter(util::Duration lostAfter) { m_lostAfter = lostAfter; }
    /// Bytes came. \return that takes a suspicion back
    bool heard(util::TimePoint now);
    /// \return the state has become another one
    bool look(util::TimePoint now);
    /// When to look next; not in the past as of the latest look.
    [[nodiscard]] util::TimePoint due() const { return m_due; }

    [[nodiscard]] LinkState state() const { return m_state; }
    /// Since something was heard, as far as we ran. As of the latest look.
    [[nodiscard]] util::Duration silence() const { return m_silence; }

private:
    util::Duration m_lostAfter;
    LinkState m_state = LinkState::Alive;
    util::Duration m_silence{};
    util::TimePoint m_since; ///< of the latest look or word
    util::TimePoint m_due;
};

} // namespace dbgr::dbgwire
