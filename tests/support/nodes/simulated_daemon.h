// SPDX-License-Identifier: GPL-3.0-or-later
// A daemon of a node without ranks: says over the real wire what dbgd would of the ranks of a simulated program. It
// knows one channel, upwards, and not who is at its other end: dbgr, or later a relay. Thread: that of the scheduler.
#pragma once

#include "dbgwire/channel.h"
#include "util/ids.h"
#include "util/rank_set.h"
#include "util/scheduler.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::test {

class SimulatedDaemon
{
public:
    /// \param up to whom it belongs
    SimulatedDaemon(util::Scheduler& scheduler, std::unique_ptr<net::ByteStream> up, std::string host,
                    util::RankSet ranks);

    /// Questions stay unanswered until it is called with false, or they are cancelled.
    void beSlow(bool slow);
    /// Is gone, as if killed.
    void vanish() { m_stream->close(); }

private:
    [[nodiscard]] static dbgwire::Hello hello(std::string host);
    void attach();
    void answer(util::RequestId id, const debug::EngineCommand& command, const dbgwire::Channel::Respond& respond);
    void cancel(util::RequestId id);
    void goOn(const util::RankSet& ranks, debug::StopReason reason, const dbgwire::Channel::Respond& respond);

    util::Scheduler& m_scheduler;
    const std::string m_host;
    const util::RankSet m_ranks;
    util::StopId m_stop;
    util::BreakpointId m_breakpoint{0}; ///< the first that was set: all stop there
    bool m_isSlow = false;
    std::vector<std::pair<util::RequestId, std::pair<debug::EngineCommand, dbgwire::Channel::Respond>>> m_held;
    net::ByteStream* m_stream; ///< of the channel
    std::unique_ptr<dbgwire::Channel> m_channel;
};

} // namespace dbgr::test
