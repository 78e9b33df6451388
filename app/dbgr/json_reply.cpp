// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/json_values.h"
#include "session/describe.h"
#include "session/signal_table.h"
#include "util/overloaded.h"

#include <iomanip>
#include <sstream>

namespace dbgr::app {

namespace {

using app::toJson; // beside those of this file

Json toJson(const debug::StackNode& node)
{
    Json json = toJson(node.frame);
    json.erase("index");
    json.erase("pc");
    json["ranks"] = node.ranks.toString();
    json["threads"] = node.threads;
    if (!node.who.empty())
        json["who"] = toJson(node.who);
    if (!node.children.empty()) {
        json["children"] = Json::array();
        for (const debug::StackNode& child : node.children)
            json["children"].push_back(toJson(child));
    }
    return json;
}

std::string hexadecimal(const util::ContentHash::Value& hash)
{
    std::ostringstream text;
    text << std::hex << std::setfill('0') << std::setw(16) << hash.high << std::setw(16) << hash.low;
    return text.str();
}

Json toJson(const debug::ValueTree& tree)
{
    Json json{{"kind", debug::name(tree.kind)}};
    if (!tree.name.empty())
        json["name"] = tree.name;
    json["type"] = tree.type;
    if (!tree.problem.empty())
        json["state"] = tree.problem;
    for (const auto& [lower, count] : tree.bounds)
        json["bounds"].push_back(Json::array({lower, lower + static_cast<std::int64_t>(count) - 1}));
    const bool isWhole = tree.kind == debug::ValueTree::Kind::Array || tree.kind == debug::ValueTree::Kind::Record;
    if (!isWhole && tree.problem.empty())
        json["value"] = tree.value;
    if (isWhole && tree.problem.empty()) {
        Json& parts = json[tree.kind == debug::ValueTree::Kind::Array ? "elements" : "members"] = Json::array();
        for (const debug::ValueTree& part : tree.parts)
            parts.push_back(toJson(part));
    }
    if (tree.left > 0)
        json["left"] = tree.left;
    return json;
}

Json toJson(const debug::ValueGroup& group)
{
    Json json{{"ranks", group.ranks.toString()}};
    if (group.problem.empty())
        json["value"] = group.value;
    else
        json["problem"] = group.problem;
    if (!group.type.empty())
        json["type"] = group.type;
    if (group.tree)
        json["tree"] = toJson(*group.tree);
    if (group.content != debug::Content{})
        json["content"] = hexadecimal(group.content.hash);
    if (group.content.partial)
        json["compared"] = group.content.compared;
    return json;
}

Json toJson(const debug::ChangeGroup& change)
{
    Json json{{"ranks", change.ranks.toString()}};
    if (!change.problem.empty()) {
        json["problem"] = change.problem;
        return json;
    }
    json["before"] = change.before;
    json["after"] = change.after;
    json["type"] = change.type;
    json["undo"] = !change.final;
    return json;
}

Json toJson(const debug::DescribedName& name)
{
    Json json{{"name", name.name}, {"type", name.type}};
    if (!name.place.empty())
        json["place"] = name.place;
    if (name.level > 0)
        json["level"] = name.level;
    if (name.offset)
        json["offset"] = *name.offset;
    if (name.bytes)
        json["bytes"] = *name.bytes;
    if (name.bits > 0) {
        json["bits"] = name.bits;
        json["bit_offset"] = name.bitOffset;
    }
    return json;
}

Json toJson(const debug::Description& description)
{
    Json json{{"ranks", description.ranks.toString()}};
    if (!description.problem.empty()) {
        json["problem"] = description.problem;
        return json;
    }
    if (!description.text.empty())
        json["text"] = description.text;
    json["names"] = Json::array();
    for (const debug::DescribedName& name : description.names)
        json["names"].push_back(toJson(name));
    if (description.left > 0)
        json["left"] = description.left;
    return json;
}

Json toJson(const debug::StatisticsGroup& group)
{
    Json json{{"ranks", group.ranks.toString()}};
    if (!group.problem.empty()) {
        json["problem"] = group.problem;
        return json;
    }
    if (!group.type.empty())
        json["type"] = group.type;
    json["count"] = group.count;
    json["nan"] = group.nans;
    json["inf"] = group.infinities;
    const auto end = [&](const char* name, const std::string& number, const std::string& at) {
        if (number.empty())
            return;
        json[name] = number;
        if (!at.empty())
            json[std::string(name) + "_at"] = at;
    };
    end("min", group.lowest, group.lowestAt);
    end("max", group.highest, group.highestAt);
    if (group.finite() > 0) {
        json["mean"] = group.mean;
        json["deviation"] = group.deviation;
    }
    return json;
}

const char* kindName(debug::VariableKind kind)
{
    switch (kind) {
    case debug::VariableKind::Argument:
        return "argument";
    case debug::VariableKind::Local:
        return "local";
    case debug::VariableKind::Static:
        return "static";
    case debug::VariableKind::Member:
        return "member";
    }
    return "local";
}

Json toJson(const session::FoldedVariable& variable)
{
    Json json{{"name", variable.name},
              {"type", variable.type},
              {"kind", kindName(variable.kind)},
              {"compound", variable.compound},
              {"values", Json::array()}};
    for (debug::ValueGroup group : variable.values) {
        group.type.clear(); // it is the variable's
        json["values"].push_back(toJson(group));
    }
    return json;
}

Json toJson(const session::StackGroup& group)
{
    Json json{{"ranks", group.ranks.toString()}, {"frames", Json::array()}};
    for (const debug::Frame& frame : group.frames)
        json["frames"].push_back(toJson(frame));
    if (group.truncated)
        json["truncated"] = true;
    json["selected"] = group.selected ? Json(*group.selected) : Json();
    return json;
}

Json toJson(const session::FrameGroup& group)
{
    return Json{{"ranks", group.ranks.toString()}, {"frame", toJson(group.frame)}};
}

Json toJson(const debug::RankThreads& rank)
{
    Json json{{"rank", rank.rank.value()}, {"threads", Json::array()}};
    for (const debug::ThreadInfo& thread : rank.threads)
        json["threads"].push_back(toJson(thread));
    return json;
}

Json toJson(const RankRow& row)
{
    const session::RankRecord& record = row.record;
    Json json{{"rank", row.rank.value()},
              {"state", session::name(record.state)},
              {"host", record.host},
              {"pid", record.pid.value()},
              {"executable", record.executable}};
    using session::RankState;
    const bool stands =
        record.state == RankState::Held || record.state == RankState::Stopped || record.state == RankState::Crashed;
    if (stands && record.stop)
        json.update(toJson(*record.stop));
    if (record.state == RankState::Ended && record.exit) {
        if (record.exit->signal != 0)
            json["signal"] = session::signalName(record.exit->signal);
        else
            json["status"] = record.exit->status;
    }
    if (!record.problem.empty())
        json["problem"] = record.problem;
    return json;
}

Json toJson(const debug::RankFailure& failure)
{
    Json json{{"ranks", failure.ranks.toString()}};
    json.update(toJson(failure.error));
    return json;
}

template <class Items>
Json listOf(const Items& items)
{
    Json list = Json::array();
    for (const auto& item : items)
        list.push_back(toJson(item));
    return list;
}

const char* name(Returned returned)
{
    switch (returned) {
    case Returned::Settled:
        return "";
    case Returned::Any:
        return "any";
    case Returned::Time:
        return "time";
    case Returned::Crash:
        return "crash";
    }
    return "";
}

Json control(const ControlReply& reply)
{
    Json json{{"reply", reply.command},
              {"ranks", reply.ranks.toString()},
              {"stopped", reply.stopped.toString()},
              {"ended", reply.ended.toString()}};
    if (!reply.running.empty())
        json["running"] = reply.running.toString();
    if (reply.returned != Returned::Settled)
        json["returned"] = name(reply.returned);
    if (!reply.onHold.empty())
        json["on_hold"] = reply.onHold.toString();
    return json;
}

Json ranks(const RanksReply& reply)
{
    Json json{{"reply", "ranks"}, {"ranks", listOf(reply.ranks)}};
    if (!reply.onHold.empty())
        json["on_hold"] = reply.onHold.toString();
    if (!reply.silent.empty())
        json["silent"] = reply.silent.toString();
    return json;
}

Json locals(const LocalsReply& reply)
{
    Json json{{"reply", "locals"},
              {"ranks", reply.ranks.toString()},
              {"index", reply.frame ? Json(*reply.frame) : Json()},
              {"variables", listOf(reply.variables)}};
    if (reply.truncated)
        json["truncated"] = true;
    return json;
}

Json changed(const ChangesReply& reply)
{
    Json json{{"reply", reply.command}, {"target", reply.target}, {"changes", listOf(reply.changes)}};
    if (!reply.value.empty())
        json["asked"] = reply.value;
    return json;
}

Json loaded(const LoadedBreakpointsReply& reply)
{
    Json set = Json::array();
    for (const util::BreakpointId id : reply.set)
        set.push_back(id.value());
    return {{"reply", "load breakpoints"}, {"file", reply.file}, {"set", std::move(set)}, {"known", reply.known}};
}

Json toJson(const MapReply& reply)
{
    Json folders = Json::array();
    for (const session::SourceFolder& folder : reply.folders)
        folders.push_back({{"from", folder.from}, {"to", folder.to}});
    return {{"reply", "map"}, {"folders", std::move(folders)}};
}

Json searched(const SearchReply& reply)
{
    Json files = Json::array();
    for (const SearchReply::File& file : reply.files) {
        Json lines = Json::array();
        for (const session::FoundLine& found : file.lines)
            lines.push_back({{"line", found.line}, {"text", found.text}});
        files.push_back({{"file", file.name}, {"lines", std::move(lines)}});
    }
    return {{"reply", "search"},  {"text", reply.pattern},      {"files", std::move(files)},
            {"more", reply.more}, {"searched", reply.searched}, {"missing", reply.missing}};
}

Json statistics(const StatsReply& reply)
{
    Json json{{"reply", "stats"}, {"expression", reply.expression}, {"statistics", listOf(reply.statistics)}};
    const debug::WholeStatistics whole = debug::wholeOf(reply.statistics);
    if (whole.all.ranks.empty())
        return json;
    json["all"] = toJson(whole.all);
    if (!whole.all.lowest.empty()) {
        json["all"]["min_in"] = whole.lowestIn.toString();
        json["all"]["max_in"] = whole.highestIn.toString();
    }
    return json;
}

Json signals(const SignalsReply& r)
{
    Json json{{"reply", "handle"}, {"signals", Json::array()}};
    for (const debug::SignalRule& rule : r.rules) {
        Json one{{"signal", session::signalWord(rule.signal)}, {"stop", rule.stop}, {"pass", rule.pass}};
        one["tell"] = rule.tell;
        if (const auto seen = r.seen.find(rule.signal); seen != r.seen.end()) {
            one["ranks"] = seen->second.ranks.toString();
            one["times"] = seen->second.times;
        }
        json["signals"].push_back(std::move(one));
    }
    return json;
}

Json floatTraps(const FloatTrapsReply& r)
{
    Json json{{"reply", "float-traps"}, {"ranks", Json::array()}};
    for (const auto& [ranks, traps] : r.ranks) {
        Json names = Json::array();
        for (const util::FloatTrap trap : util::kFloatTraps) {
            if (traps.has(trap))
                names.push_back(util::name(trap));
        }
        json["ranks"].push_back(Json{{"ranks", ranks.toString()}, {"traps", std::move(names)}});
    }
    return json;
}

Json stacks(const StacksReply& r)
{
    Json json{{"reply", r.running ? "sample" : "stacks"}, {"ranks", r.ranks.toString()}};
    if (r.running) {
        json["running"] = r.running->toString();
        json["samples"] = r.samples;
    }
    json["stacks"] = listOf(r.tree.roots());
    if (r.helpers.threads > 0)
        json["helpers"] =
            Json{{"ranks", r.helpers.ranks.toString()}, {"threads", r.helpers.threads}, {"modules", r.helpers.modules}};
    return json;
}

Json settings(const SettingsReply& reply)
{
    return Json{{"reply", "set"}, {"stop_all", reply.stopAll}, {"catch_reports", reply.catchReports}};
}

Json focus(const FocusReply& reply)
{
    Json json{{"reply", "focus"}, {"ranks", reply.ranks.toString()}};
    if (reply.leading)
        json["leading"] = reply.leading->value();
    if (reply.thread)
        json["thread"] = toJson(*reply.thread);
    return json;
}

Json numbersReply(const BreakpointNumbersReply& reply)
{
    Json json{{"reply", reply.command}, {"breakpoints", Json::array()}};
    for (const session::BreakpointKey& key : reply.which) {
        if (key.place == 0)
            json["breakpoints"].push_back(key.id.value());
        else
            json["places"].push_back(session::numberText(key));
    }
    return json;
}

Json breakpointList(const BreakpointsReply& reply)
{
    return Json{{"reply", "breakpoints"}, {"breakpoints", listOf(reply.breakpoints)}};
}

Json breakpointGroups(const BreakpointGroupsReply& reply)
{
    Json json{{"reply", "bgroup"}, {"groups", Json::array()}};
    for (const auto& [name, ids] : reply.groups)
        json["groups"].push_back({{"name", name}, {"breakpoints", numbers(ids)}});
    return json;
}

Json bodyOf(const ReplyBody& body)
{
    return std::visit(
        util::Overloaded{
            [](const BreakReply& r) {
                return Json{{"reply", r.command}, {"breakpoint", toJson(r.breakpoint)}};
            },
            [](const BreakpointNumbersReply& r) { return numbersReply(r); },
            [](const BreakpointGroupsReply& r) { return breakpointGroups(r); },
            [](const BreakpointsReply& r) { return breakpointList(r); },
            [](const ControlReply& r) { return control(r); },
            [](const SettingsReply& r) { return settings(r); },
            [](const FocusReply& r) { return focus(r); },
            [](const StacksReply& r) { return stacks(r); },
            [](const WhereReply& r) {
                Json json{{"reply", "where"}, {"selected", r.selected}, {"stacks", listOf(r.stacks)}};
                return json;
            },
            [](const ThreadsReply& r) {
                return Json{{"reply", "threads"}, {"threads", listOf(r.ranks)}};
            },
            [](const FrameReply& r) {
                return Json{{"reply", "frame"}, {"index", r.index}, {"frames", listOf(r.frames)}};
            },
            [](const LocalsReply& r) { return locals(r); },
            [](const PrintReply& r) {
                return Json{{"reply", "print"}, {"expression", r.expression}, {"values", listOf(r.values)}};
            },
            [](const RanksReply& r) { return ranks(r); },
            [](const SignalsReply& r) { return signals(r); },
            [](const FloatTrapsReply& r) { return floatTraps(r); },
            [](const HoldReply& r) {
                return Json{{"reply", r.command}, {"ranks", r.ranks.toString()}, {"on_hold", r.onHold.toString()}};
            },
            [](const ListReply& r) {
                return Json{{"reply", "list"},
                            {"file", r.file},
                            {"first", r.first},
                            {"current", r.current},
                            {"lines", r.lines}};
            },
            [](const SearchReply& r) { return searched(r); },
            [](const InputReply& r) {
                return Json{{"reply", r.command}, {"ranks", r.ranks.toString()}, {"bytes", r.bytes}};
            },
            [](const ReattachReply& r) {
                return Json{
                    {"reply", "reattach"}, {"attached", r.attached.toString()}, {"failed", r.failed.toString()}};
            },
            [](const DoneReply& r) {
                return Json{{"reply", r.command}};
            },
            [](const SavedTracesReply& r) {
                return Json{{"reply", "save traces"}, {"file", r.file}, {"records", r.records}};
            },
            [](const SavedBreakpointsReply& r) {
                return Json{{"reply", "save breakpoints"}, {"file", r.file}, {"breakpoints", r.count}};
            },
            [](const LoadedBreakpointsReply& r) { return loaded(r); },
            [](const SaveReply& r) {
                return Json{{"reply", "save"}, {"file", r.file}, {"with_launch", r.withLaunch}};
            },
            [](const ChangesReply& r) { return changed(r); },
            [](const DescriptionsReply& r) {
                return Json{{"reply", r.command}, {"asked", r.asked}, {"descriptions", listOf(r.descriptions)}};
            },
            [](const StatsReply& r) { return statistics(r); },
            [](const auto& r) { return toJson(r); }, // of groups, threads, folders
            [](const HelpReply& r) {
                return Json{{"reply", "help"}, {"text", r.text}};
            },
        },
        body);
}

} // namespace

Json toJson(const std::vector<debug::ValueGroup>& values)
{
    return listOf(values);
}

Json toJson(const Reply& reply)
{
    Json json = bodyOf(reply.body);
    if (!reply.failures.empty())
        json["failures"] = listOf(reply.failures);
    return json;
}

} // namespace dbgr::app
