// SPDX-License-Identifier: BSD-3-Clause
// Whom one event is for, by its range and by what its infos say. Thread: any; a plain value.
// \std PMIx 5.0, pmix_data_range_t, PMIX_EVENT_CUSTOM_RANGE, PMIX_EVENT_AFFECTED_PROC, PMIX_EVENT_NON_DEFAULT
#pragma once

#include "pmix/ops/event.h"
#include "pmix/server/proc_set.h"
#include "pmix/server/requester.h"

#include <optional>
#include <span>

namespace dbgr::pmix {

/// The processes in PMIX_EVENT_AFFECTED_PROC and PMIX_EVENT_AFFECTED_PROCS; empty when nobody was named.
[[nodiscard]] ProcSet affectedProcs(std::span<const Info> infos);

struct EventAudience
{
    DataRange range = DataRange::Undef;
    Proc source;
    /// The connection that the event came from: it does not get it back.
    std::optional<PeerId> from;
    /// Of a Custom range.
    ProcSet targets;
    ProcSet affected;
    bool nonDefault = false;

    /// \errors ErrBadParam: no such range; a Custom one without targets, or targets with another range
    [[nodiscard]] static util::Result<EventAudience> of(const Event& event, DataRange range,
                                                        std::optional<PeerId> from);

    /// Whether the range takes in this peer.
    [[nodiscard]] bool includes(PeerId id, const Proc& proc) const;
    /// Whether somebody who asked for events about these processes (none: about all) means this one.
    [[nodiscard]] bool concerns(const ProcSet& wanted) const;
    /// Whether there can be anybody at all.
    [[nodiscard]] bool canHaveRegistrants() const;
};

} // namespace dbgr::pmix
