// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/breakpoint_parsers.h"

#include "app/dbgr/command_language.h"
#include "app/dbgr/control_parsers.h"
#include "app/dbgr/stop_commands.h"
#include "session/breakpoint_text.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dbgr::app {

using util::Result;

namespace {

Result<BreakCommand> parseBreakCommand(Words& words, const std::string& text)
{
    auto typed = session::parseBreakpoint(text);
    if (!typed)
        return words.bad(typed.error().detail);
    return BreakCommand{*std::move(typed)};
}

Result<util::BreakpointId> parseBreakpointId(Words& words)
{
    const std::string_view word = words.next();
    if (word.empty())
        return words.bad("the number of a breakpoint is missing");
    const auto id = util::parseNumber<std::uint32_t>(word);
    if (!id || *id == 0)
        return words.bad(inQuotes(word) + " is not the number of a breakpoint");
    return util::BreakpointId(*id);
}

/// "2", or of one of its places "2.3".
Result<session::BreakpointKey> parseBreakpointKey(Words& words)
{
    const std::string_view word = words.peek();
    const std::size_t dot = word.find('.');
    if (dot == std::string_view::npos) {
        DBGR_TRY(const util::BreakpointId id, parseBreakpointId(words));
        return session::BreakpointKey{id};
    }
    words.next();
    const auto id = util::parseNumber<std::uint32_t>(word.substr(0, dot));
    const auto place = util::parseNumber<std::uint32_t>(word.substr(dot + 1));
    if (id.value_or(0) == 0 || place.value_or(0) == 0)
        return words.bad(inQuotes(word) + " is not the number of a place of a breakpoint");
    return session::BreakpointKey{util::BreakpointId(*id), *place};
}

/// Breakpoints by number or by group.
template <class One>
struct Some
{
    std::vector<One> ones;
    std::vector<std::string> groups;
};

/// No number begins so.
bool looksLikeGroup(std::string_view word)
{
    return !word.empty() && std::string_view("0123456789-.").find(word.front()) == std::string_view::npos;
}

/// Empty for "all", and for nothing.
template <class One>
Result<Some<One>> parseSomeOrAll(Words& words, Result<One> (*parseOne)(Words&))
{
    Some<One> some;
    if (words.peek() == "all") {
        words.next();
        if (const auto more = words.next(); !more.empty())
            return words.bad(inQuotes(more) + " is too much here");
        return some;
    }
    while (!words.atEnd()) {
        if (!looksLikeGroup(words.peek())) {
            DBGR_TRY(const One one, parseOne(words));
            some.ones.push_back(one);
            continue;
        }
        const std::string_view name = words.next();
        if (const auto checked = session::checkBreakpointGroup(name); !checked)
            return words.bad(checked.error().detail);
        some.groups.emplace_back(name);
    }
    return some;
}

} // namespace

Result<Command> parseBreak(Words& words, BreakKind kind)
{
    DBGR_TRY(BreakCommand command, parseBreakCommand(words, std::string(words.rest())));
    const debug::BreakpointSpec& spec = command.typed.spec;
    if (kind != BreakKind::Lasting && (spec.isTrace() || !debug::placeOf(spec.where)))
        return words.bad("only a place in the code can do that");
    command.temporary = kind == BreakKind::Temporary;
    command.barrier = kind == BreakKind::Barrier;
    return command;
}

/// `watch EXPR` and its kin are what `break` takes, too.
Result<Command> parseWatch(Words& words, debug::WatchedData::Use use)
{
    const std::string rest(words.rest());
    if (rest.empty())
        return words.bad("an expression is missing");
    return parseBreakCommand(words, std::string(debug::nameOf(use)) + ' ' + rest);
}

Result<Command> parseTrace(Words& words)
{
    const std::string rest(words.rest());
    if (rest.empty())
        return words.bad("a place is missing, and what to log there");
    return parseBreakCommand(words, "trace " + rest);
}

Result<Command> parseCatch(Words& words)
{
    const std::string rest(words.rest());
    if (rest.empty())
        return words.bad("what is to be caught is missing: throw, catch, rethrow, mpi-error, mpi-abort, exit, fork, "
                         "exec, load, syscall or sanitizer");
    return parseBreakCommand(words, "catch " + rest);
}

Result<Command> parseTraces(Words& words)
{
    TracesCommand command;
    if (words.peek() == "clear") {
        words.next();
        command.clear = true;
        return alone(words, std::move(command));
    }
    for (std::string_view word = words.peek(); word == "/all" || word == "--every"; word = words.peek()) {
        words.next();
        (word == "/all" ? command.allDigits : command.every) = true;
    }
    while (!words.atEnd()) {
        DBGR_TRY(const util::BreakpointId id, parseBreakpointId(words));
        command.ids.push_back(id);
    }
    return command;
}

Result<Command> parseDelete(Words& words)
{
    if (words.atEnd() && words.next().empty())
        return words.bad("the number of a breakpoint is missing, or a group, or all");
    DBGR_TRY(auto some, parseSomeOrAll(words, parseBreakpointId));
    return DeleteCommand{std::move(some.ones), std::move(some.groups)};
}

Result<Command> parseEnable(Words& words, bool enable)
{
    DBGR_TRY(auto some, parseSomeOrAll(words, parseBreakpointKey));
    return EnableCommand{std::move(some.ones), enable, std::move(some.groups)};
}

Result<Command> parseCondition(Words& words)
{
    DBGR_TRY(const util::BreakpointId id, parseBreakpointId(words));
    return ConditionCommand{id, std::string(words.rest())};
}

Result<Command> parseIgnore(Words& words)
{
    DBGR_TRY(const util::BreakpointId id, parseBreakpointId(words));
    const std::string_view word = words.next();
    const auto count = util::parseNumber<std::uint32_t>(word);
    if (!count)
        return words.bad(word.empty() ? "how many times is missing" : inQuotes(word) + " is not a number of times");
    return alone(words, IgnoreCommand{id, *count});
}

Result<Command> parseCommands(Words& words)
{
    DBGR_TRY(const util::BreakpointId id, parseBreakpointId(words));
    const std::string_view text = words.rest();
    if (text.empty())
        return CommandsCommand{id, std::nullopt};
    if (text == "none")
        return CommandsCommand{id, ""};
    for (const std::string& line : splitCommands(text)) {
        const auto command = parseCommand(line);
        if (!command)
            return words.bad(inQuotes(line) + " is no command: " + command.error().detail);
        if (std::holds_alternative<CommandsCommand>(*command))
            return words.bad("commands of a breakpoint give none to others");
    }
    return CommandsCommand{id, std::string(text)};
}

Result<Command> parseBreakpointGroup(Words& words)
{
    BreakpointGroupCommand command;
    if (words.atEnd())
        return command;
    const std::string_view name = words.next();
    if (name != "none") {
        if (const auto checked = session::checkBreakpointGroup(name); !checked)
            return words.bad(checked.error().detail);
        command.name = name;
    }
    do {
        DBGR_TRY(const util::BreakpointId id, parseBreakpointId(words));
        command.ids.push_back(id);
    } while (!words.atEnd());
    return command;
}

} // namespace dbgr::app
