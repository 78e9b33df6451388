// SPDX-License-Identifier: GPL-3.0-or-later
// argv -> what dbgr is to do. Pure: reads no file and no environment. Thread: any.
#pragma once

#include "app/dbgr/own_commands.h"
#include "launchers/attach_spec.h"
#include "launchers/launch_spec.h"
#include "util/log.h"
#include "util/result.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace dbgr::app {

/// `--command CMD`.
struct CommandText
{
    std::string text;
    friend bool operator==(const CommandText&, const CommandText&) = default;
};

/// `--script FILE`.
struct ScriptFile
{
    std::string path;
    friend bool operator==(const ScriptFile&, const ScriptFile&) = default;
};

using CommandSpec = std::variant<CommandText, ScriptFile>;

/// `--stacks`: where the ranks of a running job are, and nothing else.
struct StacksRequest
{
    enum class Format
    {
        Text,
        Json,
        Dot,
        Folded,
        Svg
    };
    Format format = Format::Text;
    std::uint32_t samples = 1;
    std::chrono::milliseconds every{1000}; ///< for which the ranks run between two of them
    friend bool operator==(const StacksRequest&, const StacksRequest&) = default;
};

struct CommandLine
{
    std::vector<std::string> launcher; ///< and its arguments, untouched; empty with help, version, jobs or attach, and
                                       ///< where the window is to ask, or the session file says it
    std::optional<launchers::AttachTarget> attach; ///< --attach, --connect, --attach-pids, --core
    std::optional<util::RankSet> ranks;            ///< --ranks: only these are attached to
    std::optional<OwnCommand> own;                 ///< in the launcher's place
    std::optional<StacksRequest> stacks;           ///< --stacks; with attach
    bool jobs = false;                             ///< --jobs: list what could be attached to
    std::vector<CommandSpec> commands;             ///< --command and --script in the order given; empty: standard input
    std::string sessionFile; ///< --session, or a name with that ending in the launcher's place; "" none
    std::optional<launchers::HoldPoint> hold;         ///< --stop; nothing: in MPI_Init, or as the session file says
    std::optional<std::chrono::milliseconds> timeout; ///< for the whole session
    std::optional<std::chrono::milliseconds> launchTimeout; ///< until all ranks are attached
    std::optional<std::chrono::seconds> lostAfter;          ///< of a silent node
    bool batch = false;                                     ///< without a window
    bool json = false;
    bool keepGoing = false;
    bool pushDaemons = false; ///< nodes are given dbgr's daemons, for as long as the job is debugged
    bool help = false;
    bool version = false;
    bool verbose = false;   ///< with version: of every part
    std::string recordFile; ///< "" none
    std::string logFile;    ///< "" none, "-" standard error
    util::log::Level logLevel = util::log::Level::Info;
};

/// Reads dbgr's own options up to the first argument that is none: the launcher. From there on nothing is touched.
/// A number of ranks in its place ("-n 4 ./app") means dbgrun; a name that ends in .dbgr is a session file.
/// \param arguments without the program's own name
/// \errors Errc::BadUsage
[[nodiscard]] util::Result<CommandLine> parseCommandLine(std::span<const std::string> arguments);

} // namespace dbgr::app
