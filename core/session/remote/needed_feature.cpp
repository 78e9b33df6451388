// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/needed_feature.h"

#include "dbgwire/hello.h"

namespace dbgr::session {

namespace {

/// One that daemons did not know at first.
bool isOfLater(const debug::Place& place)
{
    return std::holds_alternative<debug::FunctionPattern>(place) || std::holds_alternative<debug::CodeAddress>(place);
}

std::string_view featureFor(const debug::BreakpointSpec& spec)
{
    const auto place = debug::placeOf(spec.where);
    const auto* const data = std::get_if<debug::WatchedData>(&spec.where);
    if (!spec.within.empty() || (data && data->use == debug::WatchedData::Use::Write))
        return dbgwire::kWithinFeature;
    if (!spec.off.empty())
        return dbgwire::kPlacesFeature;
    if (spec.isTrace() || (place && isOfLater(*place)))
        return dbgwire::kTracesFeature;
    if (data && data->slow)
        return dbgwire::kSlowWatchingFeature;
    const auto* const moment = std::get_if<debug::Moment>(&spec.where);
    if (spec.thread || (moment && moment->what > debug::Moment::What::Rethrow))
        return dbgwire::kMomentsFeature;
    return place && spec.ignore == 0 ? std::string_view() : dbgwire::kTriggersFeature;
}

} // namespace

std::string_view neededFeature(const debug::EngineRequest& request)
{
    if (std::holds_alternative<debug::GetStatistics>(request))
        return dbgwire::kStatisticsFeature;
    if (std::holds_alternative<debug::GiveInput>(request))
        return dbgwire::kInputFeature;
    if (std::holds_alternative<debug::CheckInput>(request))
        return dbgwire::kInputCheckFeature;
    const bool isOfThreads = std::holds_alternative<debug::SelectThread>(request) ||
                             std::holds_alternative<debug::FreezeThreads>(request) ||
                             std::holds_alternative<debug::EvaluateInThreads>(request);
    const auto* const step = std::get_if<debug::Step>(&request);
    if (step && step->team)
        return dbgwire::kThreadTeamsFeature;
    if (isOfThreads || (step && step->alone))
        return dbgwire::kThreadsFeature;
    if (step)
        return step->count > 1 || debug::isOfInstructions(step->kind) ? dbgwire::kControlFeature : std::string_view();
    if (const auto* const signal = std::get_if<debug::SetSignal>(&request))
        return signal->rule.tell ? dbgwire::kWithinFeature : dbgwire::kTriggersFeature;
    if (std::holds_alternative<debug::SetFloatTraps>(request))
        return dbgwire::kFloatTrapsFeature;
    if (std::holds_alternative<debug::Sample>(request))
        return dbgwire::kSamplingFeature;
    if (std::holds_alternative<debug::CountHits>(request))
        return dbgwire::kHitCountsFeature;
    if (const auto* const run = std::get_if<debug::RunTo>(&request))
        return isOfLater(run->where) ? dbgwire::kTracesFeature : dbgwire::kControlFeature;
    const auto* const stacks = std::get_if<debug::GetStacks>(&request);
    if (stacks && stacks->by == debug::StacksBy::Thread)
        return dbgwire::kThreadStacksFeature;
    if (debug::isMove(request))
        return dbgwire::kMovesFeature;
    if (const auto* const set = std::get_if<debug::SetBreakpoint>(&request))
        return featureFor(set->spec);
    const auto* const describe = std::get_if<debug::Describe>(&request);
    if (describe && describe->what == debug::Describe::What::Declaration)
        return dbgwire::kDeclarationsFeature;
    if (describe && describe->what > debug::Describe::What::Types)
        return dbgwire::kCodeListsFeature;
    const bool isOfValues =
        std::holds_alternative<debug::Assign>(request) || std::holds_alternative<debug::TakeBack>(request) || describe;
    return isOfValues ? dbgwire::kValuesFeature : std::string_view();
}

} // namespace dbgr::session
