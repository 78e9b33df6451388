// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/command_language.h"

#include "app/dbgr/breakpoint_parsers.h"
#include "app/dbgr/control_parsers.h"
#include "app/dbgr/escapes.h"
#include "app/dbgr/file_parsers.h"
#include "app/dbgr/group_parsers.h"
#include "app/dbgr/thread_parsers.h"
#include "app/dbgr/value_parsers.h"
#include "app/dbgr/words.h"
#include "util/nearest.h"

#include <algorithm>
#include <array>

namespace dbgr::app {

namespace {

using util::Result;

template <class C>
Result<Command> parseBare(Words& words)
{
    return alone(words, C{});
}

template <BreakKind kind>
Result<Command> parseBreakOf(Words& words)
{
    return parseBreak(words, kind);
}

template <debug::WatchedData::Use use>
Result<Command> parseWatchOf(Words& words)
{
    return parseWatch(words, use);
}

template <bool enable>
Result<Command> parseEnableOf(Words& words)
{
    return parseEnable(words, enable);
}

template <debug::StepKind kind>
Result<Command> parseStepOf(Words& words)
{
    return parseStep(words, kind);
}

template <bool untilReturn>
Result<Command> parseAdvanceTo(Words& words)
{
    return parseAdvance(words, untilReturn);
}

Result<Command> parseStacks(Words& words)
{
    StacksCommand command;
    while (!words.atEnd()) {
        const auto word = words.next();
        if (word == "all")
            command.all = true;
        else if (word == "--threads")
            command.by = debug::StacksBy::Thread;
        else
            return words.bad(inQuotes(word) + " is too much here; only all and --threads may follow");
    }
    return command;
}

/// A small number, or `fallback` where there is none.
Result<std::uint32_t> parseCount(Words& words, std::uint32_t fallback)
{
    constexpr std::uint32_t kMost = 1'000'000;
    const std::string_view word = words.next();
    if (word.empty())
        return fallback;
    const auto count = util::parseNumber<std::uint32_t>(word);
    if (!count || *count > kMost)
        return words.bad(inQuotes(word) + " is not a number of frames");
    return *count;
}

Result<Command> parseFrame(Words& words)
{
    if (words.atEnd())
        return FrameCommand{};
    DBGR_TRY(const std::uint32_t index, parseCount(words, 0));
    return alone(words, FrameCommand{index, 0});
}

template <std::int32_t direction>
Result<Command> parseMove(Words& words)
{
    DBGR_TRY(const std::uint32_t count, parseCount(words, 1));
    return alone(words, FrameCommand{std::nullopt, direction * static_cast<std::int32_t>(count)});
}

Result<Command> parseList(Words& words)
{
    if (words.atEnd())
        return ListCommand{};
    DBGR_TRY(auto where, parseLine(words));
    return ListCommand{std::move(where)};
}

Result<Command> parseInput(Words& words)
{
    bool escapes = false;
    bool newline = true;
    for (std::string_view word = words.peek(); word == "-e" || word == "-n"; word = words.peek()) {
        if (word == "-e")
            escapes = true;
        else
            newline = false;
        words.next();
    }
    const std::string_view ranksText = takeRanksWord(words);
    DBGR_TRY(auto ranks, parseRanks(words, ranksText));
    InputCommand command{std::move(ranks), std::string(words.verbatim())};
    if (escapes) {
        auto bytes = unescape(command.bytes);
        if (!bytes)
            return words.bad(bytes.error().detail);
        command.bytes = *std::move(bytes);
    }
    if (newline)
        command.bytes += '\n';
    return command;
}

Result<Command> parseEof(Words& words)
{
    const std::string_view text = words.rest();
    DBGR_TRY(auto ranks, parseRanks(words, text));
    return EofCommand{std::move(ranks)};
}

Result<Command> parseFloatTraps(Words& words)
{
    FloatTrapsCommand command;
    if (words.atEnd())
        return command;
    const std::string_view word = words.next();
    command.traps = util::FloatTraps::ofText(word);
    if (!command.traps)
        return words.bad(inQuotes(word) + " is neither on, off nor some of invalid, divide-by-zero, overflow, "
                                          "underflow, inexact, parted by commas");
    const std::string_view rest = words.rest();
    if (!rest.empty()) {
        DBGR_TRY(command.ranks, parseRanks(words, rest));
    }
    return command;
}

template <bool on>
Result<Command> parseHold(Words& words)
{
    const std::string_view text = words.rest();
    DBGR_TRY(auto ranks, parseRanks(words, text));
    return HoldCommand{std::move(ranks), on};
}

Result<Command> parseHelp(Words& words)
{
    const std::string_view word = words.next();
    if (word.empty())
        return HelpCommand{};
    const auto info = findCommand(word);
    if (!info)
        return words.bad(info.error().detail);
    return alone(words, HelpCommand{std::string((*info)->name)});
}

constexpr std::array kCommands{
    CommandInfo{"break", "b", "[FILE:]LINE|FUNCTION [thread N] [on RANKS] [group NAME] [if EXPR]",
                "Set a breakpoint, in all ranks or in some, for all threads or for one.",
                parseBreakOf<BreakKind::Lasting>},
    CommandInfo{"tbreak", "tb", "[FILE:]LINE|FUNCTION [on RANKS] [if EXPR]",
                "Set a breakpoint at which each rank stops once; it goes when all have.",
                parseBreakOf<BreakKind::Temporary>},
    CommandInfo{"barrier", "", "[FILE:]LINE|FUNCTION [on RANKS] [if EXPR]",
                "Set a breakpoint at which the focused ranks gather: who comes waits until all of them have.",
                parseBreakOf<BreakKind::Barrier>},
    CommandInfo{"watch", "", "[--write|--slow] EXPR [on RANKS] [if EXPR]",
                "Stop a rank when data of the selected frame becomes another value, or with --write is written; up to "
                "4 places of 8 bytes, or with "
                "--slow up to 8 of 4096, by executing one instruction at a time.",
                parseWatchOf<debug::WatchedData::Use::Change>},
    CommandInfo{"rwatch", "", "EXPR [on RANKS] [if EXPR]", "Stop a rank when data of the selected frame is read.",
                parseWatchOf<debug::WatchedData::Use::Read>},
    CommandInfo{"awatch", "", "EXPR [on RANKS] [if EXPR]",
                "Stop a rank when data of the selected frame is read or written.",
                parseWatchOf<debug::WatchedData::Use::Any>},
    CommandInfo{
        "catch", "",
        "throw|catch|rethrow [CLASS]|mpi-error [CALL]|mpi-abort|exit|fork|exec|load [LIBRARY]|"
        "syscall [NAME|NUMBER...]|sanitizer [on RANKS]",
        "Stop a rank when it throws or catches an exception of C++, when an MPI call fails or MPI_Abort is called, "
        "when it exits, makes a process, before and after system calls, or when a sanitizer reports an error.",
        parseCatch},
    CommandInfo{"trace", "", "[FILE:]LINE|FUNCTION, EXPR... [thread N] [on RANKS] [group NAME] [if EXPR]",
                "Set a tracepoint: ranks that come there log the values of the expressions, and go on.", parseTrace},
    CommandInfo{
        "traces", "", "[/all] [--every] [N...]|clear",
        "Show what the focused ranks have logged at tracepoints: the latest 100 of each, or every one; or forget it.",
        parseTraces},
    CommandInfo{"breakpoints", "", "", "List the breakpoints, and the places of those that have several.",
                parseBare<BreakpointsCommand>},
    CommandInfo{"bgroup", "", "[NAME|none N...]",
                "Put breakpoints into a group, to enable, disable and delete them together, or into none; or list the "
                "groups.",
                parseBreakpointGroup},
    CommandInfo{"condition", "", "N [EXPR]", "Stop at a breakpoint only where EXPR holds; without EXPR, always.",
                parseCondition},
    CommandInfo{"commands", "", "N [COMMAND; COMMAND...|none]",
                "Do commands whenever ranks have stopped at breakpoint N, for these ranks; or show them.",
                parseCommands},
    CommandInfo{"ignore", "", "N COUNT", "Let each rank pass breakpoint N COUNT times before it stops there again.",
                parseIgnore},
    CommandInfo{"disable", "", "[N[.PLACE]|GROUP...|all]",
                "Let ranks pass breakpoints, all of a group, or some of their places; they are kept.",
                parseEnableOf<false>},
    CommandInfo{"enable", "", "[N[.PLACE]|GROUP...|all]",
                "Let breakpoints, groups of them, or places, that were disabled stop ranks again.",
                parseEnableOf<true>},
    CommandInfo{"delete", "d", "N|GROUP...|all", "Remove breakpoints, or all of a group.", parseDelete},
    CommandInfo{"continue", "c", "[--any|--all|&]",
                "Let the focused ranks run until each has stopped or ended (--any: one has stopped; &: do not wait).",
                parseContinue},
    CommandInfo{"handle", "", "[SIGNAL... stop|tell|nostop|pass|nopass...]",
                "Say whether a signal stops a rank, or is only told of, and whether the rank gets it; without words, "
                "show that.",
                parseHandle},
    CommandInfo{
        "float-traps", "", "[on|off|EXCEPTION,... [RANKS]]",
        "Say which results of floating-point arithmetic stop ranks (invalid, divide-by-zero, overflow, underflow, "
        "inexact; on: the first three), or show it.",
        parseFloatTraps},
    CommandInfo{"hold", "", "RANKS", "Keep ranks where they stand while others go; running ones are interrupted.",
                parseHold<true>},
    CommandInfo{"unhold", "", "RANKS", "Let ranks go along again that are on hold, or wait at a barrier.",
                parseHold<false>},
    CommandInfo{"interrupt", "", "", "Stop the focused ranks that run.", parseBare<InterruptCommand>},
    CommandInfo{
        "step", "s", "[N] [--alone|--threads] [--together] [--any|--all|&]",
        "Run to the next source line, into calls; N times (--alone: other threads stand; --threads: those in the same "
        "line step together; --together: ranks stay with the leading one).",
        parseStepOf<debug::StepKind::Into>},
    CommandInfo{
        "next", "n", "[N] [--alone|--threads] [--together] [--any|--all|&]",
        "Run to the next source line, over calls; N times (--alone: other threads stand; --threads: those in the same "
        "line step together; --together: ranks stay with the leading one).",
        parseStepOf<debug::StepKind::Over>},
    CommandInfo{"finish", "", "[--alone|--threads] [--together] [--any|--all|&]", "Run until the function returns.",
                parseFinish},
    CommandInfo{"stepi", "si", "[N] [--alone] [--any|--all|&]", "Run one instruction, or N of them, into calls.",
                parseStepOf<debug::StepKind::IntoInstruction>},
    CommandInfo{"nexti", "ni", "[N] [--alone] [--any|--all|&]", "Run one instruction, or N of them, over calls.",
                parseStepOf<debug::StepKind::OverInstruction>},
    CommandInfo{"advance", "", "[FILE:]LINE|FUNCTION [--any|--all|&]",
                "Run to a place, as if by a breakpoint for once.", parseAdvanceTo<false>},
    CommandInfo{"until", "", "[FILE:]LINE|FUNCTION [--any|--all|&]",
                "Run to a place, over deeper calls of the same function, or until the function returns.",
                parseAdvanceTo<true>},
    CommandInfo{"jump", "", "[FILE:]LINE",
                "Go on at another line of the function, without running what lies between; then 'continue'.",
                parseJump},
    CommandInfo{"return", "", "[EXPR]", "Leave the function without running what is left of it; EXPR is what it gives.",
                parseReturn},
    CommandInfo{"wait", "", "[--any|--all] [SECONDS]",
                "Wait until each focused rank has stopped or ended (--any: one has stopped), or for so long.",
                parseWait},
    CommandInfo{"set", "", "[EXPR = VALUE|stop-all on|off|catch-reports on|off]",
                "Change a variable in each focused rank; or whether, when a rank stops, the others are stopped, too, "
                "or whether ranks stop where a sanitizer reports an error, or one of MPI is about to end them.",
                parseSet},
    CommandInfo{"undo", "", "", "Put back what the last set changed, in ranks that have not run since.",
                parseBare<UndoCommand>},
    CommandInfo{"focus", "", "[RANKS] [leading RANK]",
                "Choose the ranks that commands are for: 0-3,7, all, crashed, a group, and who leads; or show them.",
                parseFocus},
    CommandInfo{"group", "", "NAME = RANKS|NAME := RANKS|NAME where CONDITION|delete NAME|rename NAME NEW",
                "Name a set of ranks that follows (=), that is frozen (:=), or the ranks where a condition holds now.",
                parseGroup},
    CommandInfo{"groups", "", "", "List the groups of ranks: every job's, and yours.", parseBare<GroupsCommand>},
    CommandInfo{"stacks", "", "[all] [--threads]",
                "Show the stacks of the focused ranks' threads, merged (all: MPI's own, too; --threads: say which).",
                parseStacks},
    CommandInfo{"sample", "", "[all] [N times [every SECONDS]]",
                "Show where the focused ranks are, running ones too, which go on; of N samples, all together.",
                parseSample},
    CommandInfo{"where", "bt", "", "Show the stack of the focused ranks' leading threads.", parseBare<WhereCommand>},
    CommandInfo{"threads", "", "", "List the threads of the focused ranks.", parseBare<ThreadsCommand>},
    CommandInfo{"thread", "", "[N]", "Select thread N of each focused rank for values, stacks and steps, or show it.",
                parseThread},
    CommandInfo{"freeze", "", "N...|others", "Have threads stand while their rank runs (others: all but the selected).",
                parseFreeze},
    CommandInfo{"thaw", "", "N...|all", "Let frozen threads run again with their rank.", parseThaw},
    CommandInfo{"frame", "f", "[N]", "Select frame N for locals and print (0 is the innermost), or show it.",
                parseFrame},
    CommandInfo{"up", "u", "[N]", "Select the caller's frame.", parseMove<1>},
    CommandInfo{"down", "", "[N]", "Select the called function's frame.", parseMove<-1>},
    CommandInfo{"locals", "", "[/all]", "Show arguments and local variables, equal values folded (/all: all digits).",
                parseLocals},
    CommandInfo{
        "print", "p", "[/FORMAT] [--elements N] [--depth N] [--threads] EXPR",
        "Evaluate an expression in each focused rank, or thread, equal values folded (/x, /d, /t, ...; /all: all "
        "digits).",
        parsePrint},
    CommandInfo{"call", "", "EXPR", "Call functions of the program in each focused rank, and show what they give.",
                parseCall},
    CommandInfo{"ptype", "", "EXPR|TYPE", "Show what a type is made of: members, offsets and sizes.", parsePtype},
    CommandInfo{"whatis", "", "EXPR", "Show the type of an expression.", parseWhatis},
    CommandInfo{"stats", "", "[/all] EXPR",
                "Count, ends, mean and deviation of all numbers of an expression, in each rank and together.",
                parseStats},
    CommandInfo{"list", "l", "[[FILE:]LINE]", "Show source around the selected frame, or around a line.", parseList},
    CommandInfo{"search", "", "TEXT|/REGEX/",
                "Find lines in all source files of what is loaded (in any case, without capitals in TEXT).",
                parseSearch},
    CommandInfo{"ranks", "", "", "Show the state, host and process of each rank.", parseBare<RanksCommand>},
    CommandInfo{"input", "", "[-e] [-n] RANKS [TEXT]",
                "Send a line to the ranks' standard input (-e: read \\n, \\t, \\x1b; -n: no newline at the end).",
                parseInput},
    CommandInfo{"eof", "", "RANKS", "End the ranks' standard input.", parseEof},
    CommandInfo{"reattach", "", "", "Attach once more to ranks that were lost with their dbgd; those that live stop.",
                parseBare<ReattachCommand>},
    CommandInfo{"detach", "", "", "Take the debugger out; the job runs on by itself.", parseBare<DetachCommand>},
    CommandInfo{"kill", "k", "", "Kill the job.", parseBare<KillCommand>},
    CommandInfo{"restart", "", "[-u NAME|NAME=VALUE...] [LAUNCHER ARGUMENTS...]",
                "End the job, and launch it again, or another; breakpoints and focus stay.", parseRestart},
    CommandInfo{
        "save", "", "session|breakpoints|traces FILE",
        "Save how the job is started, breakpoints, groups and focus, for --session FILE; or breakpoints only; or "
        "what was traced.",
        parseSave},
    CommandInfo{"map", "", "[FROM TO|delete FROM]",
                "Say where a folder of the program's sources is on this machine; or show what was said.", parseMap},
    CommandInfo{"load", "", "breakpoints FILE", "Set the breakpoints of a session file, beside those that there are.",
                parseLoad},
    CommandInfo{"quit", "q", "", "Leave; kills the job unless it has ended or was detached.", parseBare<QuitCommand>},
    CommandInfo{
        "info", "i", "WORD [TEXT]",
        "functions, sources, globals, statics, modules, types: names with TEXT in them, as one rank has them; else "
        "breakpoints, frame, locals, ranks, stack, threads.",
        parseInfo},
    CommandInfo{"help", "h", "[COMMAND]", "Show the commands, or one of them.", parseHelp},
};

std::string namesOf(const std::vector<const CommandInfo*>& infos)
{
    std::vector<std::string> names;
    for (const CommandInfo* info : infos)
        names.emplace_back(info->name);
    return util::join(names, ", ");
}

} // namespace

std::string CommandInfo::usage() const
{
    return std::string(name) + (arguments.empty() ? "" : " ") + std::string(arguments);
}

std::span<const CommandInfo> commandTable()
{
    return kCommands;
}

Result<const CommandInfo*> findCommand(std::string_view word)
{
    constexpr std::size_t kShownBytes = 40;
    std::vector<const CommandInfo*> begun;
    for (const CommandInfo& info : kCommands) {
        if (info.name == word || (!word.empty() && info.alias == word))
            return &info;
        if (!word.empty() && info.name.starts_with(word))
            begun.push_back(&info);
    }
    if (begun.size() == 1)
        return begun.front();
    if (begun.empty()) {
        util::Nearest nearest(word.substr(0, kShownBytes));
        for (const CommandInfo& info : kCommands)
            nearest.offer(info.name);
        const auto meant = nearest.found();
        return util::fail(Errc::UnknownCommand,
                          "there is no command " + inQuotes(word.substr(0, kShownBytes)) +
                              (meant ? "; the nearest is " + inQuotes(*meant) : ""),
                          "'help' lists the commands.");
    }
    return util::fail(Errc::UnknownCommand, inQuotes(word) + " could be " + namesOf(begun), "Type some more letters.");
}

namespace {

/// print/x is print /x.
bool takesFormat(std::string_view name)
{
    const auto info = findCommand(name);
    return info && ((*info)->name == "print" || (*info)->name == "locals");
}

} // namespace

Result<Command> parseCommand(std::string_view line)
{
    if (line.size() > kMaxCommandBytes)
        return util::fail(Errc::BadArgument, "the line has more than " + std::to_string(kMaxCommandBytes) + " bytes");
    Words words(line);
    std::string_view name = words.next();
    if (name.empty() || name.front() == '#')
        return NoCommand{};
    if (const std::size_t slash = name.find('/'); slash != std::string_view::npos && takesFormat(name.substr(0, slash)))
        name = words.splitLast(slash);
    DBGR_TRY(const CommandInfo* info, findCommand(name));
    auto command = info->parse(words);
    if (command)
        return command;
    return util::fail(std::move(command).error().withContext(info->name).withAdvice("Usage: " + info->usage()));
}

std::string commandHelp()
{
    std::size_t width = 0;
    for (const CommandInfo& info : kCommands)
        width = std::max(width, std::min<std::size_t>(info.usage().size(), 30));
    std::string text;
    for (const CommandInfo& info : kCommands) {
        const std::string usage = info.usage();
        text += "  " + usage;
        text += usage.size() > width ? "\n" + std::string(width + 4, ' ') : std::string(width + 2 - usage.size(), ' ');
        text += std::string(info.summary) + "\n";
    }
    return text;
}

} // namespace dbgr::app
