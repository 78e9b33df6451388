// SPDX-License-Identifier: BSD-3-Clause
// Who asks a server: one connection of a client or a tool, as services and host see it. Thread: any; plain values.
#pragma once

#include "pmix/handshake/connect_message.h"
#include "pmix/session/peer.h"
#include "util/result.h"
#include "util/strong_id.h"

#include <cstdint>
#include <functional>

namespace dbgr::pmix {

/// One connection for as long as it lasts; never used again.
using PeerId = util::StrongId<struct PeerIdTag, std::uint64_t>;

struct Requester
{
    PeerId id;
    Peer peer; ///< name, library version, pid as far as known
    PeerRole role = PeerRole::Client;
    UserIds ids; ///< of the process, by the kernel where it tells

    [[nodiscard]] const Proc& proc() const { return peer.proc; }
    [[nodiscard]] bool isClient() const { return role == PeerRole::Client || role == PeerRole::Singleton; }
};

/// Finishes one request, with its result or an error whose code is a Status. To be called once, inside the call that
/// was given it or at any time later, on the owner's thread; of no effect when the asker has gone.
template <class T>
using Answer = std::function<void(util::Result<T>)>;

} // namespace dbgr::pmix
