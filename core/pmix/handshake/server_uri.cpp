// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/handshake/server_uri.h"

#include "pmix/types/status.h"
#include "util/string_util.h"

#include <algorithm>
#include <optional>

namespace dbgr::pmix {

namespace {

constexpr std::string_view kTcp4 = "tcp4://";
constexpr std::string_view kTcp6 = "tcp6://";

/// Blanks and control characters have no place in a URI; they would also make messages unreadable.
bool isPlain(std::string_view text)
{
    return std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7f; });
}

bool takePrefix(std::string_view& text, std::string_view prefix)
{
    if (!text.starts_with(prefix))
        return false;
    text.remove_prefix(prefix.size());
    return true;
}

/// 3.2 prints special ranks as negative numbers.
std::optional<ProcRank> parseRank(std::string_view text)
{
    if (const auto rank = util::parseNumber<std::uint32_t>(text))
        return ProcRank(*rank);
    if (const auto rank = util::parseNumber<std::int32_t>(text))
        return ProcRank(static_cast<std::uint32_t>(*rank));
    return std::nullopt;
}

/// The last dot parts nspace and rank: names of PRRTE's tools have dots of their own.
std::optional<Proc> parseName(std::string_view text)
{
    const std::size_t dot = text.rfind('.');
    if (dot == std::string_view::npos || dot == 0 || dot > Proc::kMaxNspaceBytes || !isPlain(text))
        return std::nullopt;
    const auto rank = parseRank(text.substr(dot + 1));
    if (!rank)
        return std::nullopt;
    return Proc{std::string(text.substr(0, dot)), *rank};
}

/// host:port, where only the last colon parts them.
bool parseAddress(std::string_view text, ServerUri& uri)
{
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos)
        return false;
    const auto port = util::parseNumber<std::uint16_t>(text.substr(colon + 1));
    std::string_view host = text.substr(0, colon);
    if (host.size() > 2 && host.front() == '[' && host.back() == ']')
        host = host.substr(1, host.size() - 2);
    if (!port || *port == 0 || host.empty() || !isPlain(host) || host.find_first_of("/;@ []") != std::string_view::npos)
        return false;
    uri.host = std::string(host);
    uri.port = *port;
    return true;
}

} // namespace

util::Result<ServerUri> parseServerUri(std::string_view text)
{
    const auto bad = [&](const char* why) {
        return util::fail(Status::ErrBadParam,
                          "the PMIx server URI \"" + std::string(text.substr(0, 200)) + "\" cannot be read: " + why,
                          "A server's URI looks like nspace.rank;tcp4://host:port.");
    };
    text = util::trimmed(text);
    if (text.size() > kMaxUriBytes)
        return bad("it is too long");
    const std::size_t addressAt = text.rfind(';');
    if (addressAt == std::string_view::npos)
        return bad("no semicolon parts the server's name from its address");

    ServerUri uri;
    std::string_view address = text.substr(addressAt + 1);
    if (takePrefix(address, kTcp6))
        uri.ipv6 = true;
    else if (!takePrefix(address, kTcp4))
        return bad("its address does not begin with tcp4:// or tcp6://");
    if (!parseAddress(address, uri))
        return bad("its address is not host:port");

    std::string_view name = text.substr(0, addressAt);
    if (const std::size_t listEnd = name.rfind(';'); listEnd != std::string_view::npos)
        name.remove_prefix(listEnd + 1);
    const auto server = parseName(name);
    if (!server)
        return bad("the server's name is not nspace.rank");
    uri.server = *server;
    return uri;
}

std::string formatServerUri(const ServerUri& uri)
{
    return uri.server.nspace + "." + std::to_string(uri.server.rank.value()) + ";" +
           std::string(uri.ipv6 ? kTcp6 : kTcp4) + uri.host + ":" + std::to_string(uri.port);
}

} // namespace dbgr::pmix
