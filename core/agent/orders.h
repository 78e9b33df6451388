// SPDX-License-Identifier: BSD-3-Clause
// What dbgr tells each dbgr-exec, in the environment of the launcher, which passes it on to its ranks.
// Way: dbgr -> launcher -> dbgr-exec -> dbgd; never the program. Thread: any; pure but for takeEnvironment().
#pragma once

#include "util/rank_set.h"
#include "util/result.h"

#include <optional>
#include <string>
#include <vector>

namespace dbgr::agent {

/// All names of variables that are ours begin so.
inline constexpr const char* kPrefix = "DBGR_";
/// Where dbgr-exec and dbgd meet on a node: set by dbgr-exec for the dbgd that it starts.
inline constexpr const char* kDoorVariable = "DBGR_AGENT_DOOR";

struct Orders
{
    std::string session;                      ///< 32 hexadecimal digits, different for every launch
    std::string daemon;                       ///< absolute path of dbgd
    std::vector<std::string> daemonArguments; ///< dbgr-exec adds --door-fd
    bool hold = true;                         ///< the program is to stand before its first instruction
    /// Whom the launcher gives its standard input to: the others get one from dbgd. Nothing: all keep what they have.
    std::optional<util::RankSet> launchersReaders = {};
    friend bool operator==(const Orders&, const Orders&) = default;
};

/// For a new launch. \errors those of the system's source of randomness
[[nodiscard]] util::Result<std::string> newSession();

/// The orders as variables, "NAME=value". What dbgd needs besides is not among them.
[[nodiscard]] std::vector<std::string> toVariables(const Orders& orders);
/// The names of toVariables(), for launchers that pass on only what they are told to.
[[nodiscard]] std::vector<std::string> variableNames();
/// Nothing when there are none: dbgr-exec was not started under dbgr.
/// \errors std::errc::invalid_argument
[[nodiscard]] util::Result<std::optional<Orders>> ordersIn(const std::vector<std::string>& environment);

/// The variables of an environment without those that are ours.
[[nodiscard]] std::vector<std::string> forProgram(const std::vector<std::string>& environment);
/// The variables of an environment for dbgd: all but the orders. \param door see kDoorVariable
[[nodiscard]] std::vector<std::string> forDaemon(const std::vector<std::string>& environment, const std::string& door);

/// A copy of our environment, in which ours are overwritten where they are: /proc/PID/environ does not show them.
[[nodiscard]] std::vector<std::string> takeEnvironment();

} // namespace dbgr::agent
