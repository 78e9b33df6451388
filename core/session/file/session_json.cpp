// SPDX-License-Identifier: BSD-3-Clause
#include "session/file/session_json.h"

#include "session/file/json_fields.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace dbgr::session {

using util::Result;

namespace {

// The words of the format.
constexpr auto kVersion = "dbgr-session";
constexpr auto kLaunch = "launch";
constexpr auto kCommand = "command";
constexpr auto kFolder = "folder";
constexpr auto kEnvironment = "environment";
constexpr auto kHold = "hold";
constexpr auto kBreakpoints = "breakpoints";
constexpr auto kAt = "at";
constexpr auto kEnabled = "enabled";
constexpr auto kTemporary = "temporary";
constexpr auto kIgnore = "ignore";
constexpr auto kCommands = "commands";
constexpr auto kBarrier = "barrier";
constexpr auto kOff = "off";
constexpr auto kFunction = "function";
constexpr auto kFile = "file";
constexpr auto kModule = "module";
constexpr auto kOrdinal = "ordinal";
constexpr auto kSource = "source";
constexpr auto kLine = "line";
constexpr auto kText = "text";
constexpr auto kBefore = "before";
constexpr auto kAfter = "after";
constexpr auto kProgram = "program";
constexpr auto kSignals = "signals";
constexpr auto kSignal = "signal";
constexpr auto kFloatTraps = "float_traps";
constexpr auto kTraps = "traps";
constexpr auto kStop = "stop";
constexpr auto kPass = "pass";
constexpr auto kTell = "tell";
constexpr auto kGroups = "groups";
constexpr auto kName = "name";
constexpr auto kRanks = "ranks";
constexpr auto kOrigin = "origin";
constexpr auto kFocus = "focus";
constexpr auto kStopAll = "stop-all";
constexpr auto kCatchReports = "catch-reports";
constexpr auto kWatches = "watches";
constexpr auto kSourceFolders = "source-folders";
constexpr auto kFrom = "from";
constexpr auto kTo = "to";
constexpr auto kBookmarks = "bookmarks";
constexpr auto kRemark = "remark";
constexpr auto kLayout = "layout";

/// Looks at a text while it is read: how deep it goes, and whether a name is there twice in one object.
class Watch
{
public:
    bool operator()(Json::parse_event_t event, const Json& parsed)
    {
        using Event = Json::parse_event_t;
        if (event == Event::object_start || event == Event::array_start) {
            m_tooDeep = m_tooDeep || m_names.size() == SessionLimits::kDepth;
            if (!m_tooDeep)
                m_names.emplace_back();
        } else if ((event == Event::object_end || event == Event::array_end) && !m_tooDeep) {
            m_names.pop_back();
        } else if (event == Event::key && !m_tooDeep && !m_names.back().insert(parsed.get<std::string>()).second) {
            m_twice = m_twice ? m_twice : parsed.get<std::string>();
        }
        return !m_tooDeep; // what is deeper is not kept
    }

    [[nodiscard]] Result<void> verdict() const
    {
        if (m_tooDeep)
            return badField("", "lists and objects stand in each other, more than " +
                                    std::to_string(SessionLimits::kDepth) + " deep");
        if (m_twice)
            return badField("", "a field is there twice: \"" + m_twice->substr(0, 60) + "\"");
        return util::ok();
    }

private:
    std::vector<std::set<std::string>> m_names; ///< of the objects around; empty for a list
    std::optional<std::string> m_twice;
    bool m_tooDeep = false;
};

Result<Json> parse(std::string_view text)
{
    if (text.size() > SessionLimits::kFileBytes)
        return badField("", "it is larger than " + std::to_string(SessionLimits::kFileBytes >> 20) + " MiB");
    if (!looksLikeSession(text))
        return badField("", "it does not begin with {");
    Watch watch;
    try {
        Json json =
            Json::parse(text, [&watch](int, Json::parse_event_t event, Json& parsed) { return watch(event, parsed); });
        DBGR_TRY(watch.verdict());
        return json;
    } catch (const Json::exception& error) {
        const auto* const where = dynamic_cast<const Json::parse_error*>(&error);
        const std::size_t byte = std::min(where ? where->byte : 0, text.size());
        const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(byte), '\n') + 1;
        return badField("", "line " + std::to_string(line) + " is no JSON");
    }
}

Result<void> checkVersion(JsonFields& file)
{
    const Json* const version = file.find(kVersion);
    if (!version || !version->is_number_unsigned() || version->get<std::uint64_t>() == 0)
        return badField(kVersion, "it is missing, or no number from 1");
    const auto number = version->get<std::uint64_t>();
    if (number > kSessionVersion)
        return util::fail(Errc::NewerSessionFile,
                          "the session file is of version " + std::to_string(number) +
                              ", and this dbgr reads versions up to " + std::to_string(kSessionVersion),
                          "Open it with the dbgr that saved it, or with a newer one than this.");
    return util::ok();
}

/// Calls `read` with the fields of each entry of a list of objects.
template <class Read>
Result<void> readEach(JsonFields& file, const char* name, std::size_t most, Read read)
{
    DBGR_TRY(const Json* const entries, file.list(name, most));
    for (std::size_t i = 0; entries && i < entries->size(); ++i) {
        DBGR_TRY(JsonFields entry, JsonFields::of((*entries)[i], file.path(name) + "[" + std::to_string(i) + "]"));
        DBGR_TRY(read(entry));
        DBGR_TRY(entry.nothingElse());
    }
    return util::ok();
}

Result<launchers::HoldPoint> readHold(JsonFields& launch)
{
    using launchers::HoldPoint;
    DBGR_TRY(const std::string word, launch.text(kHold));
    for (const HoldPoint hold : {HoldPoint::Init, HoldPoint::Exec, HoldPoint::App, HoldPoint::None}) {
        if (word == launchers::name(hold) || (word.empty() && hold == HoldPoint::Init))
            return hold;
    }
    return badField(launch.path(kHold), "it is none of init, exec, app, none");
}

/// "NAME=value", with a name.
bool isVariable(const std::string& text)
{
    const std::size_t sign = text.find('=');
    return sign != std::string::npos && sign > 0;
}

Result<std::optional<SavedLaunch>> readLaunch(JsonFields& file)
{
    const Json* const value = file.find(kLaunch);
    if (!value)
        return std::nullopt;
    DBGR_TRY(JsonFields fields, JsonFields::of(*value, kLaunch));
    SavedLaunch launch;
    DBGR_TRY(launch.command, fields.texts(kCommand, SessionLimits::kWords));
    if (launch.command.empty() || launch.command.front().empty())
        return badField(fields.path(kCommand), "there is no command");
    DBGR_TRY(launch.folder, fields.neededText(kFolder));
    if (launch.folder.front() != '/')
        return badField(fields.path(kFolder), "it is no whole path, /...");
    DBGR_TRY(launch.environment, fields.texts(kEnvironment, SessionLimits::kVariables));
    if (!std::all_of(launch.environment.begin(), launch.environment.end(), isVariable))
        return badField(fields.path(kEnvironment), "an entry is not NAME=value");
    DBGR_TRY(launch.hold, readHold(fields));
    DBGR_TRY(fields.nothingElse());
    return launch;
}

Result<void> readPlaceName(JsonFields& fields, debug::PlaceName& name)
{
    DBGR_TRY(name.file, fields.text(kFile));
    DBGR_TRY(name.function, fields.text(kFunction));
    DBGR_TRY(name.module, fields.text(kModule));
    DBGR_TRY(name.ordinal, fields.number(kOrdinal));
    return util::ok();
}

Result<std::optional<debug::LineText>> readLineText(JsonFields& breakpoint)
{
    const Json* const value = breakpoint.find(kSource);
    if (!value)
        return std::nullopt;
    DBGR_TRY(JsonFields fields, JsonFields::of(*value, breakpoint.path(kSource)));
    debug::LineText line;
    DBGR_TRY(line.file, fields.neededText(kFile));
    DBGR_TRY(line.line, fields.number(kLine));
    if (line.line == 0)
        return badField(fields.path(kLine), "lines count from 1");
    DBGR_TRY(line.text, fields.neededText(kText));
    DBGR_TRY(line.before, fields.text(kBefore));
    DBGR_TRY(line.after, fields.text(kAfter));
    DBGR_TRY(line.program, fields.text(kProgram));
    DBGR_TRY(fields.nothingElse());
    return line;
}

Result<void> readBreakpoint(JsonFields& fields, SavedBreakpoint& breakpoint)
{
    DBGR_TRY(breakpoint.text, fields.neededText(kAt));
    DBGR_TRY(breakpoint.enabled, fields.flag(kEnabled, true));
    DBGR_TRY(breakpoint.temporary, fields.flag(kTemporary, false));
    DBGR_TRY(breakpoint.ignore, fields.number(kIgnore));
    DBGR_TRY(breakpoint.barrier, fields.text(kBarrier));
    DBGR_TRY(breakpoint.commands, fields.text(kCommands));
    DBGR_TRY(readEach(fields, kOff, SessionLimits::kPlaces,
                      [&](JsonFields& place) { return readPlaceName(place, breakpoint.off.emplace_back()); }));
    DBGR_TRY(breakpoint.lineText, readLineText(fields));
    return util::ok();
}

Result<void> readFloatTraps(JsonFields& fields, SavedFloatTraps& saved)
{
    DBGR_TRY(saved.ranks, fields.neededText(kRanks));
    DBGR_TRY(saved.traps, fields.neededText(kTraps));
    return util::ok();
}

Result<void> readSignal(JsonFields& fields, SavedSignal& signal)
{
    DBGR_TRY(signal.name, fields.neededText(kSignal));
    DBGR_TRY(signal.stop, fields.flag(kStop, true));
    DBGR_TRY(signal.pass, fields.flag(kPass, true));
    DBGR_TRY(signal.tell, fields.flag(kTell, false));
    return util::ok();
}

Result<void> readGroup(JsonFields& fields, SavedGroup& group)
{
    DBGR_TRY(group.name, fields.neededText(kName));
    DBGR_TRY(group.ranks, fields.neededText(kRanks));
    DBGR_TRY(group.origin, fields.text(kOrigin));
    return util::ok();
}

Result<void> readFolder(JsonFields& fields, SavedFolder& folder)
{
    DBGR_TRY(folder.from, fields.neededText(kFrom));
    DBGR_TRY(folder.to, fields.neededText(kTo));
    return util::ok();
}

Result<void> readBookmark(JsonFields& fields, SavedBookmark& bookmark)
{
    DBGR_TRY(bookmark.file, fields.neededText(kFile));
    DBGR_TRY(bookmark.line, fields.number(kLine));
    if (bookmark.line == 0)
        return badField(fields.path(kLine), "it is missing, or 0");
    DBGR_TRY(bookmark.text, fields.text(kText));
    DBGR_TRY(bookmark.remark, fields.text(kRemark));
    return util::ok();
}

using Written = nlohmann::ordered_json;

Written toJson(const SavedLaunch& launch)
{
    Written json{{kCommand, launch.command}, {kFolder, launch.folder}};
    if (!launch.environment.empty())
        json[kEnvironment] = launch.environment;
    json[kHold] = launchers::name(launch.hold);
    return json;
}

/// Nothing for "".
void putText(Written& json, const char* name, const std::string& text)
{
    if (!text.empty())
        json[name] = text;
}

Written toJson(const debug::PlaceName& name)
{
    Written json = Written::object();
    putText(json, kFile, name.file);
    putText(json, kFunction, name.function);
    putText(json, kModule, name.module);
    if (name.ordinal != 0)
        json[kOrdinal] = name.ordinal;
    return json;
}

Written toJson(const debug::LineText& line)
{
    Written json{{kFile, line.file}, {kLine, line.line}, {kText, line.text}};
    putText(json, kBefore, line.before);
    putText(json, kAfter, line.after);
    putText(json, kProgram, line.program);
    return json;
}

Written toJson(const SavedBreakpoint& breakpoint)
{
    Written json{{kAt, breakpoint.text}};
    if (!breakpoint.enabled)
        json[kEnabled] = false;
    if (breakpoint.temporary)
        json[kTemporary] = true;
    if (breakpoint.ignore != 0)
        json[kIgnore] = breakpoint.ignore;
    if (!breakpoint.barrier.empty())
        json[kBarrier] = breakpoint.barrier;
    if (!breakpoint.commands.empty())
        json[kCommands] = breakpoint.commands;
    for (const debug::PlaceName& name : breakpoint.off)
        json[kOff].push_back(toJson(name));
    if (breakpoint.lineText)
        json[kSource] = toJson(*breakpoint.lineText);
    return json;
}

Written toJson(const SavedSignal& signal)
{
    Written json{{kSignal, signal.name}, {kStop, signal.stop}, {kPass, signal.pass}};
    if (signal.tell)
        json[kTell] = true;
    return json;
}

Written toJson(const SavedFloatTraps& saved)
{
    return {{kRanks, saved.ranks}, {kTraps, saved.traps}};
}

Written toJson(const SavedGroup& group)
{
    Written json{{kName, group.name}, {kRanks, group.ranks}};
    if (!group.origin.empty())
        json[kOrigin] = group.origin;
    return json;
}

Written toJson(const SavedFolder& folder)
{
    return {{kFrom, folder.from}, {kTo, folder.to}};
}

Written toJson(const SavedBookmark& bookmark)
{
    Written json{{kFile, bookmark.file}, {kLine, bookmark.line}};
    if (!bookmark.text.empty())
        json[kText] = bookmark.text;
    if (!bookmark.remark.empty())
        json[kRemark] = bookmark.remark;
    return json;
}

template <class T>
void putList(Written& json, const char* name, const std::vector<T>& entries)
{
    for (const T& entry : entries)
        json[name].push_back(toJson(entry));
}

Written toJson(const SessionDocument& document)
{
    Written json{{kVersion, kSessionVersion}};
    if (document.launch)
        json[kLaunch] = toJson(*document.launch);
    putList(json, kBreakpoints, document.breakpoints);
    putList(json, kSignals, document.signalRules);
    putList(json, kFloatTraps, document.floatTraps);
    putList(json, kGroups, document.groups);
    if (!document.focus.empty())
        json[kFocus] = document.focus;
    if (document.stopAll)
        json[kStopAll] = true;
    if (!document.catchReports)
        json[kCatchReports] = false;
    if (!document.watches.empty())
        json[kWatches] = document.watches;
    putList(json, kSourceFolders, document.sourceFolders);
    putList(json, kBookmarks, document.bookmarks);
    if (!document.layout.empty())
        json[kLayout] = document.layout;
    return json;
}

/// The first field of which some text is no UTF-8.
std::string fieldWithBytes(const Written& json)
{
    for (const auto& [key, value] : json.items()) {
        try {
            (void)value.dump();
        } catch (const Written::exception&) {
            return key;
        }
    }
    return {};
}

} // namespace

bool looksLikeSession(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '{';
}

Result<SessionDocument> readSession(std::string_view text)
{
    DBGR_TRY(const Json json, parse(text));
    DBGR_TRY(JsonFields file, JsonFields::of(json, ""));
    DBGR_TRY(checkVersion(file));
    SessionDocument document;
    DBGR_TRY(document.launch, readLaunch(file));
    DBGR_TRY(readEach(file, kBreakpoints, SessionLimits::kBreakpoints,
                      [&](JsonFields& fields) { return readBreakpoint(fields, document.breakpoints.emplace_back()); }));
    DBGR_TRY(readEach(file, kSignals, SessionLimits::kSignals,
                      [&](JsonFields& fields) { return readSignal(fields, document.signalRules.emplace_back()); }));
    DBGR_TRY(readEach(file, kFloatTraps, SessionLimits::kFloatTraps,
                      [&](JsonFields& fields) { return readFloatTraps(fields, document.floatTraps.emplace_back()); }));
    DBGR_TRY(readEach(file, kGroups, SessionLimits::kGroups,
                      [&](JsonFields& fields) { return readGroup(fields, document.groups.emplace_back()); }));
    DBGR_TRY(document.focus, file.text(kFocus));
    DBGR_TRY(document.stopAll, file.flag(kStopAll, false));
    DBGR_TRY(document.catchReports, file.flag(kCatchReports, true));
    DBGR_TRY(document.watches, file.texts(kWatches, SessionLimits::kWatches));
    DBGR_TRY(readEach(file, kSourceFolders, SessionLimits::kFolders,
                      [&](JsonFields& fields) { return readFolder(fields, document.sourceFolders.emplace_back()); }));
    DBGR_TRY(readEach(file, kBookmarks, SessionLimits::kBookmarks,
                      [&](JsonFields& fields) { return readBookmark(fields, document.bookmarks.emplace_back()); }));
    DBGR_TRY(document.layout, file.text(kLayout));
    if (document.layout.size() > SessionLimits::kLayoutBytes)
        return badField(kLayout, "it is longer than " + std::to_string(SessionLimits::kLayoutBytes) + " bytes");
    DBGR_TRY(file.nothingElse());
    return document;
}

Result<std::string> writeSession(const SessionDocument& document)
{
    const Written json = toJson(document);
    std::string text;
    try {
        text = json.dump(2) + "\n";
    } catch (const Written::exception&) {
        return badField(fieldWithBytes(json), "some text of it is no UTF-8, and JSON can have no other");
    }
    DBGR_TRY(readSession(text)); // a file that could not be opened again is not written
    return text;
}

} // namespace dbgr::session
