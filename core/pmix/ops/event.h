// SPDX-License-Identifier: BSD-3-Clause
// Events, in both directions and both layouts: the command by which a tool tells a server of one, and the notice on
// tag 0 by which a server tells its tools. Thread: any; pure.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/types/codes.h"
#include "pmix/types/info.h"
#include "pmix/types/proc.h"
#include "pmix/types/status.h"
#include "util/result.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

/// How a job ended. A peer's negative number is never an exit status.
struct JobEnd
{
    std::optional<int> exitStatus; ///< from 0 on: an exit status, or 128 + a signal
    std::optional<Status> why;     ///< where there is none: a code of PMIx, or one that the launcher keeps for itself

    friend bool operator==(const JobEnd&, const JobEnd&) = default;
};

/// An event as it came to us.
struct Event
{
    Status code = Status::Success;
    Proc source;
    std::vector<Info> infos;

    [[nodiscard]] const Value* find(std::string_view key) const { return pmix::find(infos, key); }
    /// Whom it is about: PMIX_EVENT_AFFECTED_PROC, else the namespace in PMIX_NSPACE as a whole, else nobody.
    /// Servers replay events of other jobs for two minutes: compare this with the job that you mean.
    [[nodiscard]] std::optional<Proc> affected() const;
    /// Of an EventJobEnd: PMIX_JOB_TERM_STATUS, or where that says only that it failed (PRRTE 5), PMIX_EXIT_CODE.
    /// Empty where neither is told.
    [[nodiscard]] JobEnd jobEnd() const;
};

/// An event to tell a server of. The sender is its source.
struct EventNotice
{
    Status code = Status::Success;
    DataRange range = DataRange::Custom;
    std::vector<Info> infos;

    /// PMIX_DEBUGGER_RELEASE for these processes and nobody else: an untargeted one would also free, through the
    /// server's cache, a job that starts later. \pre targets is not empty
    [[nodiscard]] static EventNotice debuggerRelease(std::vector<Proc> targets);
};

/// REGEVENTS: asks to be told of `codes`; none means the default handler. The reply is a status; events that the server
/// remembers come before it.
/// \param infos whom the events are to be about (PMIX_EVENT_AFFECTED_PROC); what else there is to say stays on our side
[[nodiscard]] util::Result<std::string> encodeEventRegistration(WireFormat format, std::span<const Status> codes,
                                                                std::span<const Info> infos = {});
/// DEREGEVENTS, which has no reply. No code at all means the default handler.
[[nodiscard]] util::Result<std::string> encodeEventDeregistration(WireFormat format, std::span<const Status> codes);
/// NOTIFY to a server; the reply is a status. A server ignores a notice on tag 0.
[[nodiscard]] util::Result<std::string> encodeNotify(WireFormat format, const EventNotice& notice);
/// The same as it comes from a peer, behind its command. \errors those of Unpacker
[[nodiscard]] util::Result<EventNotice> decodeNotify(WireFormat format, std::string_view fields);
/// The notice on tag 0, with its command. \errors those of Unpacker; ErrUnpackFailure for another command
[[nodiscard]] util::Result<Event> decodeEvent(WireFormat format, std::string_view body);

/// REGEVENTS as it comes from a peer.
struct EventRegistration
{
    std::vector<Status> codes; ///< none: the default handler
    std::vector<Info> infos;   ///< PMIX_EVENT_AFFECTED_PROC and its like
};
/// \errors those of Unpacker
[[nodiscard]] util::Result<EventRegistration> decodeEventRegistration(WireFormat format, std::string_view fields);
/// The codes of a DEREGEVENTS, with kDefaultHandlerStatus for the default handler; it may have none at all.
[[nodiscard]] util::Result<std::vector<Status>> decodeEventDeregistration(WireFormat format, std::string_view fields);
/// The notice on tag 0, with its command. \param range left out in replays, and for peers of 3.x
[[nodiscard]] util::Result<std::string> encodeEvent(WireFormat format, const Event& event,
                                                    std::optional<DataRange> range);

} // namespace dbgr::pmix
