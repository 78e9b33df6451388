// SPDX-License-Identifier: BSD-3-Clause
// debug::DaemonEvent, one pair of functions a kind.
#include "dbgwire/convert_p.h"
#include "util/overloaded.h"

#include <chrono>
#include <cstdint>
#include <limits>

namespace dbgr::dbgwire {

void toWire(const debug::AttachedRank& rank, proto::AttachedRank& wire)
{
    wire.set_rank(rank.rank.value());
    wire.set_pid(rank.pid.value());
    wire.set_executable(wireText(rank.executable));
}

debug::AttachedRank fromWire(const proto::AttachedRank& wire, DecodeCheck& check)
{
    return {check.rank(wire.rank()), util::Pid(wire.pid()), check.text(wire.executable())};
}

void toWire(const StopIds& stops, proto::StopIds& wire)
{
    toWire(stops.first, *wire.mutable_ranks());
    wire.set_stop_id(stops.second.value());
}

StopIds fromWire(const proto::StopIds& wire, DecodeCheck& check)
{
    return {fromWire(wire.ranks(), check), util::StopId(wire.stop_id())};
}

namespace {

debug::StepCount fromWire(const proto::StepCount& wire, DecodeCheck& check)
{
    check.require(wire.done() <= wire.asked() && wire.asked() <= debug::kMostSteps, "more steps than were asked for");
    return {wire.done(), wire.asked()};
}

void toWire(const debug::InstructionPlace& place, proto::InstructionPlace& wire)
{
    if (place.address)
        wire.set_address(*place.address);
    if (place.offset)
        wire.set_offset(*place.offset);
    wire.set_text(wireText(place.text));
}

debug::InstructionPlace fromWire(const proto::InstructionPlace& wire, DecodeCheck& check)
{
    debug::InstructionPlace place;
    if (wire.has_address())
        place.address = wire.address();
    if (wire.has_offset())
        place.offset = wire.offset();
    place.text = check.text(wire.text());
    return place;
}

void toWire(const debug::SystemCall& call, proto::SystemCall& wire)
{
    wire.set_number(call.number);
    wire.set_name(wireText(call.name));
    wire.set_returned(call.returned);
    for (const auto& argument : call.arguments) {
        proto::SystemCallArgument& to = *wire.add_arguments();
        if (argument)
            to.set_value(*argument);
    }
    if (call.value)
        wire.set_value(*call.value);
}

debug::SystemCall fromWire(const proto::SystemCall& wire, DecodeCheck& check)
{
    debug::SystemCall call{wire.number(), check.text(wire.name()), wire.returned()};
    const auto count = static_cast<std::size_t>(wire.arguments_size());
    if (!check.require(count <= debug::SystemCall::kMostArguments, "more arguments than a system call has"))
        return call;
    for (const proto::SystemCallArgument& argument : wire.arguments())
        call.arguments.push_back(argument.has_value() ? std::optional(argument.value()) : std::nullopt);
    if (wire.has_value())
        call.value = wire.value();
    return call;
}

void toWire(const debug::TeamSteps& team, proto::TeamSteps& wire)
{
    for (const std::uint32_t thread : team.done)
        wire.add_done(thread);
    for (const debug::TeamSteps::Behind& one : team.behind) {
        proto::ThreadBehind& to = *wire.add_behind();
        to.set_thread(one.thread);
        dbgwire::toWire(one.top, *to.mutable_top());
        if (one.source)
            dbgwire::toWire(*one.source, *to.mutable_source());
    }
    for (const std::uint32_t thread : team.ended)
        wire.add_ended(thread);
}

debug::TeamSteps fromWire(const proto::TeamSteps& wire, DecodeCheck& check)
{
    debug::TeamSteps team;
    const auto isTooLong = [](int size) { return static_cast<std::size_t>(size) > kMaxListEntries; };
    const bool fits = !isTooLong(wire.done_size()) && !isTooLong(wire.behind_size()) && !isTooLong(wire.ended_size());
    if (!check.require(fits, "a list that is too long"))
        return team;
    team.done.assign(wire.done().begin(), wire.done().end());
    for (const proto::ThreadBehind& one : wire.behind())
        team.behind.push_back(
            {one.thread(), dbgwire::fromWire(one.top(), check),
             one.has_source() ? std::optional(dbgwire::fromWire(one.source(), check)) : std::nullopt});
    team.ended.assign(wire.ended().begin(), wire.ended().end());
    return team;
}

} // namespace

void toWire(const debug::StopCause& cause, proto::StopCause& wire)
{
    wire.set_reason(static_cast<std::uint32_t>(cause.reason));
    for (const util::BreakpointId id : cause.breakpoints)
        wire.add_breakpoints(id.value());
    wire.set_signal(cause.signal);
    wire.set_description(wireText(cause.description));
    toWire(cause.top, *wire.mutable_top());
    if (cause.source)
        toWire(*cause.source, *wire.mutable_source());
    if (cause.address)
        wire.set_address(*cause.address);
    wire.set_returned_from(wireText(cause.returnedFrom));
    if (cause.steps) {
        wire.mutable_steps()->set_done(cause.steps->done);
        wire.mutable_steps()->set_asked(cause.steps->asked);
    }
    if (cause.instruction)
        toWire(*cause.instruction, *wire.mutable_instruction());
    wire.set_frozen(cause.frozen);
    if (cause.systemCall)
        toWire(*cause.systemCall, *wire.mutable_system_call());
    if (cause.team)
        toWire(*cause.team, *wire.mutable_team());
}

debug::StopCause fromWire(const proto::StopCause& wire, DecodeCheck& check)
{
    debug::StopCause cause;
    cause.reason = check.enumerator(wire.reason(), debug::StopReason::Moved);
    if (check.require(static_cast<std::size_t>(wire.breakpoints_size()) <= kMaxListEntries, "a list that is too long"))
        for (const std::uint32_t id : wire.breakpoints())
            cause.breakpoints.emplace_back(id);
    cause.signal = wire.signal();
    cause.description = check.text(wire.description());
    cause.top = fromWire(wire.top(), check);
    if (wire.has_source())
        cause.source = fromWire(wire.source(), check);
    if (wire.has_address())
        cause.address = wire.address();
    cause.returnedFrom = check.text(wire.returned_from());
    if (wire.has_steps())
        cause.steps = fromWire(wire.steps(), check);
    if (wire.has_instruction())
        cause.instruction = fromWire(wire.instruction(), check);
    cause.frozen = wire.frozen();
    if (wire.has_system_call())
        cause.systemCall = fromWire(wire.system_call(), check);
    if (wire.has_team())
        cause.team = fromWire(wire.team(), check);
    return cause;
}

void toWire(const debug::WatchedChange& watched, proto::WatchedChange& wire)
{
    wire.set_id(watched.id.value());
    toWire(static_cast<const debug::ChangeGroup&>(watched), *wire.mutable_change());
}

debug::WatchedChange fromWire(const proto::WatchedChange& wire, DecodeCheck& check)
{
    return {fromWire(wire.change(), check), util::BreakpointId(wire.id())};
}

void toWire(const debug::StopGroup& group, proto::StopGroup& wire)
{
    toWire(group.ranks, *wire.mutable_ranks());
    listToWire(group.stopIds, *wire.mutable_stop_ids());
    toWire(group.cause, *wire.mutable_cause());
    listToWire(group.returned, *wire.mutable_returned());
    listToWire(group.watched, *wire.mutable_watched());
}

debug::StopGroup fromWire(const proto::StopGroup& wire, DecodeCheck& check)
{
    return {fromWire(wire.ranks(), check), listFromWire(wire.stop_ids(), check), fromWire(wire.cause(), check),
            listFromWire(wire.returned(), check), listFromWire(wire.watched(), check)};
}

void toWire(const debug::RanksExited& exited, proto::RanksExited& wire)
{
    toWire(exited.ranks, *wire.mutable_ranks());
    wire.set_status(exited.status);
    wire.set_signal(exited.signal);
}

void toWire(const debug::EngineBusy& busy, proto::EngineBusy& wire)
{
    toWire(busy.ranks, *wire.mutable_ranks());
    wire.set_what(wireText(busy.what));
    wire.set_seconds(busy.since.count());
}

void toWire(const debug::RanksAttached& attached, proto::RanksAttached& wire)
{
    wire.set_host(wireText(attached.host));
    listToWire(attached.ranks, *wire.mutable_ranks());
}

void toWire(const debug::RanksFound& found, proto::RanksFound& wire)
{
    listToWire(found.ranks, *wire.mutable_ranks());
    wire.set_job_size(found.jobSize);
    listToWire(found.starters, *wire.mutable_starters());
}

void toWire(const debug::DaemonDying& dying, proto::DaemonDying& wire)
{
    wire.set_signal(dying.signal);
    wire.set_request(wireText(dying.request));
    toWire(dying.ranks, *wire.mutable_ranks());
}

debug::DaemonDying fromWire(const proto::DaemonDying& wire, DecodeCheck& check)
{
    check.require(wire.signal() > 0 && wire.signal() <= debug::kMaxSignal, "a signal that no system has");
    return {wire.signal(), check.text(wire.request()), fromWire(wire.ranks(), check)};
}

void toWire(const debug::TraceRecord& record, proto::TraceRecord& wire)
{
    wire.set_rank(record.rank.value());
    wire.set_breakpoint(record.id.value());
    wire.set_thread(record.thread.value());
    wire.set_microseconds(static_cast<std::uint64_t>(record.time.count()));
    for (const debug::TracedValue& traced : record.values) {
        proto::TracedValue& value = *wire.add_values();
        value.set_value(wireText(traced.value));
        value.set_problem(wireText(traced.problem));
    }
}

debug::TraceRecord fromWire(const proto::TraceRecord& wire, DecodeCheck& check)
{
    debug::TraceRecord record;
    record.rank = check.rank(wire.rank());
    check.require(wire.breakpoint() != 0, "a record of no tracepoint");
    record.id = util::BreakpointId(wire.breakpoint());
    record.thread = util::ThreadId(wire.thread());
    constexpr auto kLatest = std::numeric_limits<std::chrono::microseconds::rep>::max();
    if (check.require(wire.microseconds() <= static_cast<std::uint64_t>(kLatest), "a time that no clock shows"))
        record.time = std::chrono::microseconds(wire.microseconds());
    if (check.require(static_cast<std::size_t>(wire.values_size()) <= debug::kMostTraced, "too many values")) {
        for (const proto::TracedValue& value : wire.values())
            record.values.push_back({check.text(value.value()), check.text(value.problem())});
    }
    return record;
}

void toWire(const debug::DaemonEvent& event, proto::Event& wire)
{
    std::visit(
        util::Overloaded{
            [&](const debug::RanksAttached& e) { toWire(e, *wire.mutable_attached()); },
            [&](const debug::AttachFailed& e) {
                toWire(debug::RankFailure{e.ranks, e.error}, *wire.mutable_attach_failed());
            },
            [&](const debug::StopGroup& e) { toWire(e, *wire.mutable_stopped()); },
            [&](const debug::RanksResumed& e) { toWire(e.ranks, *wire.mutable_resumed()); },
            [&](const debug::RanksExited& e) { toWire(e, *wire.mutable_exited()); },
            [&](const debug::RanksDetached& e) { toWire(e.ranks, *wire.mutable_detached()); },
            [&](const debug::BreakpointChanged& e) { toWire(e.status, *wire.mutable_breakpoint_changed()); },
            [&](const debug::EngineBusy& e) { toWire(e, *wire.mutable_busy()); },
            [&](const debug::RanksLost& e) {
                toWire(debug::RankFailure{e.ranks, e.error}, *wire.mutable_lost());
            },
            [&](const debug::RanksFound& e) { toWire(e, *wire.mutable_found()); },
            [&](const debug::RankWarning& e) {
                toWire(debug::RankFailure{e.ranks, e.error}, *wire.mutable_warning());
            },
            [&](const debug::DaemonDying& e) { toWire(e, *wire.mutable_dying()); },
            [&](const debug::RanksStand& e) { toWire(e.ranks, *wire.mutable_stand()); },
            [&](const debug::SignalsSeen& e) {
                toWire(e.ranks, *wire.mutable_signals_seen()->mutable_ranks());
                wire.mutable_signals_seen()->set_signal(static_cast<std::uint32_t>(e.signal));
                wire.mutable_signals_seen()->set_times(e.times);
            },
            [&](const debug::HitsPassed& e) {
                toWire(e.ranks, *wire.mutable_hits_passed()->mutable_ranks());
                wire.mutable_hits_passed()->set_breakpoint(e.id.value());
                wire.mutable_hits_passed()->set_times(e.times);
            },
            [&](const debug::RanksTraced& e) { listToWire(e.records, *wire.mutable_traced()->mutable_records()); },
        },
        event);
}

debug::DaemonEvent fromWire(const proto::Event& wire, DecodeCheck& check)
{
    switch (wire.body_case()) {
    case proto::Event::kAttached:
        return debug::RanksAttached{check.text(wire.attached().host()), listFromWire(wire.attached().ranks(), check)};
    case proto::Event::kAttachFailed: {
        auto failure = fromWire(wire.attach_failed(), check);
        return debug::AttachFailed{std::move(failure.ranks), std::move(failure.error)};
    }
    case proto::Event::kStopped:
        return fromWire(wire.stopped(), check);
    case proto::Event::kResumed:
        return debug::RanksResumed{fromWire(wire.resumed(), check)};
    case proto::Event::kExited:
        return debug::RanksExited{fromWire(wire.exited().ranks(), check), wire.exited().status(),
                                  wire.exited().signal()};
    case proto::Event::kDetached:
        return debug::RanksDetached{fromWire(wire.detached(), check)};
    case proto::Event::kBreakpointChanged:
        return debug::BreakpointChanged{fromWire(wire.breakpoint_changed(), check)};
    case proto::Event::kBusy:
        return debug::EngineBusy{fromWire(wire.busy().ranks(), check), check.text(wire.busy().what()),
                                 std::chrono::seconds(wire.busy().seconds())};
    case proto::Event::kLost: {
        auto failure = fromWire(wire.lost(), check);
        return debug::RanksLost{std::move(failure.ranks), std::move(failure.error)};
    }
    case proto::Event::kFound:
        check.require(wire.found().job_size() <= kMaxRank + 1, "a job that is too large");
        return debug::RanksFound{listFromWire(wire.found().ranks(), check, kMaxOrderEntries), wire.found().job_size(),
                                 listFromWire(wire.found().starters(), check, kMaxOrderEntries)};
    case proto::Event::kWarning: {
        auto failure = fromWire(wire.warning(), check);
        return debug::RankWarning{std::move(failure.ranks), std::move(failure.error)};
    }
    case proto::Event::kDying:
        return fromWire(wire.dying(), check);
    case proto::Event::kTraced:
        return debug::RanksTraced{listFromWire(wire.traced().records(), check)};
    case proto::Event::kStand:
        return debug::RanksStand{fromWire(wire.stand(), check)};
    case proto::Event::kSignalsSeen:
        check.require(wire.signals_seen().signal() >= 1 &&
                          wire.signals_seen().signal() <= std::uint32_t{debug::kMaxSignal},
                      "a signal that no system has");
        return debug::SignalsSeen{fromWire(wire.signals_seen().ranks(), check),
                                  static_cast<int>(wire.signals_seen().signal()), wire.signals_seen().times()};
    case proto::Event::kHitsPassed:
        check.require(wire.hits_passed().breakpoint() != 0, "hits of no breakpoint");
        return debug::HitsPassed{fromWire(wire.hits_passed().ranks(), check),
                                 util::BreakpointId(wire.hits_passed().breakpoint()), wire.hits_passed().times()};
    case proto::Event::BODY_NOT_SET:
        break;
    }
    check.fail("an event of an unknown kind");
    return debug::RanksResumed{};
}

} // namespace dbgr::dbgwire
