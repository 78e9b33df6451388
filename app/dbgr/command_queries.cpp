// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that look at ranks: the half of CommandRunner that changes nothing.
#include "app/dbgr/app_error.h"
#include "app/dbgr/command_runner.h"
#include "debug/debug_error.h"

#include <algorithm>

namespace dbgr::app {

namespace {

constexpr std::uint32_t kListedLines = 10;

util::Error noSuchFrame(std::int64_t index)
{
    const std::string detail = index < 0 ? "frame 0 is the innermost" : "there is no frame " + std::to_string(index);
    return {debug::Errc::NoSuchFrame, detail, "'where' shows the frames."};
}

} // namespace

void CommandRunner::carryOut(const StacksCommand&)
{
    const util::RankSet ranks = m_session.focus();
    m_session.stacks(ranks, answer<debug::StackTree>([this, ranks](session::Answer<debug::StackTree> stacks) {
                         succeed({StacksReply{ranks, std::move(stacks.value)}, std::move(stacks.failures)});
                     }));
}

void CommandRunner::carryOut(const WhereCommand&)
{
    using Frames = std::vector<debug::RankFrames>;
    m_session.frames(m_session.focus(), std::nullopt, answer<Frames>([this](session::Answer<Frames> frames) {
                         succeed({WhereReply{session::foldStacks(frames.value), m_frame}, std::move(frames.failures)});
                     }));
}

void CommandRunner::carryOut(const ThreadsCommand&)
{
    using Threads = std::vector<debug::RankThreads>;
    m_session.threads(m_session.focus(), answer<Threads>([this](session::Answer<Threads> threads) {
                          succeed({ThreadsReply{std::move(threads.value)}, std::move(threads.failures)});
                      }));
}

void CommandRunner::carryOut(const LocalsCommand&)
{
    using Variables = std::vector<debug::RankVariables>;
    const auto reply = [this, frame = m_frame](session::Answer<Variables> variables) {
        LocalsReply locals{frame, {}, session::foldVariables(variables.value), false};
        for (const debug::RankVariables& rank : variables.value) {
            locals.ranks.insert(rank.rank);
            locals.truncated |= rank.truncated;
        }
        succeed({std::move(locals), std::move(variables.failures)});
    };
    m_session.variables(m_session.focus(), {std::nullopt, m_frame}, answer<Variables>(reply));
}

void CommandRunner::carryOut(const PrintCommand& command)
{
    using Values = std::vector<debug::ValueGroup>;
    const auto reply = [this, expression = command.expression](session::Answer<Values> values) {
        const bool anyValue = std::any_of(values.value.begin(), values.value.end(),
                                          [](const debug::ValueGroup& group) { return group.problem.empty(); });
        m_printer.reply({PrintReply{expression, std::move(values.value)}, std::move(values.failures)});
        finish(anyValue ? Outcome::Done : Outcome::Failed);
    };
    m_session.evaluate(m_session.focus(), command.expression, {std::nullopt, m_frame}, answer<Values>(reply));
}

void CommandRunner::carryOut(const RanksCommand&)
{
    RanksReply reply;
    const session::ProcessTable& table = m_session.processes();
    table.all().forEach([&](util::Rank rank) { reply.ranks.push_back({rank, table.at(rank)}); });
    succeed({std::move(reply), {}});
}

void CommandRunner::carryOut(const FrameCommand& command)
{
    const std::int64_t index = command.index ? *command.index : std::int64_t(m_frame) + command.move;
    if (index < 0)
        return fail(noSuchFrame(index));
    using Frames = std::vector<debug::RankFrames>;
    const auto reply = [this, index = static_cast<std::uint32_t>(index)](session::Answer<Frames> frames) {
        auto groups = session::foldFrames(frames.value, index);
        if (groups.empty())
            return fail(noSuchFrame(index));
        m_frame = index;
        succeed({FrameReply{index, std::move(groups)}, std::move(frames.failures)});
    };
    m_session.frames(m_session.focus(), std::nullopt, answer<Frames>(reply));
}

void CommandRunner::findSource(std::function<void(const debug::Frame&)> then)
{
    const auto leading = m_session.leadingRank();
    if (!leading)
        return fail(
            {Errc::NothingToDo, "there is no rank yet whose source could be meant", "Name the file: FILE:LINE."});
    using Frames = std::vector<debug::RankFrames>;
    const auto look = [this, leading, then = std::move(then)](const session::Answer<Frames>& frames) {
        for (const debug::RankFrames& stack : frames.value)
            for (const debug::Frame& frame : stack.frames)
                if (frame.index >= m_frame && frame.where.known())
                    return then(frame);
        fail({Errc::NoSource,
              "no frame of rank " + std::to_string(leading->value()) + " from #" + std::to_string(m_frame) +
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
