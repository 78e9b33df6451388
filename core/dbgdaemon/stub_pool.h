// SPDX-License-Identifier: BSD-3-Clause
// dbgd's side of the guard: starts it, has it start one stub for each rank, and takes care of the ranks when it dies.
// Thread: net.
#pragma once

#include "dbgdaemon/guard/breakpoint_ledger.h"
#include "dbgdaemon/guard/guard_messages.h"
#include "dbgdaemon/stub_programs.h"
#include "net/child_process.h"
#include "net/event_loop.h"
#include "util/lifetime.h"
#include "util/rank_set.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace dbgr::daemon {

/// Flow: create() -> open() for every rank; all stubs attach at the same time -> each descriptor goes to the engine ->
/// shutdown(), after the engine has let the ranks go.
///
/// If dbgd dies, the guard takes leave of all ranks. If the guard dies, we hold copies of its ends of the stubs'
/// connections (so that no stub sees its connection end) and the ledger; a second guard takes leave in its place.
class StubPool
{
public:
    struct Observer
    {
        /// Stubs that held ranks ended, or the guard did and the ranks are being let go: they are no longer ours. Said
        /// here since liblldb does not notice while a rank is stopped.
        std::function<void(util::RankSet, util::Error)> onLost;
    };

    /// Starts the guard. \errors those of memfd_create(), socketpair(), net::ChildProcess::start()
    [[nodiscard]] static util::Result<std::unique_ptr<StubPool>> create(net::EventLoop& loop, StubPrograms programs,
                                                                        Observer observer);
    /// Without shutdown(): the guard takes leave of what is left, by itself.
    ~StubPool();
    StubPool(const StubPool&) = delete;
    StubPool& operator=(const StubPool&) = delete;

    /// Has a stub attach to the process. \return the client's end of the connection to it, at once; if the stub fails,
    /// the connection ends, and whyEnded() knows more
    /// \errors debug::Errc::StubFailed when the guard is dead; those of socketpair()
    [[nodiscard]] util::Result<util::UniqueFd> open(util::Rank rank, util::Pid pid);

    /// For AttachTarget::watchLoads of a rank that was opened.
    [[nodiscard]] std::function<void(std::optional<std::uint32_t>)> loadWatch(util::Rank rank) const;

    /// Why the rank's stub or the guard failed; nothing if none did, as far as is known now.
    [[nodiscard]] std::optional<util::Error> whyEnded(util::Rank rank);

    /// Ends the guard; whatever it still holds it lets go. `done` is called when it has ended, or after kEndLimit.
    void shutdown(std::function<void()> done);

    [[nodiscard]] util::Pid guardPid() const { return m_guard->pid(); }

    static constexpr util::Duration kEndLimit = std::chrono::seconds(10);
    /// Between attempts to hand orders to a guard that is busy.
    static constexpr util::Duration kOrderInterval = std::chrono::milliseconds(5);

private:
    using Slot = BreakpointLedger::Slot;

    struct Ward
    {
        util::Rank rank;
        util::Pid pid;
        util::UniqueFd stub; // copy of the guard's end; none once the rank is released
        std::optional<util::Error> failure;
    };

    StubPool(net::EventLoop& loop, StubPrograms programs, Observer observer, BreakpointLedger ledger);
    [[nodiscard]] util::Result<std::unique_ptr<net::ChildProcess>> startGuard(util::UniqueFd& control);
    void flushOrders();
    void readNotices();
    void onNotice(const GuardNotice& notice);
    void onGuardEnded();
    void replaceGuard();

    net::EventLoop& m_loop;
    const StubPrograms m_programs;
    const Observer m_observer;
    BreakpointLedger m_ledger;
    util::UniqueFd m_control;
    std::unique_ptr<net::ChildProcess> m_guard;
    std::unique_ptr<net::ChildProcess> m_successor; // says good-bye for a dead guard
    std::vector<Ward> m_wards;                      // by slot
    std::deque<GuardOrder> m_orders;
    util::Subscription m_flushAgain;
    util::Subscription m_readable;
    util::Subscription m_endLimit;
    std::function<void()> m_done; // of shutdown()
    bool m_guardDead = false;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::daemon
