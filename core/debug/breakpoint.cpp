// SPDX-License-Identifier: BSD-3-Clause
#include "debug/breakpoint.h"

#include <utility>

namespace dbgr::debug {

namespace {

std::string textOf(const SourceLine& line)
{
    return line.file + ":" + std::to_string(line.line);
}

std::string textOf(const FunctionName& function)
{
    return function.name;
}

std::string textOf(const WatchedData& data)
{
    return std::string(nameOf(data.use)) + " " + data.expression;
}

std::string textOf(const ExceptionMoment& moment)
{
    return "catch " + std::string(nameOf(moment.what)) + (moment.type.empty() ? "" : " " + moment.type);
}

} // namespace

Trigger toTrigger(Place place)
{
    return std::visit([](auto&& one) -> Trigger { return std::forward<decltype(one)>(one); }, std::move(place));
}

std::optional<Place> placeOf(const Trigger& trigger)
{
    if (const auto* const line = std::get_if<SourceLine>(&trigger))
        return *line;
    if (const auto* const function = std::get_if<FunctionName>(&trigger))
        return *function;
    return std::nullopt;
}

std::string textOf(const Place& place)
{
    return std::visit([](const auto& one) { return textOf(one); }, place);
}

std::string textOf(const Trigger& trigger)
{
    return std::visit([](const auto& one) { return textOf(one); }, trigger);
}

std::string textOf(const BreakpointSpec& spec)
{
    return textOf(spec.where) + (spec.ranks ? " on " + spec.ranks->toString() : "") +
           (spec.condition.empty() ? "" : " if " + spec.condition);
}

std::string_view nameOf(WatchedData::Use use)
{
    constexpr std::string_view kNames[] = {"watch", "rwatch", "awatch"};
    return kNames[static_cast<std::size_t>(use)];
}

std::string_view nameOf(ExceptionMoment::What what)
{
    constexpr std::string_view kNames[] = {"throw", "catch", "rethrow"};
    return kNames[static_cast<std::size_t>(what)];
}

} // namespace dbgr::debug
