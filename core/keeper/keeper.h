// SPDX-License-Identifier: BSD-3-Clause
// The keeper of a node: holds all of its ranks by ptrace, each for a debugger of its own, until dbgd lets go or is
// gone. Way: dbgd -> Order -> Keeper -> RankLine; the kernel's news -> Keeper -> Process. Thread: the loop's, the only
// one.
#pragma once

#include "keeper/control/memory_orders.h"
#include "keeper/control/messages.h"
#include "keeper/notice_line.h"
#include "keeper/rank_line.h"
#include "keeper/text/text_ledger.h"
#include "keeper/text/undertaker.h"
#include "keeper/trace/tracer.h"
#include "net/event_loop.h"
#include "util/lifetime.h"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dbgr::keeper {

/// Flow: orders come -> ranks are held and served -> dbgd closes the control socket, or says LetGo -> every rank is let
/// go -> the loop is stopped.
class Keeper
{
public:
    /// News of the kernel that are handled before sockets get their turn.
    static constexpr unsigned kNewsAtOnce = 256;
    /// For ranks that were asked to stand with others; then debuggers are told of those that do.
    static constexpr std::chrono::milliseconds kOthersMayTake{2};

    /// \param control non-blocking datagram socket to dbgd. What is given by reference outlives this
    Keeper(net::EventLoop& loop, util::UniqueFd control, Wishes wishes, Tracer& tracer, const Arch& arch,
           TextLedger& ledger, Undertaker& undertaker);
    Keeper(const Keeper&) = delete;
    Keeper& operator=(const Keeper&) = delete;

    void start();

private:
    /// An engine that reads memory.
    struct EngineLine
    {
        EngineLine(Keeper& keeper, util::UniqueFd socket);

        NoticeLine line;
        MemoryOrders orders;
        util::Subscription readable;
    };

    void readOrders();
    void serveMemory(util::UniqueFd socket);
    void readMemoryOrders();
    [[nodiscard]] MemoryOrders memoryOrdersOf(NoticeLine& line);
    void onOrder(Order order);
    void hold(Order order);
    void runUnattended(const Order& order);
    void release(Slot slot);
    void sample(Slot slot, std::uint32_t number);
    [[nodiscard]] MemoryPiece read(const MemoryWish& wish);
    void obeyWishes();
    void tellDebuggers();
    void noteStandsOrGone(Slot slot);
    void letGo();
    void readNews();
    void onNews(const TraceNews& news);
    void onOffspring(const Offspring& child);
    void setFree(const Offspring& child);
    [[nodiscard]] RankLine::Listener listenerFor(Slot slot);
    void finish(Slot slot, Notice notice);
    void tell(Notice notice) { m_control.tell(std::move(notice)); }
    void stopIfIdle();

    net::EventLoop& m_loop;
    NoticeLine m_control;
    MemoryOrders m_memoryOrders; // of dbgd
    std::unique_ptr<EngineLine> m_engine;
    const Wishes m_wishes;
    const std::shared_ptr<BarrenLibraries> m_barren = std::make_shared<BarrenLibraries>();
    const std::shared_ptr<LoaderTurn> m_turn;
    const std::shared_ptr<KnownMpiLibraries> m_mpiLibraries = std::make_shared<KnownMpiLibraries>();
    Tracer& m_tracer;
    const Arch& m_arch;
    TextLedger& m_ledger;
    Undertaker& m_undertaker;
    std::map<Slot, std::unique_ptr<RankLine>> m_lines;
    std::unordered_map<Tid, Slot> m_slotOf;
    std::unordered_map<Tid, TraceNews> m_unknown; // of threads that nobody has told of yet
    std::map<util::Pid, Offspring> m_awaited;     // children whose first stop has not come
    std::set<Slot> m_asked;                       // to stand, together, and do not yet
    std::vector<util::Task> m_toTell;             // to debuggers of those that do
    util::Subscription m_tellAnyway;
    util::Subscription m_orders;
    util::Subscription m_bell;
    util::Subscription m_children;
    bool m_isLeaving = false;
    bool m_isNewsPosted = false;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::keeper
