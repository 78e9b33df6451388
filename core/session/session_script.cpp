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
                   [this](const CommandGiven& e) { std::visit([this](const auto& command) { on(command); }, e.what); },
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
    if (m_hadRanks && isSame)
        write("restart");
    else
        startAnew(scriptHeader(spec));
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
    m_lines = {std::move(header)};
    m_scriptFocus = {};
    m_lastNumber = 0;
    if (m_stopAll)
        m_lines.emplace_back(kStopAllOn);
    if (!m_catchReports)
        m_lines.emplace_back(kCatchReportsOff);
    for (const auto& [signal, rule] : m_signals)
        writeSignal(rule);
    for (const auto& [traps, ranks] : m_floatTraps.all())
        writeFloatTraps(ranks, traps);
    for (auto& [id, known] : m_breakpoints)
        writeBreak(known.spec, known.command);
    for (const std::string& line : m_groupLines)
        write(line);
}

void SessionScript::on(const GivenAddBreakpoint& command)
{
    catchUp();
    if (command.barrier)
        focusOn(*command.barrier);
    writeBreak(command.spec, command.temporary ? "tbreak" : command.barrier ? "barrier" : "break");
}

void SessionScript::writeBreak(const debug::BreakpointSpec& spec, const char* command)
{
    const bool isCommand = spec.isTrace() || !debug::placeOf(spec.where); // as it is described
    write((isCommand ? "" : std::string(command) + ' ') + describe(spec));
    m_breakpoints[spec.id] = {spec, ++m_lastNumber, m_lines.size() - 1, command};
    if (spec.ignore != 0)
        write("ignore " + number(spec.id) + ' ' + std::to_string(spec.ignore));
    if (!spec.enabled)
        write("disable " + number(spec.id));
}

void SessionScript::refuse(util::BreakpointId id)
{
    const auto refused = m_breakpoints.find(id);
    if (refused == m_breakpoints.end())
        return; // it was deleted
    const Known gone = refused->second;
    m_breakpoints.erase(refused);
    m_lines[gone.line] = "# refused: " + m_lines[gone.line];
    for (auto& [other, known] : m_breakpoints)
        known.number -= known.number > gone.number ? 1 : 0;
    --m_lastNumber;
}

void SessionScript::on(const GivenChangeBreakpoint& command)
{
    debug::BreakpointSpec& known = m_breakpoints[command.spec.id].spec;
    if (known.condition != command.spec.condition)
        write("condition " + number(command.spec.id) + (command.spec.condition.empty() ? "" : " ") +
              command.spec.condition);
    if (known.enabled != command.spec.enabled)
        write((command.spec.enabled ? "enable " : "disable ") + number(command.spec.id));
    known = command.spec;
}

void SessionScript::on(const GivenIgnoreBreakpoint& command)
{
    write("ignore " + number(command.id) + ' ' + std::to_string(command.count));
    m_breakpoints[command.id].spec.ignore = command.count;
}

void SessionScript::on(const GivenSwitchPlace& command)
{
    write((command.on ? "enable " : "disable ") + number(command.id) + '.' + std::to_string(command.place));
}

void SessionScript::on(const GivenRemoveBreakpoint& command)
{
    write("delete " + number(command.id));
    m_breakpoints.erase(command.id);
}

void SessionScript::on(const GivenFocus& command)
{
    m_focus.set(command.ranks); // written before the next command, or at the end
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

void SessionScript::writeFor(const RankSet& ranks, std::string line)
{
    catchUp();
    focusOn(ranks);
    m_lines.push_back(oneLine(std::move(line)));
}

void SessionScript::writeControl(const RankSet& ranks, std::string line, bool canGoOn)
{
    writeFor(ranks, std::move(line));
    m_pending = Pending{m_lines.size() - 1, ranks, canGoOn};
}

void SessionScript::focusOn(const RankSet& ranks)
{
    if (ranks.empty() || ranks == m_scriptFocus.ranks())
        return;
    m_scriptFocus.set(ranks);
    m_lines.push_back("focus " + text(ranks));
}

void SessionScript::catchUp()
{
    if (const auto pending = std::exchange(m_pending, std::nullopt)) {
        const bool goesOn = pending->canGoOn && pending->ranks.intersects(m_moving);
        if (goesOn) {
            m_lines[pending->line] += " &";
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
    m_lines.emplace_back("wait");
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
    std::string lines;
    for (const std::string& line : whole.m_lines)
        lines += line + "\n";
    return lines;
}

std::string SessionScript::text(const RankSet& ranks) const
{
    return ranks == m_all ? "all" : ranks.toString();
}

std::string SessionScript::number(util::BreakpointId id) const
{
    const auto known = m_breakpoints.find(id);
    return std::to_string(known == m_breakpoints.end() ? id.value() : known->second.number);
}

} // namespace dbgr::session
