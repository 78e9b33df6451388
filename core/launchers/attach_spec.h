// SPDX-License-Identifier: BSD-3-Clause
// Which running job, or which remains of one, the user wants to look at. Way: command line or attach dialog -> session
// -> backend -> the link of remote/links that knows such jobs. Thread: any; a value.
#pragma once

#include "util/ids.h"
#include "util/rank_set.h"

#include <chrono>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace dbgr::launchers {

/// A launcher of any kind, on this node: what it is, its process shows.
struct RunningLauncher
{
    util::Pid pid;
    std::string nspace; ///< which of its jobs, where it runs several (a DVM); "" its only one
    friend bool operator==(const RunningLauncher&, const RunningLauncher&) = default;
};

/// A job of a PMIx launcher by its name, or the launcher by its own: "prterun-n01-4711@1".
struct NamedJob
{
    std::string nspace;
    friend bool operator==(const NamedJob&, const NamedJob&) = default;
};

/// The job of the PMIx server at a URI, or that a contact or attachment file leads to.
struct JobOfServer
{
    std::string where; ///< "nspace.rank;tcp4://..." or a path; "system": the system server of this node
    friend bool operator==(const JobOfServer&, const JobOfServer&) = default;
};

/// Processes of this node, without a launcher.
struct LooseProcesses
{
    std::vector<util::Pid> pids;
    friend bool operator==(const LooseProcesses&, const LooseProcesses&) = default;
};

/// What crashed ranks left behind.
struct CoreFiles
{
    std::vector<std::string> files; ///< paths; absolute, or relative to the working directory
    std::string program;            ///< the executable; "" as each core file names it
    friend bool operator==(const CoreFiles&, const CoreFiles&) = default;
};

using AttachTarget = std::variant<RunningLauncher, NamedJob, JobOfServer, LooseProcesses, CoreFiles>;

struct AttachSpec
{
    AttachTarget target;
    std::optional<util::RankSet> ranks;            ///< only these; nothing: all
    bool keepRunning = false;                      ///< they do not stand once they are attached to
    bool pushDaemons = false;                      ///< the job's nodes are given dbgr's daemons: they have none
    std::optional<std::chrono::seconds> lostAfter; ///< so much silence of a node; nothing: kLostAfter
    std::vector<std::string> environment;      ///< "NAME=value", whole; where contact files are looked for, and so on
    std::string workingDirectory;              ///< absolute
    std::chrono::milliseconds patience{60000}; ///< until all ranks are attached; then it has failed
};

/// For people: "launcher 4711", "job prterun-n01-4711@1", "processes 12, 13, 14", "4 core files".
[[nodiscard]] std::string describe(const AttachTarget& target);

} // namespace dbgr::launchers
