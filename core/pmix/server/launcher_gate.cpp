// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/launcher_gate.h"

#include "pmix/server/socket_owner.h"
#include "pmix/types/keys.h"
#include "pmix/types/status.h"
#include "util/log.h"

#include <utility>

#include <unistd.h>

namespace dbgr::pmix {

namespace {

/// prterun comes as a tool with a name, prun as a launcher with one.
bool mayBeLauncher(PeerRole role)
{
    return role == PeerRole::ToolNamed || role == PeerRole::LauncherNamed;
}

std::optional<util::Pid> pidOf(const ConnectMessage& hello)
{
    const Value* value = find(hello.infos, keys::kProcPid);
    const auto number = value == nullptr ? std::nullopt : value->asUnsigned();
    if (!number || *number == 0 || *number > INT32_MAX)
        return std::nullopt;
    return util::Pid(static_cast<std::int32_t>(*number));
}

} // namespace

util::Result<std::unique_ptr<LauncherGate>> LauncherGate::open(net::EventLoop& loop, Proc self,
                                                               util::Duration handshakeLimit)
{
    std::unique_ptr<LauncherGate> gate(new LauncherGate(loop, std::move(self), handshakeLimit));
    DBGR_TRY(gate->m_listener, net::TcpListener::listen(loop, net::Address::loopback(),
                                                        [raw = gate.get()](std::unique_ptr<net::ByteStream> stream) {
                                                            raw->greet(std::move(stream));
                                                        }));
    return gate;
}

LauncherGate::LauncherGate(net::EventLoop& loop, Proc self, util::Duration handshakeLimit)
    : m_loop(loop), m_self(std::move(self)), m_handshakeLimit(handshakeLimit)
{}

std::string LauncherGate::uri() const
{
    const net::Address& address = m_listener->address();
    return formatServerUri(ServerUri{m_self, address.host(), address.port(), false});
}

void LauncherGate::expect(Expectation expectation, OnLauncher onLauncher)
{
    m_expectation = std::move(expectation);
    m_onLauncher = std::move(onLauncher);
}

void LauncherGate::expectNobody()
{
    m_expectation = nullptr;
    m_onLauncher = nullptr;
}

void LauncherGate::greet(std::unique_ptr<net::ByteStream> stream)
{
    if (m_visitors.size() >= kMaxHandshakes) {
        util::log::warning("pmix", "too many connections at once", {{"from", stream->peerAddress()}});
        return; // dropping the stream closes it
    }
    ServerHandshake handshake(m_self, ::geteuid(), [this, from = stream->peerAddress()](const ConnectMessage& hello) {
        return judge(hello, from);
    });
    const auto visitor = m_visitors.emplace(m_visitors.end());
    visitor->runner = std::make_unique<Runner>(
        m_loop, std::move(stream), std::move(handshake), m_handshakeLimit,
        [this, visitor](util::Result<Runner::Outcome> outcome) { finish(visitor, std::move(outcome)); });
}

util::Result<Proc> LauncherGate::judge(const ConnectMessage& hello, const std::string& peerAddress) const
{
    if (auto from = net::Address::parse(peerAddress)) {
        const auto owner = ownerOfLocalSocket(*from, m_listener->address());
        if (owner && *owner != ::geteuid())
            return util::fail(Status::ErrInvalidCred,
                              "a process of another user (uid " + std::to_string(*owner) + ") claims to be ours");
    }
    if (!m_expectation || !mayBeLauncher(hello.role) || hello.proc.nspace.empty() || !m_expectation(hello))
        return util::fail(Status::ErrNoPermissions, "\"" + toString(hello.proc) + "\" is not the launcher we wait for");
    return hello.proc;
}

void LauncherGate::finish(std::list<Visitor>::iterator visitor, util::Result<Runner::Outcome> outcome)
{
    // The runner is on the stack below us.
    m_loop.post([runner = std::shared_ptr<Runner>(std::move(visitor->runner))] {});
    m_visitors.erase(visitor);
    if (!outcome) {
        util::log::warning("pmix", "a connection was refused", {{"why", outcome.error().message()}});
        return;
    }
    if (!m_onLauncher)
        return; // another one was faster, between verdict and here
    const ConnectMessage& hello = outcome->handshake.hello();
    Peer peer{hello.proc, hello.version, pidOf(hello)};
    auto connection = std::make_unique<Connection>(m_loop, std::move(outcome->stream), std::move(outcome->surplus),
                                                   hello.format, ConnectionRole::Acceptor, std::move(peer));
    const auto onLauncher = std::exchange(m_onLauncher, nullptr);
    m_expectation = nullptr;
    onLauncher(std::move(connection));
}

} // namespace dbgr::pmix
