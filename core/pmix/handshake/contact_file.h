// SPDX-License-Identifier: BSD-3-Clause
// The rendezvous file in which a PMIx server leaves its URI for tools. First thing read on the way to a server.
// Thread: any; reading blocks for as long as a local file of a few lines takes.
#pragma once

#include "pmix/handshake/server_uri.h"
#include "util/ids.h"
#include "util/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace dbgr::pmix {

/// A contact file has five short lines.
inline constexpr std::size_t kMaxContactFileBytes = 8192;

/// What is known of a server before connecting to it.
struct ServerContact
{
    ServerUri uri;
    /// Text of the server's library version, without a leading "v"; empty when its source names none.
    std::string version;
    /// Its process, as far as named.
    std::optional<util::Pid> pid;
    /// Where this was read, for messages: a path, or "the URI".
    std::string source;
};

/// Reads the lines of a contact file: URI, version, pid, uid:gid, date. All but the first may be missing; report files
/// and OpenPMIx 3 write a "v" before the version.
/// \errors Status::ErrBadParam, Status::ErrWouldBlock (no whole first line yet: its server is still writing it)
[[nodiscard]] util::Result<ServerContact> parseContactFile(std::string_view content, const std::string& path);

/// Opens and reads a contact file, never through a link, and only a regular file of ours or of root: whoever could
/// leave one elsewhere would choose to whom we talk.
/// \errors Status::ErrNotFound, Status::ErrNoPermissions, std::errc of the system, those of parseContactFile()
[[nodiscard]] util::Result<ServerContact> readContactFile(const std::string& path);

/// The same for `name` in the open directory `directoryFd`.
[[nodiscard]] util::Result<ServerContact> readContactFileAt(int directoryFd, const std::string& name,
                                                            const std::string& path);

} // namespace dbgr::pmix
