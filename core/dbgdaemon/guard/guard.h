// SPDX-License-Identifier: BSD-3-Clause
// The guard process: one stub and one relay for each rank of a node. It outlives dbgd for as long as it takes to let
// all ranks go. Thread: the loop's, the only one.
#pragma once

#include "dbgdaemon/guard/guard_messages.h"
#include "dbgdaemon/guard/rank_relay.h"
#include "net/child_process.h"
#include "net/event_loop.h"

#include <map>
#include <memory>
#include <string>

namespace dbgr::daemon {

/// Flow: orders come -> ranks are served -> dbgd ends the control socket -> every rank is taken leave of -> the loop is
/// stopped.
class Guard
{
public:
    /// \param control   non-blocking datagram socket to dbgd
    /// \param stubProgram absolute path of lldb-server
    Guard(net::EventLoop& loop, util::UniqueFd control, BreakpointLedger ledger, std::string stubProgram);

    void start();

private:
    using Slot = BreakpointLedger::Slot;

    struct Ward
    {
        util::Pid rank;
        std::unique_ptr<net::ChildProcess> stub; // none of a rank that we adopted
        std::unique_ptr<RankRelay> relay;        // until it has ended
        RankRelay::End end = RankRelay::End::LetGo;
        util::Subscription patience;
    };

    /// Time for a stub to be gone after it has closed its connection, before it is killed.
    static constexpr util::Duration kExitLimit = std::chrono::seconds(1);

    void readOrders();
    void onOrder(GuardOrder order);
    [[nodiscard]] util::Result<void> startStub(Ward& ward, const util::UniqueFd& stubsEnd);
    [[nodiscard]] util::Result<void> startRelay(Slot slot, Ward& ward, util::UniqueFd client, util::UniqueFd stub);
    void onRelayEnd(Slot slot, RankRelay::End end);
    void finish(Slot slot);
    void onDaemonGone();
    void stopIfIdle();

    net::EventLoop& m_loop;
    util::UniqueFd m_control;
    BreakpointLedger m_ledger;
    const std::string m_stubProgram;
    const std::shared_ptr<std::string> m_hostInfo = std::make_shared<std::string>();       // of all relays
    const std::shared_ptr<BarrenLibraries> m_barren = std::make_shared<BarrenLibraries>(); // of all relays
    const std::shared_ptr<LoaderTurn> m_turn = std::make_shared<LoaderTurn>(m_loop);       // of all relays
    std::map<Slot, Ward> m_wards;
    util::Subscription m_orders;
    bool m_daemonGone = false;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::daemon
