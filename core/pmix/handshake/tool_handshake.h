// SPDX-License-Identifier: BSD-3-Clause
// The connector's side of the handshake, for every role of a tool and for a client. No socket, no clock: see action.h
// for the flow. Thread: its owner's.
//
//   we send   the connect message
//   we get    status (4 bytes): the host's verdict
//             our nspace (256 bytes) and rank (4): only for those that asked for a name
//             the server's nspace (256) and rank (4)
//             status (4): the verdict on the credential
// A client gets, behind the first status, only its index with that server (4), which nobody needs.
// All numbers in network order. \wire OpenPMIx 3.2 to 6.1; vectors a/02, a/10, c/01-04
#pragma once

#include "pmix/handshake/action.h"
#include "pmix/handshake/connect_message.h"

#include <optional>

namespace dbgr::pmix {

class ToolHandshake
{
public:
    /// \param hello what to send. Its infos must have keys::kCmdLine, without which a PRRTE 4.1 crashes, but a
    /// client has none; its credential is made here.
    explicit ToolHandshake(ConnectMessage hello);

    [[nodiscard]] HandshakeAction next() const;
    /// \pre next() is ReadBytes, and bytes has that size
    void feed(std::string_view bytes);
    /// After the WriteBytes of next() went out.
    void written();

    /// Valid once next() is HandshakeDone: our name, assigned or as we gave it, and the server's; a client is not told
    /// that one.
    [[nodiscard]] const Proc& self() const { return m_hello.proc; }
    [[nodiscard]] const Proc& server() const { return m_server; }

private:
    enum class State
    {
        Hello,
        Verdict,
        ClientIndex,
        OwnName,
        ServerName,
        CredentialVerdict,
        Done,
        Failed
    };

    void fail(util::Error error);
    [[nodiscard]] State afterVerdict() const;
    void takeVerdict(std::string_view bytes, State after, const char* whose);

    ConnectMessage m_hello;
    std::string m_helloBytes;
    State m_state = State::Hello;
    Proc m_server;
    std::optional<util::Error> m_error;
};

/// The 256 bytes of a name and the 4 of a rank, as both handshakes exchange them.
inline constexpr std::size_t kNameFieldBytes = 256 + 4;
[[nodiscard]] util::Result<Proc> decodeNameField(std::string_view bytes);
/// \pre proc.nspace has at most Proc::kMaxNspaceBytes
[[nodiscard]] std::string encodeNameField(const Proc& proc);

} // namespace dbgr::pmix
