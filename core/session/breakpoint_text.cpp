// SPDX-License-Identifier: BSD-3-Clause
#include "session/breakpoint_text.h"

#include "debug/file_pattern.h"
#include "session/group_expression.h"
#include "util/nearest.h"
#include "util/string_util.h"
#include "util/system_calls.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <regex>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace dbgr::session {

namespace {

/// Where a word `if` of its own begins; npos for none.
std::size_t findIf(std::string_view text)
{
    for (std::size_t at = text.find("if"); at != std::string_view::npos; at = text.find("if", at + 1)) {
        const bool begins = at == 0 || text[at - 1] == ' ' || text[at - 1] == '\t';
        const bool ends = at + 2 == text.size() || text[at + 2] == ' ' || text[at + 2] == '\t' || text[at + 2] == '(';
        if (begins && ends)
            return at;
    }
    return std::string_view::npos;
}

/// Takes " on RANKS" from the end of what is before a condition. The last one counts: names may have the word.
/// \return whether it was there
bool takeRanks(std::string_view& text, TypedBreakpoint& typed)
{
    constexpr std::string_view kOn = " on ";
    const std::size_t at = text.rfind(kOn);
    if (at == std::string_view::npos)
        return false;
    const std::string_view ranks = util::trimmed(text.substr(at + kOn.size()));
    auto expression = GroupExpression::parse(ranks);
    if (!expression)
        return false; // of the name
    text = util::trimmed(text.substr(0, at));
    if (expression->text() == "all")
        return true;
    if (expression->names().empty())
        typed.spec.ranks = expression->numbers();
    else
        typed.rankNames = expression->text();
    return true;
}

/// Takes " thread N" from the end of the place. \return whether it was there
bool takeThread(std::string_view& text, debug::BreakpointSpec& spec)
{
    constexpr std::string_view kThread = " thread ";
    const std::size_t at = text.rfind(kThread);
    const auto number = at == std::string_view::npos
                            ? std::nullopt
                            : util::parseNumber<std::uint32_t>(util::trimmed(text.substr(at + kThread.size())));
    if (!number || *number == 0)
        return false; // of the name
    spec.thread = debug::ThreadIndex{*number};
    text = util::trimmed(text.substr(0, at));
    return true;
}

/// Takes " group NAME" from the end of the place. \return whether it was there
bool takeGroup(std::string_view& text, debug::BreakpointSpec& spec)
{
    constexpr std::string_view kGroup = " group ";
    const std::size_t at = text.rfind(kGroup);
    if (at == std::string_view::npos)
        return false;
    const std::string_view name = util::trimmed(text.substr(at + kGroup.size()));
    if (name.empty() || name.find_first_of(" \t") != std::string_view::npos)
        return false; // of the name of a function
    spec.group = name;
    text = util::trimmed(text.substr(0, at));
    return true;
}

/// Takes what is behind the place, in whichever order; each once.
void takeWhom(std::string_view& text, TypedBreakpoint& typed)
{
    bool hasRanks = false;
    bool hasThread = false;
    bool hasGroup = false;
    for (bool taken = true; taken;) {
        taken = false;
        if (!hasGroup && takeGroup(text, typed.spec))
            taken = hasGroup = true;
        if (!hasRanks && takeRanks(text, typed))
            taken = hasRanks = true;
        if (!hasThread && takeThread(text, typed.spec))
            taken = hasThread = true;
    }
}

/// The first word, if another one follows; that is left.
std::string_view takeFirstOfSeveral(std::string_view& text)
{
    const std::size_t end = text.find_first_of(" \t");
    if (end == std::string_view::npos)
        return {};
    const std::string_view first = text.substr(0, end);
    text = util::trimmed(text.substr(end));
    return first;
}

/// Cuts at commas outside of brackets and quotes. \param angles those of templates' arguments are brackets, too
std::vector<std::string_view> splitAtCommas(std::string_view text, bool angles, std::size_t most)
{
    std::vector<std::string_view> parts;
    const std::string_view opening = angles ? "([{<" : "([{";
    const std::string_view closing = angles ? ")]}>" : ")]}";
    std::size_t begin = 0;
    int depth = 0;
    char quote = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (quote != 0) {
            at += c == '\\' ? 1 : 0;
            quote = c == quote ? '\0' : quote;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (opening.find(c) != std::string_view::npos) {
            ++depth;
        } else if (closing.find(c) != std::string_view::npos) {
            --depth;
        } else if (c == ',' && depth == 0 && parts.size() + 1 < most) {
            parts.push_back(util::trimmed(text.substr(begin, at - begin)));
            begin = at + 1;
        }
    }
    parts.push_back(util::trimmed(text.substr(begin)));
    return parts;
}

tl::unexpected<util::Error> bad(std::string why)
{
    return util::fail(std::make_error_code(std::errc::invalid_argument), std::move(why));
}

/// Takes "--slow" and "--write" from the beginning. \errors invalid_argument of what cannot be so, or is nothing else
util::Result<debug::WatchedData> parseWatched(std::string_view text, debug::WatchedData::Use use)
{
    using Use = debug::WatchedData::Use;
    debug::WatchedData data{{}, use};
    bool isWrite = false;
    while (text.starts_with("--slow") || text.starts_with("--write")) {
        std::string_view behind = text;
        const std::string_view first = takeFirstOfSeveral(behind);
        const std::string_view word = first.empty() ? text : first;
        if (word != "--slow" && word != "--write")
            break; // of the expression
        if (first.empty())
            return bad("an expression is missing after '" + std::string(word) + "'");
        if (use != Use::Change)
            return bad("'" + std::string(debug::nameOf(use)) +
                       (word == "--slow"
                            ? "' cannot be slow: instructions that only read leave nothing that could be compared"
                            : "' stops at reads: 'watch --write' stops at each write"));
        (word == "--slow" ? data.slow : isWrite) = true;
        text = behind;
    }
    if (isWrite && data.slow)
        return bad("a write of the value that is there leaves nothing that could be compared: 'watch --slow' stops at "
                   "changes only");
    data.use = isWrite ? Use::Write : use;
    data.expression = text;
    return data;
}

/// Nothing: it is no data.
util::Result<std::optional<debug::WatchedData>> parseData(std::string_view text)
{
    using Use = debug::WatchedData::Use;
    const std::string_view word = takeFirstOfSeveral(text);
    for (const Use use : {Use::Change, Use::Read, Use::Any}) {
        if (word != debug::nameOf(use))
            continue;
        DBGR_TRY(debug::WatchedData data, parseWatched(text, use));
        return std::optional(std::move(data));
    }
    return std::optional<debug::WatchedData>();
}

/// Of their names and numbers; with one blank between them.
util::Result<std::string> parseCalls(std::string_view text)
{
    std::string calls;
    while (!text.empty()) {
        const std::string_view first = takeFirstOfSeveral(text);
        const std::string_view word = first.empty() ? std::exchange(text, {}) : first;
        const auto number = util::parseNumber<std::uint32_t>(word);
        if (number ? *number >= util::kMostSystemCalls : !util::isSystemCall(word)) {
            util::Nearest nearest(word);
            for (const std::string_view name : util::systemCallNames())
                nearest.offer(name);
            const auto meant = nearest.found();
            return bad("there is no system call '" + std::string(word) + "'" +
                       (meant ? "; the nearest is '" + std::string(*meant) + "'" : ""));
        }
        calls += (calls.empty() ? "" : " ") + std::string(word);
    }
    return calls;
}

util::Result<debug::Moment> parseMoment(std::string_view text)
{
    using What = debug::Moment::What;
    const std::string all(text);
    const std::string_view first = takeFirstOfSeveral(text);
    const std::string_view word = first.empty() ? text : first;
    const std::string only(first.empty() ? std::string_view() : text);
    for (const What what : {What::Throw, What::Catch, What::Rethrow, What::MpiError, What::MpiAbort, What::Exit,
                            What::Fork, What::Sanitizer, What::Load, What::Exec, What::SystemCall}) {
        if (word != debug::nameOf(what))
            continue;
        if (what == What::Rethrow && !only.empty())
            return bad("of what is thrown once more the class is not known: 'catch rethrow' stops at all");
        if (what == What::SystemCall) {
            DBGR_TRY(std::string calls, parseCalls(only));
            return debug::Moment{what, std::move(calls)};
        }
        const bool hasChoice =
            what == What::Throw || what == What::Catch || what == What::MpiError || what == What::Load;
        if (!hasChoice && !only.empty())
            return bad("'" + only + "' is too much here: 'catch " + std::string(word) + "' stops at all");
        return debug::Moment{what, only};
    }
    return bad(
        "'" + all +
        "' cannot be caught: throw, catch or rethrow, and perhaps a class; mpi-error, and perhaps a "
        "call; load, and perhaps a library; syscall, and perhaps names of system calls; mpi-abort, exit, fork, exec or "
        "sanitizer");
}

/// Takes ", EXPR, EXPR" from behind the place.
util::Result<std::vector<std::string>> takeTraced(std::string_view& place)
{
    std::vector<std::string_view> halves = splitAtCommas(place, true, 2);
    if (halves.size() < 2)
        halves = splitAtCommas(place, false, 2); // operator<
    place = halves.front();
    if (halves.size() < 2)
        return bad("what to log is missing: trace PLACE, EXPR, ...");
    std::vector<std::string> traced;
    for (const std::string_view expression : splitAtCommas(halves.back(), false, std::string_view::npos)) {
        if (expression.empty())
            return bad("an expression is missing beside a comma");
        traced.emplace_back(expression);
    }
    return traced;
}

util::Result<debug::Trigger> parsePattern(std::string_view pattern)
{
    constexpr std::size_t kLongest = 200;
    if (pattern.size() > kLongest)
        return bad("a pattern has at most " + std::to_string(kLongest) + " characters");
    try {
        const std::regex checked(pattern.begin(), pattern.end(), std::regex::extended);
    } catch (const std::regex_error&) {
        return bad("'" + std::string(pattern) + "' is no regular expression");
    }
    return debug::FunctionPattern{std::string(pattern)};
}

/// Of "*0x401136" or "*work+26", what is behind the asterisk.
util::Result<debug::Trigger> parseAddress(std::string_view text)
{
    const auto number = [](std::string_view digits) {
        return digits.starts_with("0x") ? util::parseNumber<std::uint64_t>(digits.substr(2), 16)
                                        : util::parseNumber<std::uint64_t>(digits);
    };
    if (const auto address = number(text); address && *address != 0)
        return debug::CodeAddress{{}, *address};
    const std::size_t plus = text.rfind('+');
    const std::string function(util::trimmed(text.substr(0, plus)));
    const auto offset =
        plus == std::string_view::npos ? std::optional<std::uint64_t>(0) : number(util::trimmed(text.substr(plus + 1)));
    const bool isName = !function.empty() && function.find_first_of("*&0123456789") != 0;
    if (!isName || !offset)
        return bad("'" + std::string(text) + "' is no address: *0x401136, or *FUNCTION+BYTES");
    return debug::CodeAddress{function, *offset};
}

/// Takes "lib*solver*.so:" or "*/solver/ops.cpp:" from before a function or a line. "::" parts nothing.
std::string takeWithin(std::string_view& place)
{
    std::size_t at = 0;
    for (at = place.find(':'); at != std::string_view::npos; at = place.find(':', at + 1)) {
        if (at + 1 < place.size() && place[at + 1] == ':')
            ++at;
        else
            break;
    }
    if (at == std::string_view::npos || at == 0)
        return {};
    const std::string_view file = place.substr(0, at);
    const bool isFile = file.find_first_of(" \t(<&") == std::string_view::npos &&
                        (debug::isPattern(file) || file.find_first_of("./") != std::string_view::npos);
    const std::string_view behind = util::trimmed(place.substr(at + 1));
    const bool isLine = behind.find_first_not_of("0123456789") == std::string_view::npos;
    if (!isFile || behind.empty() || (isLine && !debug::isPattern(file)))
        return {};
    if (!isLine)
        place = behind;
    return std::string(file);
}

/// "*/solver/ops.cpp" before a line: it is one of "ops.cpp" there.
util::Result<void> shortenFile(debug::SourceLine& line)
{
    line.file = debug::fileNameOf(line.file);
    if (!debug::isPattern(line.file))
        return util::ok();
    return bad("'" + line.file +
               "' may be many files, of which a line has nothing in common: name the file, and its "
               "folders by a pattern, as in */solver/ops.cpp:41");
}

/// A place in the code, but for addresses.
util::Result<debug::Trigger> parseCode(std::string_view place, std::string& within)
{
    const auto isRegex = [&] { return place.size() > 2 && place.front() == '/' && place.back() == '/'; };
    if (!isRegex())
        within = takeWithin(place);
    if (isRegex())
        return parsePattern(place.substr(1, place.size() - 2));
    if (auto line = parseSourceLine(place)) {
        if (line->line == 0)
            return bad("lines count from 1");
        if (debug::isPattern(line->file)) {
            DBGR_TRY(shortenFile(*line));
        }
        return *std::move(line);
    }
    if (place.back() == ':')
        return bad("a line number is missing after '" + std::string(place) + "'");
    return debug::FunctionName{std::string(place)};
}

/// \param conditional there is a condition behind it \param within BreakpointSpec::within
util::Result<debug::Trigger> parseTrigger(std::string_view place, bool conditional, std::string& within)
{
    if (place.empty())
        return bad("a place is missing: FILE:LINE, LINE or FUNCTION");
    std::string_view behind = place;
    DBGR_TRY(auto data, parseData(place));
    if (data)
        return *std::move(data);
    if (takeFirstOfSeveral(behind) == "catch") {
        if (conditional)
            return bad(
                "what is caught has no condition; a class behind 'catch throw', or a call behind 'catch mpi-error', "
                "picks some");
        return parseMoment(behind);
    }
    std::string_view copy = place;
    if (place.front() == '*' && takeWithin(copy).empty()) // else "*/solver/ops.cpp:41"
        return parseAddress(util::trimmed(place.substr(1)));
    return parseCode(place, within);
}

} // namespace

std::optional<debug::SourceLine> parseSourceLine(std::string_view text)
{
    const std::size_t colon = text.rfind(':');
    const bool named = colon != std::string_view::npos;
    if (named && (colon == 0 || text[colon - 1] == ':'))
        return std::nullopt;
    const auto line = util::parseNumber<std::uint32_t>(named ? text.substr(colon + 1) : text);
    if (!line)
        return std::nullopt;
    return debug::SourceLine{std::string(named ? text.substr(0, colon) : ""), *line};
}

util::Result<void> checkBreakpointGroup(std::string_view name)
{
    constexpr std::size_t kLongest = 64;
    constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
    constexpr std::string_view kOthers = "0123456789-.";
    const auto isIn = [](std::string_view set, char c) { return set.find(c) != std::string_view::npos; };
    const bool isName = !name.empty() && name.size() <= kLongest && isIn(kLetters, name.front()) &&
                        std::ranges::all_of(name, [&](char c) { return isIn(kLetters, c) || isIn(kOthers, c); });
    if (!isName)
        return bad("'" + std::string(name.substr(0, kLongest)) +
                   "' is no name of a group: letters, digits, '_', '-' and '.', with a letter first, at most " +
                   std::to_string(kLongest));
    if (name == "all" || name == "none")
        return bad("no group can be called '" + std::string(name) + "': commands mean something else by that");
    return util::ok();
}

util::Result<TypedBreakpoint> parseBreakpoint(std::string_view text)
{
    const std::size_t ifAt = findIf(text);
    const bool conditional = ifAt != std::string_view::npos;
    std::string_view place = util::trimmed(text.substr(0, ifAt));
    TypedBreakpoint typed;
    debug::BreakpointSpec& spec = typed.spec;
    takeWhom(place, typed);
    if (!spec.group.empty()) {
        DBGR_TRY(checkBreakpointGroup(spec.group));
    }
    if (conditional)
        spec.condition = util::trimmed(text.substr(ifAt + 2));
    if (conditional && spec.condition.empty())
        return bad("an expression is missing after 'if'");
    std::string_view behind = place;
    const bool isTrace = takeFirstOfSeveral(behind) == "trace";
    if (isTrace) {
        place = behind;
        DBGR_TRY(spec.traced, takeTraced(place));
    }
    DBGR_TRY(spec.where, parseTrigger(place, conditional, spec.within));
    if (isTrace && !debug::placeOf(spec.where))
        return bad("only a place in the code can be traced");
    return typed;
}

} // namespace dbgr::session
