// SPDX-License-Identifier: BSD-3-Clause
// The link to what crashed ranks left behind. There is no launcher and no process; dbgd opens the files on this node.
//
// Flow: start() -> find the files -> read them, one a turn of the loop -> launched, settled. Thread: net.
#pragma once

#include "launchers/attach_spec.h"
#include "net/event_loop.h"
#include "session/remote/links/core_job.h"
#include "session/remote/links/launcher_link.h"
#include "session/remote/local_daemon.h"
#include "util/lifetime.h"

#include <cstddef>
#include <string>
#include <vector>

namespace dbgr::session {

/// The files that the user means: names, and patterns that no shell has expanded ("core.*", in quotes). In natural
/// order, each once, absolute.
/// \errors std::errc::no_such_file_or_directory, std::errc::argument_list_too_long
[[nodiscard]] util::Result<std::vector<std::string>> findCoreFiles(const std::vector<std::string>& names,
                                                                   const std::string& workingDirectory);

class CoreLink final : public LauncherLink
{
public:
    CoreLink(net::EventLoop& loop, launchers::CoreFiles target, std::string workingDirectory);

    void start(Events events) override;
    [[nodiscard]] dbgwire::RanksFrom ranksFrom() const override { return dbgwire::RanksFrom::Told; }
    [[nodiscard]] DaemonStarter& daemons() override { return m_daemon; }
    [[nodiscard]] std::vector<debug::LocalCore> cores() const override { return m_job.cores; }
    void sendInput(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof) override;
    void abandonStart() override { m_abandoned = true; }
    void killJob() override;
    void leave(bool jobEnded, std::function<void()> done) override;

private:
    void findFiles();
    void readNext();
    void tellJob();
    [[nodiscard]] std::string words() const;

    net::EventLoop& m_loop;
    const launchers::CoreFiles m_target;
    const std::string m_workingDirectory;
    Events m_events;
    std::vector<std::string> m_paths;
    std::vector<NamedCore> m_read;
    CoreJob m_job;
    LocalDaemon m_daemon;
    bool m_abandoned = false;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::session
