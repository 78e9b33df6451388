// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/breakpoints/breakpoint_memory.h"

#include "debug/trace.h"
#include "session/breakpoint_text.h"
#include "session/process_table.h"
#include "session/session.h"
#include "ui/bridge/session_bridge.h"
#include "ui/settings/setting_keys.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <utility>

namespace dbgr::ui {

namespace {

// The words of the stored text.
const QLatin1String kProgram("program");
const QLatin1String kBreakpoints("breakpoints");
const QLatin1String kFile("file");
const QLatin1String kLine("line");
const QLatin1String kFunction("function");
const QLatin1String kTyped("typed"); // of data and exceptions: as a person types it
const QLatin1String kIgnore("ignore");
const QLatin1String kTraced("traced"); // what is logged there
const QLatin1String kRanks("ranks");   // the only ones that it is for
const QLatin1String kThread("thread"); // of each rank, the only one
const QLatin1String kGroup("group");
const QLatin1String kWithin("within"); // files that a pattern means
const QLatin1String kCommands("commands");
const QLatin1String kCondition("condition");
const QLatin1String kEnabled("enabled");
const QLatin1String kTemporary("temporary");
const QLatin1String kBarrier("barrier"); // ranks that gather there
const QLatin1String kBookmarks("bookmarks");
const QLatin1String kRemark("remark");
const QLatin1String kOff("off"); // places: debug::PlaceName
const QLatin1String kModule("module");
const QLatin1String kOrdinal("ordinal");
const QLatin1String kSource("source"); // debug::LineText
const QLatin1String kText("text");     // of the line
const QLatin1String kBefore("before");
const QLatin1String kAfter("after");

QJsonObject toJson(const debug::PlaceName& name)
{
    return {{kFile, QString::fromStdString(name.file)},
            {kFunction, QString::fromStdString(name.function)},
            {kModule, QString::fromStdString(name.module)},
            {kOrdinal, static_cast<qint64>(name.ordinal)}};
}

QJsonObject toJson(const debug::LineText& line)
{
    return {{kFile, QString::fromStdString(line.file)},   {kLine, static_cast<qint64>(line.line)},
            {kText, QString::fromStdString(line.text)},   {kBefore, QString::fromStdString(line.before)},
            {kAfter, QString::fromStdString(line.after)}, {kProgram, QString::fromStdString(line.program)}};
}

std::string textIn(const QJsonValue& json, QLatin1String name)
{
    return json[name].toString().toStdString();
}

std::uint32_t numberIn(const QJsonValue& json, QLatin1String name)
{
    return static_cast<std::uint32_t>(std::max(0, json[name].toInt()));
}

debug::PlaceName toPlaceName(const QJsonValue& json)
{
    return {textIn(json, kFile), textIn(json, kFunction), textIn(json, kModule), numberIn(json, kOrdinal)};
}

/// Nothing, if it names no text.
std::optional<debug::LineText> toLineText(const QJsonValue& json)
{
    debug::LineText line{textIn(json, kFile),   numberIn(json, kLine), textIn(json, kText),
                         textIn(json, kBefore), textIn(json, kAfter),  textIn(json, kProgram)};
    return line.line == 0 || line.text.empty() ? std::nullopt : std::optional(std::move(line));
}

QJsonObject toJson(const debug::BreakpointSpec& spec)
{
    QJsonObject json;
    if (!spec.traced.empty()) {
        QJsonArray traced;
        for (const std::string& expression : spec.traced)
            traced.append(QString::fromStdString(expression));
        json[kTraced] = traced;
    }
    if (const auto* const line = std::get_if<debug::SourceLine>(&spec.where)) {
        json[kFile] = QString::fromStdString(line->file);
        json[kLine] = static_cast<qint64>(line->line);
    } else if (const auto* const function = std::get_if<debug::FunctionName>(&spec.where)) {
        json[kFunction] = QString::fromStdString(function->name);
    } else {
        json[kTyped] = QString::fromStdString(debug::textOf(spec.where));
    }
    if (spec.ignore != 0)
        json[kIgnore] = static_cast<qint64>(spec.ignore);
    if (spec.ranks)
        json[kRanks] = QString::fromStdString(spec.ranks->toString());
    if (spec.thread)
        json[kThread] = static_cast<qint64>(spec.thread->value);
    if (!spec.group.empty())
        json[kGroup] = QString::fromStdString(spec.group);
    if (!spec.within.empty())
        json[kWithin] = QString::fromStdString(spec.within);
    if (!spec.commands.empty())
        json[kCommands] = QString::fromStdString(spec.commands);
    if (!spec.condition.empty())
        json[kCondition] = QString::fromStdString(spec.condition);
    if (!spec.enabled)
        json[kEnabled] = false;
    if (!spec.off.empty()) {
        QJsonArray off;
        for (const debug::PlaceName& name : spec.off)
            off.append(toJson(name));
        json[kOff] = off;
    }
    if (spec.lineText)
        json[kSource] = toJson(*spec.lineText);
    return json;
}

QJsonObject toJson(const RememberedBreakpoint& breakpoint)
{
    QJsonObject json = toJson(breakpoint.spec);
    if (breakpoint.temporary)
        json[kTemporary] = true;
    if (breakpoint.barrier)
        json[kBarrier] = QString::fromStdString(breakpoint.barrier->toString());
    return json;
}

QJsonObject toJson(const Bookmark& bookmark)
{
    QJsonObject json{{kFile, bookmark.file}, {kLine, static_cast<qint64>(bookmark.line)}, {kText, bookmark.text}};
    if (!bookmark.remark.isEmpty())
        json[kRemark] = bookmark.remark;
    return json;
}

/// \return line 0 if it names no place
Bookmark readBookmark(const QJsonObject& json)
{
    const QString file = json[kFile].toString();
    const auto line = static_cast<std::uint32_t>(file.isEmpty() ? 0 : std::max(0, json[kLine].toInt()));
    return {file, line, Bookmarks::lineKey(json[kText].toString()), json[kRemark].toString()};
}

/// Nothing, if there are none.
std::optional<util::RankSet> readRanks(const QJsonValue& json)
{
    const auto all = util::RankSet::firstN(session::ProcessTable::kMaxRanks);
    const auto ranks = util::RankSet::parse(json.toString().toStdString(), all);
    return ranks && !ranks->empty() ? std::optional(*ranks) : std::nullopt;
}

/// \return false if it names no place
bool readSpec(const QJsonObject& json, debug::BreakpointSpec& spec)
{
    const std::string file = json[kFile].toString().toStdString();
    const std::string function = json[kFunction].toString().toStdString();
    const auto line = static_cast<std::uint32_t>(std::max(0, json[kLine].toInt()));
    if (!function.empty())
        spec.where = debug::FunctionName{function};
    else if (!file.empty() && line > 0)
        spec.where = debug::SourceLine{file, line};
    else if (auto typed = session::parseBreakpoint(json[kTyped].toString().toStdString()))
        spec.where = std::move(typed->spec.where);
    else
        return false;
    for (const QJsonValue& expression : json[kTraced].toArray())
        spec.traced.push_back(expression.toString().toStdString());
    if (spec.isTrace() && (spec.traced.size() > debug::kMostTraced || !debug::placeOf(spec.where)))
        return false;
    spec.ignore = static_cast<std::uint32_t>(std::max(0, json[kIgnore].toInt()));
    spec.condition = json[kCondition].toString().toStdString();
    spec.ranks = readRanks(json[kRanks]);
    if (const int thread = json[kThread].toInt(); thread > 0)
        spec.thread = debug::ThreadIndex{static_cast<std::uint32_t>(thread)};
    if (std::string group = textIn(json, kGroup); session::checkBreakpointGroup(group))
        spec.group = std::move(group);
    spec.within = textIn(json, kWithin);
    spec.commands = json[kCommands].toString().toStdString();
    spec.enabled = json[kEnabled].toBool(true);
    for (const QJsonValue& name : json[kOff].toArray()) {
        if (spec.off.size() < debug::kMostPlaces)
            spec.off.push_back(toPlaceName(name));
    }
    spec.lineText = toLineText(json[kSource]);
    return true;
}

void setRemembered(session::Session& session, const RememberedBreakpoint& breakpoint)
{
    // What is stored names a place, so it is not refused.
    if (breakpoint.barrier)
        (void)session.addBarrier(breakpoint.spec, *breakpoint.barrier);
    else if (breakpoint.temporary)
        (void)session.addTemporaryBreakpoint(breakpoint.spec);
    else
        (void)session.addBreakpoint(breakpoint.spec);
}

std::vector<ProgramBreakpoints>::iterator findProgram(std::vector<ProgramBreakpoints>& programs, const QString& name)
{
    return std::find_if(programs.begin(), programs.end(), [&](const auto& one) { return one.program == name; });
}

} // namespace

QString toText(const std::vector<ProgramBreakpoints>& programs)
{
    QJsonArray all;
    for (const ProgramBreakpoints& one : programs) {
        QJsonArray breakpoints;
        for (const RememberedBreakpoint& breakpoint : one.breakpoints)
            breakpoints.append(toJson(breakpoint));
        QJsonArray bookmarks;
        for (const Bookmark& bookmark : one.bookmarks)
            bookmarks.append(toJson(bookmark));
        all.append(QJsonObject{{kProgram, one.program}, {kBreakpoints, breakpoints}, {kBookmarks, bookmarks}});
    }
    return QString::fromUtf8(QJsonDocument(all).toJson(QJsonDocument::Compact));
}

std::vector<ProgramBreakpoints> toPrograms(const QString& text)
{
    std::vector<ProgramBreakpoints> programs;
    const QJsonArray all = QJsonDocument::fromJson(text.toUtf8()).array();
    for (const QJsonValue& value : all) {
        ProgramBreakpoints one{value[kProgram].toString(), {}};
        const QJsonArray breakpoints = value[kBreakpoints].toArray();
        for (const QJsonValue& breakpoint : breakpoints) {
            if (debug::BreakpointSpec spec; readSpec(breakpoint.toObject(), spec))
                one.breakpoints.push_back(
                    {std::move(spec), breakpoint[kTemporary].toBool(), readRanks(breakpoint[kBarrier])});
        }
        const QJsonArray bookmarks = value[kBookmarks].toArray();
        for (const QJsonValue& bookmark : bookmarks) {
            if (Bookmark read = readBookmark(bookmark.toObject()); read.line > 0)
                one.bookmarks.push_back(std::move(read));
        }
        if (!one.program.isEmpty() && (!one.breakpoints.empty() || !one.bookmarks.empty()))
            programs.push_back(std::move(one));
    }
    return programs;
}

BreakpointMemory::BreakpointMemory(SessionBridge& bridge, Settings& settings, Bookmarks& bookmarks, QObject* parent)
    : QObject(parent), m_bridge(bridge), m_settings(settings), m_bookmarks(bookmarks)
{
    connect(&bridge, &SessionBridge::jobChanged, this, &BreakpointMemory::jobChanged);
    connect(&bridge, &SessionBridge::breakpointsChanged, this, &BreakpointMemory::save);
    connect(&bookmarks, &Bookmarks::changed, this, &BreakpointMemory::save);
    connect(&bridge, &SessionBridge::happened, this, [this](const std::vector<session::SessionEvent>& events) {
        for (const session::SessionEvent& event : events) {
            if (const auto* const job = std::get_if<session::JobLaunched>(&event))
                launched(*job);
        }
    });
}

/// From the launch until its program is known, new breakpoints may be of another program than the old ones.
void BreakpointMemory::jobChanged()
{
    m_launching = true;
}

void BreakpointMemory::takeGiven()
{
    m_given = m_bridge.session().canLaunch();
    if (m_given) {
        m_program.clear();
        m_known.clear();
    }
}

void BreakpointMemory::launched(const session::JobLaunched& job)
{
    m_launching = false;
    const QString program = job.ranks.empty() ? QString() : QString::fromStdString(job.ranks.front().executable);
    session::Session& session = m_bridge.session();
    if (program == m_program) { // it has them, and they may have gone with their lines
        m_given = false;
        return save();
    }
    for (const util::BreakpointId id : m_known)
        (void)session.removeBreakpoint(id); // gone already: the user was quicker
    std::vector<Bookmark> bookmarks;        // those of another program stay with it
    if (m_program.isEmpty())
        bookmarks = m_bookmarks.all();
    m_program = program;
    std::vector<ProgramBreakpoints> programs = toPrograms(m_settings.value(setting::kBreakpoints));
    const auto remembered = findProgram(programs, program);
    if (!std::exchange(m_given, false) && remembered != programs.end()) {
        const std::vector<RememberedBreakpoint> present = breakpointsOfNow();
        for (const RememberedBreakpoint& breakpoint : remembered->breakpoints) {
            const debug::BreakpointSpec& spec = breakpoint.spec;
            const bool stands = std::any_of(present.begin(), present.end(), [&](const RememberedBreakpoint& there) {
                const debug::BreakpointSpec& other = there.spec;
                return other.where == spec.where && other.within == spec.within && other.traced == spec.traced &&
                       other.thread == spec.thread;
            });
            if (!stands)
                setRemembered(session, breakpoint);
        }
        for (const Bookmark& old : remembered->bookmarks) {
            if (std::none_of(bookmarks.begin(), bookmarks.end(),
                             [&](const Bookmark& other) { return other.where() == old.where(); }))
                bookmarks.push_back(old);
        }
    }
    m_bookmarks.set(std::move(bookmarks));
    save();
}

std::vector<RememberedBreakpoint> BreakpointMemory::breakpointsOfNow() const
{
    std::vector<RememberedBreakpoint> breakpoints;
    for (const auto& [id, breakpoint] : m_bridge.session().breakpoints().all()) {
        if (breakpoint.status.scope.empty() && breakpoint.ofCall.empty()) // a call's data ends with its job
            breakpoints.push_back({breakpoint.spec, breakpoint.temporary,
                                   breakpoint.barrier ? std::optional(breakpoint.barrier->group) : std::nullopt});
    }
    return breakpoints;
}

void BreakpointMemory::save()
{
    if (m_launching || m_program.isEmpty())
        return;
    m_known.clear();
    for (const auto& [id, breakpoint] : m_bridge.session().breakpoints().all())
        m_known.insert(id);
    std::vector<ProgramBreakpoints> programs = toPrograms(m_settings.value(setting::kBreakpoints));
    if (const auto old = findProgram(programs, m_program); old != programs.end())
        programs.erase(old);
    if (!m_known.empty() || !m_bookmarks.all().empty())
        programs.insert(programs.begin(), {m_program, breakpointsOfNow(), m_bookmarks.all()});
    if (programs.size() > kPrograms)
        programs.resize(kPrograms);
    m_settings.set(setting::kBreakpoints, toText(programs));
}

} // namespace dbgr::ui

#include "moc_breakpoint_memory.cpp"
