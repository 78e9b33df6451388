// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/handshake/tool_handshake.h"

#include "pmix/types/status.h"
#include "util/byte_reader.h"
#include "util/byte_writer.h"
#include "util/thread_check.h"

#include <utility>

namespace dbgr::pmix {

namespace {

constexpr std::size_t kStatusBytes = 4;

/// Refusals deserve words: the server's log is elsewhere.
util::Error refusal(Status status, const char* whose)
{
    util::Error error{make_error_code(status), {}, {}};
    error.detail = std::string("the PMIx server refuses us (") + whose + "): " + error.code.message();
    if (status == Status::ErrNotSupported)
        error.advice = "This launcher does not let tools connect; Open MPI 5 and PRRTE do.";
    else if (status == Status::ErrInvalidCred || status == Status::ErrNoPermissions)
        error.advice = "Run dbgr as the user who started the launcher.";
    return error;
}

} // namespace

util::Result<Proc> decodeNameField(std::string_view bytes)
{
    util::ByteReader reader(bytes);
    const std::string_view name = reader.bytes(kNameFieldBytes - 4);
    const auto rank = reader.big<std::uint32_t>();
    const std::size_t end = name.find('\0');
    if (!reader.ok() || end == std::string_view::npos || end == 0)
        return util::fail(Status::ErrUnpackFailure, "a PMIx server sent a name that is none");
    return Proc{std::string(name.substr(0, end)), ProcRank(rank)};
}

std::string encodeNameField(const Proc& proc)
{
    util::ByteWriter writer;
    writer.bytes(proc.nspace);
    writer.zeros(kNameFieldBytes - 4 - proc.nspace.size());
    writer.big(proc.rank.value());
    return writer.take();
}

ToolHandshake::ToolHandshake(ConnectMessage hello) : m_hello(std::move(hello))
{
    auto credential = makeCredential(m_hello.securityModule, m_hello.ids);
    if (!credential) {
        fail(std::move(credential).error());
        return;
    }
    m_hello.credential = *std::move(credential);
    auto bytes = encodeConnectMessage(m_hello);
    if (!bytes)
        fail(std::move(bytes).error());
    else
        m_helloBytes = *std::move(bytes);
}

HandshakeAction ToolHandshake::next() const
{
    switch (m_state) {
    case State::Hello:
        return WriteBytes{m_helloBytes};
    case State::Verdict:
    case State::ClientIndex:
    case State::CredentialVerdict:
        return ReadBytes{kStatusBytes};
    case State::OwnName:
    case State::ServerName:
        return ReadBytes{kNameFieldBytes};
    case State::Done:
        return HandshakeDone{};
    case State::Failed:
        break;
    }
    return HandshakeFailed{*m_error};
}

void ToolHandshake::written()
{
    if (m_state == State::Hello)
        m_state = State::Verdict;
}

void ToolHandshake::feed(std::string_view bytes)
{
    switch (m_state) {
    case State::Verdict:
        takeVerdict(bytes, afterVerdict(), "its verdict");
        return;
    case State::ClientIndex:
        m_state = State::Done;
        return;
    case State::CredentialVerdict:
        takeVerdict(bytes, State::Done, "our credential");
        return;
    case State::OwnName:
    case State::ServerName: {
        auto name = decodeNameField(bytes);
        if (!name)
            return fail(std::move(name).error());
        const bool own = m_state == State::OwnName;
        (own ? m_hello.proc : m_server) = *std::move(name);
        m_state = own ? State::ServerName : State::CredentialVerdict;
        return;
    }
    case State::Hello:
    case State::Done:
    case State::Failed:
        DBGR_ASSERT(false && "fed without being asked for");
    }
}

ToolHandshake::State ToolHandshake::afterVerdict() const
{
    if (m_hello.role == PeerRole::Client)
        return State::ClientIndex;
    return roleGetsName(m_hello.role) ? State::OwnName : State::ServerName;
}

void ToolHandshake::takeVerdict(std::string_view bytes, State after, const char* whose)
{
    util::ByteReader reader(bytes);
    const auto status = static_cast<Status>(reader.big<std::uint32_t>());
    if (status == Status::Success)
        m_state = after;
    else
        fail(refusal(status, whose));
}

void ToolHandshake::fail(util::Error error)
{
    m_error = std::move(error);
    m_state = State::Failed;
}

} // namespace dbgr::pmix
