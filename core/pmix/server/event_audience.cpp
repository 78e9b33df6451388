// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/event_audience.h"

#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"

#include <utility>

namespace dbgr::pmix {

ProcSet affectedProcs(std::span<const Info> infos)
{
    ProcSet procs;
    for (const Info& info : infos) {
        if (info.key != keys::kEventAffectedProc && info.key != keys::kEventAffectedProcs)
            continue;
        if (const auto named = ProcSet::of(info.value))
            procs.add(*named);
    }
    return procs;
}

util::Result<EventAudience> EventAudience::of(const Event& event, DataRange range, std::optional<PeerId> from)
{
    if (range > DataRange::ProcLocal)
        return util::fail(Status::ErrBadParam, "an event has no valid range");
    EventAudience audience{range, event.source, from, {}, affectedProcs(event.infos), false};
    const Value* nonDefault = event.find(keys::kEventNonDefault);
    audience.nonDefault = nonDefault != nullptr && nonDefault->asBool().value_or(false);
    const Value* targets = event.find(keys::kEventCustomRange);
    if ((targets != nullptr) != (range == DataRange::Custom))
        return util::fail(Status::ErrBadParam, targets == nullptr
                                                   ? "an event of custom range names no targets"
                                                   : "an event names targets, but its range is not custom");
    if (targets != nullptr) {
        auto procs = ProcSet::of(*targets);
        if (!procs || procs->empty())
            return util::fail(Status::ErrBadParam, "the targets of an event are not processes");
        audience.targets = std::move(*procs);
    }
    return audience;
}

bool EventAudience::includes(PeerId id, const Proc& proc) const
{
    if (from && (id == *from || proc == source))
        return false;
    switch (range) {
    case DataRange::Undef:
    case DataRange::Local: // all peers are of this node
    case DataRange::Session:
    case DataRange::Global:
        return true;
    case DataRange::Namespace:
        return proc.nspace == source.nspace;
    case DataRange::ProcLocal:
        return proc == source;
    case DataRange::Custom:
        return targets.contains(proc);
    case DataRange::ResourceManager:
    case DataRange::Invalid:
        break;
    }
    return false;
}

bool EventAudience::concerns(const ProcSet& wanted) const
{
    return wanted.empty() || affected.empty() || wanted.meets(affected);
}

bool EventAudience::canHaveRegistrants() const
{
    return range != DataRange::ResourceManager && !(range == DataRange::ProcLocal && from);
}

} // namespace dbgr::pmix
