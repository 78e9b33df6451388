// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/process/samples.h"

#include "net/datagram.h"
#include "util/byte_reader.h"
#include "util/byte_writer.h"

#include <memory>
#include <span>
#include <utility>

namespace dbgr::daemon {

namespace {

struct Gathering
{
    GatheredSamples gathered;
    std::size_t missing = 0;
    std::function<void(GatheredSamples)> done;
};

void take(Gathering& gathering, util::Rank rank, util::Result<util::UniqueFd> sample)
{
    if (sample)
        gathering.gathered.samples.push_back({rank, *std::move(sample)});
    else
        gathering.gathered.failures.push_back({util::RankSet(rank), std::move(sample).error()});
    if (--gathering.missing == 0)
        gathering.done(std::move(gathering.gathered));
}

} // namespace

void gatherSamples(RankHolder& holder, const util::RankSet& ranks, std::function<void(GatheredSamples)> done)
{
    const auto gathering = std::make_shared<Gathering>();
    gathering->missing = ranks.size();
    gathering->done = std::move(done);
    ranks.forEach([&](util::Rank rank) {
        holder.sample(rank, [gathering, rank](util::Result<util::UniqueFd> sample) {
            take(*gathering, rank, std::move(sample));
        });
    });
}

util::Result<void> handOver(int socket, const RankSample& sample)
{
    util::ByteWriter writer;
    writer.host(sample.rank.value());
    return net::sendDatagram(socket, writer.view(), std::span(&sample.file, 1));
}

util::Result<void> SampleDesk::receive()
{
    while (true) {
        DBGR_TRY(auto datagram, net::receiveDatagram(m_socket.get()));
        if (!datagram)
            return util::ok();
        util::ByteReader reader(datagram->bytes);
        const util::Rank rank(reader.host<std::uint32_t>());
        if (!reader.ok() || datagram->descriptors.size() != 1)
            return util::fail(std::make_error_code(std::errc::bad_message), "a sample of a rank is malformed");
        m_waiting[rank].push_back(std::move(datagram->descriptors.front()));
    }
}

std::vector<RankSample> SampleDesk::take(const util::RankSet& ranks)
{
    std::vector<RankSample> taken;
    ranks.forEach([&](util::Rank rank) {
        const auto found = m_waiting.find(rank);
        if (found == m_waiting.end())
            return;
        taken.push_back({rank, std::move(found->second.front())});
        found->second.pop_front();
        if (found->second.empty())
            m_waiting.erase(found);
    });
    return taken;
}

} // namespace dbgr::daemon
