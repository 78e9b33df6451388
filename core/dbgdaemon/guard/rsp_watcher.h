// SPDX-License-Identifier: BSD-3-Clause
// Understands as much of a gdb-remote conversation as the guard has to know: which breakpoints stand in the rank, and
// whether it runs. Fed by rsp::Splitter's units of both directions; RankRelay acts on what it says. Thread: any; no
// I/O.
#pragma once

#include "rsp/splitter.h"
#include "util/ids.h"

#include <compare>
#include <cstdint>
#include <deque>
#include <optional>

namespace dbgr::daemon {

/// A breakpoint as Z and z packets name it.
struct RspBreakpoint
{
    char type = '0';           ///< '0' software, '1' hardware, '2' '3' '4' watchpoints
    std::uint64_t address = 0; ///< in the rank
    std::uint32_t kind = 0;    ///< length in bytes

    [[nodiscard]] bool isSoftware() const { return type == '0'; }
    friend auto operator<=>(const RspBreakpoint&, const RspBreakpoint&) = default;
};

/// What a unit of the debugger will do once it is forwarded.
struct ClientNews
{
    enum class Kind
    {
        Nothing,
        WillInsert,
        WillResume
    };
    Kind kind = Kind::Nothing;
    RspBreakpoint breakpoint;
};

/// What a unit of the stub says has happened.
struct StubNews
{
    enum class Kind
    {
        Nothing,
        Inserted,
        NotInserted,
        Removed,
        Stopped,
        Exited,
        Detached
    };
    Kind kind = Kind::Nothing;
    RspBreakpoint breakpoint;
    std::optional<util::Pid> forkedChild; ///< with Stopped: a child with a copy of the rank's text
    bool execed = false;                  ///< with Stopped: the rank has become another program
};

/// Pairs requests with replies by their order, which the protocol keeps: one reply for each request, that of a resume
/// being the stop. All-stop mode only, the one that LLDB uses. What goes to another process than the rank (a child
/// after fork, chosen by Hgp<pid>) is left alone.
class RspWatcher
{
public:
    /// \param running whether a resume was sent that has not been answered
    explicit RspWatcher(util::Pid rank, bool running = false);

    ClientNews onClient(const rsp::Unit& unit);
    StubNews onStub(const rsp::Unit& unit);

    /// Between a resume and its stop. A rank is stopped when a stub has just attached to it.
    [[nodiscard]] bool running() const { return m_running; }
    /// The stub has let the rank go, or the rank has ended or is being killed.
    [[nodiscard]] bool gone() const { return m_gone; }
    /// Whether both ends still confirm each packet with '+'.
    [[nodiscard]] bool acknowledges() const { return m_acknowledges; }
    /// Whether what is asked now is asked of another process than the rank.
    [[nodiscard]] bool elsewhere() const { return m_elsewhere; }
    /// Whether a reply is still owed.
    [[nodiscard]] bool waiting() const { return !m_requests.empty(); }

private:
    struct Request
    {
        enum class Kind
        {
            Other,
            Insert,
            Remove,
            Resume,
            Detach,
            NoAcks
        };
        Kind kind = Kind::Other;
        RspBreakpoint breakpoint;
    };
    /// More requests without a reply than any debugger sends.
    static constexpr std::size_t kMaxRequests = 1024;

    [[nodiscard]] Request parse(std::string_view payload);
    void selectProcess(std::string_view argument);
    /// Takes a resume that was refused because the rank ran already out of the requests. \return false: there is none
    [[nodiscard]] bool refuseLaterResume();
    [[nodiscard]] StubNews onStopReply(std::string_view payload);
    [[nodiscard]] StubNews onReply(const Request& request, std::string_view payload);

    const util::Pid m_rank;
    std::deque<Request> m_requests;
    bool m_running;
    bool m_gone = false;
    bool m_acknowledges = true;
    bool m_elsewhere = false; // Hg has chosen another process
};

} // namespace dbgr::daemon
