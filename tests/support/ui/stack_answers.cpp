// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/ui/stack_answers.h"

#include "util/string_util.h"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace dbgr::test {

namespace {

debug::Frame frameOf(std::string_view text)
{
    const auto inModule = text.find('!');
    if (inModule != std::string_view::npos) {
        debug::Frame result = frame(std::string(text.substr(0, inModule)));
        result.module = text.substr(inModule + 1);
        return result;
    }
    const auto at = text.find('@');
    if (at == std::string_view::npos)
        return frame(std::string(text));
    const auto colon = text.rfind(':');
    return frame(std::string(text.substr(0, at)), std::string(text.substr(at + 1, colon - at - 1)),
                 static_cast<std::uint32_t>(std::atoi(std::string(text.substr(colon + 1)).c_str())));
}

/// The threads of a rank, numbered from 1.
template <class F>
void forThreads(const std::vector<ThreadStack>& stacks, util::Rank rank, F&& f)
{
    std::uint32_t number = 0;
    for (const ThreadStack& stack : stacks) {
        if (stack.ranks.contains(rank))
            f(++number, stack);
    }
}

util::ThreadId threadId(util::Rank rank, std::uint32_t number)
{
    return util::ThreadId(1000 + 10 * rank.value() + number);
}

debug::FramesReply framesOf(const std::vector<ThreadStack>& stacks, const debug::EngineCommand& command)
{
    const auto wanted = std::get<debug::GetFrames>(command.request).thread;
    debug::FramesReply reply;
    command.ranks.forEach([&](util::Rank rank) {
        forThreads(stacks, rank, [&](std::uint32_t number, const ThreadStack& stack) {
            const util::ThreadId id = threadId(rank, number);
            if (wanted ? *wanted == id : number == 1)
                reply.ranks.push_back({rank, {}, id, stack.innermostFirst});
        });
    });
    return reply;
}

debug::ThreadInfo infoOf(util::Rank rank, std::uint32_t number, const ThreadStack& stack)
{
    debug::ThreadInfo info{threadId(rank, number), number, number == 1 ? "ring" : "worker",
                           stack.innermostFirst.front(), number == 1};
    info.role = debug::roleOf(stack.innermostFirst);
    return info;
}

debug::ThreadsReply threadsOf(const std::vector<ThreadStack>& stacks, const debug::EngineCommand& command)
{
    debug::ThreadsReply reply;
    command.ranks.forEach([&](util::Rank rank) {
        debug::RankThreads threads{rank, {}, {}};
        forThreads(stacks, rank, [&](std::uint32_t number, const ThreadStack& stack) {
            threads.threads.push_back(infoOf(rank, number, stack));
        });
        reply.ranks.push_back(std::move(threads));
    });
    return reply;
}

} // namespace

std::vector<ThreadStack> threadStacks(std::string_view text)
{
    std::vector<ThreadStack> stacks;
    for (const std::string_view line : util::split(text, '\n')) {
        const auto colon = line.find(": ");
        if (colon == std::string_view::npos)
            continue;
        ThreadStack stack{ranks(line.substr(0, colon)), {}};
        for (const std::string_view word : util::split(line.substr(colon + 2), ' '))
            stack.innermostFirst.push_back(frameOf(word));
        std::reverse(stack.innermostFirst.begin(), stack.innermostFirst.end());
        for (std::size_t i = 0; i < stack.innermostFirst.size(); ++i)
            stack.innermostFirst[i].index = static_cast<std::uint32_t>(i);
        stacks.push_back(std::move(stack));
    }
    return stacks;
}

debug::StackTree stackTree(const std::vector<ThreadStack>& stacks, const util::RankSet& ranks, debug::StacksBy by)
{
    debug::StackTree tree;
    if (by == debug::StacksBy::Thread) {
        ranks.forEach([&](util::Rank rank) {
            forThreads(stacks, rank, [&](std::uint32_t number, const ThreadStack& stack) {
                tree.add(rank, infoOf(rank, number, stack), stack.innermostFirst);
            });
        });
        return tree;
    }
    for (const ThreadStack& stack : stacks)
        (stack.ranks & ranks).forEach([&](util::Rank rank) { tree.add(rank, stack.innermostFirst); });
    return tree;
}

void StackAnswers::serve(FakeBackend& backend)
{
    backend.answersQuery = [this](const debug::EngineCommand& command) -> std::optional<debug::EngineReply> {
        if (!answers)
            return std::nullopt;
        if (const auto* const stacks = std::get_if<debug::GetStacks>(&command.request))
            return debug::EngineReply{debug::StacksReply{stackTree(threads, command.ranks, stacks->by)}, {}};
        if (std::holds_alternative<debug::Sample>(command.request))
            return debug::EngineReply{debug::StacksReply{stackTree(threads, command.ranks)}, {}};
        if (std::holds_alternative<debug::GetFrames>(command.request))
            return debug::EngineReply{framesOf(threads, command), {}};
        if (std::holds_alternative<debug::GetThreads>(command.request))
            return debug::EngineReply{threadsOf(threads, command), {}};
        return std::nullopt;
    };
}

} // namespace dbgr::test
