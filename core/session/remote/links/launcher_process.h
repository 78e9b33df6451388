// SPDX-License-Identifier: BSD-3-Clause
// A launcher that we start by our own fork, for ways that need no PMIx: its pipes, its end, and what becomes of it when
// we die. Thread: net.
#pragma once

#include "launchers/launch_plan.h"
#include "net/child_process.h"
#include "net/event_loop.h"
#include "session/remote/launcher_output.h"
#include "session/remote/launcher_reaper.h"
#include "session/remote/links/launcher_input.h"
#include "util/result.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace dbgr::session {

/// What a shell says of a command that it cannot run.
inline constexpr net::ExitStatus kLauncherNotStarted{net::ExitStatus::Kind::Exited, 127, false};

class LauncherProcess
{
public:
    struct Callbacks
    {
        /// What came on its pipes, as it came: rank is never set.
        std::function<void(OutputBytes)> output;
        /// Its end, after the last output.
        std::function<void(net::ExitStatus)> exited;
        /// Something that can be lived with.
        std::function<void(util::Error)> warning;
    };
    struct Options
    {
        bool stopOnExec = false; ///< stands (state T) before its first instruction; SIGCONT lets it run
        /// A launcher that obeys no SIGTERM as yet: see OnOurDeath.
        OnOurDeath onOurDeath = OnOurDeath::TerminateLauncher;
    };

    /// Runs plan.argv in plan.environment, in a process group of its own (the terminal's Ctrl-C is for the debugger).
    /// \errors those of net::ChildProcess::start()
    [[nodiscard]] static util::Result<std::unique_ptr<LauncherProcess>>
    start(net::EventLoop& loop, const launchers::LaunchPlan& plan, Callbacks callbacks, Options options);
    ~LauncherProcess();

    [[nodiscard]] util::Pid pid() const { return m_child->pid(); }
    [[nodiscard]] bool running() const { return m_child->running(); }
    /// \see LauncherInput::send
    void sendInput(std::string_view bytes, bool eof, LauncherInput::Done done);
    /// Of no effect on one that has ended.
    void signal(int number);
    /// What is right from now on if we die without a word.
    void onOurDeath(OnOurDeath wish);
    /// If we die, that is to be done to this process below what we started: it is the launcher.
    void guard(util::Pid launcher);
    /// It outlives us, however we end.
    void letLive();
    /// All that it has printed by now comes as output, and the end of it is yielded.
    [[nodiscard]] const std::string& lastWords();

private:
    LauncherProcess(net::EventLoop& loop, Callbacks callbacks, std::unique_ptr<net::ChildProcess> child);

    Callbacks m_callbacks;
    std::unique_ptr<net::ChildProcess> m_child;
    LauncherInput m_input;
    LauncherOutput m_output;
    LauncherReaper m_reaper;
    OnOurDeath m_onOurDeath = OnOurDeath::TerminateLauncher;
    bool m_wrapped = false;
};

} // namespace dbgr::session
