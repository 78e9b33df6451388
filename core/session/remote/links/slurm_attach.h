// SPDX-License-Identifier: BSD-3-Clause
// A job that somebody started by Slurm's srun. Its table of tasks is read from its memory; srun itself does not notice,
// and goes on as it was. Its output and input stay where they are.
// Flow: start() -> its table -> settled(nothing held) -> daemons in a step of their own. Thread: net.
#pragma once

#include "net/event_loop.h"
#include "net/foreign_process.h"
#include "session/remote/links/launcher_link.h"
#include "session/remote/links/mpir_watch.h"
#include "session/remote/links/running_launcher.h"
#include "session/remote/links/slurm_step.h"
#include "util/lifetime.h"

#include <optional>
#include <string>

namespace dbgr::session {

class SlurmAttach final : public LauncherLink
{
public:
    /// \param environment "NAME=value", whole: ours
    SlurmAttach(net::EventLoop& loop, RunningLauncherProcess srun, util::Duration patience,
                std::vector<std::string> environment);

    void start(Events events) override;
    [[nodiscard]] dbgwire::RanksFrom ranksFrom() const override { return dbgwire::RanksFrom::Told; }
    [[nodiscard]] DaemonStarter& daemons() override { return *m_daemons; }
    void sendInput(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof) override;

    void abandonStart() override;
    void killJob() override;
    void letLive() override;
    void leave(bool jobEnded, std::function<void()> done) override;

private:
    [[nodiscard]] util::Result<void> look();
    void onTable(const mpir::Proctable& table);
    void onEnded();

    net::EventLoop& m_loop;
    RunningLauncherProcess m_srun;
    const util::Duration m_patience;
    std::vector<std::string> m_environment;
    Events m_events;
    std::optional<net::ForeignProcess> m_process; ///< srun; once it was found
    std::optional<MpirWatch> m_watch;
    std::optional<SlurmDaemons> m_daemons;
    bool m_launched = false;
    util::Subscription m_timer;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::session
