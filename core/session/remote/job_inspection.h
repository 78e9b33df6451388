// SPDX-License-Identifier: BSD-3-Clause
// The ranks of a job that runs, without attaching to it. A PMIx launcher is asked as a tool that comes and goes; of
// others their memory, or their processes' environment, is read. Way: RemoteJobDirectory -> here -> attach dialog.
#pragma once

#include "launchers/attach_spec.h"
#include "net/event_loop.h"
#include "pmix/tool/tool.h"
#include "session/backend_event.h"
#include "session/remote/links/pmix_search.h"
#include "util/result.h"

#include <functional>
#include <memory>
#include <optional>

namespace dbgr::session {

/// Reads the ranks where no launcher needs to be asked. Nothing: PmixInspection can ask one.
/// \errors those of findRunningLauncher() and of reading an MPIR table; std::errc::not_supported (core files)
/// \thread any; blocks for reading /proc
[[nodiscard]] util::Result<std::optional<JobLaunched>> inspectFromOutside(const launchers::AttachTarget& target);

/// One question to a PMIx launcher. Thread: net.
class PmixInspection
{
public:
    using Done = std::function<void(util::Result<JobLaunched>)>;

    /// `done` runs once, unless stop() comes before it. Nothing happens after stop(). \errors those of PmixSearch
    void start(net::EventLoop& loop, const launchers::AttachSpec& spec, Done done);
    /// Takes the leave of a tool, behind which this may be destroyed.
    void stop();

private:
    void finish(util::Result<JobLaunched> outcome);
    void leave();

    std::unique_ptr<pmix::Tool> m_tool;
    std::optional<PmixSearch> m_search;
    Done m_done;
    bool m_stopped = false;
};

} // namespace dbgr::session
