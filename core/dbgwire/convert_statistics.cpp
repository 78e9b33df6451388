// SPDX-License-Identifier: BSD-3-Clause
// debug::StatisticsGroup.
#include "dbgwire/convert_p.h"

namespace dbgr::dbgwire {

void toWire(const debug::StatisticsGroup& group, proto::StatisticsGroup& wire)
{
    toWire(group.ranks, *wire.mutable_ranks());
    wire.set_type(wireText(group.type));
    wire.set_count(group.count);
    wire.set_nans(group.nans);
    wire.set_infinities(group.infinities);
    wire.set_lowest(wireText(group.lowest));
    wire.set_highest(wireText(group.highest));
    wire.set_lowest_at(wireText(group.lowestAt));
    wire.set_highest_at(wireText(group.highestAt));
    wire.set_mean(group.mean);
    wire.set_deviation(group.deviation);
    wire.set_problem(wireText(group.problem));
}

debug::StatisticsGroup fromWire(const proto::StatisticsGroup& wire, DecodeCheck& check)
{
    const bool isSound = wire.nans() <= wire.count() && wire.infinities() <= wire.count() - wire.nans();
    check.require(isSound, "statistics of fewer numbers than are no numbers");
    return {fromWire(wire.ranks(), check),
            check.text(wire.type()),
            wire.count(),
            wire.nans(),
            wire.infinities(),
            check.text(wire.lowest()),
            check.text(wire.highest()),
            check.text(wire.lowest_at()),
            check.text(wire.highest_at()),
            wire.mean(),
            wire.deviation(),
            check.text(wire.problem())};
}

} // namespace dbgr::dbgwire
