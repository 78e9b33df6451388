// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/handshake/server_handshake.h"

#include "pmix/frame/frame_header.h"
#include "pmix/handshake/tool_handshake.h"
#include "pmix/types/status.h"
#include "util/byte_writer.h"
#include "util/thread_check.h"

#include <utility>

namespace dbgr::pmix {

ServerHandshake::ServerHandshake(Proc self, std::uint32_t uid, Policy policy)
    : m_self(std::move(self)), m_uid(uid), m_policy(std::move(policy))
{}

HandshakeAction ServerHandshake::next() const
{
    switch (m_state) {
    case State::Header:
        return ReadBytes{FrameHeader::kBytes};
    case State::Body:
        return ReadBytes{m_bodyBytes};
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
    if (m_hello.role != PeerRole::Client && m_hello.ids.uid != m_uid)
        return refuse({make_error_code(Status::ErrInvalidCred), "a peer runs as another user", {}});
    if (auto right = checkCredential(m_hello.securityModule, m_hello.credential, m_uid); !right)
        return refuse(std::move(right).error());
    auto peer = m_policy(m_hello);
    if (!peer)
        return refuse(std::move(peer).error());
    m_peer = *std::move(peer);
    m_reply = acceptance();
    m_state = State::Reply;
}

std::string ServerHandshake::acceptance() const
{
    util::ByteWriter writer;
    writer.big(std::uint32_t{0}); // status
    if (m_hello.role == PeerRole::Client) {
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
