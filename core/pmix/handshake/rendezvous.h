// SPDX-License-Identifier: BSD-3-Clause
// From what a tool was told about its server to the servers to try: the Standard's precedence chain. No socket; reads
// files. The caller (tool/connector) tries what is found here, and waits for what is not there yet.
// \std PMIx 4.1/5.0, "Rendezvousing with a local server"
// Thread: any; blocks for a bounded walk of a directory tree.
#pragma once

#include "pmix/handshake/contact_file.h"
#include "util/ids.h"
#include "util/result.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::pmix {

/// What a tool says about the server it wants. Several may be given: the first of this order is followed.
struct ServerSelection
{
    std::optional<std::string> attachFile; // PMIX_TOOL_ATTACHMENT_FILE
    std::optional<std::string> uri;        // PMIX_SERVER_URI, PMIX_TCP_URI; "file:PATH" names a contact file
    std::optional<util::Pid> pid;          // PMIX_SERVER_PIDINFO
    std::optional<std::string> nspace;     // PMIX_SERVER_NSPACE
    bool systemOnly = false;               // PMIX_CONNECT_TO_SYSTEM
    bool systemFirst = false;              // PMIX_CONNECT_SYSTEM_FIRST, then as if nothing were given
    bool scheduler = false;                // PMIX_CONNECT_TO_SCHEDULER
    /// "NAME=value" each: contact files are looked for where a process with this environment would leave them. Nothing:
    /// where we would. \see RendezvousPlaces::fromEnvironment
    std::optional<std::vector<std::string>> environment;
};

enum class RendezvousStep
{
    AttachFile,
    Uri,
    Pid,
    Nspace,
    System,
    SystemFirst,
    Scheduler,
    Search
};

/// The steps to take for a selection, in order. Only SystemFirst may fail and be followed by another.
[[nodiscard]] std::vector<RendezvousStep> rendezvousSteps(const ServerSelection& selection);

/// Whether it makes sense to wait for the file that this step looks for ("delayed connection").
/// A search must not wait, says the Standard, and a URI needs no file.
[[nodiscard]] bool mayWait(RendezvousStep step);

/// The directories and host names under which servers of this node leave their files.
struct RendezvousPlaces
{
    std::string sessionDir;
    std::string systemDir;
    /// As gethostname() says it, and without its domain.
    std::vector<std::string> hostNames;

    using GetEnv = std::function<const char*(const char* name)>;
    /// PMIX_SERVER_TMPDIR, PMIX_SYSTEM_TMPDIR, else TMPDIR, TEMP, TMP, else /tmp; PMIX_HOSTNAME before gethostname().
    [[nodiscard]] static RendezvousPlaces fromEnvironment(const GetEnv& getEnv);
};

/// The servers that one step yields, best first; never an empty list.
/// \errors Status::ErrNotFound, Status::ErrBadParam, Status::ErrBadParam, Status::ErrNoPermissions
[[nodiscard]] util::Result<std::vector<ServerContact>>
findServers(RendezvousStep step, const ServerSelection& selection, const RendezvousPlaces& places);

/// Not when its file names a process that is no more: files of servers that were killed stay behind.
[[nodiscard]] bool looksAlive(const ServerContact& contact);

} // namespace dbgr::pmix
