// SPDX-License-Identifier: BSD-3-Clause
// The one table of dbgrun's options, by which its command line is read and its help is written. An option library would
// want two dashes before a long name, while users of mpiexec write -np and -wdir; and it would have to be told of the
// ":" between programs and of the program's own arguments. Thread: any; pure.
#pragma once

#include "launcher/command_line.h"

#include <span>
#include <string>
#include <string_view>

namespace dbgr::launcher {

enum class OptionSection
{
    Processes,
    Placement,
    Streams,
    Debugging,
    Launcher,
};

/// Where an option leaves its mark.
struct OptionTarget
{
    Command& command;
    AppSpec& app; ///< the program that the options stand before
};

struct OptionInfo
{
    OptionSection section;
    std::string_view names;    ///< "n,np": one or two dashes before any of them
    std::string_view argument; ///< "N"; "": none; "[RANKS]": --option=RANKS or none; "NAME VALUE": two of them
    std::string_view help;     ///< may have several lines
    /// Two arguments come as "NAME=VALUE". \errors Status::ErrBadParam
    util::Result<void> (*apply)(OptionTarget target, std::string_view value);
};

[[nodiscard]] std::span<const OptionInfo> optionTable();
/// \param name without dashes; null when there is none
[[nodiscard]] const OptionInfo* findOption(std::string_view name);
/// What to do instead of an option that we have not: another option, or why there is none.
[[nodiscard]] std::string adviceForUnknownOption(std::string_view name);
/// "-n", "--map-by"
[[nodiscard]] std::string spelled(std::string_view name);

} // namespace dbgr::launcher
