// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/control_parsers.h"

#include "app/dbgr/seconds.h"
#include "launchers/launcher_kind.h"
#include "session/breakpoint_text.h"
#include "session/signal_table.h"
#include "util/shell_words.h"
#include "util/string_util.h"

#include <iterator>
#include <utility>

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

/// --alone, --threads and --together, where they are the next words.
void takeCompany(Words& words, StepCommand& command)
{
    const auto flag = [&](std::string_view word) -> bool* {
        return word == "--alone"      ? &command.alone
               : word == "--threads"  ? &command.team
               : word == "--together" ? &command.together
                                      : nullptr;
    };
    for (bool* said = flag(words.peek()); said; said = flag(words.peek())) {
        *said = true;
        words.next();
    }
}

Result<Command> parseRestOfStep(Words& words, StepCommand command)
{
    takeCompany(words, command);
    if (command.together && debug::isOfInstructions(command.kind))
        return words.bad("--together is for steps of lines");
    if (command.team && debug::isOfInstructions(command.kind))
        return words.bad("--threads is for steps of lines");
    if (command.team && command.alone)
        return words.bad("one thread is alone, or threads step together: one of --alone and --threads");
    DBGR_TRY(command.until, parseUntil(words));
    return command;
}

/// How many steps, where something else than when to return comes next.
Result<std::uint32_t> parseStepCount(Words& words)
{
    const std::string_view next = words.peek();
    if (next.empty() || next == "&" || next.starts_with("--"))
        return 1;
    const std::string_view word = words.next();
    const auto count = util::parseNumber<std::uint32_t>(word);
    if (!count || *count == 0 || *count > debug::kMostSteps)
        return words.bad(inQuotes(word) + " is not a number of steps, from 1 to " + std::to_string(debug::kMostSteps));
    return *count;
}

} // namespace

Result<Command> parseContinue(Words& words)
{
    DBGR_TRY(const Until until, parseUntil(words));
    return ContinueCommand{until};
}

Result<Command> parseFinish(Words& words)
{
    return parseRestOfStep(words, {debug::StepKind::Out});
}

Result<Command> parseStep(Words& words, debug::StepKind kind)
{
    DBGR_TRY(const std::uint32_t count, parseStepCount(words));
    return parseRestOfStep(words, {kind, Until::Usual, count});
}

Result<Command> parseAdvance(Words& words, bool untilReturn)
{
    // Names of functions have blanks: when to return is the last word.
    std::string_view place = words.rest();
    Until until = Until::Usual;
    const std::size_t blank = place.find_last_of(" \t");
    Words last(blank == std::string_view::npos ? place : place.substr(blank + 1));
    if (auto said = parseUntil(last)) {
        until = *said;
        place = blank == std::string_view::npos ? std::string_view() : util::trimmed(place.substr(0, blank));
    }
    auto typed = session::parseBreakpoint(place);
    if (!typed)
        return words.bad(typed.error().detail);
    if (!typed->spec.condition.empty())
        return words.bad("a condition is too much here; a breakpoint can have one");
    if (!typed->spec.group.empty())
        return words.bad("a group is too much here; a breakpoint can be in one");
    if (!typed->spec.within.empty())
        return words.bad("'" + typed->spec.within + "' is too much here; a breakpoint can be in some files only");
    if (typed->spec.ranks || !typed->rankNames.empty())
        return words.bad("ranks are too much here: those of the focus run");
    if (typed->spec.thread)
        return words.bad("a thread is too much here: all run");
    const auto to = debug::placeOf(typed->spec.where);
    if (!to)
        return words.bad("only to a place in the code ranks can run");
    return AdvanceCommand{{*to, untilReturn}, until};
}

Result<debug::SourceLine> parseLine(Words& words)
{
    const std::string_view text = words.rest();
    auto where = session::parseSourceLine(text);
    if (!where || where->line == 0)
        return words.bad(inQuotes(text) + " is neither LINE nor FILE:LINE");
    return *std::move(where);
}

Result<Command> parseJump(Words& words)
{
    if (words.atEnd() && words.next().empty())
        return words.bad("the line to go on at is missing");
    DBGR_TRY(auto where, parseLine(words));
    return MoveCommand{debug::Jump{std::move(where)}};
}

Result<Command> parseReturn(Words& words)
{
    return MoveCommand{debug::ReturnNow{std::string(words.rest())}};
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

Result<Command> parseSample(Words& words)
{
    SampleCommand command;
    if (words.peek() == "all") {
        words.next();
        command.all = true;
    }
    if (words.atEnd())
        return command;
    const std::string_view count = words.next();
    const auto samples = util::parseNumber<std::uint32_t>(count);
    if (!samples || *samples == 0 || *samples > SampleCommand::kMostSamples)
        return words.bad(inQuotes(count) + " is not a number of samples, from 1 to " +
                         std::to_string(SampleCommand::kMostSamples));
    command.samples = *samples;
    if (words.peek() == "times")
        words.next();
    if (words.atEnd())
        return command;
    if (const std::string_view word = words.next(); word != "every")
        return words.bad(inQuotes(word) + " is too much here; only every SECONDS may follow");
    const std::string_view interval = words.next();
    const auto every = parseSeconds(interval);
    if (!every)
        return words.bad(inQuotes(interval) + " is not a number of seconds");
    command.every = *every;
    return alone(words, command);
}

Result<Command> parseHandle(Words& words)
{
    HandleCommand command;
    while (!words.atEnd()) {
        const std::string_view word = words.next();
        if (word == "stop" || word == "nostop" || word == "tell") {
            command.stop = word == "stop";
            command.tell = word == "tell";
        } else if (word == "pass" || word == "nopass") {
            command.pass = word == "pass";
        } else if (const auto signal = session::signalByName(word)) {
            command.which.push_back(*signal);
        } else {
            return words.bad(inQuotes(word) + " is neither a signal nor one of stop, tell, nostop, pass, nopass");
        }
    }
    if (command.which.empty() != (!command.stop && !command.pass))
        return words.bad(command.which.empty()
                             ? "a signal is missing, such as SIGUSR1"
                             : "what is to become of it is missing: stop, tell, nostop, pass, nopass");
    return command;
}

namespace {

/// "NAME=..."
bool isAssignment(std::string_view word)
{
    const std::size_t equals = word.find('=');
    constexpr std::string_view kDigits = "0123456789";
    constexpr std::string_view kOfNames = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
    return equals != std::string_view::npos && equals != 0 && kDigits.find(word.front()) == std::string_view::npos &&
           word.substr(0, equals).find_first_not_of(kOfNames) == std::string_view::npos;
}

} // namespace

Result<Command> parseRestart(Words& words)
{
    auto split = util::splitShellWords(words.rest());
    if (!split)
        return words.bad(split.error().detail);
    RestartCommand command;
    auto word = split->begin();
    for (; word != split->end(); ++word) {
        if (isAssignment(*word)) {
            command.environment.push_back(std::move(*word));
        } else if (*word == "-u") {
            if (++word == split->end())
                return words.bad("the name of a variable is missing after '-u'");
            command.unset.push_back(std::move(*word));
        } else {
            break;
        }
    }
    command.argv.assign(std::make_move_iterator(word), std::make_move_iterator(split->end()));
    if (!command.argv.empty())
        command.argv = launchers::withLauncher(std::move(command.argv));
    return command;
}

} // namespace dbgr::app
