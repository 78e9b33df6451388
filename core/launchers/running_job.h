// SPDX-License-Identifier: BSD-3-Clause
// A job that runs on this node, as a list of them shows it. Found without touching its launcher: by contact files, the
// process table, and the memory of launchers that keep an MPIR proctable. Thread: any; values.
#pragma once

#include "launchers/attach_spec.h"
#include "launchers/launcher_kind.h"
#include "util/error.h"
#include "util/ids.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::launchers {

struct RunningJob
{
    AttachTarget target;   ///< what to attach to
    LauncherKind launcher; ///< path: of its executable, "" where that can't be seen
    util::Pid pid;         ///< the launcher's
    std::string nspace;    ///< of PMIx jobs, where it is known; ""
    std::string command;   ///< the launcher's whole command line, as a shell would take it
    std::string program;   ///< what its ranks run: "./ring"; "" unknown
    std::chrono::system_clock::time_point started;
    std::optional<std::uint32_t> ranks; ///< in the whole job; nothing: not known before it is asked
    std::uint32_t ranksHere = 0;        ///< on this node
    std::optional<std::uint32_t> hosts; ///< nothing: not known
    std::optional<util::Error> refusal; ///< why it cannot be attached to; nothing: it can, as far as can be seen
    std::string debuggedBy;             ///< who holds ranks of it already: "dbgr (process 4711)"; "" nobody
    std::string note;                   ///< what does not hinder but may surprise: "./ring was removed since ..."; ""
};

struct JobListing
{
    std::vector<RunningJob> jobs; ///< newest first
    /// Traces of launchers that could not be followed: contact files without permission, processes of containers.
    std::vector<util::Error> problems;
};

} // namespace dbgr::launchers
