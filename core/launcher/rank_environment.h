// SPDX-License-Identifier: BSD-3-Clause
// The environment of a job's process: the launcher's own, what the MPI libraries look for, what the user or tool asked
// for, and what the PMIx server adds. Pure. Thread: any.
#pragma once

#include "launcher/job_facts.h"
#include "launcher/job_map.h"
#include "launcher/job_spec.h"

#include <string>
#include <vector>

namespace dbgr::launcher {

/// \param base "NAME=value" each; what says that the launcher itself was started by a PMIx server is left out
/// \param pmix what pmix::Server::environmentFor() says; nothing overrides it
[[nodiscard]] std::vector<std::string> environmentOf(const MappedProcess& process, const JobSpec& spec,
                                                     const JobMap& map, const JobFacts& facts,
                                                     const std::vector<std::string>& base,
                                                     const std::vector<std::string>& pmix);

/// What all processes of an app have in common: by it their program is found. \param base as above
[[nodiscard]] std::vector<std::string> environmentOf(const AppSpec& app, const JobSpec& spec,
                                                     const std::vector<std::string>& base);

/// \std PMIX_SET_ENVAR, PMIX_ADD_ENVAR, PMIX_UNSET_ENVAR, PMIX_PREPEND_ENVAR, PMIX_APPEND_ENVAR
void applyChange(std::vector<std::string>& environment, const EnvironmentChange& change);

} // namespace dbgr::launcher
