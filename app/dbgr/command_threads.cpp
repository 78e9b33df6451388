// SPDX-License-Identifier: GPL-3.0-or-later
// The commands about single threads of ranks.
#include "app/dbgr/command_runner.h"

#include <algorithm>
#include <utility>

namespace dbgr::app {

namespace {

using Threads = std::vector<debug::RankThreads>;

std::optional<debug::ThreadInfo> leadingOf(const Threads& threads)
{
    for (const debug::RankThreads& rank : threads) {
        const auto found = std::ranges::find_if(rank.threads, &debug::ThreadInfo::leading);
        if (found != rank.threads.end())
            return *found;
    }
    return std::nullopt;
}

} // namespace

void CommandRunner::carryOut(const ThreadsCommand&)
{
    m_session.threads(m_session.focus(), answer<Threads>([this](session::Answer<Threads> threads) {
                          succeed({ThreadsReply{std::move(threads.value)}, std::move(threads.failures)});
                      }));
}

void CommandRunner::carryOut(const ThreadCommand& command)
{
    const auto reply = answer<Threads>([this, selects = command.index.has_value()](session::Answer<Threads> threads) {
        if (selects) {
            m_frame.reset();
            for (const debug::RankThreads& rank : threads.value)
                m_threadsChosen.insert(rank.rank);
        }
        succeed({ThreadReply{std::move(threads.value)}, std::move(threads.failures)});
    });
    if (command.index)
        m_session.selectThread(m_session.focus(), *command.index, reply);
    else
        m_session.threads(m_session.focus(), reply);
}

void CommandRunner::carryOut(const FreezeCommand& command)
{
    const auto reply = [this, name = command.what.freeze ? "freeze" : "thaw"](session::Answer<Threads> threads) {
        succeed({FreezeReply{name, std::move(threads.value)}, std::move(threads.failures)});
    };
    m_session.freezeThreads(m_session.focus(), command.what, answer<Threads>(reply));
}

void CommandRunner::printInThreads(const PrintCommand& command)
{
    using Values = std::vector<debug::RankThreadValues>;
    const auto reply = [this, command](session::Answer<Values> values) {
        const bool anyValue = std::ranges::any_of(values.value, [](const debug::RankThreadValues& rank) {
            return std::ranges::any_of(rank.values, [](const auto& one) { return one.value.problem.empty(); });
        });
        m_printer.reply({ThreadValuesReply{command.expression, std::move(values.value), command.allDigits},
                         std::move(values.failures)});
        finish(anyValue ? Outcome::Done : Outcome::Failed);
    };
    debug::ValueStyle style = command.style;
    style.tree = m_printer.wantsTrees();
    m_session.evaluateInThreads(m_session.focus(), command.expression, answer<Values>(reply), style);
}

/// Which thread leads the engine knows: a stop for another one may have come since it was selected.
void CommandRunner::tellFocus()
{
    const std::optional<util::Rank> leader = m_session.leadingRank();
    const FocusReply reply{m_session.focus(), leader};
    if (!leader || !(m_threadsChosen & m_session.processes().standing()).contains(*leader))
        return succeed({reply, {}});
    m_session.threads(util::RankSet(*leader), answer<Threads>([this, reply](const session::Answer<Threads>& threads) {
                          succeed({FocusReply{reply.ranks, reply.leading, leadingOf(threads.value)}, {}});
                      }));
}

} // namespace dbgr::app
