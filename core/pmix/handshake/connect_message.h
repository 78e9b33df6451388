// SPDX-License-Identifier: BSD-3-Clause
// The first message on a connection: who connects, in which role, and how it will write. Made by the tool handshake,
// read by the server handshake. Thread: any; pure.
//
//   field                    form
//   security module          text, NUL
//   credential               length (uint32, network order), bytes
//   role                     1 byte
//   uid, gid                 uint32 each, network order; not for a client
//   nspace, rank             text, NUL, uint32 network order; not for those that ask for a name
//   library version          text, NUL
//   bfrops module            text, NUL: a name or a list of names
//   buffer type              1 byte
//   gds module               text, NUL
//   infos                    a packed buffer in the form just named: SIZE n, n INFO; clients may leave it out
//   surplus                  4.2 appends one NUL
// \wire OpenPMIx 3.2 to 6.1
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/handshake/security.h"
#include "pmix/types/info.h"
#include "pmix/types/proc.h"
#include "util/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

/// Whoever sends more is cut off, as OpenPMIx does.
inline constexpr std::size_t kMaxConnectBytes = 131072;

/// What a connection is for (the "flag" of OpenPMIx).
enum class PeerRole : std::uint8_t
{
    Client = 0,
    LegacyTool = 1,
    LegacyLauncher = 2,
    ToolNeedsName = 3,
    ToolNamed = 4, ///< also a launcher that connects back to the tool that started it
    ToolSpawned = 5,
    LauncherNeedsName = 6,
    LauncherNamed = 7,
    LauncherSpawned = 8,
    Singleton = 9,
    Scheduler = 10,
};

/// Whether the message names the sender (nspace and rank).
[[nodiscard]] bool roleHasName(PeerRole role);
/// Whether the server's answer assigns a name.
[[nodiscard]] bool roleGetsName(PeerRole role);

struct ConnectMessage
{
    std::string securityModule = "native";
    std::string credential;
    PeerRole role = PeerRole::ToolNeedsName;
    UserIds ids;
    Proc proc; ///< where roleHasName()
    std::string version;
    WireFormat format;
    std::string gdsModule = "hash";
    std::vector<Info> infos;
};

/// The whole message with its header. \errors those of Packer
[[nodiscard]] util::Result<std::string> encodeConnectMessage(const ConnectMessage& message);

/// Reads what follows the header.
/// \errors Status::ErrUnpackFailure, Status::ErrNotSupported (role, serialisation), those of Unpacker
[[nodiscard]] util::Result<ConnectMessage> decodeConnectMessage(std::string_view body);

} // namespace dbgr::pmix
