// SPDX-License-Identifier: BSD-3-Clause
// The link to processes of this node that the user names by their pids: no launcher is asked, nor known. They run on
// whatever we do; their output and input stay where they are.
//
// Flow: start() -> look at each process, watch its end -> launched, settled -> the last one's end -> jobEnded.
// Thread: net.
#pragma once

#include "launchers/attach_spec.h"
#include "net/event_loop.h"
#include "session/remote/links/launcher_link.h"
#include "session/remote/local_daemon.h"
#include "util/lifetime.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace dbgr::session {

class LooseLink final : public LauncherLink
{
public:
    LooseLink(net::EventLoop& loop, launchers::LooseProcesses target);
    ~LooseLink() override;

    void start(Events events) override;
    [[nodiscard]] dbgwire::RanksFrom ranksFrom() const override { return dbgwire::RanksFrom::Told; }
    [[nodiscard]] DaemonStarter& daemons() override { return m_daemon; }
    void sendInput(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof) override;
    void killJob() override;
    void leave(bool jobEnded, std::function<void()> done) override;

private:
    struct Process;
    [[nodiscard]] util::Result<void> find();
    [[nodiscard]] util::Result<void> checkNumbers() const;
    [[nodiscard]] util::Result<Process> look(util::Pid pid) const;
    void tellJob();
    void onEnd(Process& process);

    net::EventLoop& m_loop;
    const launchers::LooseProcesses m_target;
    Events m_events;
    std::vector<Process> m_processes;
    std::size_t m_ended = 0;
    LocalDaemon m_daemon;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::session
