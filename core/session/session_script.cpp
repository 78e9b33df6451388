// SPDX-License-Identifier: BSD-3-Clause
#include "session/session_script.h"

#include "debug/debug_error.h"
#include "session/describe.h"
#include "session/script_header.h"
#include "session/signal_table.h"
#include "util/overloaded.h"
#include "util/string_util.h"

#include <algorithm>
#include <utility>

namespace dbgr::session {

using util::RankSet;

namespace {

constexpr const char* kStopAllOn = "set stop-all on";
constexpr const char* kStopAllOff = "set stop-all off";
constexpr const char* kCatchReportsOn = "set catch-reports on";
constexpr const char* kCatchReportsOff = "set catch-reports off";

bool isControl(char c)
{
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

/// As `input` takes it: with -e, if it has bytes that a line cannot hold as they are.
std::string inputLine(const std::string& ranks, std::string_view text, bool newline)
{
    const std::string end = newline ? "" : " -n";
    if (std::none_of(text.begin(), text.end(), isControl))
        return "input" + end + " " + ranks + (text.empty() ? "" : " " + std::string(text));
    std::string escaped;
    for (const char c : text) {
        if (c == '\\')
            escaped += "\\\\";
        else if (isControl(c))
            escaped += "\\x" + util::toHex(std::string_view(&c, 1));
        else
            escaped += c;
    }
    return "input -e" + end + " " + ranks + " " + escaped;
}

} // namespace

// ---- What happened.

void SessionScript::sessionChanged(const ChangeSet&, std::span<const SessionEvent> events)
{
    for (const SessionEvent& event : events)
        take(event);
}

void SessionScript::take(const SessionEvent& event)
{
    std::visit(util::Overloaded{
                   [this](const CommandGiven& e) {
                       m_lines.mute(e.byCommandsOf.has_value());
                       std::visit([this](const auto& command) { on(command); }, e.what);
                       m_lines.mute(false);
                   },
                   [this](const JobLaunched& e) { takeJob(e); },
                   [this](const debug::RanksResumed& e) { m_moving |= e.ranks; },
                   [this](const debug::StopGroup& e) { m_moving -= e.ranks; },
                   [this](const RanksApart& e) { m_moving -= e.ranks; },
                   [this](const debug::AttachFailed& e) { m_moving -= e.ranks; },
                   [this](const debug::RanksExited& e) { m_moving -= e.ranks; },
                   [this](const debug::RanksDetached& e) { m_moving -= e.ranks; },
                   [this](const debug::RanksLost& e) { m_moving -= e.ranks; },
                   [this](const NodeLost& e) { m_moving -= e.ranks; },
                   [this](const CommandFailed& e) {
                       const bool wasToRun = e.what == "continue" || e.what == "step" || e.what == "advance" ||
                                             e.what == "until" || e.what == "jump" || e.what == "return";
                       if (wasToRun && e.error.code != make_error_code(debug::Errc::NotStopped))
                           m_moving -= e.ranks;
                   },
                   [this](const BreakpointUpdated& e) {
                       if (e.passed)
                           m_breakpoints.erase(e.id);
                       else if (e.removed)
                           refuse(e.id);
                       else if (const auto known = m_breakpoints.find(e.id);
                                known != m_breakpoints.end() && !e.off.empty() &&
                                std::exchange(known->second.beginsWithPlacesOff, false))
                           m_lines.switchOff(e.id, e.off);
                   },
                   [this](const LineFollowed& e) {
                       const auto known = m_breakpoints.find(e.id);
                       if (known != m_breakpoints.end()) // another script begins with it where it is now
                           known->second.spec.where = debug::SourceLine{e.from.file, e.line};
                   },
                   [this](const Ended&) { m_moving = {}; },
                   [this](const Finished&) { m_moving = {}; },
                   [](const auto&) {},
               },
               event);
}

void SessionScript::takeJob(const JobLaunched& job)
{
    m_all = {};
    for (const RankPlace& place : job.ranks)
        m_all.insert(place.rank);
    m_moving = m_all;
    m_hadRanks = true;
    m_focus.beginJob(m_all);
    m_scriptFocus.beginJob(m_all);
}

// ---- What was asked for.

void SessionScript::on(const GivenLaunch& command)
{
    catchUp();
    m_focus.forgetJob(m_all);
    m_scriptFocus.forgetJob(m_all);
    m_all = m_moving = m_unwaited = {};
    const launchers::LaunchSpec& spec = command.spec;
    const bool isSame =
        spec.argv == m_launch.argv && spec.hold == m_launch.hold && spec.workingDirectory == m_launch.workingDirectory;
    if (!m_hadJob)
        m_environment = spec.environment;
    if (m_hadRanks && isSame)
        write("restart" + environmentChanges(m_launch.environment, spec.environment));
    else
        startAnew(scriptHeader(spec, m_environment));
    m_launch = spec;
    m_hadRanks = m_left = false;
}

void SessionScript::on(const GivenAttach& command)
{
    catchUp();
    m_focus.forgetJob(m_all);
    m_scriptFocus.forgetJob(m_all);
    m_all = m_moving = m_unwaited = {};
    startAnew(scriptHeader(command.spec));
    m_launch = {};
    m_hadRanks = m_left = false;
}

void SessionScript::on(const GivenAttachAgain&)
{
    write("reattach");
}

void SessionScript::startAnew(std::string header)
{
    m_hadJob = true;
    m_lines.mute(false);
    m_lines.begin(std::move(header));
    m_scriptFocus = {};
    if (m_stopAll)
        m_lines.add(kStopAllOn);
    if (!m_catchReports)
        m_lines.add(kCatchReportsOff);
    for (const auto& [signal, rule] : m_signals)
        writeSignal(rule);
    for (const auto& [traps, ranks] : m_floatTraps.all())
        writeFloatTraps(ranks, traps);
    for (auto& [id, known] : m_breakpoints) {
        const bool isOfSome = known.barrier && !known.isBarrierOfAll;
        if (isOfSome)
            m_lines.add("focus " + known.barrier->toString());
        writeBreak(known);
        if (isOfSome)
            m_lines.add("focus all");
    }
    for (const std::string& line : m_groupLines)
        write(line);
}

void SessionScript::on(const GivenAddBreakpoint& command)
{
    catchUp();
    focusOn(command.barrier ? *command.barrier : m_focus.ranks());
    if (command.frame)
        write("frame " + std::to_string(*command.frame));
    Known known{command.spec, command.temporary ? "tbreak" : command.barrier ? "barrier" : "break"};
    known.barrier = command.barrier;
    known.isBarrierOfAll = command.barrier == m_all;
    writeBreak(m_breakpoints.insert_or_assign(command.spec.id, std::move(known)).first->second);
}

void SessionScript::writeBreak(Known& known)
{
    const debug::BreakpointSpec& spec = known.spec;
    const bool isCommand = spec.isTrace() || !debug::placeOf(spec.where); // as it is described
    m_lines.addSetting(spec.id, (isCommand ? "" : std::string(known.command) + ' ') + describe(spec));
    known.beginsWithPlacesOff = !spec.off.empty();
    if (spec.ignore != 0)
        m_lines.addAbout(spec.id, "ignore ", ' ' + std::to_string(spec.ignore));
    if (!spec.commands.empty())
        m_lines.addAbout(spec.id, "commands ", ' ' + spec.commands);
    if (!spec.enabled)
        m_lines.addAbout(spec.id, "disable ");
}

void SessionScript::refuse(util::BreakpointId id)
{
    if (m_breakpoints.erase(id) > 0) // else it was deleted
        m_lines.refuse(id);
}

void SessionScript::on(const GivenChangeBreakpoint& command)
{
    const util::BreakpointId id = command.spec.id;
    const auto found = m_breakpoints.find(id);
    if (found == m_breakpoints.end())
        return;
    Known& known = found->second;
    const bool isOther = known.spec.condition != command.spec.condition;
    // Data of a call that is over is looked for anew, by a breakpoint that was on all the time.
    const bool isArmed =
        command.spec.enabled && !isOther && std::holds_alternative<debug::WatchedData>(command.spec.where);
    if (isOther)
        writeAbout(id, "condition ", (command.spec.condition.empty() ? "" : " ") + command.spec.condition);
    if (known.spec.enabled != command.spec.enabled || isArmed)
        writeAbout(id, command.spec.enabled ? "enable " : "disable ");
    known.spec.condition = command.spec.condition;
    known.spec.enabled = command.spec.enabled;
}

void SessionScript::on(const GivenIgnoreBreakpoint& command)
{
    writeAbout(command.id, "ignore ", ' ' + std::to_string(command.count));
    if (const auto known = m_breakpoints.find(command.id); known != m_breakpoints.end())
        known->second.spec.ignore = command.count;
}

void SessionScript::on(const GivenBreakpointGroup& command)
{
    writeAbout(command.id, "bgroup " + (command.group.empty() ? "none" : command.group) + ' ');
    if (const auto known = m_breakpoints.find(command.id); known != m_breakpoints.end())
        known->second.spec.group = command.group;
}

void SessionScript::on(const GivenBreakpointCommands& command)
{
    writeAbout(command.id, "commands ", command.commands.empty() ? " none" : ' ' + command.commands);
    if (const auto known = m_breakpoints.find(command.id); known != m_breakpoints.end())
        known->second.spec.commands = command.commands;
}

void SessionScript::on(const GivenSwitchPlace& command)
{
    writeAbout(command.id, command.on ? "enable " : "disable ", '.' + std::to_string(command.place));
    if (const auto known = m_breakpoints.find(command.id); known != m_breakpoints.end())
        known->second.spec.off = command.off;
}

void SessionScript::on(const GivenRemoveBreakpoint& command)
{
    writeAbout(command.id, "delete ");
    m_breakpoints.erase(command.id);
}

void SessionScript::on(const GivenFocus& command)
{
    if (!m_lines.isMuted())         // else it comes back
        m_focus.set(command.ranks); // written before the next command, or at the end
}

void SessionScript::on(const GivenLeader& command)
{
    if (!m_lines.isMuted())
        m_focus.setLeader(command.rank);
}

void SessionScript::on(const GivenContinue& command)
{
    writeControl(command.ranks, "continue", true);
    m_moving |= command.moving;
}

void SessionScript::on(const GivenInterrupt& command)
{
    writeControl(command.ranks, "interrupt", false);
}

void SessionScript::on(const GivenStep& command)
{
    const std::string step = debug::asTyped(debug::Step{command.kind, command.count, command.alone, command.team});
    writeControl(command.ranks, step + (command.together ? " --together" : ""), true);
    m_moving |= command.moving;
}

void SessionScript::on(const GivenRunTo& command)
{
    writeControl(command.ranks, debug::asTyped(command.what), true);
    m_moving |= command.moving;
}

void SessionScript::on(const GivenMove& command)
{
    writeControl(command.ranks, debug::asTyped(command.what), false);
    m_moving |= command.moving;
}

void SessionScript::on(const GivenSignal& command)
{
    m_signals.insert_or_assign(command.rule.signal, command.rule);
    writeSignal(command.rule);
}

void SessionScript::writeSignal(const debug::SignalRule& rule)
{
    write("handle " + signalWord(rule.signal) + ' ' + describe(rule));
}

void SessionScript::on(const GivenFloatTraps& command)
{
    m_floatTraps.set(command.ranks, command.traps);
    writeFloatTraps(command.ranks, command.traps);
}

void SessionScript::writeFloatTraps(const util::RankSet& ranks, util::FloatTraps traps)
{
    write("float-traps " + traps.text() + ' ' + text(ranks));
}

void SessionScript::on(const GivenHold& command)
{
    write((command.on ? "hold " : "unhold ") + text(command.ranks));
}

void SessionScript::on(const GivenStopAll& command)
{
    m_stopAll = command.on;
    write(m_stopAll ? kStopAllOn : kStopAllOff);
}

void SessionScript::on(const GivenCatchReports& command)
{
    m_catchReports = command.on;
    write(m_catchReports ? kCatchReportsOn : kCatchReportsOff);
}

void SessionScript::on(const GivenInput& command)
{
    constexpr std::size_t kMostBytes = 1 << 16; // a line has limits
    const std::string ranks = text(command.ranks);
    for (std::string_view left = command.text; !left.empty();) {
        const std::size_t end = left.substr(0, kMostBytes).find('\n');
        const bool isLine = end != std::string_view::npos;
        const std::string_view piece = left.substr(0, isLine ? end : kMostBytes);
        write(inputLine(ranks, piece, isLine));
        left.remove_prefix(piece.size() + (isLine ? 1 : 0));
    }
    if (command.eof)
        write("eof " + ranks);
}

void SessionScript::on(const GivenAssign& command)
{
    if (command.frame)
        writeFor(command.ranks, "frame " + std::to_string(*command.frame));
    writeFor(command.ranks, "set " + command.target + " = " + command.value);
}

void SessionScript::on(const GivenCall& command)
{
    if (command.frame)
        writeFor(command.ranks, "frame " + std::to_string(*command.frame));
    writeFor(command.ranks, "call " + command.expression);
}

void SessionScript::on(const GivenTakeBack& command)
{
    writeFor(command.ranks, "undo");
}

void SessionScript::on(const GivenSelectThread& command)
{
    writeFor(command.ranks, debug::asTyped(debug::SelectThread{command.thread}));
}

void SessionScript::on(const GivenFreeze& command)
{
    writeFor(command.ranks, debug::asTyped(requestOf(command)));
}

void SessionScript::on(const GivenGroup& command)
{
    if (!command.origin.empty())
        writeGroup("# group " + command.name + ' ' + command.origin);
    writeGroup("group " + command.name + " = " + command.definition);
}

void SessionScript::on(const GivenDeleteGroup& command)
{
    writeGroup("group delete " + command.name);
}

void SessionScript::on(const GivenRenameGroup& command)
{
    writeGroup("group rename " + command.from + ' ' + command.to);
}

void SessionScript::writeGroup(std::string line)
{
    m_groupLines.push_back(line);
    write(std::move(line));
}

void SessionScript::on(const GivenDetach&)
{
    write("detach");
    m_unwaited = {};
}

void SessionScript::on(const GivenKill&)
{
    write("kill");
    m_unwaited = {};
}

void SessionScript::on(const GivenLeave&)
{
    catchUp();
    m_unwaited = {};
    m_left = true;
}

// ---- Lines.

void SessionScript::write(std::string line)
{
    writeFor(m_focus.ranks(), std::move(line));
}

void SessionScript::writeAbout(util::BreakpointId id, std::string before, std::string behind)
{
    catchUp();
    focusOn(m_focus.ranks());
    m_lines.addAbout(id, std::move(before), std::move(behind));
}

void SessionScript::writeFor(const RankSet& ranks, std::string line)
{
    catchUp();
    focusOn(ranks);
    m_lines.add(std::move(line));
}

void SessionScript::writeControl(const RankSet& ranks, std::string line, bool canGoOn)
{
    writeFor(ranks, std::move(line));
    if (!m_lines.isMuted())
        m_pending = Pending{m_lines.last(), ranks, canGoOn};
}

void SessionScript::focusOn(const RankSet& ranks)
{
    const auto leader = ranks == m_focus.ranks() ? m_focus.chosen() : std::nullopt;
    const bool isLed = !leader || leader == m_scriptFocus.chosen();
    if (m_lines.isMuted() || ranks.empty() || (ranks == m_scriptFocus.ranks() && isLed))
        return;
    m_scriptFocus.set(ranks);
    std::string line = "focus " + text(ranks);
    if (leader && leader != m_scriptFocus.chosen()) {
        m_scriptFocus.setLeader(*leader);
        line += " leading " + std::to_string(leader->value());
    }
    m_lines.add(std::move(line));
}

void SessionScript::catchUp()
{
    if (m_lines.isMuted())
        return;
    if (const auto pending = std::exchange(m_pending, std::nullopt)) {
        const bool goesOn = pending->canGoOn && pending->ranks.intersects(m_moving);
        if (goesOn) {
            m_lines.append(pending->line, " &");
            m_unwaited |= pending->ranks;
        } else {
            m_unwaited -= pending->ranks;
        }
    }
    const RankSet settled = m_unwaited - m_moving;
    if (settled.empty())
        return;
    m_unwaited -= settled;
    focusOn(settled);
    m_lines.add("wait");
}

void SessionScript::finish()
{
    if (!m_left) { // what still runs is waited for: the end of a script would kill it
        if (m_pending)
            m_unwaited -= std::exchange(m_pending, std::nullopt)->ranks;
        m_moving = {};
        catchUp();
    }
    focusOn(m_focus.ranks());
}

std::string SessionScript::text() const
{
    if (!m_hadJob)
        return {};
    SessionScript whole = *this;
    whole.finish();
    return whole.m_lines.text();
}

std::string SessionScript::text(const RankSet& ranks) const
{
    return ranks == m_all ? "all" : ranks.toString();
}

} // namespace dbgr::session
