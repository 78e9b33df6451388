// SPDX-License-Identifier: BSD-3-Clause
#include "debug/merge.h"

#include "debug/debug_error.h"
#include "debug/engine_request.h"
#include "util/overloaded.h"

#include <algorithm>
#include <optional>
#include <string>

namespace dbgr::debug {

namespace {

template <class T>
void sortByLowestRank(std::vector<T>& items)
{
    const auto isBefore = [](const T& a, const T& b) { return a.ranks.lowest() < b.ranks.lowest(); };
    if (!std::is_sorted(items.begin(), items.end(), isBefore)) // as answers of one node are
        std::stable_sort(items.begin(), items.end(), isBefore);
}

/// Folds items that are `same` into one by `fold(kept, item)`.
template <class T, class Same, class Fold>
std::vector<T> foldEqual(std::vector<T> items, Same same, Fold fold)
{
    sortByLowestRank(items);
    std::vector<T> folded;
    for (T& item : items) {
        const auto found = std::find_if(folded.begin(), folded.end(), [&](const T& kept) { return same(kept, item); });
        if (found == folded.end())
            folded.push_back(std::move(item));
        else
            fold(*found, item);
    }
    return folded;
}

void addStopIds(std::vector<std::pair<util::RankSet, util::StopId>>& ids,
                const std::vector<std::pair<util::RankSet, util::StopId>>& more)
{
    for (const auto& entry : more) {
        const auto found =
            std::find_if(ids.begin(), ids.end(), [&](const auto& have) { return have.second == entry.second; });
        if (found == ids.end())
            ids.push_back(entry);
        else
            found->first |= entry.first;
    }
    std::sort(ids.begin(), ids.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
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
    kept.ranks |= next.ranks;
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
    return foldEqual(
        std::move(groups), [](const StopGroup& a, const StopGroup& b) { return a.cause.sameAs(b.cause); },
        [](StopGroup& kept, const StopGroup& next) {
            kept.ranks |= next.ranks;
            addStopIds(kept.stopIds, next.stopIds);
            if (kept.cause.address != next.cause.address)
                kept.cause.address.reset();
            joinInstructions(kept.cause.instruction, next.cause.instruction);
            if (kept.cause.systemCall && next.cause.systemCall)
                kept.cause.systemCall->join(*next.cause.systemCall);
            kept.returned.insert(kept.returned.end(), next.returned.begin(), next.returned.end());
            kept.returned = mergeValues(std::move(kept.returned));
            kept.watched.insert(kept.watched.end(), next.watched.begin(), next.watched.end());
            kept.watched = foldEqual(
                std::move(kept.watched), [](const WatchedChange& a, const WatchedChange& b) { return a.sameAs(b); },
                joinChanges);
        });
}

std::vector<ValueGroup> mergeValues(std::vector<ValueGroup> values)
{
    return foldEqual(
        std::move(values), [](const ValueGroup& a, const ValueGroup& b) { return a.sameAs(b); },
        [](ValueGroup& kept, const ValueGroup& next) {
            kept.ranks |= next.ranks;
            kept.content.join(next.content);
            kept.early |= next.early;
        });
}

std::vector<ChangeGroup> mergeChanges(std::vector<ChangeGroup> changes)
{
    return foldEqual(
        std::move(changes), [](const ChangeGroup& a, const ChangeGroup& b) { return a.sameAs(b); }, joinChanges);
}

std::vector<Description> mergeDescriptions(std::vector<Description> descriptions)
{
    return foldEqual(
        std::move(descriptions), [](const Description& a, const Description& b) { return a.sameAs(b); },
        [](Description& kept, const Description& next) { kept.ranks |= next.ranks; });
}

std::vector<StatisticsGroup> mergeStatistics(std::vector<StatisticsGroup> statistics)
{
    return foldEqual(
        std::move(statistics), [](const StatisticsGroup& a, const StatisticsGroup& b) { return a.sameAs(b); },
        [](StatisticsGroup& kept, const StatisticsGroup& next) { kept.ranks |= next.ranks; });
}

std::vector<RankFailure> mergeFailures(std::vector<RankFailure> failures)
{
    return foldEqual(
        std::move(failures),
        [](const RankFailure& a, const RankFailure& b) {
            return a.error.code == b.error.code && a.error.detail == b.error.detail && a.error.advice == b.error.advice;
        },
        [](RankFailure& kept, const RankFailure& next) { kept.ranks |= next.ranks; });
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
