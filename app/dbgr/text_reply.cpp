// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/text_reply.h"

#include "app/dbgr/escapes.h"
#include "app/dbgr/text_changes.h"
#include "app/dbgr/text_groups.h"
#include "app/dbgr/text_stats.h"
#include "app/dbgr/text_threads.h"
#include "app/dbgr/text_traces.h"
#include "session/describe.h"
#include "session/fold.h"
#include "session/number_text.h"
#include "session/signal_table.h"
#include "util/string_util.h"

#include <map>
#include <tuple>

namespace dbgr::app {

namespace {

std::string valueText(const debug::ValueGroup& group, const std::string& value)
{
    if (!group.problem.empty())
        return "<" + visible(group.problem) + ">";
    return value.empty() ? "{...}" : visible(value);
}

/// What stands for each of the groups, and how far it was compared where that is not plain to see.
/// \param readable their values
std::vector<std::string> valueTexts(const std::vector<debug::ValueGroup>& groups, std::vector<std::string> readable,
                                    bool allDigits)
{
    std::vector<std::string> texts = std::move(readable);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        texts[i] = valueText(groups[i], allDigits ? groups[i].value : texts[i]);
        if (const std::string note = session::equalityNote(groups[i], groups); !note.empty())
            texts[i] += "  (" + note + ")";
    }
    return texts;
}

/// Who of those that were sampled has gone on since.
std::string sampledText(const StacksReply& reply)
{
    const util::RankSet standing = reply.ranks - *reply.running;
    std::string text = reply.running->empty() ? "" : "Sampled while running: " + session::shortRanks(*reply.running);
    if (!standing.empty())
        text += (text.empty() ? "Standing: " : "; standing: ") + session::shortRanks(standing);
    return text + ".\n";
}

/// One line a frame; the selected one is marked.
std::string frameLines(const std::vector<debug::Frame>& frames, std::optional<std::uint32_t> selected)
{
    Table table;
    for (const debug::Frame& frame : frames)
        table.add({(frame.index == selected ? "* #" : "  #") + std::to_string(frame.index),
                   visible(session::describe(frame)) + (frame.inlined ? " (inlined)" : "")});
    return table.text();
}

/// Where it stands in the ranks that have it: "ring.cpp:41", "ring.cpp:41 and 3 more places"; "" for data, and for code
/// without source.
std::string placeText(const session::Breakpoint& breakpoint)
{
    const std::string first = session::describe(breakpoint.status.actual);
    const std::uint32_t places = breakpoint.status.places;
    if (places < 2)
        return first;
    return first.empty() ? std::to_string(places) + " places" : first + " and " + counted(places - 1, "more place");
}

std::string ignoreText(const session::Breakpoint& breakpoint)
{
    if (breakpoint.spec.ignore == 0)
        return {};
    return ", after " + std::to_string(breakpoint.spec.ignore) + (breakpoint.spec.ignore == 1 ? " pass" : " passes") +
           " of each rank";
}

std::string commandsText(const session::Breakpoint& breakpoint)
{
    return breakpoint.spec.commands.empty() ? "" : ", then: " + visible(breakpoint.spec.commands);
}

/// Of data of a call.
std::string scopeText(const debug::BreakpointStatus& status)
{
    return status.resolved.empty() || status.scope.empty() ? "" : ", until the call of " + status.scope + " is over";
}

/// Of data that the processor watches.
std::string registersText(const debug::BreakpointStatus& status)
{
    const debug::WatchRegisters& registers = status.registers;
    if (status.resolved.empty() || registers.taken == 0)
        return {};
    return ", by " + std::to_string(registers.taken) + " of the processor's " + counted(registers.all, "register");
}

std::string barrierText(const session::Breakpoint& breakpoint)
{
    if (!breakpoint.barrier)
        return {};
    const session::Barrier& barrier = *breakpoint.barrier;
    if (barrier.arrived.empty())
        return ", barrier of " + bracketed(barrier.group);
    return ", barrier: " + bracketed(barrier.arrived) + " there, " + bracketed(barrier.group - barrier.arrived) +
           " to come";
}

/// ", judged by reader, logged by tracer"
std::string workersText(const debug::BreakpointStatus& status)
{
    const std::string_view judge = debug::nameOf(status.judge);
    const std::string_view logger = debug::nameOf(status.logger);
    return (judge.empty() ? "" : ", judged by " + std::string(judge)) +
           (logger.empty() ? "" : ", logged by " + std::string(logger));
}

/// Of the list of all: where it stands, and what there is to say of it.
std::string whereText(const session::Breakpoint& breakpoint)
{
    const debug::BreakpointStatus& status = breakpoint.status;
    const auto* const data = std::get_if<debug::WatchedData>(&breakpoint.spec.where);
    std::string text = status.resolved.empty() ? data ? "not watched" : "pending"
                       : data                  ? data->slow ? "watched by single steps" : "watched"
                                               : placeText(breakpoint);
    if (text.empty())
        text = "set"; // in code without source
    text += (breakpoint.spec.thread ? ", only thread " + std::to_string(breakpoint.spec.thread->value) : "") +
            (breakpoint.spec.ranks ? ", only on " + breakpoint.spec.ranks->toString() : "") + workersText(status) +
            (breakpoint.temporary ? ", temporary" : "") + barrierText(breakpoint) + ignoreText(breakpoint) +
            registersText(status) + scopeText(status) + commandsText(breakpoint) +
            (breakpoint.spec.enabled ? "" : ", disabled");
    return text + (status.problem.empty() ? "" : " <" + visible(status.problem) + ">");
}

/// "ops.cpp:12 in a.out at 0x1136"
std::string whereText(const debug::BreakpointPlace& place)
{
    std::string text = session::describe(place.where);
    if (!place.name.module.empty())
        text += (text.empty() ? "in " : " in ") + place.name.module;
    return text + (place.address ? " at " + session::addressText(*place.address) : "");
}

/// A row each.
void addPlaces(Table& table, const session::Breakpoint& breakpoint)
{
    for (const std::uint32_t number : breakpoint.listedPlaces()) {
        const debug::BreakpointPlace& place = breakpoint.places[number - 1];
        table.add({"  " + session::numberText({breakpoint.spec.id, number}),
                   "  " + visible(place.name.function.empty() ? "?" : place.name.function),
                   session::shortRanks(place.ranks),
                   visible(whereText(place)) + (breakpoint.isOff(place) ? ", disabled" : ""), ""});
    }
}

/// Makes the text of one kind of reply each.
struct ReplyWriter
{
    const Style& style;
    SourceFiles& sources;

    std::string operator()(const BreakReply& reply) const { return breakpointText(reply.breakpoint); }
    std::string operator()(const BreakpointNumbersReply& reply) const;
    std::string operator()(const BreakpointGroupsReply& reply) const;
    std::string operator()(const BreakpointsReply& reply) const;
    std::string operator()(const ControlReply& reply) const;
    std::string operator()(const SettingsReply& reply) const;
    std::string operator()(const FocusReply& reply) const;
    std::string operator()(const StacksReply& reply) const;
    std::string operator()(const WhereReply& reply) const;
    std::string operator()(const ThreadsReply& reply) const { return threadsText(reply); }
    std::string operator()(const ThreadReply& reply) const { return threadText(reply, style); }
    std::string operator()(const FreezeReply& reply) const { return freezeText(reply, style); }
    std::string operator()(const ThreadValuesReply& reply) const;
    std::string operator()(const FrameReply& reply) const;
    std::string operator()(const LocalsReply& reply) const;
    std::string operator()(const PrintReply& reply) const;
    std::string operator()(const RanksReply& reply) const;
    std::string operator()(const ListReply& reply) const;
    std::string operator()(const SearchReply& reply) const;
    std::string operator()(const InputReply& reply) const;
    std::string operator()(const ReattachReply&) const { return ""; } // the events say it
    std::string operator()(const DoneReply&) const { return ""; }
    std::string operator()(const SaveReply& reply) const;
    std::string operator()(const HelpReply& reply) const { return reply.text; }
    std::string operator()(const ChangesReply& reply) const { return changesText(reply, style); }
    std::string operator()(const DescriptionsReply& reply) const { return descriptionsText(reply, style); }
    std::string operator()(const StatsReply& reply) const { return statsText(reply, style); }
    std::string operator()(const GroupReply& reply) const { return groupText(reply.group); }
    std::string operator()(const GroupChangeReply& reply) const { return groupChangeText(reply); }
    std::string operator()(const SignalsReply& reply) const
    {
        Table table;
        for (const debug::SignalRule& rule : reply.rules) {
            const auto seen = reply.seen.find(rule.signal);
            table.add({session::signalWord(rule.signal), session::describe(rule),
                       seen == reply.seen.end()
                           ? ""
                           : bracketed(seen->second.ranks) + " got " + std::to_string(seen->second.times)});
        }
        return table.text();
    }
    std::string operator()(const FloatTrapsReply& reply) const
    {
        std::string text;
        for (const auto& [ranks, traps] : reply.ranks)
            text += style.ranks(bracketed(ranks)) + " floating-point traps: " + traps.text() + "\n";
        return text;
    }
    std::string operator()(const HoldReply& reply) const
    {
        return reply.onHold.empty() ? "No rank is on hold.\n" : "On hold: " + session::shortRanks(reply.onHold) + ".\n";
    }
    std::string operator()(const GroupsReply& reply) const { return groupsText(reply); }
    std::string operator()(const TracesReply& reply) const { return tracesText(reply, style); }
    std::string operator()(const SavedTracesReply& reply) const
    {
        return "Saved " + counted(reply.records, "record") + " to " + visible(reply.file) + ".\n";
    }
    std::string operator()(const SavedBreakpointsReply& reply) const
    {
        return "Saved " + counted(reply.count, "breakpoint") + " to " + visible(reply.file) + ".\n";
    }
    std::string operator()(const LoadedBreakpointsReply& reply) const;
    std::string operator()(const MapReply& reply) const;
};

std::string ReplyWriter::operator()(const SaveReply& reply) const
{
    return "Saved the session to " + reply.file +
           (reply.withLaunch ? ".\n" : ", without a command: dbgr did not start this job.\n");
}

std::string ReplyWriter::operator()(const LoadedBreakpointsReply& reply) const
{
    std::string text = "Set " + counted(reply.set.size(), "breakpoint") + " of " + visible(reply.file);
    for (const util::BreakpointId id : reply.set)
        text += (id == reply.set.front() ? ": " : ", ") + std::to_string(id.value());
    if (reply.known > 0)
        text += "; " + counted(reply.known, "breakpoint") + " stood there already";
    return text + ".\n";
}

std::string ReplyWriter::operator()(const MapReply& reply) const
{
    std::string text;
    for (const session::SourceFolder& folder : reply.folders)
        text += visible(folder.from) + " is " + visible(folder.to) + " here\n";
    return text.empty() ? "No folder is mapped.\n" : text;
}

std::string ReplyWriter::operator()(const BreakpointNumbersReply& reply) const
{
    std::string text = reply.command == "delete" ? "Deleted" : reply.command == "enable" ? "Enabled" : "Disabled";
    for (const session::BreakpointKey& key : reply.which)
        text += " " + session::numberText(key);
    return reply.which.empty() ? "There is no breakpoint.\n" : text + ".\n";
}

std::string ReplyWriter::operator()(const BreakpointGroupsReply& reply) const
{
    if (reply.groups.empty())
        return "No breakpoint is in a group.\n";
    Table table;
    for (const auto& [name, ids] : reply.groups) {
        std::string numbers;
        for (const util::BreakpointId id : ids)
            numbers += (numbers.empty() ? "" : " ") + std::to_string(id.value());
        table.add({name, numbers});
    }
    return table.text();
}

std::string ReplyWriter::operator()(const BreakpointsReply& reply) const
{
    if (reply.breakpoints.empty())
        return "There is no breakpoint; 'break FILE:LINE' or 'break FUNCTION' sets one.\n";
    Table table;
    table.add({"number", "what", "ranks", "where", "hits"});
    for (const session::Breakpoint& b : reply.breakpoints) {
        table.add({std::to_string(b.spec.id.value()), visible(session::describe(b.spec)),
                   session::shortRanks(b.status.resolved), whereText(b), std::to_string(b.hits)});
        addPlaces(table, b);
    }
    return table.text();
}

std::string ReplyWriter::operator()(const ControlReply& reply) const
{
    if (!reply.onHold.empty()) {
        ControlReply others = reply;
        others.onHold = {};
        return style.dim(bracketed(reply.onHold) + " on hold; 'unhold' lets them go along") + "\n" + (*this)(others);
    }
    if (reply.command == "wait" && reply.running.empty() && !reply.ranks.empty()) {
        const util::RankSet settled = reply.stopped | reply.ended;
        const util::RankSet others = reply.ranks - settled; // lost, or let go
        return (settled.empty() ? "" : style.dim(bracketed(settled) + " all stopped or ended") + "\n") +
               (others.empty() ? "" : style.dim(bracketed(others) + " out of reach: no news of them will come") + "\n");
    }
    if (!reply.running.empty() && (!reply.stopped.empty() || reply.returned == Returned::Time))
        return style.dim(bracketed(reply.running) + " still running; 'interrupt' stops them") + "\n";
    return ""; // the stops have been told
}

std::string ReplyWriter::operator()(const SettingsReply& reply) const
{
    return std::string(reply.stopAll ? "stop-all is on: when a rank stops, the others are stopped, too.\n"
                                     : "stop-all is off: when a rank stops, the others run on.\n") +
           (reply.catchReports ? "catch-reports is on: ranks stop where a sanitizer reports an error.\n"
                               : "catch-reports is off: ranks pass reports of sanitizers and of MPI.\n");
}

std::string ReplyWriter::operator()(const FocusReply& reply) const
{
    std::string text = "The focus is on " + session::shortRanks(reply.ranks);
    if (reply.leading && reply.ranks.size() > 1)
        text += "; rank " + std::to_string(reply.leading->value()) + " leads";
    if (reply.thread) {
        const std::string name = threadName(*reply.thread);
        text += ", with thread " + std::to_string(reply.thread->index) + (name.empty() ? "" : ", " + name);
    }
    return text + ".\n";
}

std::string ReplyWriter::operator()(const StacksReply& reply) const
{
    if (reply.tree.empty() && reply.helpers.threads == 0)
        return "";
    if (!reply.running)
        return drawStacks(reply.tree, {reply.helpers, "'stacks all' shows them", reply.by});
    return sampledText(reply) + samplesText(reply.samples) +
           drawStacks(reply.tree, {reply.helpers, "'sample all' shows them"});
}

std::string ReplyWriter::operator()(const WhereReply& reply) const
{
    std::string text;
    for (const session::StackGroup& group : reply.stacks) {
        text += style.ranks(bracketed(group.ranks)) + "\n" + frameLines(group.frames, group.selected);
        if (group.truncated)
            text += style.dim("  (more frames not shown)") + "\n";
    }
    return text;
}

std::string ReplyWriter::operator()(const FrameReply& reply) const
{
    std::string text;
    for (const session::FrameGroup& group : reply.frames) {
        text += style.ranks(bracketed(group.ranks)) + " #" + std::to_string(group.frame.index) + "  " +
                visible(session::describe(group.frame)) + "\n";
        if (const auto line = sources.line(group.frame.where.file, group.frame.where.line))
            text += style.dim(std::to_string(group.frame.where.line)) + "  " + visible(*line) + "\n";
    }
    return text;
}

std::string ReplyWriter::operator()(const LocalsReply& reply) const
{
    if (reply.variables.empty())
        return reply.frame ? "No variables in frame " + std::to_string(*reply.frame) + ".\n" : "No variables.\n";
    Table table;
    for (const session::FoldedVariable& variable : reply.variables) {
        std::string name = visible(variable.name);
        std::string type = visible(variable.type);
        const std::vector<std::string> texts =
            valueTexts(variable.values, session::readableValues(variable.values), reply.allDigits);
        for (std::size_t i = 0; i < texts.size(); ++i)
            table.add(
                {std::exchange(name, ""), std::exchange(type, ""), bracketed(variable.values[i].ranks), texts[i]});
    }
    return table.text("  ") + (reply.truncated ? style.dim("  (more variables not shown)") + "\n" : "");
}

std::string ReplyWriter::operator()(const PrintReply& reply) const
{
    std::string text;
    const std::vector<std::string> texts =
        valueTexts(reply.values, session::answeredValues(reply.values), reply.allDigits);
    for (std::size_t i = 0; i < texts.size(); ++i)
        text +=
            style.ranks(bracketed(reply.values[i].ranks)) + " " + visible(reply.expression) + " = " + texts[i] + "\n";
    return text;
}

std::string ReplyWriter::operator()(const ThreadValuesReply& reply) const
{
    std::string text;
    for (const debug::RankThreadValues& rank : reply.ranks) {
        std::vector<debug::ValueGroup> groups;
        for (const debug::ThreadValues& one : rank.values)
            groups.push_back(one.value);
        const std::vector<std::string> texts = valueTexts(groups, session::answeredValues(groups), reply.allDigits);
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const auto& threads = rank.values[i].threads;
            text += style.ranks(bracketed(util::RankSet(rank.rank))) +
                    (threads.size() == 1 ? " thread " : " threads ") + session::threadNumbers(threads) + ": " +
                    visible(reply.expression) + " = " + texts[i] + "\n";
        }
    }
    return text;
}

std::string ReplyWriter::operator()(const RanksReply& reply) const
{
    std::map<std::tuple<std::string, std::string, std::string>, util::RankSet> groups;
    for (const RankRow& row : reply.ranks)
        groups[{session::describe(row.record), row.record.host, row.record.executable}].insert(row.rank);
    std::map<util::RankSet, Table::Row> byLowest;
    for (const auto& [key, ranks] : groups) {
        const auto& [state, host, executable] = key;
        std::string pid;
        if (ranks.size() == 1)
            for (const RankRow& row : reply.ranks)
                if (ranks.contains(row.rank))
                    pid = std::to_string(row.record.pid.value());
        const std::string program = executable.substr(executable.rfind('/') + 1); // npos + 1 is 0
        byLowest[ranks] = {session::shortRanks(ranks), visible(state), host, visible(program), pid};
    }
    Table table;
    table.add({"ranks", "state", "host", "program", "process"});
    if (!reply.onHold.empty())
        table.add({session::shortRanks(reply.onHold), "on hold", "", "", ""});
    if (!reply.silent.empty())
        table.add({session::shortRanks(reply.silent), "silent", "", "", ""});
    for (const auto& [ranks, row] : byLowest)
        table.add(row);
    return table.text();
}

std::string ReplyWriter::operator()(const ListReply& reply) const
{
    Table table;
    std::uint32_t number = reply.first;
    for (const std::string& line : reply.lines) {
        table.add({(number == reply.current ? "* " : "  ") + std::to_string(number), visible(line)});
        ++number;
    }
    return style.dim(reply.file) + "\n" + table.text();
}

std::string ReplyWriter::operator()(const SearchReply& reply) const
{
    std::string text;
    for (const SearchReply::File& file : reply.files) {
        Table table;
        for (const session::FoundLine& found : file.lines) {
            const std::string_view line = util::trimmed(found.text);
            table.add(
                {"  " + std::to_string(found.line), visible(std::string(line.substr(0, SourceFiles::kMaxLineBytes)))});
        }
        text += style.dim(visible(file.name)) + "\n" + table.text();
    }
    if (reply.files.empty())
        text += "no line of " + counted(reply.searched, "source file") + " has '" + visible(reply.pattern) + "'\n";
    std::string rest = reply.more ? "there are more" : "";
    if (reply.missing > 0)
        rest += (rest.empty() ? "" : "; ") + counted(reply.missing, "source file") + " cannot be read on this machine";
    return text + (rest.empty() ? "" : style.dim("(" + rest + ")") + "\n");
}

std::string ReplyWriter::operator()(const InputReply& reply) const
{
    if (reply.command == "eof")
        return style.dim(bracketed(reply.ranks) + " end of input sent") + "\n";
    return style.dim(bracketed(reply.ranks) + " " + std::to_string(reply.bytes) + " bytes of input sent") + "\n";
}

} // namespace

std::string replyText(const Reply& reply, const Style& style, SourceFiles& sources)
{
    return std::visit(ReplyWriter{style, sources}, reply.body);
}

std::string breakpointText(const session::Breakpoint& breakpoint)
{
    const debug::BreakpointStatus& status = breakpoint.status;
    const bool isOfData = std::holds_alternative<debug::WatchedData>(breakpoint.spec.where);
    std::string text = (isOfData                    ? "Watchpoint "
                        : breakpoint.spec.isTrace() ? "Tracepoint "
                        : breakpoint.temporary      ? "Temporary breakpoint "
                        : breakpoint.barrier        ? "Barrier "
                                                    : "Breakpoint ") +
                       std::to_string(breakpoint.spec.id.value()) + ", " + visible(session::describe(breakpoint.spec)) +
                       ignoreText(breakpoint) + (breakpoint.spec.enabled ? "" : " (disabled)");
    const std::string place = placeText(breakpoint);
    if (!status.resolved.empty())
        text += ": " + (place.empty() ? "set" : "at " + place) + " in " + bracketed(status.resolved);
    text += registersText(status) + scopeText(status);
    if (!status.pending.empty())
        text += (status.resolved.empty() ? ": " : "; ") +
                std::string(isOfData ? "not watched in " : "pending, no such place yet in ") +
                bracketed(status.pending);
    if (status.resolved.empty() && status.pending.empty())
        text += ": set in each rank as soon as it is attached";
    text += barrierText(breakpoint) + commandsText(breakpoint);
    if (!status.problem.empty())
        text += "\n  " + visible(status.problem);
    return text + "\n";
}

} // namespace dbgr::app
