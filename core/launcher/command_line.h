// SPDX-License-Identifier: BSD-3-Clause
// dbgrun's command line, in the manner of mpiexec, as a value. Thread: any; pure.
#pragma once

#include "launcher/job_spec.h"
#include "util/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace dbgr::launcher {

/// What a command line asks for.
struct Command
{
    enum class Action
    {
        Run,
        Help,
        Version,
    };
    Action action = Action::Run;
    JobSpec job;                            ///< no apps: a daemon that waits for spawn requests
    bool daemon = false;                    ///< --daemon: stays until it is told to end
    std::optional<std::uint32_t> hostSlots; ///< nothing: one for each core
    bool systemServer = false;              ///< \std PMIX_SERVER_SYSTEM_SUPPORT
    bool sessionServer = false;             ///< \std PMIX_SERVER_SESSION_SUPPORT
    std::string reportUri;                  ///< a file for our URI; "-": standard output, "+": standard error
    std::string reportPid;                  ///< likewise for our process id
    bool verbose = false;
};

/// \param arguments without the program's own name
/// \errors Status::ErrBadParam, with the option that is meant as advice
[[nodiscard]] util::Result<Command> parseCommandLine(std::span<const std::string> arguments);

/// What --help prints.
[[nodiscard]] std::string helpText();

} // namespace dbgr::launcher
