// SPDX-License-Identifier: BSD-3-Clause
// The process that cleans up when dbgr dies at a moment at which nobody else could. A launcher that we hold waits for
// ever for our word, and so do ranks that it holds: if we are killed then, the reaper ends them. Once the job can go on
// without us, it does nothing any more. Thread: that of the owner; the reaper itself is a process of its own.
#pragma once

#include "util/ids.h"
#include "util/result.h"
#include "util/unique_fd.h"

#include <utility>

namespace dbgr::session {

/// What is right for the launcher when dbgr is gone.
enum class OnOurDeath : char
{
    KillLauncher = 'K',      ///< the launcher itself is held: it has started nothing yet and hears no SIGTERM
    TerminateLauncher = 'T', ///< ranks are held and nobody but us can let them go: the launcher ends them on SIGTERM
    LeaveAlone = 'L',        ///< the job goes on
};

/// Forks at start(); the child holds only its end of a pipe and a pidfd of the launcher, in a session of its own.
class LauncherReaper
{
public:
    LauncherReaper() = default;
    LauncherReaper(LauncherReaper&& other) noexcept
        : m_wishes(std::move(other.m_wishes)), m_child(std::exchange(other.m_child, util::Pid(0)))
    {}
    LauncherReaper& operator=(LauncherReaper&& other) noexcept;
    /// An orderly end: the launcher is left alone, whatever was set.
    ~LauncherReaper();

    /// \param launcher a child of ours that has not been waited for. Begins with OnOurDeath::KillLauncher.
    /// \errors errno of pipe, pidfd_open or fork
    [[nodiscard]] static util::Result<LauncherReaper> start(util::Pid launcher);

    /// Says what is right from now on.
    void set(OnOurDeath wish);

private:
    LauncherReaper(util::UniqueFd wishes, util::Pid child) : m_wishes(std::move(wishes)), m_child(child) {}
    void dismiss();

    util::UniqueFd m_wishes; // one byte a wish; our death closes it
    util::Pid m_child{0};
};

} // namespace dbgr::session
