// SPDX-License-Identifier: BSD-3-Clause
// Core files as one job: which rank each is, of which program, and what is odd about them. Way: CoreLink reads the
// files
// -> here -> the session and the daemon. Thread: any; pure.
#pragma once

#include "corefile/core_file.h"
#include "debug/attach_order.h"
#include "session/backend_event.h"
#include "util/error.h"

#include <functional>
#include <string>
#include <vector>

namespace dbgr::session {

struct NamedCore
{
    std::string path; ///< absolute
    corefile::CoreFile core;
};

struct CoreJob
{
    JobLaunched job;
    std::vector<debug::LocalCore> cores;
    std::vector<util::Error> warnings;
};

/// How it looks at programs; tests have none.
struct ProgramFacts
{
    bool exists = false;
    std::string buildId; ///< "" none
};
using LookAtProgram = std::function<ProgramFacts(const std::string& path)>;

/// \param cores in natural order of their names; at least one
/// \param program absolute; "" as each core file names it
/// \param host the name of this node
[[nodiscard]] CoreJob makeCoreJob(const std::vector<NamedCore>& cores, const std::string& program,
                                  const std::string& host, const LookAtProgram& look);

} // namespace dbgr::session
