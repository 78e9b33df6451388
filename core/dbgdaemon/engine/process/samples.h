// SPDX-License-Identifier: BSD-3-Clause
// Samples of ranks on their way from who holds them to who reads them: gathered in dbgd, a datagram for each with the
// file that it is in, and in dbgd-engine read by a thread of its own, which nothing that LLDB does can keep waiting.
// Way: RankHolder -> SampleGathering -> ProcessEngine -> datagrams -> SampleDesk -> ReadSamples -> the reply.
#pragma once

#include "dbgdaemon/engine/rank_holder.h"
#include "dbgdaemon/engine/rank_sample.h"
#include "debug/engine_reply.h"
#include "util/ids.h"
#include "util/rank_set.h"
#include "util/result.h"
#include "util/unique_fd.h"

#include <deque>
#include <functional>
#include <map>
#include <vector>

namespace dbgr::daemon {

struct GatheredSamples
{
    std::vector<RankSample> samples;
    std::vector<debug::RankFailure> failures;
};

/// Asks the holder for all of the ranks at once. `done` is called when the last of them has answered; not inside this
/// call. Thread: net.
void gatherSamples(RankHolder& holder, const util::RankSet& ranks, std::function<void(GatheredSamples)> done);

/// The datagram of a sample. \errors those of net::sendDatagram()
[[nodiscard]] util::Result<void> handOver(int socket, const RankSample& sample);

/// Where samples wait for the request that they belong to. Thread: net.
class SampleDesk
{
public:
    explicit SampleDesk(util::UniqueFd socket) : m_socket(std::move(socket)) {}

    [[nodiscard]] int socket() const { return m_socket.get(); }
    /// Takes what has come. \errors those of net::receiveDatagram(); std::errc::bad_message
    [[nodiscard]] util::Result<void> receive();
    /// The oldest of each of the ranks, which were sent before the request.
    [[nodiscard]] std::vector<RankSample> take(const util::RankSet& ranks);

private:
    util::UniqueFd m_socket;
    std::map<util::Rank, std::deque<util::UniqueFd>> m_waiting;
};

} // namespace dbgr::daemon
