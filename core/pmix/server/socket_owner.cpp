// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/socket_owner.h"

#include "util/string_util.h"

#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

namespace dbgr::pmix {

namespace {

/// "0100007F:1F90" for 127.0.0.1:8080: the address as a number of this machine, the port as people write it.
std::string tableForm(const net::Address& address)
{
    std::uint32_t number = 0;
    const std::string host = address.host();
    const auto parts = util::split(host, '.');
    for (std::size_t i = 0; i < parts.size() && i < 4; ++i)
        number |= util::parseNumber<std::uint32_t>(parts[i]).value_or(0) << (8 * i);
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%08X:%04X", number, address.port());
    return text.data();
}

} // namespace

std::optional<std::uint32_t> ownerInTable(std::istream& table, const net::Address& from, const net::Address& to)
{
    const std::string wantedFrom = tableForm(from);
    const std::string wantedTo = tableForm(to);
    std::string line;
    std::getline(table, line); // the headings
    while (std::getline(table, line)) {
        std::istringstream fields(line);
        std::string slot, local, remote, state, queues, timer, retries, uid;
        if (fields >> slot >> local >> remote >> state >> queues >> timer >> retries >> uid && local == wantedFrom &&
            remote == wantedTo)
            return util::parseNumber<std::uint32_t>(uid);
    }
    return std::nullopt;
}

std::optional<std::uint32_t> ownerOfLocalSocket(const net::Address& from, const net::Address& to)
{
    std::ifstream table("/proc/net/tcp");
    return ownerInTable(table, from, to);
}

} // namespace dbgr::pmix
