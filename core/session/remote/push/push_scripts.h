// SPDX-License-Identifier: BSD-3-Clause
// What is done by a shell when daemons are brought to nodes that have none: packing them on this node, and starting
// them on the others. Of those nothing can be presumed but a shell and what a Linux has beside it (tar, gzip, mktemp,
// mkfifo, sha256sum, and one of bash, python3 and perl). Thread: any; constants.
#pragma once

#include "util/error.h"

#include <optional>
#include <string>
#include <string_view>

namespace dbgr::session {

/// "sh -c kPackScript dbgr ARCHIVE PYTHON PROGRAM...": puts programs and all that they need into one file; only the C
/// library, and the loader that belongs to it, are the node's own. What went wrong is in its standard error.
/// PYTHON: the home of the Python that liblldb starts, if the installation brings one; else "", and it is looked for.
extern const char* const kPackScript;

/// "sh -c kStartScript dbgr ARGUMENT...": gets the archive into a folder of its own, which nobody else can enter, runs
/// dbgd there with these arguments, and takes the folder away when it has ended. If this shell is killed, and dbgd with
/// it, another one that is in no session of the launcher's does. Its environment says where the archive is had:
/// DBGR_PUSH_FROM ("10.0.0.1:4711,10.1.0.1:4711"), DBGR_PUSH_KEY (see ArchiveServer), DBGR_PUSH_SHA256. What goes wrong
/// before dbgd runs is told in the standard error, "dbgr on NODE: ...", unless DBGR_PUSH_SILENT is set; and by the exit
/// status.
extern const char* const kStartScript;

/// Why kStartScript ended with that status; nothing: dbgd did run, and ended so.
[[nodiscard]] std::optional<std::string> whyNotStarted(int status);

/// What nodes have said by it, of all that was printed, a line each: "dbgr on n7: ..."; "" nothing.
[[nodiscard]] std::string pushWords(std::string_view printed);

} // namespace dbgr::session
