// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/client_environment.h"

namespace dbgr::pmix {

namespace {

/// A client writes in the form that belongs to the first of these that it knows. Newer libraries know others, which are
/// left out: they too write v41 then.
constexpr const char* kUriVariables[] = {"PMIX_SERVER_URI2", "PMIX_SERVER_URI21", "PMIX_SERVER_URI3",
                                         "PMIX_SERVER_URI4", "PMIX_SERVER_URI41"};

} // namespace

std::vector<std::string> clientEnvironment(const Proc& proc, const std::string& uri, const std::string& host,
                                           const RendezvousSpec& rendezvous)
{
    const std::string rank = std::to_string(proc.rank.value());
    std::vector<std::string> variables{
        "PMIX_NAMESPACE=" + proc.nspace,
        "PMIX_RANK=" + rank,
        "PMIX_ID=" + proc.nspace + "." + rank,
        "PMIX_VERSION=" + std::string(kServerVersion),
        "PMIX_SECURITY_MODE=native",
        "PMIX_BFROP_BUFFER_TYPE=PMIX_BFROP_BUFFER_NON_DESC",
        // Without it a client of 5.0 looks for a segment of shared memory, and dies.
        "PMIX_GDS_MODULE=hash",
        "PMIX_HOSTNAME=" + host,
    };
    for (const char* name : kUriVariables)
        variables.push_back(std::string(name) + "=" + uri);
    if (!rendezvous.serverTmpdir.empty())
        variables.push_back("PMIX_SERVER_TMPDIR=" + rendezvous.serverTmpdir);
    if (rendezvous.systemTmpdir)
        variables.push_back("PMIX_SYSTEM_TMPDIR=" + *rendezvous.systemTmpdir);
    return variables;
}

} // namespace dbgr::pmix
