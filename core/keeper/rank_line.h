// SPDX-License-Identifier: BSD-3-Clause
// One rank as the keeper serves it: its process, the debugger's connection, and the conversation between them. A
// debugger that goes leaves the rank as it is, for the next one.
// Way: socket -> Splitter -> Conversation -> Process. Thread: the keeper's.
#pragma once

#include "keeper/stub/conversation.h"
#include "keeper/trace/process.h"
#include "net/byte_stream.h"
#include "rsp/splitter.h"
#include "util/lifetime.h"
#include "util/scheduler.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace dbgr::keeper {

/// Which stops of a rank its debugger does not hear of, or not at once.
struct StopShares
{
    std::function<LoaderWish()> loader; ///< the rank's own
    ConditionWishes conditions;         ///< the same
    std::shared_ptr<BarrenLibraries> barren;
    std::shared_ptr<LoaderTurn> turn;
};

class RankLine
{
public:
    struct Listener
    {
        std::function<void()> onHeld;    ///< all of its threads stand for the first time
        std::function<void()> onStopped; ///< they do again
        std::function<void(RankEnd)> onEnded;
        std::function<void()> onReleased;
        std::function<void(Offspring)> onOffspring;
        std::function<void(Tid)> onThread;
        std::function<void(Tid)> onThreadGone;
    };

    /// What is given by reference outlives this
    RankLine(util::Scheduler& scheduler, util::Pid pid, Tracer& tracer, const Arch& arch, TextLedger& ledger,
             StopShares stops, Listener listener);
    RankLine(const RankLine&) = delete;
    RankLine& operator=(const RankLine&) = delete;

    /// Attaches to the process. \errors those of Process::seize()
    [[nodiscard]] util::Result<void> start() { return m_process.seize(); }
    /// A debugger, in the place of the one before.
    void serve(std::unique_ptr<net::ByteStream> connection);
    [[nodiscard]] Process& process() { return m_process; }
    /// Wanted to stand, by somebody else than the debugger, who is told of the stop all the same.
    void interrupt();

private:
    [[nodiscard]] Process::Listener processListener();
    void leave();
    void onBytes(std::string_view bytes);
    void onUnit(const rsp::Unit& unit);
    void send(const std::string& payload);
    void onStopped();

    util::Scheduler& m_scheduler;
    Listener m_listener;
    StopShares m_stops;
    Process m_process;
    std::unique_ptr<net::ByteStream> m_stream; // null: there is no debugger
    std::unique_ptr<Conversation> m_conversation;
    rsp::Splitter m_splitter;
    std::string m_bytes; // of a packet that is not whole yet
    bool m_isHeld = false;
    bool m_hadDebugger = false;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::keeper
