// SPDX-License-Identifier: BSD-3-Clause
#include "debug/breakpoint.h"

#include <array>
#include <charconv>
#include <type_traits>
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

std::string textOf(const FunctionPattern& functions)
{
    return "/" + functions.pattern + "/";
}

std::string textOf(const CodeAddress& address)
{
    if (!address.function.empty())
        return "*" + address.function + "+" + std::to_string(address.offset);
    std::array<char, 16> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), address.offset, 16).ptr;
    return "*0x" + std::string(digits.data(), end);
}

std::string textOf(const WatchedData& data)
{
    return std::string(nameOf(data.use)) + (data.slow ? " --slow " : " ") + data.expression;
}

std::string textOf(const Moment& moment)
{
    return "catch " + std::string(nameOf(moment.what)) + (moment.only.empty() ? "" : " " + moment.only);
}

} // namespace

Trigger toTrigger(Place place)
{
    return std::visit([](auto&& one) -> Trigger { return std::forward<decltype(one)>(one); }, std::move(place));
}

std::optional<Place> placeOf(const Trigger& trigger)
{
    return std::visit(
        [](const auto& one) {
            if constexpr (std::is_constructible_v<Place, decltype(one)>)
                return std::optional<Place>(one);
            else
                return std::optional<Place>();
        },
        trigger);
}

std::string textOf(const Place& place)
{
    return std::visit([](const auto& one) { return textOf(one); }, place);
}

std::string textOf(const Trigger& trigger)
{
    return std::visit([](const auto& one) { return textOf(one); }, trigger);
}

std::string placeTextOf(const BreakpointSpec& spec)
{
    if (spec.within.empty())
        return textOf(spec.where);
    const auto* const line = std::get_if<SourceLine>(&spec.where);
    const bool isOfThatFile = line && fileNameOf(spec.within) == line->file;
    return spec.within + ':' + (isOfThatFile ? std::to_string(line->line) : textOf(spec.where));
}

std::string textOf(const BreakpointSpec& spec)
{
    std::string place = (spec.isTrace() ? "trace " : "") + placeTextOf(spec);
    for (const std::string& expression : spec.traced)
        place += ", " + expression;
    return place + (spec.thread ? " thread " + std::to_string(spec.thread->value) : "") +
           (spec.ranks ? " on " + spec.ranks->toString() : "") + (spec.group.empty() ? "" : " group " + spec.group) +
           (spec.condition.empty() ? "" : " if " + spec.condition);
}

std::string_view nameOf(WatchedData::Use use)
{
    constexpr std::string_view kNames[] = {"watch", "rwatch", "awatch", "watch --write"};
    return kNames[static_cast<std::size_t>(use)];
}

std::string_view nameOf(Moment::What what)
{
    constexpr std::string_view kNames[] = {"throw", "catch",     "rethrow", "mpi-error", "mpi-abort", "exit",
                                           "fork",  "sanitizer", "load",    "exec",      "syscall"};
    return kNames[static_cast<std::size_t>(what)];
}

} // namespace dbgr::debug
