// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/bootstrap/daemon_environment.h"

#include "util/host_name.h"
#include "util/string_util.h"

#include <cstdlib>
#include <cstring>
#include <optional>
#include <unistd.h>

namespace dbgr::daemon {

namespace {

/// The value, which is nowhere in the environment any more.
std::optional<std::string> take(const char* name)
{
    char* value = std::getenv(name);
    if (!value)
        return std::nullopt;
    std::string copy(value);
    // The process's first environment is not moved by getenv(): these are the bytes that /proc shows.
    ::explicit_bzero(value, copy.size());
    ::unsetenv(name);
    return copy;
}

tl::unexpected<util::Error> unusable(const char* name, const std::string& why)
{
    return util::fail(std::make_error_code(std::errc::invalid_argument), std::string(name) + " " + why,
                      "dbgd is started by dbgr, not by hand; see dbgd --help");
}

} // namespace

std::string hostName()
{
    const char* const variables = std::getenv(kHostVariable);
    for (const std::string_view variable : util::split(variables ? variables : "", ','))
        if (const char* const given = std::getenv(std::string(variable).c_str()); given && *given)
            return given;
    return util::hostName();
}

util::Result<DaemonEnvironment> takeDaemonEnvironment()
{
    std::optional<std::string> secretText = take(kSecretVariable);
    const std::optional<std::string> frontEndText = take(kFrontEndVariable);
    if (!secretText)
        return unusable(kSecretVariable, "is not set");
    auto secret = net::Secret::fromHex(*secretText);
    ::explicit_bzero(secretText->data(), secretText->size());
    if (!secret)
        return unusable(kSecretVariable, "is malformed");
    if (!frontEndText)
        return unusable(kFrontEndVariable, "is not set");
    DaemonEnvironment environment{{}, *std::move(secret)};
    for (const std::string_view part : util::split(*frontEndText, ',')) {
        auto address = net::Address::parse(util::trimmed(part));
        if (!address)
            return unusable(kFrontEndVariable, "is malformed: " + address.error().message());
        environment.frontEnds.push_back(*std::move(address));
    }
    return environment;
}

} // namespace dbgr::daemon
