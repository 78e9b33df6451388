// SPDX-License-Identifier: BSD-3-Clause
#include "agent/orders.h"

#include "util/string_util.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include <sys/random.h>
#include <unistd.h>

namespace dbgr::agent {

namespace {

constexpr std::string_view kSession = "DBGR_AGENT_SESSION";
constexpr std::string_view kDaemon = "DBGR_AGENT_DAEMON";
constexpr std::string_view kArguments = "DBGR_AGENT_ARGUMENTS";
constexpr std::string_view kHold = "DBGR_AGENT_HOLD";
constexpr std::string_view kReaders = "DBGR_AGENT_READERS";
constexpr std::string_view kAgentPrefix = "DBGR_AGENT_";

// Between arguments of dbgd in one variable: no argument has it, and no launcher minds it.
constexpr char kSeparator = '\x1f';
constexpr std::size_t kSessionDigits = 32;
// The launcher cares for all ranks' input, or nobody knows.
constexpr const char* kAllRead = "all";

std::optional<std::string_view> valueOf(const std::vector<std::string>& environment, std::string_view name)
{
    for (const std::string_view entry : environment)
        if (entry.size() > name.size() && entry[name.size()] == '=' && entry.starts_with(name))
            return entry.substr(name.size() + 1);
    return std::nullopt;
}

std::string assignment(std::string_view name, std::string_view value)
{
    return std::string(name).append("=").append(value);
}

tl::unexpected<util::Error> unusable(std::string_view name)
{
    return util::fail(std::make_error_code(std::errc::invalid_argument),
                      "reading what dbgr ordered: " + std::string(name) + " is missing or malformed",
                      "These variables are set by dbgr alone; take them out of your environment.");
}

bool isSession(std::string_view text)
{
    // It becomes a part of a path: nothing but digits.
    return text.size() == kSessionDigits && util::fromHex(text).has_value();
}

} // namespace

util::Result<std::string> newSession()
{
    char bytes[kSessionDigits / 2];
    if (::getrandom(bytes, sizeof bytes, 0) != static_cast<ssize_t>(sizeof bytes))
        return util::fail(util::systemError(errno, "making a name for the session"));
    return util::toHex(std::string_view(bytes, sizeof bytes));
}

std::vector<std::string> toVariables(const Orders& orders)
{
    const std::string separator(1, kSeparator);
    return {assignment(kSession, orders.session), assignment(kDaemon, orders.daemon),
            assignment(kArguments, util::join(orders.daemonArguments, separator)),
            assignment(kHold, orders.hold ? "exec" : "none"),
            assignment(kReaders, orders.launchersReaders ? orders.launchersReaders->toString() : kAllRead)};
}

std::vector<std::string> variableNames()
{
    return {std::string(kSession), std::string(kDaemon), std::string(kArguments), std::string(kHold),
            std::string(kReaders)};
}

util::Result<std::optional<Orders>> ordersIn(const std::vector<std::string>& environment)
{
    const auto session = valueOf(environment, kSession);
    if (!session)
        return std::nullopt;
    Orders orders;
    if (!isSession(*session))
        return unusable(kSession);
    orders.session = *session;
    const auto daemon = valueOf(environment, kDaemon);
    if (!daemon || !daemon->starts_with('/'))
        return unusable(kDaemon);
    orders.daemon = *daemon;
    const auto hold = valueOf(environment, kHold);
    if (!hold || (*hold != "exec" && *hold != "none"))
        return unusable(kHold);
    orders.hold = *hold == "exec";
    const auto readers = valueOf(environment, kReaders);
    if (!readers)
        return unusable(kReaders);
    if (*readers != kAllRead) {
        auto ranks = readers->empty() ? util::Result<util::RankSet>() : util::RankSet::parse(*readers, {});
        if (!ranks)
            return unusable(kReaders);
        orders.launchersReaders = *std::move(ranks);
    }
    if (const auto arguments = valueOf(environment, kArguments); arguments && !arguments->empty())
        for (const std::string_view argument : util::split(*arguments, kSeparator))
            orders.daemonArguments.emplace_back(argument);
    return orders;
}

std::vector<std::string> forProgram(const std::vector<std::string>& environment)
{
    std::vector<std::string> rest;
    std::copy_if(environment.begin(), environment.end(), std::back_inserter(rest),
                 [](std::string_view entry) { return !entry.starts_with(kPrefix); });
    return rest;
}

std::vector<std::string> forDaemon(const std::vector<std::string>& environment, const std::string& door)
{
    std::vector<std::string> rest;
    std::copy_if(environment.begin(), environment.end(), std::back_inserter(rest),
                 [](std::string_view entry) { return !entry.starts_with(kAgentPrefix); });
    rest.push_back(assignment(kDoorVariable, door));
    return rest;
}

std::vector<std::string> takeEnvironment()
{
    std::vector<std::string> copy;
    for (char** entry = ::environ; entry && *entry; ++entry) {
        const std::string_view text(*entry);
        copy.emplace_back(text);
        const std::size_t equals = text.find('=');
        if (text.starts_with(kPrefix) && equals != std::string_view::npos)
            ::explicit_bzero(*entry + equals + 1, text.size() - equals - 1);
    }
    return copy;
}

} // namespace dbgr::agent
