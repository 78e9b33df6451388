// SPDX-License-Identifier: BSD-3-Clause
// dbgd's command line. It is short: what it has to know comes through its environment. Thread: any; pure.
#pragma once

#include "dbgwire/rank_source.h"
#include "util/ids.h"
#include "util/result.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace dbgr::daemon {

struct Options
{
    bool help = false;
    bool version = false;
    bool verbose = false; ///< with version: also what it was made of, and runs with
    dbgwire::RanksFrom ranks = dbgwire::RanksFrom::Pmix;
    std::optional<int> doorFd; ///< RanksFrom::Agents: the listening socket that we inherited
    /// RanksFrom::Hydra: its mpiexec, if that runs on this node; else the port at which the proxies call on it.
    std::optional<util::Pid> mpiexec;
    std::string controlPort;
    std::string frontEnd; ///< "HOST:PID"; whoever wonders who debugs a rank finds it in our command line
};

/// \param arguments without the program's name
/// \errors std::errc::invalid_argument
[[nodiscard]] util::Result<Options> parseOptions(std::span<const std::string_view> arguments);

/// What --help prints.
[[nodiscard]] std::string helpText();

} // namespace dbgr::daemon
