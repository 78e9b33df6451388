// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/handshake/server_handshake.h"

#include "pmix/frame/frame_header.h"
#include "pmix/handshake/tool_handshake.h"
#include "pmix/types/status.h"
#include "util/byte_writer.h"
#include "util/string_util.h"
#include "util/thread_check.h"

#include <utility>

namespace dbgr::pmix {

namespace {

/// First version whose singletons, and servers for them, answer as clients are answered.
constexpr int kFirstMajorWithSingletonClients = 6;

bool answeredAsClient(const ConnectMessage& hello)
{
    if (hello.role != PeerRole::Singleton)
        return hello.role == PeerRole::Client;
    const std::string_view major = std::string_view(hello.version).substr(0, hello.version.find('.'));
    return util::parseNumber<int>(major).value_or(0) >= kFirstMajorWithSingletonClients;
}

} // namespace

util::Result<void> checkClaimedUser(const ConnectMessage& hello, std::uint32_t uid)
{
    if (hello.role != PeerRole::Client && hello.ids.uid != uid)
        return util::fail(Status::ErrInvalidCred,
                          "a peer runs as another user (uid " + std::to_string(hello.ids.uid) + ")");
    return checkCredential(hello.securityModule, hello.credential, uid);
}

ServerHandshake::ServerHandshake(Proc self) : m_self(std::move(self))
{}

HandshakeAction ServerHandshake::next() const
{
    switch (m_state) {
    case State::Header:
        return ReadBytes{FrameHeader::kBytes};
    case State::Body:
        return ReadBytes{m_bodyBytes};
    case State::Verdict:
        return AwaitVerdict{};
    case State::Reply:
    case State::Refusal:
        return WriteBytes{m_reply};
    case State::Done:
        return HandshakeDone{};
    case State::Failed:
        break;
    }
    return HandshakeFailed{*m_error};
}

void ServerHandshake::feed(std::string_view bytes)
{
    DBGR_ASSERT(m_state == State::Header || m_state == State::Body);
    if (m_state == State::Header)
        takeHeader(bytes);
    else
        takeBody(bytes);
}

void ServerHandshake::written()
{
    if (m_state == State::Reply)
        m_state = State::Done;
    else if (m_state == State::Refusal)
        m_state = State::Failed;
}

void ServerHandshake::takeHeader(std::string_view bytes)
{
    const FrameHeader header = decodeConnectHeader(bytes);
    // Whatever does not look like PMIx gets no word from us.
    if (header.tag != kConnectTag || header.bodyBytes == 0 || header.bodyBytes > kMaxConnectBytes)
        return fail({make_error_code(Status::ErrUnpackFailure), "a connection does not begin like PMIx", {}});
    m_bodyBytes = header.bodyBytes;
    m_state = State::Body;
}

void ServerHandshake::takeBody(std::string_view bytes)
{
    auto hello = decodeConnectMessage(bytes);
    if (!hello)
        return fail(std::move(hello).error());
    m_hello = *std::move(hello);
    if (m_hello.role == PeerRole::LegacyTool || m_hello.role == PeerRole::LegacyLauncher)
        return refuse({make_error_code(Status::ErrNotSupported), "a peer speaks the protocol of PMIx 2", {}});
    m_state = State::Verdict;
}

void ServerHandshake::decide(util::Result<Proc> verdict)
{
    DBGR_ASSERT(m_state == State::Verdict);
    if (!verdict)
        return refuse(std::move(verdict).error());
    m_peer = roleHasName(m_hello.role) ? m_hello.proc : *std::move(verdict);
    if (m_peer.nspace.empty() || m_peer.nspace.size() > Proc::kMaxNspaceBytes)
        return refuse({make_error_code(Status::ErrBadParam), "a peer has no name, and was given none", {}});
    m_reply = acceptance();
    m_state = State::Reply;
}

std::string ServerHandshake::acceptance() const
{
    util::ByteWriter writer;
    writer.big(std::uint32_t{0}); // status
    if (answeredAsClient(m_hello)) {
        writer.big(std::uint32_t{0}); // its index, which we never look at
        return writer.take();
    }
    if (roleGetsName(m_hello.role))
        writer.bytes(encodeNameField(m_peer));
    writer.bytes(encodeNameField(m_self));
    writer.big(std::uint32_t{0}); // the credential is right
    return writer.take();
}

void ServerHandshake::refuse(util::Error error)
{
    const bool named = error.code.category() == pmixCategory();
    const auto status = named ? static_cast<Status>(error.code.value()) : Status::ErrNoPermissions;
    util::ByteWriter writer;
    writer.big(static_cast<std::uint32_t>(status));
    m_reply = writer.take();
    m_error = std::move(error);
    m_state = State::Refusal;
}

void ServerHandshake::fail(util::Error error)
{
    m_error = std::move(error);
    m_state = State::Failed;
}

} // namespace dbgr::pmix
