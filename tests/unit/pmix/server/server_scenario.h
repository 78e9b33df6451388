// SPDX-License-Identifier: GPL-3.0-or-later
// A server with a recording host, one registered job and any number of raw peers, on a loop that the test turns.
#pragma once

#include "pmix/server/server.h"
#include "pmix/types/all_types.h"
#include "tests/support/pmix/recording_host.h"
#include "tests/support/pmix/server_peer.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <unistd.h>

namespace dbgr::test {

/// Its name is "job@1" everywhere; rank 0 to `ranks` - 1 are on this node.
inline pmix::JobRecord jobRecord(std::uint32_t ranks, std::string nspace = "job@1", std::uint32_t uid = ::geteuid())
{
    using namespace pmix;
    JobRecord job;
    job.info.nspace = std::move(nspace);
    job.info.values = {{std::string(keys::kJobSize), Value::of<DataType::Uint32>(ranks)}};
    job.uid = uid;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        job.localRanks.emplace_back(rank);
        job.info.ofRank[ProcRank(rank)] = {
            {std::string(keys::kLocalRank), Value::of<DataType::Uint16>(static_cast<std::uint16_t>(rank))}};
    }
    return job;
}

struct ServerScenario
{
    explicit ServerScenario(pmix::ServerConfig config = {})
    {
        using namespace std::chrono_literals;
        config.self = pmix::Proc{"dbgrun.test.1", pmix::ProcRank(0)};
        server = pmix::Server::create(*loop, std::move(config), host).value();
        (void)server->registerJob(jobRecord(4));
    }

    ServerPeer& knock(pmix::ConnectMessage hello)
    {
        return *peers.emplace_back(std::make_unique<ServerPeer>(*loop, server->uri(), std::move(hello)));
    }
    /// A peer that is let in, or null.
    ServerPeer* enter(pmix::ConnectMessage hello)
    {
        ServerPeer& peer = knock(std::move(hello));
        return peer.enter() ? &peer : nullptr;
    }
    ServerPeer* client(std::uint32_t rank, std::string version = "5.0.7")
    {
        return enter(helloAs(pmix::PeerRole::Client, pmix::Proc{"job@1", pmix::ProcRank(rank)}, std::move(version)));
    }
    ServerPeer* tool(std::string version = "5.0.7")
    {
        return enter(helloAs(pmix::PeerRole::ToolNeedsName, {}, std::move(version)));
    }
    template <class Done>
    bool wait(Done condition)
    {
        return runUntil(*loop, condition, std::chrono::seconds(10));
    }

    std::unique_ptr<net::EventLoop> loop = net::EventLoop::create().value();
    RecordingHost host;
    std::unique_ptr<pmix::Server> server;
    std::vector<std::unique_ptr<ServerPeer>> peers;
};

} // namespace dbgr::test
