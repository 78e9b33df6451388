// SPDX-License-Identifier: GPL-3.0-or-later
// A session over a fake backend and a manual clock, observed. Thread: the test's.
#pragma once

#include "session/session.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/session/builders.h"
#include "tests/support/session/fake_backend.h"
#include "tests/support/session/recorder.h"

#include <memory>

namespace dbgr::test {

struct SessionFixture
{
    SessionFixture()
    {
        auto backend = std::make_unique<FakeBackend>(scheduler);
        fake = backend.get();
        session = std::make_unique<session::Session>(scheduler, std::move(backend), false); // tests count commands
        subscription = session->observe(recorder);
    }

    /// Lets everything that is under way arrive. Time stands still.
    void run() { scheduler.runUntilIdle(); }
    /// A job of `size` ranks, held and attached.
    void bringUp(std::uint32_t size)
    {
        (void)session->launch(launchSpec());
        fake->bringUp(size);
        run();
    }
    /// The same, and every rank runs.
    void bringUpRunning(std::uint32_t size)
    {
        bringUp(size);
        (void)session->continueRanks(session->focus());
        run();
    }

    ManualScheduler scheduler;
    FakeBackend* fake = nullptr; ///< owned by the session
    Recorder recorder;
    std::unique_ptr<session::Session> session;
    util::Subscription subscription;
};

} // namespace dbgr::test
