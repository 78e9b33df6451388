// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/control_parsers.h"

#include "app/dbgr/seconds.h"

namespace dbgr::app {

using util::Result;

std::string inQuotes(std::string_view word)
{
    return "'" + std::string(word) + "'";
}

Result<Command> alone(Words& words, Command command)
{
    if (const auto more = words.next(); !more.empty())
        return words.bad(inQuotes(more) + " is too much here");
    return command;
}

namespace {

/// --any and --all, where they are the next word.
std::optional<Until> takeUntil(Words& words)
{
    const std::string_view word = words.peek();
    if (word != "--any" && word != "--all")
        return std::nullopt;
    words.next();
    return word == "--any" ? Until::Any : Until::All;
}

/// How long a command that lets ranks run is to wait.
Result<Until> parseUntil(Words& words)
{
    Until until = takeUntil(words).value_or(Until::Usual);
    if (until == Until::Usual && words.peek() == "&") {
        words.next();
        until = Until::Nothing;
    }
    if (const auto more = words.next(); !more.empty())
        return words.bad(inQuotes(more) + " is too much here; one of --any, --all and & may follow");
    return until;
}

} // namespace

Result<Command> parseContinue(Words& words)
{
    DBGR_TRY(const Until until, parseUntil(words));
    return ContinueCommand{until};
}

Result<Command> parseStep(Words& words, debug::StepKind kind)
{
    DBGR_TRY(const Until until, parseUntil(words));
    return StepCommand{kind, until};
}

Result<Command> parseWait(Words& words)
{
    WaitCommand command{takeUntil(words).value_or(Until::Usual), std::nullopt};
    if (words.atEnd())
        return command;
    const std::string_view word = words.next();
    const auto limit = parseSeconds(word);
    if (!limit)
        return words.bad(inQuotes(word) + " is neither --any, --all nor a number of seconds");
    command.limit = limit;
    return alone(words, command);
}

} // namespace dbgr::app
