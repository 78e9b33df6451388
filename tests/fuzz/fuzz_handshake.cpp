// SPDX-License-Identifier: GPL-3.0-or-later
// Both sides of the handshake against any peer: they end, and a server lets nobody of another user in.
// Input: which side and role, what the peer sends.
#include "pmix/handshake/server_handshake.h"
#include "pmix/handshake/tool_handshake.h"
#include "tests/fuzz/fuzz_input.h"

using namespace dbgr::pmix;
using namespace dbgr::test;

namespace {

constexpr std::uint32_t kUid = 0; // that of the captures

/// \return whether the handshake succeeded on these bytes
template <class Handshake>
bool drive(Handshake& handshake, std::string_view bytes)
{
    while (true) {
        const HandshakeAction action = handshake.next();
        if (std::holds_alternative<HandshakeDone>(action))
            return true;
        if (std::holds_alternative<HandshakeFailed>(action))
            return false;
        if (std::holds_alternative<WriteBytes>(action)) {
            handshake.written();
            continue;
        }
        if constexpr (std::is_same_v<Handshake, ServerHandshake>) {
            if (std::holds_alternative<AwaitVerdict>(action)) {
                const auto claim = checkClaimedUser(handshake.hello(), kUid);
                handshake.decide(claim ? dbgr::util::Result<Proc>(Proc{"tool@2", ProcRank(0)})
                                       : dbgr::util::fail(claim.error()));
                continue;
            }
        }
        const std::size_t count = std::get<ReadBytes>(action).count;
        mustHold(count > 0 && count <= kMaxConnectBytes, "nobody waits for nothing, or for too much");
        if (count > bytes.size())
            return false;
        handshake.feed(bytes.substr(0, count));
        bytes.remove_prefix(count);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    FuzzInput input(data, size);
    const std::uint8_t choice = input.choice();
    if (choice == 0xff) {
        ServerHandshake handshake(Proc{"us", ProcRank(0)});
        if (drive(handshake, input.rest()))
            mustHold(handshake.hello().role == PeerRole::Client || handshake.hello().ids.uid == kUid,
                     "only our own user is let in");
    } else {
        ConnectMessage hello;
        hello.role = static_cast<PeerRole>(3 + choice % 8);
        ToolHandshake handshake(hello);
        if (drive(handshake, input.rest()))
            mustHold(!handshake.server().nspace.empty(), "a server has a name");
    }
    return 0;
}
