// SPDX-License-Identifier: BSD-3-Clause
// The acceptor's side of the handshake: reads any peer's connect message, waits for its owner's verdict, and answers in
// the form that the peer's role expects. No socket, no clock: see action.h for the flow. Thread: its owner's.
#pragma once

#include "pmix/handshake/action.h"
#include "pmix/handshake/connect_message.h"

#include <optional>

namespace dbgr::pmix {

/// Whether a peer's own words, role aside, are those of a process of that user: what it says openly, and its
/// credential. Over TCP both are claims, which the kernel's knowledge of the socket must back. \errors
/// Status::ErrInvalidCred; ErrNotSupported for another security module than native
[[nodiscard]] util::Result<void> checkClaimedUser(const ConnectMessage& hello, std::uint32_t uid);

class ServerHandshake
{
public:
    /// \param self our own name, which the peer learns
    explicit ServerHandshake(Proc self);

    [[nodiscard]] HandshakeAction next() const;
    /// \pre next() is ReadBytes, and bytes has that size
    void feed(std::string_view bytes);
    /// After the WriteBytes of next() went out.
    void written();

    /// Lets the peer in, under that name if its role asks for one, or refuses it with the error's status.
    /// \pre next() is AwaitVerdict
    void decide(util::Result<Proc> verdict);

    /// What the peer said: valid once next() is AwaitVerdict.
    [[nodiscard]] const ConnectMessage& hello() const { return m_hello; }
    /// Its name: valid once next() is HandshakeDone.
    [[nodiscard]] const Proc& peer() const { return m_peer; }

private:
    enum class State
    {
        Header,
        Body,
        Verdict,
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

    Proc m_self;
    State m_state = State::Header;
    std::size_t m_bodyBytes = 0;
    ConnectMessage m_hello;
    Proc m_peer;
    std::string m_reply;
    std::optional<util::Error> m_error;
};

} // namespace dbgr::pmix
