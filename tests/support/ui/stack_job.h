// SPDX-License-Identifier: GPL-3.0-or-later
// A job whose threads stand where the test says, for tests of views that show stacks. Thread: the test's.
#pragma once

#include "tests/support/session/session_fixture.h"
#include "tests/support/ui/stack_answers.h"
#include "ui/bridge/current_place.h"
#include "ui/bridge/session_bridge.h"

#include <string_view>

namespace dbgr::test {

/// What models need, without a QApplication.
struct ModelFixture : SessionFixture
{
    /// Lets news and answers arrive, and the questions that they bring, too.
    void settle()
    {
        for (int round = 0; round < 4; ++round) {
            run();
            bridge.flush();
        }
    }

    ui::SessionBridge bridge{*session};
    ui::CurrentPlace place{bridge};
};

/// \tparam Fixture ModelFixture, or UiFixture for widgets
template <class Fixture = ModelFixture>
struct StackJob : Fixture, StackAnswers
{
    /// Ranks that run.
    explicit StackJob(std::uint32_t size)
    {
        serve(*this->fake);
        this->bringUpRunning(size);
        this->settle();
    }
    /// Everybody hears of it.
    void stop(std::string_view ranks)
    {
        this->fake->stop(test::ranks(ranks), breakpointHit(1));
        this->settle();
    }
    void go()
    {
        (void)this->session->continueRanks(this->session->focus());
        this->settle();
    }
    /// All focused ranks run on and stop again, at the places of `text`.
    void stepTo(std::string_view text)
    {
        const util::RankSet focus = this->session->focus();
        go();
        put(text);
        this->fake->stop(focus, stopCause(debug::StopReason::Step));
        this->settle();
    }
};

} // namespace dbgr::test
