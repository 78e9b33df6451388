// SPDX-License-Identifier: BSD-3-Clause
// The half of a PMIx server that a launcher needs which connected back to us: it fetches its directives, may tell of
// events, and takes its leave. No socket. Thread: any; its owner's.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/ops/event.h"
#include "pmix/types/info.h"
#include "pmix/types/proc.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

class LauncherService
{
public:
    /// What to do about a request.
    struct Reaction
    {
        /// The reply's body; nothing for a command that has no reply.
        std::optional<std::string> reply;
        bool fetchedDirectives = false;
        /// An event that the launcher told us as its server.
        std::optional<Event> event;
    };

    /// \param self us, the launcher's parent: without it PRRTE 4.1 tells us of nothing
    /// \param directives PMIX_LAUNCH_DIRECTIVES
    LauncherService(WireFormat format, Proc self, Proc launcher, std::vector<Info> directives);

    /// Unknown commands are answered with ErrNotSupported, broken ones with the error of their decoding.
    [[nodiscard]] Reaction handle(std::string_view request) const;

private:
    [[nodiscard]] Reaction jobInfo() const;
    [[nodiscard]] Reaction notice(std::string_view fields) const;
    [[nodiscard]] Reaction status(Status status) const;

    const WireFormat m_format;
    const Proc m_self;
    const Proc m_launcher;
    const std::vector<Info> m_directives;
};

} // namespace dbgr::pmix
