// SPDX-License-Identifier: GPL-3.0-or-later
// `dbgr --jobs`: the user's jobs on this node, as a table for people or as JSON. Pure but for listJobs(). Thread: any.
#pragma once

#include "launchers/running_job.h"

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace dbgr::app {

/// What to type behind dbgr to attach to it: {"--attach", "4711"}.
[[nodiscard]] std::vector<std::string> attachArguments(const launchers::AttachTarget& target);

/// \param columns lines of the table are cut to as many; 0: not
/// \code
/// PID   LAUNCHER    RANKS  HOSTS  AGE    STATE  COMMAND
/// 4711  Open MPI 5  4      1      12 s   ready  mpirun -n 4 ./ring
/// 4800  Slurm       64     2      3 min  no     srun -n 64 ./solve
/// \endcode
[[nodiscard]] std::string jobsAsText(const launchers::JobListing& listing, std::chrono::system_clock::time_point now,
                                     std::size_t columns);
/// One line a job, and one a problem; docs/manual/json.md is the schema.
[[nodiscard]] std::string jobsAsJson(const launchers::JobListing& listing, std::chrono::system_clock::time_point now);

/// Finds the jobs of this node and prints them to standard output; nothing is attached to. \return dbgr's exit status
[[nodiscard]] int listJobs(bool json);

} // namespace dbgr::app
