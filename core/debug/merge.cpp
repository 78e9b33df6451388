// SPDX-License-Identifier: BSD-3-Clause
#include "debug/merge.h"

#include "debug/debug_error.h"
#include "debug/engine_request.h"
#include "debug/fold_equal.h"
#include "util/overloaded.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

namespace dbgr::debug {

namespace {

std::size_t hashOf(const ValueGroup& group)
{
    return FoldHash().add(group.value).add(group.type).add(group.problem).add(group.content.hash.low).value();
}

std::size_t hashOf(const ChangeGroup& change)
{
    return FoldHash()
        .add(change.before)
        .add(change.after)
        .add(change.problem)
        .add(change.contentBefore.hash.low)
        .add(change.contentAfter.hash.low)
        .value();
}

std::size_t hashOf(const StopGroup& group)
{
    const Frame& place = group.cause.place();
    FoldHash hash;
    hash.add(static_cast<std::uint64_t>(group.cause.reason)).add(static_cast<std::uint64_t>(group.cause.signal));
    for (const util::BreakpointId id : group.cause.breakpoints)
        hash.add(id.value());
    return hash.add(place.function).add(place.where.line).add(place.where.file).value();
}

std::size_t hashOf(const Description& description)
{
    FoldHash hash;
    hash.add(description.text).add(description.problem).add(description.left).add(description.names.size());
    for (const DescribedName& name : description.names)
        hash.add(name.name);
    return hash.value();
}

std::size_t hashOf(const StatisticsGroup& group)
{
    return FoldHash().add(group.type).add(group.lowest).add(group.highest).add(group.lowestAt).add(group.count).value();
}

std::size_t hashOf(const RankFailure& failure)
{
    return FoldHash()
        .add(static_cast<std::uint64_t>(failure.error.code.value()))
        .add(failure.error.detail)
        .add(failure.error.advice)
        .value();
}

/// With sameAs() as what is the same.
template <class T, class Join>
std::vector<T> foldSame(std::vector<T> items, Join join)
{
    return foldEqual(
        std::move(items), [](const T& item) { return hashOf(item); },
        [](const T& a, const T& b) { return a.sameAs(b); }, join);
}

template <class T>
void append(std::vector<T>& whole, const std::vector<T>& next)
{
    whole.insert(whole.end(), next.begin(), next.end());
}

using StopIds = std::vector<std::pair<util::RankSet, util::StopId>>;

/// One entry for each stop id, ascending.
StopIds foldStopIds(StopIds ids)
{
    if (ids.size() < 2)
        return ids;
    std::ranges::stable_sort(ids, {}, &StopIds::value_type::second);
    StopIds folded;
    util::RankSetUnion ranks;
    for (auto at = ids.begin(); at != ids.end(); ++at) {
        ranks.add(at->first);
        if (std::next(at) == ids.end() || std::next(at)->second != at->second)
            folded.emplace_back(ranks.take(), at->second);
    }
    return folded;
}

/// Keeps what holds for both. Addresses, which code that jumps has in its text, too, are others in each rank.
void joinInstructions(std::optional<InstructionPlace>& kept, const std::optional<InstructionPlace>& next)
{
    if (!kept || !next || kept->offset != next->offset)
        return kept.reset();
    if (kept->address != next->address)
        kept->address.reset();
    if (kept->text != next->text)
        kept->text.clear();
}

void joinChanges(ChangeGroup& kept, const ChangeGroup& next)
{
    kept.contentBefore.join(next.contentBefore);
    kept.contentAfter.join(next.contentAfter);
}

} // namespace

std::vector<StopGroup> groupStops(const std::vector<StopEvent>& stops)
{
    std::vector<StopGroup> groups;
    groups.reserve(stops.size());
    for (const StopEvent& stop : stops)
        groups.push_back({util::RankSet(stop.rank),
                          {{util::RankSet(stop.rank), stop.stopId}},
                          stop.cause,
                          stop.returned ? std::vector{*stop.returned} : std::vector<ValueGroup>(),
                          stop.watched});
    return mergeStopGroups(std::move(groups));
}

std::vector<StopGroup> mergeStopGroups(std::vector<StopGroup> groups)
{
    groups = foldEqual(
        std::move(groups), [](const StopGroup& group) { return hashOf(group); },
        [](const StopGroup& a, const StopGroup& b) { return a.cause.sameAs(b.cause); },
        [](StopGroup& kept, const StopGroup& next) {
            append(kept.stopIds, next.stopIds);
            if (kept.cause.address != next.cause.address)
                kept.cause.address.reset();
            joinInstructions(kept.cause.instruction, next.cause.instruction);
            if (kept.cause.systemCall && next.cause.systemCall)
                kept.cause.systemCall->join(*next.cause.systemCall);
            append(kept.returned, next.returned);
            append(kept.watched, next.watched);
        });
    for (StopGroup& group : groups) {
        group.stopIds = foldStopIds(std::move(group.stopIds));
        group.returned = mergeValues(std::move(group.returned));
        group.watched = foldEqual(
            std::move(group.watched),
            [](const WatchedChange& change) { return FoldHash().add(change.id.value()).add(hashOf(change)).value(); },
            [](const WatchedChange& a, const WatchedChange& b) { return a.sameAs(b); }, joinChanges);
    }
    return groups;
}

std::vector<ValueGroup> mergeValues(std::vector<ValueGroup> values)
{
    return foldSame(std::move(values), [](ValueGroup& kept, const ValueGroup& next) {
        kept.content.join(next.content);
        kept.early |= next.early;
    });
}

std::vector<ChangeGroup> mergeChanges(std::vector<ChangeGroup> changes)
{
    return foldSame(std::move(changes), joinChanges);
}

std::vector<Description> mergeDescriptions(std::vector<Description> descriptions)
{
    return foldSame(std::move(descriptions), [](Description&, const Description&) {});
}

std::vector<StatisticsGroup> mergeStatistics(std::vector<StatisticsGroup> statistics)
{
    return foldSame(std::move(statistics), [](StatisticsGroup&, const StatisticsGroup&) {});
}

std::vector<RankFailure> mergeFailures(std::vector<RankFailure> failures)
{
    return foldEqual(
        std::move(failures), [](const RankFailure& failure) { return hashOf(failure); },
        [](const RankFailure& a, const RankFailure& b) {
            return a.error.code == b.error.code && a.error.detail == b.error.detail && a.error.advice == b.error.advice;
        },
        [](RankFailure&, const RankFailure&) {});
}

namespace {

const char* nameOf(const Describe& request)
{
    switch (request.what) {
    case Describe::What::Type:
        return "ptype";
    case Describe::What::TypeName:
        return "whatis";
    case Describe::What::Globals:
        return "info globals";
    case Describe::What::Statics:
        return "info statics";
    case Describe::What::Modules:
        return "info modules";
    case Describe::What::Types:
        return "info types";
    case Describe::What::Functions:
        return "info functions";
    case Describe::What::Sources:
        return "info sources";
    case Describe::What::Limits:
        return "info limits";
    case Describe::What::Declaration:
        return "declaration";
    }
    return "describe";
}

} // namespace

const char* name(StepKind kind)
{
    switch (kind) {
    case StepKind::Into:
        return "step";
    case StepKind::Over:
        return "next";
    case StepKind::Out:
        return "finish";
    case StepKind::IntoInstruction:
        return "stepi";
    case StepKind::OverInstruction:
        return "nexti";
    }
    return "step";
}

const char* name(const EngineRequest& request)
{
    return std::visit(util::Overloaded{[](const SetBreakpoint&) { return "set breakpoint"; },
                                       [](const RemoveBreakpoint&) { return "remove breakpoint"; },
                                       [](const Continue&) { return "continue"; },
                                       [](const Interrupt&) { return "interrupt"; },
                                       [](const Step&) { return "step"; },
                                       [](const RunTo& r) { return r.untilReturn ? "until" : "advance"; },
                                       [](const GetThreads&) { return "threads"; },
                                       [](const GetStacks&) { return "stacks"; },
                                       [](const Sample&) { return "sample"; },
                                       [](const CountHits&) { return "breakpoints"; },
                                       [](const GetFrames&) { return "where"; },
                                       [](const GetVariables&) { return "locals"; },
                                       [](const GetChildren&) { return "children"; },
                                       [](const Evaluate&) { return "print"; },
                                       [](const Assign&) { return "set"; },
                                       [](const TakeBack&) { return "undo"; },
                                       [](const Describe& r) { return nameOf(r); },
                                       [](const GetStatistics&) { return "stats"; },
                                       [](const GiveInput&) { return "input"; },
                                       [](const CheckInput&) { return "input"; },
                                       [](const SetSignal&) { return "handle"; },
                                       [](const SetFloatTraps&) { return "float-traps"; },
                                       [](const Detach&) { return "detach"; },
                                       [](const Kill&) { return "kill"; },
                                       [](const SelectThread&) { return "thread"; },
                                       [](const FreezeThreads& r) { return r.freeze ? "freeze" : "thaw"; },
                                       [](const EvaluateInThreads&) { return "print --threads"; },
                                       [](const Jump&) { return "jump"; },
                                       [](const ReturnNow&) { return "return"; }},
                      request);
}

namespace {

std::string typedKey(const ThreadKey& key)
{
    const auto* const index = std::get_if<ThreadIndex>(&key);
    return std::to_string(index ? index->value : std::get<util::ThreadId>(key).value());
}

std::string typedThreads(const FreezeThreads& request)
{
    std::string text = request.freeze ? "freeze" : "thaw";
    for (const ThreadKey& key : request.threads)
        text += " " + typedKey(key);
    return request.threads.empty() ? text + (request.freeze ? " others" : " all") : text;
}

} // namespace

bool isMove(const EngineRequest& request)
{
    return std::holds_alternative<Jump>(request) || std::holds_alternative<ReturnNow>(request);
}

std::string asTyped(const EngineRequest& request)
{
    return std::visit(
        util::Overloaded{
            [](const SetBreakpoint& r) { return (placeOf(r.spec.where) ? "break " : "") + textOf(r.spec); },
            [](const RemoveBreakpoint& r) { return "delete " + std::to_string(r.id.value()); },
            [](const Step& r) {
                return std::string(name(r.kind)) + (r.count == 1 ? "" : " " + std::to_string(r.count)) +
                       (r.alone ? " --alone" : "") + (r.team ? " --threads" : "");
            },
            [&](const RunTo& r) { return std::string(name(request)) + " " + textOf(r.where); },
            [](const GetChildren&) { return std::string("what a variable holds"); },
            [](const Evaluate& r) { return "print " + r.expression; },
            [](const GetStatistics& r) { return "stats " + r.expression; },
            [](const Assign& r) { return "set " + r.target + " = " + r.value; },
            [](const Describe& r) { return std::string(nameOf(r)) + (r.text.empty() ? "" : " " + r.text); },
            [](const SelectThread& r) { return "thread " + typedKey(r.thread); },
            [](const FreezeThreads& r) { return typedThreads(r); },
            [](const EvaluateInThreads& r) { return "print --threads " + r.expression; },
            [](const Jump& r) { return "jump " + textOf(Place(r.where)); },
            [](const ReturnNow& r) { return r.value.empty() ? "return" : "return " + r.value; },
            [&](const auto&) { return std::string(name(request)); }},
        request);
}

} // namespace dbgr::debug
