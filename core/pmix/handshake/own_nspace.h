// SPDX-License-Identifier: BSD-3-Clause
// The namespaces that we make up for ourselves: of our tools, servers and launchers. Thread: any; pure but for the
// last.
#pragma once

#include "util/ids.h"

#include <string>
#include <string_view>

namespace dbgr::pmix {

/// "dbgr-n01-4711": a name that no server can know. Nothing but letters, digits, "-" and "_", whatever the host is
/// called: OpenPMIx 6 takes what stands before the first dot of a server's URI for the namespace, other characters
/// divide URIs and lists of namespaces, and files are named after it. Longer host names are cut.
/// \param what of our programs \param host empty: this one has no name
[[nodiscard]] std::string ownNspace(std::string_view what, std::string_view host, util::Pid pid);

/// The same of this process, by the host name that its contact files have.
[[nodiscard]] std::string ownNspace(std::string_view what);

} // namespace dbgr::pmix
