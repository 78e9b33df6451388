// SPDX-License-Identifier: BSD-3-Clause
// What people are to read of a PMIx_Log. Thread: any; pure.
#pragma once

#include "pmix/types/info.h"

#include <optional>
#include <string>
#include <string_view>

namespace dbgr::launcher {

/// The text for standard output or error (PMIX_LOG_STDOUT, PMIX_LOG_STDERR), or the help text that Open MPI 4 sends as
/// PMIX_LOG_MSG; nothing for data of another kind.
[[nodiscard]] std::optional<std::string> logTextOf(const pmix::Info& info);

/// \wire Open MPI 4: name of a file, topic, a flag, text; a text is count 1 and length in network order, and has a NUL
[[nodiscard]] std::optional<std::string> openMpi4HelpText(std::string_view bytes);

} // namespace dbgr::launcher
