// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/door.h"

#include "net/socket_owner.h"
#include "pmix/types/keys.h"
#include "pmix/types/status.h"
#include "util/log.h"

#include <utility>

namespace dbgr::pmix {

namespace {

/// From this share of the handshakes that may be under way at once, there is a crowd.
constexpr std::size_t kCrowdShare = 4;

std::optional<util::Pid> pidOf(const ConnectMessage& hello)
{
    const Value* value = find(hello.infos, keys::kProcPid);
    const auto number = value == nullptr ? std::nullopt : value->asUnsigned();
    if (!number || *number == 0 || *number > INT32_MAX)
        return std::nullopt;
    return util::Pid(static_cast<std::int32_t>(*number));
}

Requester requesterOf(PeerId id, const ConnectMessage& hello, const Proc& name, UserIds ids)
{
    return Requester{id, Peer{name, hello.version, pidOf(hello)}, hello.role, ids};
}

} // namespace

util::Result<std::unique_ptr<Door>> Door::open(net::EventLoop& loop, Proc self, Limits limits, Keeper keeper)
{
    std::unique_ptr<Door> door(new Door(loop, std::move(self), limits, std::move(keeper)));
    DBGR_TRY(door->m_listener, net::TcpListener::listen(loop, net::Address::loopback(),
                                                        [raw = door.get()](std::unique_ptr<net::ByteStream> stream) {
                                                            raw->greet(std::move(stream));
                                                        }));
    return door;
}

Door::Door(net::EventLoop& loop, Proc self, Limits limits, Keeper keeper)
    : m_loop(loop), m_self(std::move(self)), m_limits(limits), m_keeper(std::move(keeper))
{}

std::string Door::uri() const
{
    const net::Address& address = m_listener->address();
    return formatServerUri(ServerUri{m_self, address.host(), address.port(), false});
}

bool Door::hasRoomFor(const std::string& peerAddress) const
{
    if (m_visitors.size() >= m_limits.handshakes)
        return false;
    if (m_visitors.size() < m_limits.handshakes / kCrowdShare)
        return true;
    const auto from = net::Address::parse(peerAddress);
    const auto owner = from ? net::ownerOfLocalSocket(*from, m_listener->address()) : std::nullopt;
    return owner && m_keeper.knowsUser(*owner);
}

void Door::greet(std::unique_ptr<net::ByteStream> stream)
{
    if (!hasRoomFor(stream->peerAddress())) {
        util::log::warning("pmix", "too many connections at once", {{"from", stream->peerAddress()}});
        return; // dropping the stream closes it
    }
    const PeerId id = newId();
    m_visitors[id].runner = std::make_unique<Runner>(
        m_loop, std::move(stream), ServerHandshake(m_self), m_limits.handshake,
        [this, id](util::Result<Runner::Outcome> outcome) { finish(id, std::move(outcome)); },
        [this, id](const ServerHandshake& handshake) { judge(id, handshake.hello()); });
}

void Door::judge(PeerId id, const ConnectMessage& hello)
{
    Visitor& visitor = m_visitors.at(id);
    auto ids = identify(visitor.runner->peerAddress(), hello);
    if (!ids)
        return visitor.runner->decide(util::fail(std::move(ids).error()));
    visitor.ids = *ids;
    m_keeper.admit(requesterOf(id, hello, hello.proc, *ids), hello,
                   m_lifetime.guard([this, id](util::Result<Proc> verdict) {
                       // Its time may be over, and it gone.
                       if (const auto found = m_visitors.find(id); found != m_visitors.end())
                           found->second.runner->decide(std::move(verdict));
                   }));
}

util::Result<UserIds> Door::identify(const std::string& peerAddress, const ConnectMessage& hello) const
{
    const std::uint32_t uid = m_keeper.userFor(hello);
    DBGR_TRY(checkClaimedUser(hello, uid));
    DBGR_TRY(const net::Address from, net::Address::parse(peerAddress));
    const auto owner = net::ownerOfLocalSocket(from, m_listener->address());
    if (!owner)
        return util::fail(Status::ErrInvalidCred, "the system does not say whose connection that from " + peerAddress +
                                                      " is: its process has closed it");
    if (*owner != uid)
        return util::fail(Status::ErrInvalidCred, "a process of another user (uid " + std::to_string(*owner) +
                                                      ") claims to be of uid " + std::to_string(uid));
    return readCredential(hello.securityModule, hello.credential);
}

void Door::finish(PeerId id, util::Result<Runner::Outcome> outcome)
{
    auto visitor = m_visitors.extract(id);
    // The runner is on the stack below us.
    m_loop.post([runner = std::shared_ptr<Runner>(std::move(visitor.mapped().runner))] {});
    if (!outcome) {
        util::log::warning("pmix", "a connection was refused", {{"why", outcome.error().message()}});
        return;
    }
    const ConnectMessage& hello = outcome->handshake.hello();
    Requester requester = requesterOf(id, hello, outcome->handshake.peer(), visitor.mapped().ids);
    auto connection = std::make_unique<Connection>(m_loop, std::move(outcome->stream), std::move(outcome->surplus),
                                                   hello.format, ConnectionRole::Acceptor, requester.peer);
    m_keeper.enter(Entrant{std::move(requester), std::move(connection)});
}

} // namespace dbgr::pmix
