// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that look at ranks: the half of CommandRunner that changes nothing.
#include "app/dbgr/app_error.h"
#include "app/dbgr/command_runner.h"
#include "debug/debug_error.h"
#include "debug/frame_that_counts.h"

#include <algorithm>

namespace dbgr::app {

namespace {

constexpr std::uint32_t kListedLines = 10;
constexpr std::size_t kMostFoundLines = 200;
constexpr std::uint32_t kMostSearchedFiles = 20000;

util::Error noSuchFrame(std::int64_t index)
{
    const std::string detail = index < 0 ? "frame 0 is the innermost" : "there is no frame " + std::to_string(index);
    return {debug::Errc::NoSuchFrame, detail, "'where' shows the frames."};
}

/// The stack of the rank that leads; null if it has no such frame.
const debug::RankFrames* leaderOf(const std::vector<debug::RankFrames>& stacks, std::optional<util::Rank> leader,
                                  std::uint32_t index)
{
    const auto found = std::find_if(stacks.begin(), stacks.end(),
                                    [&](const debug::RankFrames& stack) { return stack.rank == leader; });
    return found != stacks.end() && index < found->frames.size() ? &*found : nullptr;
}

} // namespace

void CommandRunner::carryOut(const StacksCommand& command)
{
    const util::RankSet ranks = m_session.focus();
    const auto reply = [this, ranks, command](session::Answer<debug::StackTree> stacks) {
        StacksReply shown{ranks, std::move(stacks.value), {}};
        shown.by = command.by;
        if (!command.all)
            shown = withoutHelpers(std::move(shown));
        succeed({std::move(shown), std::move(stacks.failures)});
    };
    m_session.stacks(ranks, answer<debug::StackTree>(reply), command.by, awaiting<debug::StackTree>());
}

StacksReply CommandRunner::withoutHelpers(StacksReply reply)
{
    debug::FoldedStacks folded = debug::foldHelpers(reply.tree);
    reply.tree = std::move(folded.tree);
    reply.helpers = std::move(folded.helpers);
    return reply;
}

void CommandRunner::carryOut(const WhereCommand&)
{
    using Frames = std::vector<debug::RankFrames>;
    m_session.frames(m_session.focus(), std::nullopt, answer<Frames>([this](session::Answer<Frames> frames) {
                         auto groups = session::foldStacks(frames.value);
                         const std::uint32_t selected = selectedFrame(frames.value);
                         if (const auto* const leader = leaderOf(frames.value, m_session.leadingRank(), selected))
                             session::selectFrame(groups, frames.value, selected, leader->match(selected));
                         succeed({WhereReply{std::move(groups), selected}, std::move(frames.failures)});
                     }));
}

void CommandRunner::chooseFrame(std::function<void(session::FrameChoice)> then)
{
    chooseFrame(m_session.focus() & m_session.processes().standing(), std::move(then));
}

void CommandRunner::chooseFrame(const util::RankSet& among, std::function<void(session::FrameChoice)> then)
{
    using Frames = std::vector<debug::RankFrames>;
    const std::optional<util::Rank> leader = m_session.leadingRank();
    if (!leader || among.size() < 2)
        return then({std::nullopt, m_frame});
    const auto name = [this, leader, then = std::move(then)](const session::Answer<Frames>& frames) {
        const std::uint32_t selected = selectedFrame(frames.value);
        const debug::RankFrames* const stack = leaderOf(frames.value, leader, selected);
        if (!stack)
            return fail(noSuchFrame(selected));
        then({std::nullopt, selected, stack->match(selected)});
    };
    m_session.frames(util::RankSet(*leader), std::nullopt, answer<Frames>(name));
}

void CommandRunner::carryOut(const LocalsCommand& command)
{
    using Variables = std::vector<debug::RankVariables>;
    const auto reply = [this, frame = m_frame, all = command.allDigits](session::Answer<Variables> variables) {
        LocalsReply locals{frame, {}, session::foldVariables(variables.value), false, all};
        for (const debug::RankVariables& rank : variables.value) {
            locals.ranks.insert(rank.rank);
            locals.truncated |= rank.truncated;
        }
        succeed({std::move(locals), std::move(variables.failures)});
    };
    chooseFrame([this, reply](const session::FrameChoice& choice) {
        m_session.variables(m_session.focus(), choice, answer<Variables>(reply));
    });
}

void CommandRunner::carryOut(const PrintCommand& command)
{
    if (command.inThreads)
        return printInThreads(command);
    using Values = std::vector<debug::ValueGroup>;
    const auto reply = [this, command](session::Answer<Values> values) {
        const bool anyValue = std::any_of(values.value.begin(), values.value.end(),
                                          [](const debug::ValueGroup& group) { return group.problem.empty(); });
        m_printer.reply({PrintReply{command.expression, std::move(values.value), command.wantsAllDigits()},
                         std::move(values.failures)});
        finish(anyValue ? Outcome::Done : Outcome::Failed);
    };
    debug::ValueStyle style = command.style;
    style.tree = m_printer.wantsTrees();
    const bool calls = command.calls;
    chooseFrame([this, reply, style, calls, expression = command.expression](const session::FrameChoice& choice) {
        if (calls)
            m_session.call(m_session.focus(), expression, choice, answer<Values>(reply), style);
        else
            m_session.evaluate(m_session.focus(), expression, choice, answer<Values>(reply), style, awaiting<Values>());
    });
}

void CommandRunner::carryOut(const RanksCommand&)
{
    RanksReply reply;
    const session::ProcessTable& table = m_session.processes();
    table.all().forEach([&](util::Rank rank) { reply.ranks.push_back({rank, table.at(rank)}); });
    reply.onHold = m_session.onHold();
    reply.silent = table.silent();
    succeed({std::move(reply), {}});
}

void CommandRunner::carryOut(const FrameCommand& command)
{
    using Frames = std::vector<debug::RankFrames>;
    const auto reply = [this, command](session::Answer<Frames> frames) {
        const bool selects = command.index || command.move != 0 || m_frame;
        const std::int64_t index =
            command.index ? *command.index : std::int64_t(selectedFrame(frames.value)) + command.move;
        if (index < 0 || index > UINT32_MAX)
            return fail(noSuchFrame(index));
        const auto number = static_cast<std::uint32_t>(index);
        const debug::RankFrames* const leader = leaderOf(frames.value, m_session.leadingRank(), number);
        if (!leader)
            return fail(noSuchFrame(index));
        auto groups = session::foldFrames(frames.value, number, leader->match(number));
        if (selects)
            m_frame = number;
        succeed({FrameReply{number, std::move(groups)}, std::move(frames.failures)});
    };
    m_session.frames(m_session.focus(), std::nullopt, answer<Frames>(reply));
}

std::uint32_t CommandRunner::selectedFrame(const std::vector<debug::RankFrames>& stacks) const
{
    if (m_frame)
        return *m_frame;
    const auto leading = m_session.leadingRank();
    for (const debug::RankFrames& stack : stacks)
        if (stack.rank == leading)
            return static_cast<std::uint32_t>(debug::frameThatCounts(stack.frames));
    return 0;
}

void CommandRunner::findPlace(debug::Place place, std::function<void(debug::Place)> then)
{
    const auto* const line = std::get_if<debug::SourceLine>(&place);
    if (!line || !line->file.empty())
        return then(std::move(place));
    findSource([then = std::move(then), number = line->line](const debug::Frame& frame) {
        then(debug::SourceLine{frame.where.file, number});
    });
}

void CommandRunner::findSource(std::function<void(const debug::Frame&)> then)
{
    const auto leading = m_session.leadingRank();
    if (!leading)
        return fail(
            {Errc::NothingToDo, "there is no rank yet whose source could be meant", "Name the file: FILE:LINE."});
    using Frames = std::vector<debug::RankFrames>;
    const auto look = [this, leading, then = std::move(then)](const session::Answer<Frames>& frames) {
        const std::uint32_t first = selectedFrame(frames.value);
        for (const debug::RankFrames& stack : frames.value)
            for (const debug::Frame& frame : stack.frames)
                if (frame.index >= first && frame.where.known())
                    return then(frame);
        fail({Errc::NoSource,
              "no frame of rank " + std::to_string(leading->value()) + " from #" + std::to_string(first) +
                  " outwards has source",
              "Name the file: FILE:LINE."});
    };
    m_session.frames(util::RankSet(*leading), std::nullopt, answer<Frames>(look));
}

void CommandRunner::carryOut(const ListCommand& command)
{
    if (command.where && !command.where->file.empty())
        return list(command.where->file, command.where->line, 0);
    findSource([this, asked = command.where](const debug::Frame& frame) {
        list(frame.where.file, asked ? asked->line : frame.where.line, frame.where.line);
    });
}

void CommandRunner::carryOut(const SearchCommand& command)
{
    const auto pattern = session::LinePattern::read(command.pattern);
    if (!pattern)
        return fail(pattern.error());
    const auto rank = (m_session.focus() & m_session.processes().standing()).lowest();
    if (!rank)
        return fail({Errc::NothingToDo, "no focused rank stands that could tell which source files there are",
                     "Stop one: interrupt."});
    using Descriptions = std::vector<debug::Description>;
    debug::Describe question{debug::Describe::What::Sources, "", kMostSearchedFiles};
    const auto look = [this, pattern = *pattern,
                       written = command.pattern](const session::Answer<Descriptions>& found) {
        std::vector<std::string> files;
        for (const debug::Description& one : found.value) {
            if (!one.problem.empty())
                return fail({Errc::NoSource, one.problem, ""});
            for (const debug::DescribedName& name : one.names)
                files.push_back(name.name);
        }
        search(pattern, written, std::move(files));
    };
    m_session.describe(util::RankSet(*rank), std::move(question), {}, answer<Descriptions>(look));
}

void CommandRunner::search(const session::LinePattern& pattern, const std::string& written,
                           std::vector<std::string> files)
{
    SearchReply reply;
    reply.pattern = written;
    std::size_t left = kMostFoundLines;
    for (std::string& file : files) {
        if (left == 0) {
            reply.more = true;
            break;
        }
        const auto local = m_sources.folders().toLocal(file);
        auto lines = session::linesWith(pattern, local.value_or(file), left + 1);
        ++(lines ? reply.searched : reply.missing);
        if (!lines || lines->empty())
            continue;
        reply.more = lines->size() > left;
        lines->resize(std::min(lines->size(), left));
        left -= lines->size();
        reply.files.push_back({std::move(file), *std::move(lines)});
    }
    succeed({std::move(reply), {}});
}

void CommandRunner::list(const std::string& file, std::uint32_t line, std::uint32_t current)
{
    const auto lines = m_sources.lines(file);
    if (!lines)
        return fail(lines.error());
    const std::size_t size = (*lines)->size();
    if (line == 0 || line > size)
        return fail({Errc::NoSource, file + " has only " + std::to_string(size) + " lines", ""});
    const std::size_t first = line > kListedLines / 2 ? line - kListedLines / 2 : 1;
    const std::size_t end = std::min<std::size_t>(size, first - 1 + kListedLines);
    ListReply reply{file, static_cast<std::uint32_t>(first), current, {}};
    reply.lines.assign((*lines)->begin() + static_cast<std::ptrdiff_t>(first - 1),
                       (*lines)->begin() + static_cast<std::ptrdiff_t>(end));
    succeed({std::move(reply), {}});
}

} // namespace dbgr::app
