// SPDX-License-Identifier: BSD-3-Clause
// One rank as the keeper serves it: its process, the debugger's connection, and the conversation between them. A
// debugger that goes leaves the rank as it is, for the next one.
// Way: socket -> Splitter -> Conversation -> Process. Thread: the keeper's.
#pragma once

#include "keeper/stub/conversation.h"
#include "keeper/stub/mpi_error_watch.h"
#include "keeper/stub/signal_counts.h"
#include "keeper/target/memory_copy.h"
#include "keeper/trace/process.h"
#include "net/byte_stream.h"
#include "rsp/splitter.h"
#include "util/lifetime.h"
#include "util/remote_address.h"
#include "util/scheduler.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::keeper {

/// What the engine wishes of the rank, and what all ranks have in common of their stops at dynamic loaders.
struct LineShares
{
    std::function<LoaderWish()> loaderWish;
    std::function<StandWish()> standWish;
    std::function<util::FloatTraps()> floatWish;
    ConditionWishes conditions;
    CallWishes calls;
    WatchWishes watches;
    SignalCounts signalCounts;
    std::shared_ptr<BarrenLibraries> barren;
    std::shared_ptr<LoaderTurn> turn;
    std::shared_ptr<KnownMpiLibraries> mpiLibraries;
};

class RankLine
{
public:
    struct Listener
    {
        std::function<void()> onHeld; ///< all of its threads stand for the first time
        /// It stands again, and is unattended. \param isAnother whether it has become another program
        std::function<void(bool isAnother)> onStopped;
        /// It stands, as somebody who is not its debugger is to hear. Once an asking.
        std::function<void()> onStands;
        /// Its debugger is told for what with `tell`, soon: others that were asked to stand with it come first.
        std::function<void(util::Task tell)> onToTell;
        std::function<void(RankEnd)> onEnded;
        std::function<void()> onReleased;
        std::function<void(Offspring)> onOffspring;
        std::function<void(Tid)> onThread;
        std::function<void(Tid)> onThreadGone;
    };

    /// What is given by reference outlives this
    RankLine(util::Scheduler& scheduler, util::Pid pid, Tracer& tracer, const Arch& arch, TextLedger& ledger,
             LineShares shares, Listener listener);
    RankLine(const RankLine&) = delete;
    RankLine& operator=(const RankLine&) = delete;

    /// Until threads that do not stand are left out of a sample.
    static constexpr std::chrono::milliseconds kSampleMayTake{100};

    /// Attaches to the process, which stands then, and says so. \errors those of Process::seize()
    [[nodiscard]] util::Result<void> start() { return m_process.seize(); }
    /// Attaches to it while it runs on, as after runUnattended(). \errors those of Process::seize()
    [[nodiscard]] util::Result<void> startRunning(const std::set<int>& stopping);
    /// A debugger, in the place of the one before.
    void serve(std::unique_ptr<net::ByteStream> connection);
    [[nodiscard]] Process& process() { return m_process; }
    /// The engine may wish that it stands; the debugger is told of the stop.
    void obeyWish();
    /// It is about to stand as it was asked to, and onStands is to come.
    [[nodiscard]] bool isAboutToStand() const;
    // Conversation's; of no effect on a rank that is not unattended.
    void runUnattended(const std::set<int>& stopping);
    void standUnattended();
    /// Whether it is to stop where an error of MPI is about to end it.
    void catchMpiErrors(bool isWanted);
    /// As Process::sample(), with the names of threads; what was copied is told a bit later, when others have had their
    /// turns.
    void sample(Process::Sampled done);
    /// Of its memory, whether it stands or runs; the program's own bytes where there are traps.
    [[nodiscard]] CopiedMemory copyMemory(RemoteAddress address, std::span<std::byte> out);

private:
    [[nodiscard]] Process::Listener processListener();
    [[nodiscard]] CaughtCalls caughtCalls() const;
    [[nodiscard]] bool canBeTold() const;
    [[nodiscard]] std::optional<std::vector<util::MemoryArea>> watchedAreas() const;
    void giveTurns();
    void leave();
    void onBytes(std::string_view bytes);
    void onUnit(const rsp::Unit& unit);
    void send(const std::string& payload);
    void onStands(const util::Task& tell);
    void onStopped();
    [[nodiscard]] bool tellStand();
    [[nodiscard]] Process::OwnTraps ownTraps();
    [[nodiscard]] bool goesOnFromEntry();

    util::Scheduler& m_scheduler;
    Listener m_listener;
    LineShares m_shares;
    MpiErrorWatch m_mpiErrors;
    Process m_process;
    std::unique_ptr<net::ByteStream> m_stream; // null: there is no debugger
    std::unique_ptr<Conversation> m_conversation;
    rsp::Splitter m_splitter;
    std::string m_bytes;              // of a packet that is not whole yet
    util::Subscription m_sampleLimit; // while Process waits for threads
    StandWish m_toldStand = 0;        // the last one that was
    bool m_isHeld = false;
    bool m_hadDebugger = false;
    bool m_isToStand = false; // unattended, it was asked to
    std::uint32_t m_listings = 0;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::keeper
