// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/handshake/own_nspace.h"

#include "pmix/handshake/rendezvous.h"

#include <algorithm>
#include <cstdlib>

#include <unistd.h>

namespace dbgr::pmix {

namespace {

constexpr std::size_t kMaxHostBytes = 128; // of the 255 that a namespace may have

bool mayStandInNspace(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

} // namespace

std::string ownNspace(std::string_view what, std::string_view host, util::Pid pid)
{
    std::string safe(host.empty() ? "localhost" : host.substr(0, kMaxHostBytes));
    std::ranges::replace_if(
        safe, [](char c) { return !mayStandInNspace(c); }, '-');
    return std::string(what) + "-" + safe + "-" + std::to_string(pid.value());
}

std::string ownNspace(std::string_view what)
{
    const auto places = RendezvousPlaces::fromEnvironment([](const char* name) { return std::getenv(name); });
    return ownNspace(what, places.hostNames.empty() ? std::string_view() : std::string_view(places.hostNames.front()),
                     util::Pid(::getpid()));
}

} // namespace dbgr::pmix
