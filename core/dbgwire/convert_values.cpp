// SPDX-License-Identifier: BSD-3-Clause
// The values that requests, replies and events have in common.
#include "dbgwire/convert_p.h"
#include "dbgwire/wire_error.h"
#include "debug/debug_error.h"

#include <algorithm>

namespace dbgr::dbgwire {

void toWire(const util::RankSet& ranks, proto::RankSet& wire)
{
    for (const auto& interval : ranks.intervals()) {
        wire.add_bounds(interval.first);
        wire.add_bounds(interval.last);
    }
}

util::RankSet fromWire(const proto::RankSet& wire, DecodeCheck& check)
{
    const auto size = static_cast<std::size_t>(wire.bounds_size());
    if (!check.require(size % 2 == 0 && size / 2 <= kMaxIntervals, "a malformed rank set"))
        return {};
    std::vector<util::RankSet::Interval> intervals;
    intervals.reserve(size / 2);
    for (int i = 0; i < wire.bounds_size(); i += 2) {
        const util::RankSet::Interval interval{wire.bounds(i), wire.bounds(i + 1)};
        if (!check.require(interval.first <= interval.last && interval.last <= kMaxRank, "a malformed rank set"))
            return {};
        intervals.push_back(interval);
    }
    return util::RankSet::fromIntervals(std::move(intervals));
}

void toWire(const util::Error& error, proto::Error& wire)
{
    const std::error_category& category = error.code.category();
    if (category == debug::debugCategory())
        wire.set_category(proto::Error::DEBUG);
    else if (category == std::generic_category() || category == std::system_category())
        wire.set_category(proto::Error::GENERIC);
    else
        wire.set_category(proto::Error::OTHER);
    wire.set_code(error.code.value());
    wire.set_detail(wireText(error.message()));
    wire.set_advice(wireText(error.advice));
}

util::Error fromWire(const proto::Error& wire, DecodeCheck& check)
{
    std::error_code code = Errc::RemoteError;
    if (wire.category() == proto::Error::DEBUG)
        code = std::error_code(wire.code(), debug::debugCategory());
    else if (wire.category() == proto::Error::GENERIC)
        code = std::error_code(wire.code(), std::generic_category());
    return {code, check.text(wire.detail()), check.text(wire.advice())};
}

void toWire(const debug::SourceLocation& location, proto::SourceLocation& wire)
{
    wire.set_file(wireText(location.file));
    wire.set_line(location.line);
    wire.set_column(location.column);
}

debug::SourceLocation fromWire(const proto::SourceLocation& wire, DecodeCheck& check)
{
    return {check.text(wire.file()), wire.line(), wire.column()};
}

void toWire(const debug::Frame& frame, proto::Frame& wire)
{
    wire.set_index(frame.index);
    wire.set_function(wireText(frame.function));
    toWire(frame.where, *wire.mutable_where());
    wire.set_module(wireText(frame.module));
    wire.set_pc(frame.pc);
    wire.set_inlined(frame.inlined);
    wire.set_is_python(frame.isPython);
}

debug::Frame fromWire(const proto::Frame& wire, DecodeCheck& check)
{
    return {wire.index(),
            check.text(wire.function()),
            fromWire(wire.where(), check),
            check.text(wire.module()),
            wire.pc(),
            wire.inlined(),
            wire.is_python()};
}

void toWire(const debug::FramePlace& place, proto::FramePlace& wire)
{
    wire.set_path_high(place.path.high);
    wire.set_path_low(place.path.low);
}

debug::FramePlace fromWire(const proto::FramePlace& wire, DecodeCheck&)
{
    return {{wire.path_high(), wire.path_low()}};
}

void toWire(const debug::PlaceName& name, proto::PlaceName& wire)
{
    wire.set_file(wireText(name.file));
    wire.set_function(wireText(name.function));
    wire.set_module(wireText(name.module));
    wire.set_ordinal(name.ordinal);
}

debug::PlaceName fromWire(const proto::PlaceName& wire, DecodeCheck& check)
{
    return {check.text(wire.file()), check.text(wire.function()), check.text(wire.module()), wire.ordinal()};
}

void toWire(const debug::BreakpointPlace& place, proto::BreakpointPlace& wire)
{
    toWire(place.name, *wire.mutable_name());
    toWire(place.where, *wire.mutable_where());
    wire.set_module(wireText(place.module));
    if (place.address)
        wire.set_address(*place.address);
    toWire(place.ranks, *wire.mutable_ranks());
}

debug::BreakpointPlace fromWire(const proto::BreakpointPlace& wire, DecodeCheck& check)
{
    debug::BreakpointPlace place;
    place.name = fromWire(wire.name(), check);
    place.where = fromWire(wire.where(), check);
    place.module = check.text(wire.module());
    if (wire.has_address())
        place.address = wire.address();
    place.ranks = fromWire(wire.ranks(), check);
    return place;
}

void toWire(const debug::BreakpointStatus& status, proto::BreakpointStatus& wire)
{
    wire.set_id(status.id.value());
    toWire(status.resolved, *wire.mutable_resolved());
    toWire(status.pending, *wire.mutable_pending());
    toWire(status.actual, *wire.mutable_actual());
    wire.set_problem(wireText(status.problem));
    wire.set_judge(static_cast<std::uint32_t>(status.judge));
    wire.set_scope(wireText(status.scope));
    wire.set_places(status.places);
    listToWire(status.placeList, *wire.mutable_place_list());
    wire.set_registers_taken(status.registers.taken);
    wire.set_registers_all(status.registers.all);
    wire.set_logger(static_cast<std::uint32_t>(status.logger));
}

debug::BreakpointStatus fromWire(const proto::BreakpointStatus& wire, DecodeCheck& check)
{
    debug::BreakpointStatus status;
    status.id = util::BreakpointId(wire.id());
    status.resolved = fromWire(wire.resolved(), check);
    status.pending = fromWire(wire.pending(), check);
    status.actual = fromWire(wire.actual(), check);
    status.problem = check.text(wire.problem());
    status.judge = check.enumerator(wire.judge(), debug::Judge::Compiler);
    status.scope = check.text(wire.scope());
    status.places = wire.places();
    status.placeList = listFromWire(wire.place_list(), check, debug::kMostPlaces);
    std::ranges::sort(status.placeList, {}, &debug::BreakpointPlace::name); // whatever a peer says
    status.registers = {wire.registers_taken(), wire.registers_all()};
    status.logger = check.enumerator(wire.logger(), debug::Logger::Engine);
    return status;
}

void toWire(const debug::RankFailure& failure, proto::RankFailure& wire)
{
    toWire(failure.ranks, *wire.mutable_ranks());
    toWire(failure.error, *wire.mutable_error());
}

debug::RankFailure fromWire(const proto::RankFailure& wire, DecodeCheck& check)
{
    return {fromWire(wire.ranks(), check), fromWire(wire.error(), check)};
}

} // namespace dbgr::dbgwire
