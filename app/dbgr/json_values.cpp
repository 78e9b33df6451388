// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/json_values.h"

#include "session/describe.h"
#include "util/overloaded.h"
#include "util/string_util.h"

#include <string>
#include <string_view>
#include <utility>

namespace dbgr::app {

Json numbers(const std::vector<util::BreakpointId>& ids)
{
    Json list = Json::array();
    for (const auto id : ids)
        list.push_back(id.value());
    return list;
}

Json toJson(const debug::Frame& frame)
{
    Json json{{"index", frame.index}, {"function", frame.function}};
    json["file"] = frame.where.known() ? Json(frame.where.file) : Json();
    json["line"] = frame.where.known() ? Json(frame.where.line) : Json();
    if (frame.where.column != 0)
        json["column"] = frame.where.column;
    json["module"] = frame.module;
    json["pc"] = session::addressText(frame.pc);
    if (frame.inlined)
        json["inlined"] = true;
    if (frame.isPython)
        json["language"] = "Python";
    return json;
}

namespace {

Json toJson(const debug::InstructionPlace& place)
{
    Json json = Json::object();
    if (place.address)
        json["address"] = session::addressText(*place.address);
    if (place.offset)
        json["offset"] = *place.offset;
    if (!place.text.empty())
        json["text"] = place.text;
    return json;
}

Json toJson(const debug::SystemCall& call)
{
    Json json{{"number", call.number}, {"phase", call.returned ? "return" : "entry"}};
    if (!call.name.empty())
        json["name"] = call.name;
    Json arguments = Json::array();
    for (const auto& argument : call.arguments)
        arguments.push_back(argument ? Json(debug::argumentText(*argument)) : Json());
    json["arguments"] = std::move(arguments);
    if (call.value)
        json["value"] = *call.value;
    if (const int error = call.error(); error != 0)
        json["errno"] = debug::errorName(error);
    return json;
}

Json toJson(const debug::TeamSteps& team)
{
    Json json{{"done", team.done}};
    Json behind = Json::array();
    for (const debug::TeamSteps::Behind& one : team.behind) {
        Json where{{"thread", one.thread}, {"frame", app::toJson(one.source.value_or(one.top))}};
        if (one.source)
            where["top"] = app::toJson(one.top);
        behind.push_back(std::move(where));
    }
    json["behind"] = std::move(behind);
    if (!team.ended.empty())
        json["ended"] = team.ended;
    return json;
}

/// Those between blanks.
Json wordList(const std::string& text)
{
    Json list = Json::array();
    if (text.empty())
        return list;
    for (const std::string_view word : util::split(text, ' '))
        list.push_back(std::string(word));
    return list;
}

Json toJson(const debug::Trigger& trigger)
{
    return std::visit(util::Overloaded{[](const debug::SourceLine& line) {
                                           return Json{{"file", line.file}, {"line", line.line}};
                                       },
                                       [](const debug::FunctionName& function) {
                                           return Json{{"function", function.name}};
                                       },
                                       [](const debug::FunctionPattern& functions) {
                                           return Json{{"pattern", functions.pattern}};
                                       },
                                       [](const debug::CodeAddress& address) {
                                           if (address.function.empty())
                                               return Json{{"address", session::addressText(address.offset)}};
                                           return Json{{"function", address.function}, {"offset", address.offset}};
                                       },
                                       [](const debug::WatchedData& data) {
                                           Json json{{"data", data.expression},
                                                     {"use", data.use == debug::WatchedData::Use::Write
                                                                 ? "write"
                                                                 : debug::nameOf(data.use)}};
                                           if (data.slow)
                                               json["slow"] = true;
                                           return json;
                                       },
                                       [](const debug::Moment& moment) {
                                           const bool thrown = moment.what <= debug::Moment::What::Rethrow;
                                           Json json{{thrown ? "exception" : "moment", debug::nameOf(moment.what)}};
                                           if (moment.what == debug::Moment::What::SystemCall)
                                               json["calls"] = wordList(moment.only);
                                           else if (!moment.only.empty())
                                               json[thrown ? "class" : "call"] = moment.only;
                                           return json;
                                       }},
                      trigger);
}

Json toJson(const session::Breakpoint& breakpoint, std::uint32_t number)
{
    const debug::BreakpointPlace& place = breakpoint.places[number - 1];
    Json json{{"number", session::numberText({breakpoint.spec.id, number})},
              {"function", place.name.function},
              {"enabled", !breakpoint.isOff(place)},
              {"ranks", place.ranks.toString()},
              {"module", place.module}};
    if (place.where.known()) {
        json["file"] = place.where.file;
        json["line"] = place.where.line;
    }
    if (place.address)
        json["address"] = session::addressText(*place.address);
    return json;
}

} // namespace

Json toJson(const debug::StopCause& cause)
{
    Json json{{"reason", debug::name(cause.reason)}};
    if (!cause.breakpoints.empty())
        json["breakpoint"] = cause.breakpoints.front().value();
    if (cause.breakpoints.size() > 1)
        json["breakpoints"] = numbers(cause.breakpoints);
    if (cause.reason == debug::StopReason::Signal) {
        json["signal"] = session::signalName(cause.signal);
        json["crash"] = cause.isCrash();
    }
    if (!cause.description.empty())
        json["description"] = cause.description;
    if (cause.address)
        json["address"] = session::addressText(*cause.address);
    if (!cause.returnedFrom.empty())
        json["returned_from"] = cause.returnedFrom;
    if (cause.steps)
        json["steps"] = Json{{"done", cause.steps->done}, {"asked", cause.steps->asked}};
    if (cause.instruction)
        json["instruction"] = toJson(*cause.instruction);
    if (cause.systemCall)
        json["system_call"] = toJson(*cause.systemCall);
    if (cause.frozen > 0)
        json["frozen"] = cause.frozen;
    if (cause.team)
        json["together"] = toJson(*cause.team);
    if (cause.isPlaced())
        json["frame"] = toJson(cause.place());
    if (cause.source)
        json["top"] = toJson(cause.top);
    return json;
}

Json toJson(const debug::WatchedChange& watched)
{
    Json json{{"number", watched.id.value()}, {"ranks", watched.ranks.toString()}};
    if (!watched.problem.empty()) {
        json["problem"] = watched.problem;
        return json;
    }
    json["before"] = watched.before;
    json["after"] = watched.after;
    json["type"] = watched.type;
    return json;
}

Json toJson(const session::Breakpoint& breakpoint)
{
    Json json{{"number", breakpoint.spec.id.value()}};
    json["asked"] = toJson(breakpoint.spec.where);
    if (!breakpoint.spec.within.empty())
        json["asked"]["within"] = breakpoint.spec.within;
    if (!breakpoint.spec.condition.empty())
        json["condition"] = breakpoint.spec.condition;
    json["enabled"] = breakpoint.spec.enabled;
    if (breakpoint.spec.ignore != 0)
        json["ignore"] = breakpoint.spec.ignore;
    if (breakpoint.spec.ranks)
        json["ranks"] = breakpoint.spec.ranks->toString();
    if (breakpoint.spec.thread)
        json["thread"] = breakpoint.spec.thread->value;
    if (breakpoint.spec.isTrace())
        json["traced"] = breakpoint.spec.traced;
    if (!breakpoint.spec.group.empty())
        json["group"] = breakpoint.spec.group;
    if (!breakpoint.spec.commands.empty())
        json["commands"] = breakpoint.spec.commands;
    if (breakpoint.temporary)
        json["temporary"] = true;
    if (breakpoint.barrier)
        json["barrier"] =
            Json{{"ranks", breakpoint.barrier->group.toString()}, {"arrived", breakpoint.barrier->arrived.toString()}};
    const debug::BreakpointStatus& status = breakpoint.status;
    json["resolved"] = status.resolved.toString();
    json["pending"] = status.pending.toString();
    if (status.actual.known()) {
        json["file"] = status.actual.file;
        json["line"] = status.actual.line;
    }
    if (!status.problem.empty())
        json["problem"] = status.problem;
    if (!status.scope.empty())
        json["scope"] = status.scope;
    if (status.registers.taken > 0)
        json["registers"] = Json{{"taken", status.registers.taken}, {"all", status.registers.all}};
    if (status.judge != debug::Judge::Nobody)
        json["judge"] = debug::nameOf(status.judge);
    if (status.logger != debug::Logger::Nobody)
        json["logger"] = debug::nameOf(status.logger);
    if (status.places > 1)
        json["places"] = status.places;
    for (const std::uint32_t number : breakpoint.listedPlaces())
        json["place_list"].push_back(toJson(breakpoint, number));
    json["hits"] = breakpoint.hits;
    return json;
}

Json toJson(const util::Error& error)
{
    Json json{{"detail", error.message()},
              {"category", error.code.category().name()},
              {"code", error.code.value()},
              {"meaning", error.code.message()}};
    if (!error.advice.empty())
        json["advice"] = error.advice;
    return json;
}

std::string lineOf(const Json& object)
{
    return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace dbgr::app
