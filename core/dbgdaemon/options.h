// SPDX-License-Identifier: BSD-3-Clause
// dbgd's command line. It is short: what it has to know comes through its environment. Thread: any; pure.
#pragma once

#include "dbgdaemon/bootstrap/pmix_local_info.h"
#include "util/result.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::daemon {

struct Options
{
    bool help = false;
    bool version = false;
    /// --attach: the ranks of this node, instead of asking PMIx.
    std::optional<std::vector<LocalProcess>> ranks;
};

/// \param arguments without the program's name
/// \errors std::errc::invalid_argument
[[nodiscard]] util::Result<Options> parseOptions(std::span<const std::string_view> arguments);

/// What --help prints.
[[nodiscard]] std::string helpText();

} // namespace dbgr::daemon
