// SPDX-License-Identifier: GPL-3.0-or-later
// What the data of a job costs its server: job information for every rank, a fence with data, and every rank asking
// for the data of every other one, as MPI_Init does with full connectivity. In processor time, without sockets: the
// most that a faster server could gain. "x" is how much the same costs compared with half the ranks.
#include "pmix/ops/get.h"
#include "pmix/server/collectives.h"
#include "pmix/server/job_store.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "tests/support/net/manual_scheduler.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <vector>

using namespace dbgr;
using namespace dbgr::pmix;

namespace {

constexpr WireFormat kFormat;
constexpr int kRounds = 7;

KeyValue pair(std::string_view key, Value value)
{
    return KeyValue{std::string(key), std::move(value)};
}

Value number(std::uint32_t value)
{
    return Value::of<DataType::Uint32>(value);
}

/// About what a launcher tells of a rank.
JobRecord makeJob(std::uint32_t ranks)
{
    JobRecord job;
    job.info.nspace = "dbgrun-host-12345@1";
    job.info.values = {pair(keys::kJobSize, number(ranks)), pair(keys::kMaxProcs, number(ranks)),
                       pair(keys::kSessionInfoArray,
                            Value::infos({Info(keys::kSessionId, number(1)), Info(keys::kUnivSize, number(ranks))})),
                       pair(keys::kNodeInfoArray, Value::infos({Info(keys::kHostname, Value::string("host")),
                                                                Info(keys::kNodeid, number(0))})),
                       pair(keys::kHwlocXmlV2, Value::string(std::string(6000, 'x')))};
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        job.localRanks.emplace_back(rank);
        job.info.ofRank[ProcRank(rank)] = {
            pair(keys::kLocalRank, Value::of<DataType::Uint16>(static_cast<std::uint16_t>(rank))),
            pair(keys::kNodeRank, Value::of<DataType::Uint16>(static_cast<std::uint16_t>(rank))),
            pair(keys::kGlobalRank, Value::of<DataType::Rank>(ProcRank(rank))),
            pair(keys::kHostname, Value::string("host")),
            pair(keys::kNodeid, number(0)),
            pair(keys::kAppnum, number(0)),
            pair(keys::kCpuset, Value::string("0-1")),
            pair(keys::kLocalityString, Value::string("SK0:L30:L20-1:L10-1:CR0-1:HT0-1:NM0"))};
    }
    return job;
}

struct Bench
{
    explicit Bench(std::uint32_t count) : ranks(count)
    {
        (void)jobs.add(makeJob(ranks));
        for (std::uint32_t rank = 0; rank < ranks; ++rank) {
            const std::vector<KeyValue> values{pair("btl.tcp.5.0", Value::string(std::string(200, 'a'))),
                                               pair("pml.base.2.0", Value::string("ob1")),
                                               pair("btl.sm.5.0", Value::string(std::string(60, 'b')))};
            (void)jobs.commit(who(rank).proc(), {{Scope::Local, values}, {Scope::Remote, values}});
        }
    }

    [[nodiscard]] Requester who(std::uint32_t rank) const
    {
        Requester requester;
        requester.id = PeerId(rank);
        requester.peer.proc = Proc{"dbgrun-host-12345@1", ProcRank(rank)};
        return requester;
    }
    void jobInfo()
    {
        for (std::uint32_t rank = 0; rank < ranks; ++rank)
            bytes += jobs.jobInfoFor(kFormat, who(rank).proc())->size();
    }
    void fence()
    {
        const CollectiveRequest request{{Proc{who(0).proc().nspace, kRankWildcard}},
                                        {Info(keys::kCollectData, Value::boolean(true))}};
        for (std::uint32_t rank = 0; rank < ranks; ++rank)
            collectives.fence(who(rank), request,
                              [this](const util::Result<void>& result) { bytes += result ? 1 : 0; });
    }
    void getAll()
    {
        for (std::uint32_t rank = 0; rank < ranks; ++rank)
            for (std::uint32_t peer = 0; peer < ranks; ++peer)
                jobs.get(who(rank), GetRequest{who(peer).proc(), {}, "pml.base.2.0"},
                         [this](const util::Result<std::vector<ProcValues>>& result) {
                             bytes += encodeGetReply(kFormat, *result)->size();
                         });
    }

    std::uint32_t ranks;
    std::size_t bytes = 0;
    test::ManualScheduler scheduler;
    ServerHost host;
    JobStore jobs{scheduler, nullptr};
    Collectives collectives{scheduler, jobs, host, util::Duration::zero()};
};

/// Median, in ms.
double measure(std::uint32_t ranks, const std::function<void(Bench&)>& run)
{
    std::vector<double> rounds;
    for (int i = 0; i < kRounds; ++i) {
        Bench bench(ranks);
        const std::clock_t begin = std::clock();
        run(bench);
        rounds.push_back(static_cast<double>(std::clock() - begin) * 1e3 / CLOCKS_PER_SEC);
    }
    std::ranges::sort(rounds);
    return rounds[rounds.size() / 2];
}

void report(const char* what, const std::function<void(Bench&)>& run)
{
    double half = measure(32, run);
    for (const std::uint32_t ranks : {64u, 128u, 256u}) {
        const double ms = measure(ranks, run);
        std::printf("%6u ranks  %-40s %9.3f ms  %5.1f x\n", ranks, what, ms, ms / half);
        half = ms;
    }
}

} // namespace

int main()
{
    report("job information for every rank", &Bench::jobInfo);
    report("a fence with data", &Bench::fence);
    report("every rank gets the data of every rank", &Bench::getAll);
    return 0;
}
