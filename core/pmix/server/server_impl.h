// SPDX-License-Identifier: BSD-3-Clause
// The server: who is let in, the life of each connection, and the way between connections, dispatch and services.
// Thread: the loop's.
#pragma once

#include "pmix/server/door.h"
#include "pmix/server/output_flow.h"
#include "pmix/server/rendezvous_files.h"
#include "pmix/server/server.h"
#include "pmix/server/server_dispatch.h"
#include "pmix/server/services.h"
#include "util/lifetime.h"

#include <map>
#include <memory>
#include <optional>
#include <set>

namespace dbgr::pmix {

class ServerImpl final : public Server
{
public:
    /// Requests of one peer that wait for their answers; more are answered with ErrOutOfResource.
    static constexpr std::size_t kMaxPendingRequests = 16384;
    /// Bytes that wait for one peer: from when on it is congested, when no longer, and when output for it is lost.
    static constexpr std::size_t kCongestedBytes = std::size_t{4} << 20;
    static constexpr std::size_t kFlowingBytes = std::size_t{1} << 20;
    static constexpr std::size_t kMaxUnreadOutput = std::size_t{32} << 20;

    ServerImpl(net::EventLoop& loop, ServerConfig config, ServerHost& host);
    [[nodiscard]] util::Result<void> open();

    [[nodiscard]] const Proc& self() const override { return m_config.self; }
    [[nodiscard]] std::string uri() const override { return m_door->uri(); }
    [[nodiscard]] util::Result<void> registerJob(JobRecord job) override;
    void deregisterJob(const std::string& nspace) override;
    void processEnded(const Proc& proc) override;
    [[nodiscard]] ProcValues committed(const Proc& proc) const override;
    [[nodiscard]] std::vector<std::string> environmentFor(const Proc& proc) const override;
    void notify(Event event, DataRange range) override;
    bool deliverOutput(const Proc& source, IofChannel channel, std::string_view bytes) override;
    void endOutput(const Proc& source, IofChannel channel) override;
    void forwardOutput(PeerId to, const std::string& nspace, IofChannels channels,
                       const std::vector<Info>& directives) override;
    PeerId adopt(std::unique_ptr<Connection> connection, Requester requester) override;
    void ask(PeerId peer, std::string what, std::string_view request, util::Duration limit,
             ReplyHandler handler) override;
    [[nodiscard]] std::size_t waitingBytes() const override;
    [[nodiscard]] std::vector<Requester> peers() const override;
    void disconnect(PeerId peer) override;

private:
    struct PeerState
    {
        Requester requester;
        std::unique_ptr<Connection> connection;
        bool isProcess = false; ///< of a job that the host registered
        bool finalized = false;
        std::size_t pendingRequests = 0;
        bool losesOutput = false;
    };
    using Peers = std::map<PeerId, std::shared_ptr<PeerState>>;

    // Who is let in
    /// The job that a peer in this role comes from; null for a tool that comes by itself.
    [[nodiscard]] const JobRecord* jobOf(PeerRole role, const Proc& proc) const;
    [[nodiscard]] bool knowsUser(std::uint32_t uid) const;
    [[nodiscard]] std::uint32_t userFor(const ConnectMessage& hello) const;
    void admit(const Requester& visitor, const ConnectMessage& hello, const Answer<Proc>& answer);
    [[nodiscard]] util::Result<Proc> admitProcess(const JobRecord& job, const Proc& proc) const;
    void visitDecided(Requester visitor, util::Result<Proc> verdict, const Answer<Proc>& answer);
    void enter(Requester requester, std::unique_ptr<Connection> connection, bool isProcess);

    // While it is connected
    void serve(PeerId id, Tag tag, std::string_view request);
    void answer(PeerId id, Tag tag, std::optional<std::string> body);
    void deliverEvent(PeerId to, const Event& event, std::optional<DataRange> range);
    void deliverIo(PeerId to, const IoDelivery& delivery);
    void finalized(PeerId id);
    void lost(PeerId id);
    [[nodiscard]] std::shared_ptr<PeerState> find(PeerId id) const;
    [[nodiscard]] std::shared_ptr<PeerState> forget(PeerId id);

    net::EventLoop& m_loop;
    const ServerConfig m_config;
    const std::string m_hostName;
    ServerHost& m_host;
    Services m_services;
    ServerDispatch m_dispatch;
    OutputFlow m_flow;
    Peers m_peers;
    std::set<PeerId> m_visits;          ///< that the host has not decided about
    std::map<Proc, PeerId> m_processes; ///< the latest connection of each process of a job
    std::unique_ptr<Door> m_door;
    std::unique_ptr<RendezvousFiles> m_files;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::pmix
