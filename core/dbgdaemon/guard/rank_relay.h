// SPDX-License-Identifier: BSD-3-Clause
// Forwards one rank's gdb-remote conversation between liblldb (the client) and its stub, keeps the rank's text clean
// while it is stopped, keeps stops at the dynamic loader from the client, and takes leave of the rank when the client
// has gone. Thread: the guard's.
#pragma once

#include "dbgdaemon/guard/loader_turn.h"
#include "dbgdaemon/guard/loader_watch.h"
#include "dbgdaemon/guard/planted_breakpoints.h"
#include "dbgdaemon/guard/rsp_watcher.h"
#include "net/byte_stream.h"
#include "rsp/splitter.h"
#include "util/scheduler.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace dbgr::daemon {

/// Flow: start() -> bytes both ways -> [the client ends, or farewell()] -> traps out of the text -> interrupt and wait,
/// if the rank runs -> z for every breakpoint, D -> hang up -> the stub ends -> onEnd.
/// The orderly D matters: a stub that only sees its connection end exits, and the kernel then hands a rank that is
/// stopped at a breakpoint the SIGTRAP of it, which kills it.
class RankRelay
{
public:
    enum class End
    {
        LetGo,    ///< the rank has ended, or runs on by itself
        StubLost, ///< the stub ended without having been asked to
        Stuck     ///< the stub does not end; it has to be killed
    };

    struct Parts
    {
        util::Pid rank;
        std::unique_ptr<net::ByteStream> client; ///< nothing when the client is gone before we start
        std::unique_ptr<net::ByteStream> stub;
        /// What lldb-server says of the host, once one of them has said it: the same for all, and dear, since each runs
        /// lsb_release to find out. Shared by all relays.
        std::shared_ptr<std::string> hostInfo = std::make_shared<std::string>();
        std::optional<LoaderWatch> loader = {}; ///< none: all its stops are the client's
        std::shared_ptr<LoaderTurn> turn = {};  ///< shared by all relays; none: nobody waits for another one
        /// Ends the connection for the stub though others may hold copies of our descriptor.
        std::function<void()> hangUp;
        std::function<void(End)> onEnd; ///< once; may destroy the relay
    };

    /// Time for a running rank to stop for us; uninterruptible system calls can take longer.
    static constexpr util::Duration kStopLimit = std::chrono::seconds(3);
    /// Time for the stub to answer what is left to say, and to end.
    static constexpr util::Duration kLeaveLimit = std::chrono::seconds(5);

    RankRelay(util::Scheduler& scheduler, Parts parts, PlantedBreakpoints planted, bool running);
    ~RankRelay();

    void start();
    /// The debugger is gone: gives the rank its own text back and lets it run on.
    void farewell();
    /// Whether the stub has ever said anything: it does once it has attached.
    [[nodiscard]] bool stubSpoke() const { return m_stubSpoke; }

private:
    enum class Phase
    {
        Serving,
        Stopping,    ///< the client is gone, the rank runs and has been asked to stop
        TakingLeave, ///< breakpoints are being removed
        HungUp       ///< the stub is to end
    };
    /// Bytes one way. `held` is the beginning of a unit whose end has not come.
    struct Way
    {
        rsp::Splitter splitter;
        std::string held;
    };

    template <class OnUnit>
    void forward(Way& way, std::string_view bytes, net::ByteStream* to, OnUnit&& onUnit);
    /// \return whether the unit is to be forwarded
    [[nodiscard]] bool onClientUnit(const rsp::Unit& unit);
    [[nodiscard]] bool onStubUnit(const rsp::Unit& unit);
    [[nodiscard]] bool answerHostInfo(const rsp::Unit& unit);
    [[nodiscard]] bool answerLibraries(const rsp::Unit& unit);
    void willResume(std::string_view payload);
    /// \return whether the client is to have the stop as it is
    [[nodiscard]] bool onStopReply(std::string_view payload);
    void tellInTurn(std::string packet);
    void tellNow();
    void leaveTurn();
    void passOver(const LoneTrap& trap);
    [[nodiscard]] bool goOnAfterStep(std::string_view payload);
    void actOn(const StubNews& news);
    void onStopped(const StubNews& news);
    void onStubClosed();
    void takeLeave();
    void goOn();
    void sayNext();
    void say(const std::string& payload);
    void hangUp();
    void end(End how);

    util::Scheduler& m_scheduler;
    Parts m_parts;
    PlantedBreakpoints m_planted;
    RspWatcher m_watcher;
    Way m_fromClient;
    Way m_fromStub;
    Phase m_phase = Phase::Serving;
    bool m_stubSpoke = false;
    std::string m_passing;            // the thread that does a step over the loader's breakpoint without the client
    bool m_interruptHeld = false;     // meanwhile
    std::string m_waitingStop;        // the client has it when it is the rank's turn
    bool m_interruptSent = false;     // since the last resume
    bool m_wantsHostInfo = false;     // the stub's next packet is it
    std::vector<std::string> m_toSay; // while TakingLeave; last first
    util::Subscription m_limit;       // of the phase
};

} // namespace dbgr::daemon
