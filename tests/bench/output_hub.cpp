// SPDX-License-Identifier: GPL-3.0-or-later
// What output costs on its way through IofHub: 100 MB in pieces of 64 KiB, with 1 and with 100 tools that pull other
// jobs, beside one copy of the same bytes.
#include "pmix/server/iof_hub.h"
#include "tests/support/net/manual_scheduler.h"

#include <chrono>
#include <cstdio>
#include <string>

using namespace dbgr;
using namespace dbgr::pmix;

namespace {

constexpr std::size_t kPieces = 1600;
constexpr std::size_t kPieceBytes = std::size_t{64} << 10;

template <class Work>
double milliseconds(Work work)
{
    const auto begin = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < kPieces; ++i)
        work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

Requester tool(std::uint64_t id)
{
    return Requester{PeerId(id), Peer{{"tool" + std::to_string(id), ProcRank(0)}, "5.0", {}}, PeerRole::ToolNamed, {}};
}

double through(std::uint64_t others)
{
    test::ManualScheduler scheduler;
    std::size_t got = 0;
    IofHub hub(
        scheduler, [&](PeerId, const IoDelivery& delivery) { got += delivery.bytes.size(); }, kPieceBytes);
    for (std::uint64_t i = 0; i <= others; ++i) {
        const std::string job = i == 0 ? "job" : "other" + std::to_string(i);
        const auto id = hub.pull(tool(i), {{{job, kRankWildcard}}, {}, IofChannel::Stdout, 1});
        hub.replay(id.value());
    }
    const std::string piece(kPieceBytes, 'x');
    const Proc source{"job", ProcRank(0)};
    const double took = milliseconds([&] { hub.deliver(source, IofChannel::Stdout, piece); });
    return got == kPieces * kPieceBytes ? took : -1;
}

} // namespace

int main()
{
    const std::string piece(kPieceBytes, 'x');
    std::size_t sum = 0;
    const double copy = milliseconds([&] { sum += std::string(piece).size(); });
    for (const std::uint64_t others : {0U, 100U}) {
        const double took = through(others);
        std::printf("%3llu tools of other jobs: %6.1f ms, %6.0f MB/s, %.1f times a copy\n",
                    static_cast<unsigned long long>(others), took, kPieces * kPieceBytes / took / 1000, took / copy);
    }
    return sum == 0;
}
