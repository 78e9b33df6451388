// SPDX-License-Identifier: BSD-3-Clause
// The acceptor's side of the handshake: reads any peer's connect message, lets a policy decide, answers in the form
// that the peer's role expects. No socket, no clock: see action.h for the flow. Thread: its owner's.
#pragma once

#include "pmix/handshake/action.h"
#include "pmix/handshake/connect_message.h"

#include <functional>
#include <optional>

namespace dbgr::pmix {

class ServerHandshake
{
public:
    /// Decides about a peer whose credential is right; the name that it gets if its role asks for one, else its own.
    /// An error refuses it.
    using Policy = std::function<util::Result<Proc>(const ConnectMessage& hello)>;

    /// \param self our own name, which the peer learns
    /// \param uid whom to let in
    ServerHandshake(Proc self, std::uint32_t uid, Policy policy);

    [[nodiscard]] HandshakeAction next() const;
    /// \pre next() is ReadBytes, and bytes has that size
    void feed(std::string_view bytes);
    /// After the WriteBytes of next() went out.
    void written();

    /// Valid once next() is HandshakeDone: what the peer said.
    [[nodiscard]] const ConnectMessage& hello() const { return m_hello; }
    [[nodiscard]] const Proc& peer() const { return m_peer; }

private:
    enum class State
    {
        Header,
        Body,
        Reply,   // then Done
        Refusal, // then Failed
        Done,
        Failed
    };

    void takeHeader(std::string_view bytes);
    void takeBody(std::string_view bytes);
    [[nodiscard]] std::string acceptance() const;
    void refuse(util::Error error);
    void fail(util::Error error);

    const Proc m_self;
    const std::uint32_t m_uid;
    const Policy m_policy;
    State m_state = State::Header;
    std::size_t m_bodyBytes = 0;
    ConnectMessage m_hello;
    Proc m_peer;
    std::string m_reply;
    std::optional<util::Error> m_error;
};

} // namespace dbgr::pmix
