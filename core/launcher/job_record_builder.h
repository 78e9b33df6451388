// SPDX-License-Identifier: BSD-3-Clause
// What the PMIx server is to know, and to tell, about a job. Pure. Thread: any.
#pragma once

#include "launcher/job_facts.h"
#include "launcher/job_map.h"
#include "launcher/job_spec.h"
#include "pmix/server/job_record.h"

#include <cstddef>
#include <string>

namespace dbgr::launcher {

/// PMIX_DEBUG_STOP_IN_INIT and _IN_APP go to those ranks only that are held: libraries up to 5.0 stop when they find
/// the key, whatever its value.
[[nodiscard]] pmix::JobRecord buildJobRecord(const JobSpec& spec, const JobMap& map, const JobFacts& facts);

/// A count, as the Standard's attributes have it (uint32_t).
[[nodiscard]] pmix::Value uint32(std::size_t number);
/// The program with its arguments, for people. \std PMIX_APP_ARGV
[[nodiscard]] std::string commandLineOf(const AppSpec& app);
/// Where the processes of an app run.
[[nodiscard]] std::string workingDirectoryOf(const AppSpec& app, const JobFacts& facts);

} // namespace dbgr::launcher
