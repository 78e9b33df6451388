// SPDX-License-Identifier: BSD-3-Clause
// The process that cleans up when dbgr dies at a moment at which nobody else could. A launcher that we hold waits for
// ever for our word, and so do ranks that it holds: if we are killed then, the reaper ends them. Once the job can go on
// without us, it only reads what the launcher still prints: with nobody at the other end of its pipes the launcher
// would fail, and its job with it. Thread: that of the owner; the reaper itself is a process of its own.
#pragma once

#include "util/ids.h"
#include "util/result.h"
#include "util/unique_fd.h"

#include <utility>
#include <vector>

namespace dbgr::session {

/// What is right for the launcher when dbgr is gone.
enum class OnOurDeath : char
{
    KillLauncher = 'K',      ///< the launcher itself is held: it has started nothing yet and hears no SIGTERM
    TerminateLauncher = 'T', ///< ranks are held and nobody but us can let them go: the launcher ends them on SIGTERM
    LeaveAlone = 'L',        ///< the job goes on
};

/// What a launcher prints to: our ends of its pipes, 3 at most.
using LauncherPipes = std::vector<int>;

/// Forks at start(); the child holds only its end of a pipe, a pidfd of the launcher and the launcher's pipes, in a
/// session of its own.
class LauncherReaper
{
public:
    LauncherReaper() = default;
    LauncherReaper(LauncherReaper&& other) noexcept = default;
    LauncherReaper& operator=(LauncherReaper&& other) noexcept;
    /// An orderly end: the launcher is left alone, whatever was set. If OnOurDeath::LeaveAlone was, its pipes are read
    /// on until they end.
    ~LauncherReaper();

    /// \param launcher a child of ours that has not been waited for. Begins with OnOurDeath::KillLauncher.
    /// \param pipes stay the caller's
    /// \errors errno of pipe, pidfd_open or fork
    [[nodiscard]] static util::Result<LauncherReaper> start(util::Pid launcher, const LauncherPipes& pipes);

    /// Says what is right from now on.
    void set(OnOurDeath wish);

private:
    explicit LauncherReaper(util::UniqueFd wishes) : m_wishes(std::move(wishes)) {}
    void send(char wish);
    void dismiss();

    util::UniqueFd m_wishes; // one byte a wish; our death closes it
    bool m_leavesAlone = false;
};

} // namespace dbgr::session
