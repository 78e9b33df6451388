// SPDX-License-Identifier: BSD-3-Clause
// A job of Open MPI 4 that a user started: found in the memory of its mpirun, which is neither stopped nor written to.
// Its output stays where it goes, its input is its user's. Thread: net.
#pragma once

#include "net/event_loop.h"
#include "net/foreign_process.h"
#include "session/remote/links/launcher_link.h"
#include "session/remote/links/orte_daemons.h"
#include "session/remote/links/orte_table.h"
#include "session/remote/links/running_launcher.h"

#include <chrono>
#include <optional>
#include <string>

namespace dbgr::session {

class OrteAttach final : public LauncherLink
{
public:
    /// mpirun fills its table when its ranks call MPI_Init.
    static constexpr std::chrono::seconds kTableMayTake{10};

    OrteAttach(net::EventLoop& loop, RunningLauncherProcess mpirun);

    void start(Events events) override;
    [[nodiscard]] dbgwire::RanksFrom ranksFrom() const override { return dbgwire::RanksFrom::Told; }
    [[nodiscard]] DaemonStarter& daemons() override { return m_daemons; }
    void sendInput(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof) override;
    void abandonStart() override;
    void killJob() override;
    void leave(bool jobEnded, std::function<void()> done) override;

private:
    void begin();
    void onTable(const mpir::Proctable& table);
    void onEnd();
    [[nodiscard]] util::Error explained(util::Error error) const;
    [[nodiscard]] std::string who() const;

    net::EventLoop& m_loop;
    const RunningLauncherProcess m_mpirun;
    Events m_events;
    OrteDaemons m_daemons;
    std::optional<net::ForeignProcess> m_process; ///< mpirun; once it was found
    std::optional<OrteTable> m_table;
    util::Subscription m_next; ///< the start, or the end of patience
};

} // namespace dbgr::session
