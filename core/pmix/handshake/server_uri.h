// SPDX-License-Identifier: BSD-3-Clause
// The text by which a PMIx server is named and reached: "nspace.rank;tcp4://host:port". It comes from contact files,
// the environment and users, and goes into the environment of a launcher that is to call us back. Thread: any; pure.
#pragma once

#include "pmix/types/proc.h"
#include "util/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace dbgr::pmix {

/// Longer text is no URI: OpenPMIx reads such lines into 1024 bytes.
inline constexpr std::size_t kMaxUriBytes = 1023;

/// Who a server says it is, and where it listens.
struct ServerUri
{
    Proc server;
    /// A numeric address or a host name; an IPv6 address without brackets.
    std::string host;
    std::uint16_t port = 0;
    bool ipv6 = false;

    friend bool operator==(const ServerUri&, const ServerUri&) = default;
};

/// Reads a URI. The name may be preceded by a list of environment variables and a semicolon (the form that servers
/// report on a pipe), an IPv6 address may stand in brackets, and the rank may be negative (3.x writes it signed).
/// \errors Status::ErrBadParam
/// \wire OpenPMIx 3.2 to 6.1
[[nodiscard]] util::Result<ServerUri> parseServerUri(std::string_view text);

/// The form that OpenPMIx writes: an IPv6 address without brackets.
[[nodiscard]] std::string formatServerUri(const ServerUri& uri);

} // namespace dbgr::pmix
