// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/value_parsers.h"

#include "app/dbgr/assignment_text.h"
#include "app/dbgr/control_parsers.h"
#include "session/source_search.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>

namespace dbgr::app {

using util::Result;

namespace {

constexpr std::string_view kFormats = "xduotcfeas";
constexpr std::uint32_t kMostElements = 100'000;
constexpr std::uint32_t kMostDepth = 20;

/// "/x"; no expression begins like this.
Result<void> takeFormat(Words& words, PrintCommand& command)
{
    const std::string_view word = words.next();
    if (word == "/all") {
        command.allDigits = true;
        return {};
    }
    const bool isKnown = word.size() == 2 && kFormats.find(word[1]) != std::string_view::npos;
    if (!isKnown)
        return words.bad(inQuotes(word) + " is none of /x (hexadecimal), /d (decimal), /u (unsigned), /o (octal), "
                                          "/t (binary), /c (character), /f (fixed), /e (scientific), /a (address), "
                                          "/s (as it is) and /all (all digits)");
    command.style.format = word[1];
    return {};
}

/// --elements 500, but not --elements, which is a variable less one.
Result<bool> takeLimit(Words& words, std::string_view option, std::uint32_t most, std::uint32_t& limit)
{
    if (words.peek() != option)
        return false;
    Words ahead = words;
    ahead.next();
    const auto number = util::parseNumber<std::uint32_t>(ahead.next());
    if (!number)
        return false;
    if (*number == 0 || *number > most)
        return ahead.bad("a number from 1 to " + std::to_string(most) + " follows " + std::string(option));
    limit = *number;
    words = ahead;
    return true;
}

/// --threads x, but not --threads alone, which is a variable less one.
bool takeThreads(Words& words)
{
    if (words.peek() != "--threads")
        return false;
    Words ahead = words;
    ahead.next();
    if (ahead.atEnd())
        return false;
    words = ahead;
    return true;
}

bool beginsName(std::string_view text)
{
    const char first = text.empty() ? ' ' : text.front();
    return std::isalpha(static_cast<unsigned char>(first)) != 0 || first == '_' || first == '*';
}

/// gdb's `set var x = 3`; a variable may have that name, too.
std::string_view withoutVar(std::string_view text)
{
    for (const std::string_view word : {std::string_view("variable"), std::string_view("var")}) {
        if (!text.starts_with(word) || text.size() == word.size())
            continue;
        const std::string_view rest = text.substr(word.size());
        if ((rest.front() == ' ' || rest.front() == '\t') && beginsName(util::trimmed(rest)))
            return util::trimmed(rest);
    }
    return text;
}

Result<Command> parseSwitch(Words& words)
{
    const bool isStopAll = words.next() == "stop-all";
    const auto value = words.next();
    if (value != "on" && value != "off")
        return words.bad(value.empty() ? "on or off is missing" : inQuotes(value) + " is neither on nor off");
    SetCommand command;
    (isStopAll ? command.stopAll : command.catchReports) = value == "on";
    return alone(words, command);
}

Result<Command> parseDescribe(Words& words, debug::Describe::What what)
{
    const std::string_view text = words.rest();
    if (text.empty())
        return words.bad("an expression is missing");
    return DescribeCommand{what, std::string(text)};
}

} // namespace

Result<Command> parsePrint(Words& words)
{
    PrintCommand command;
    for (bool isOption = true; isOption;) {
        isOption = words.peek().starts_with('/');
        if (isOption) {
            DBGR_TRY(takeFormat(words, command));
            continue;
        }
        DBGR_TRY(const bool elements, takeLimit(words, "--elements", kMostElements, command.style.elements));
        DBGR_TRY(const bool depth, takeLimit(words, "--depth", kMostDepth, command.style.depth));
        const bool threads = takeThreads(words);
        command.inThreads |= threads;
        isOption = elements || depth || threads;
    }
    command.expression = words.rest();
    if (command.expression.empty())
        return words.bad("an expression is missing");
    return command;
}

Result<Command> parseCall(Words& words)
{
    PrintCommand command;
    command.calls = true;
    command.expression = words.rest();
    if (command.expression.empty())
        return words.bad("what to call is missing, as in: call check(7)");
    return command;
}

Result<Command> parseLocals(Words& words)
{
    const bool all = words.peek() == "/all";
    if (all)
        words.next();
    return alone(words, LocalsCommand{all});
}

Result<Command> parseSet(Words& words)
{
    if (words.atEnd())
        return SetCommand{};
    if (words.peek() == "stop-all" || words.peek() == "catch-reports")
        return parseSwitch(words);
    const std::string_view text = withoutVar(words.rest());
    const auto assignment = splitAssignment(text);
    if (!assignment)
        return words.bad(inQuotes(text) + " is neither stop-all on|off, catch-reports on|off nor EXPR = VALUE");
    if (!assignment->joined.empty())
        return words.bad(inQuotes(assignment->joined) + " is not known here: write x = x " +
                         assignment->joined.front() + " VALUE");
    if (assignment->target.empty() || assignment->value.empty())
        return words.bad(assignment->target.empty() ? "what is to be changed is missing in front of the ="
                                                    : "the value is missing behind the =");
    return AssignCommand{std::string(assignment->target), std::string(assignment->value)};
}

Result<Command> parsePtype(Words& words)
{
    return parseDescribe(words, debug::Describe::What::Type);
}

Result<Command> parseWhatis(Words& words)
{
    return parseDescribe(words, debug::Describe::What::TypeName);
}

Result<Command> parseStats(Words& words)
{
    StatsCommand command;
    command.allDigits = words.peek() == "/all";
    if (command.allDigits)
        words.next();
    command.expression = words.rest();
    if (command.expression.empty())
        return words.bad("an expression is missing");
    return command;
}

Result<Command> parseSearch(Words& words)
{
    const std::string_view written = words.rest();
    if (const auto pattern = session::LinePattern::read(written); !pattern)
        return words.bad(pattern.error().detail);
    return SearchCommand{std::string(written)};
}

Result<Command> parseInfo(Words& words)
{
    using What = debug::Describe::What;
    struct Topic
    {
        std::string_view name;
        Command command;
    };
    static const std::array topics{
        Topic{"breakpoints", BreakpointsCommand{}},
        Topic{"frame", FrameCommand{}},
        Topic{"functions", DescribeCommand{What::Functions, ""}},
        Topic{"globals", DescribeCommand{What::Globals, ""}},
        Topic{"locals", LocalsCommand{}},
        Topic{"limits", DescribeCommand{What::Limits, ""}}, // behind it: 'info l' are the locals
        Topic{"modules", DescribeCommand{What::Modules, ""}},
        Topic{"ranks", RanksCommand{}},
        Topic{"stack", WhereCommand{}},
        Topic{"statics", DescribeCommand{What::Statics, ""}},
        Topic{"threads", ThreadsCommand{}},
        Topic{"types", DescribeCommand{What::Types, ""}},
        Topic{"sources", DescribeCommand{What::Sources, ""}}, // last: 'info s' is the stack
    };
    const std::string_view word = words.next();
    const auto topic = std::find_if(topics.begin(), topics.end(),
                                    [&](const Topic& t) { return !word.empty() && t.name.starts_with(word); });
    if (topic == topics.end())
        return words.bad(inQuotes(word) +
                         " is none of breakpoints, frame, functions, globals, limits, locals, modules, "
                         "ranks, sources, stack, statics, threads, types");
    const auto* const listed = std::get_if<DescribeCommand>(&topic->command);
    if (!listed || listed->what == What::Limits)
        return alone(words, topic->command);
    return DescribeCommand{listed->what, std::string(words.rest())};
}

} // namespace dbgr::app
