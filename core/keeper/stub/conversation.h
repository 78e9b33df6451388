// SPDX-License-Identifier: BSD-3-Clause
// What a debugger (liblldb) asks of one rank, answered: requests in, replies out. Knows no socket and no ptrace.
// Way: Splitter -> parseRequest -> Conversation -> Process. Thread: the keeper's.
#pragma once

#include "keeper/stub/condition_watch.h"
#include "keeper/stub/loader_turn.h"
#include "keeper/stub/loader_watch.h"
#include "keeper/stub/stand_watch.h"
#include "keeper/target/process_files.h"
#include "keeper/trace/process.h"
#include "rsp/request.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace dbgr::keeper {

class Conversation
{
public:
    /// Which stops the debugger does not hear of, or not at once, and which ones it does that it has not asked for.
    struct Watches
    {
        LoaderWatch loader;
        StandWatch stand;
        ConditionWatch conditions;
        std::shared_ptr<LoaderTurn> turn; ///< null: its stops at the loader wait for nobody
    };

    /// \param send is given payloads. \param process outlives this
    Conversation(Process& process, Watches watches, std::function<void(std::string payload)> send);
    ~Conversation();
    Conversation(const Conversation&) = delete;
    Conversation& operator=(const Conversation&) = delete;

    /// One packet's payload. Answered at once, or when the rank stands; while it runs, only what makes it stand.
    void onRequest(std::string_view payload);
    /// Byte 3: it is wanted to stand.
    void onInterrupt();
    /// The engine may wish that it stands.
    void obeyWish();
    /// It runs, and the next time that it stands it stays, and the debugger is told.
    [[nodiscard]] bool isToStand() const { return m_owesStop && m_wantsStand; }

    /// Whether a thread that has met a breakpoint while the others run goes on, and nobody hears of it.
    [[nodiscard]] bool isToPass(const MetTrap& trap);

    // While the rank is unattended: the debugger has asked for nothing yet, and what the rank does is up to dbgd.
    [[nodiscard]] bool isUnattended() const { return m_isUnattended; }
    /// Lets it run, but for signals of `stopping`, for another program, and for the debugger's first request.
    void runUnattended(const std::set<int>& stopping);
    /// The signals of which nobody is told then.
    [[nodiscard]] static std::set<int> allBut(const std::set<int>& stopping);
    void standUnattended();
    /// How often the debugger has read which libraries there are.
    [[nodiscard]] std::uint32_t listings() const { return m_loader.listings(); }

    // News of the process.
    void onStopped();
    void onEnded();
    /// The process was let go: a debugger that wanted that hears of it.
    void onReleased();
    void onThreadGone(Tid thread) { m_conditions.forget(thread); }
    /// A thread that was to pass has not done the instruction.
    void onUndone(Tid thread) { m_conditions.takeBack(thread); }

    /// Packets are confirmed with '+' until the debugger says that they need not be.
    [[nodiscard]] bool acknowledges() const { return m_acknowledges; }

private:
    /// The number in an answer to what can be asked only while the rank stands.
    static constexpr unsigned kRuns = 0x10;

    using Threads = std::vector<rsp::ThreadReport>;
    /// What the rank was let go with.
    struct Run
    {
        std::map<Tid, ThreadOrder> orders;
        ThreadOrder others;
        LoaderWatch::Ran how = LoaderWatch::Ran::Freely;
    };
    /// What reports refer to.
    struct Contents
    {
        std::deque<RegisterBytes> bytes;
    };

    void serve(const rsp::Request& request);
    void answer(const rsp::request::WhyStopped&);
    void answer(const rsp::request::ReadMemory& asked);
    void answer(const rsp::request::WriteMemory& asked);
    void answer(const rsp::request::ReadRegister& asked);
    void answer(const rsp::request::WriteRegister& asked);
    void answer(const rsp::request::ReadRegisters& asked);
    void answer(const rsp::request::SetTrap& asked);
    void answer(const rsp::request::Resume& asked);
    void answer(const rsp::request::ResumeKinds&);
    void answer(const rsp::request::Detach&);
    void answer(const rsp::request::Kill&);
    void answer(const rsp::request::IsAlive& asked);
    void answer(const rsp::request::Allocate& asked);
    void answer(const rsp::request::Free& asked);
    void answer(const rsp::request::ThreadsInfo&);
    void answer(const rsp::request::StopAcknowledging&);
    void answer(const rsp::request::PassSignals& asked);
    void answer(const rsp::request::SaveRegisters& asked);
    void answer(const rsp::request::RestoreRegisters& asked);
    void answer(const rsp::request::Supported&);
    void answer(const rsp::request::HostInfo&);
    void answer(const rsp::request::ProcessInfo&);
    void answer(const rsp::request::CurrentThread&);
    void answer(const rsp::request::ThreadList& asked);
    void answer(const rsp::request::ThreadStopInfo& asked);
    void answer(const rsp::request::Transfer& asked);
    void answer(const rsp::request::MemoryRegion& asked);
    void answer(const rsp::request::WatchpointCount&);
    void answer(const rsp::request::Echo& asked);
    void answer(const rsp::request::Agree&);

    void ok() { m_send("OK"); }
    void error(unsigned number = 1);
    void okOr(bool done, unsigned number = 1) { done ? ok() : error(number); }
    void setHardware(const rsp::request::SetTrap& asked);
    void onCall(std::optional<std::int64_t> result, std::function<void(std::int64_t)> good);
    [[nodiscard]] std::optional<Tid> threadOf(std::optional<util::ThreadId> asked) const;
    [[nodiscard]] rsp::ThreadReport report(Tid thread, Contents& contents, bool withStack);
    [[nodiscard]] Threads reports(Contents& contents, bool withStacks);
    [[nodiscard]] std::string stopReplyOf(Tid main);
    [[nodiscard]] std::string endReply() const;
    [[nodiscard]] bool goesOn();
    [[nodiscard]] bool judgesConditions() const;
    [[nodiscard]] bool arePassed(std::span<const MetTrap> traps);
    [[nodiscard]] bool passesConditions();
    [[nodiscard]] bool passesLoader();
    [[nodiscard]] std::optional<MetTrap> loneTrap();
    [[nodiscard]] bool goesOnStepping();
    [[nodiscard]] bool stepsOverNext();
    void endStepping();
    void run();
    void goOn();
    void forgetSignals();
    void tellStop();
    void leaveTurn();
    void serveWaiting();
    void forgetStand();
    void forgetProgram();

    Process& m_process;
    std::function<void(std::string)> m_send;
    LoaderWatch m_loader;
    StandWatch m_stand;
    ConditionWatch m_conditions;
    std::shared_ptr<LoaderTurn> m_turn;
    Run m_run;
    std::optional<Tid> m_passing;      // steps over the loader's trap, and nobody knows
    std::deque<MetTrap> m_stepping;    // over breakpoints whose conditions are false: the first one is just doing it
    bool m_wantsStand = false;         // since it runs, it was asked to stand
    bool m_hasNews = false;            // of libraries, to be told with the stop
    bool m_awaitsTurn = false;         // it stands, and its stop is told in its turn
    std::deque<std::string> m_waiting; // requests that came before the rank stood, or during a call
    bool m_isUnattended = true;
    bool m_hasStood = false;
    bool m_isCalling = false;
    bool m_owesStop = false; // it was resumed, and the reply is the next stop
    bool m_acknowledges = true;
    bool m_owesRelease = false;
    bool m_isOver = false;                              // it asked to leave the rank; nothing more is answered
    std::map<RemoteAddress, std::uint64_t> m_allocated; // sizes
    // Of the rank as it stands.
    std::optional<MemoryMap> m_map;
    std::optional<std::string> m_listing;
};

} // namespace dbgr::keeper
