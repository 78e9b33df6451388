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
            m_leadingThread.reset();
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
        m_printer.reply({ThreadValuesReply{command.expression, std::move(values.value), command.wantsAllDigits()},
                         std::move(values.failures)});
        finish(anyValue ? Outcome::Done : Outcome::Failed);
    };
    debug::ValueStyle style = command.style;
    style.tree = m_printer.wantsTrees();
    m_session.evaluateInThreads(m_session.focus(), command.expression, answer<Values>(reply), style);
}

/// The leading rank, if it stands, and a thread was selected in it.
std::optional<util::Rank> CommandRunner::leaderWithThread() const
{
    const std::optional<util::Rank> leader = m_session.leadingRank();
    const bool isChosen = leader && (m_threadsChosen & m_session.processes().standing()).contains(*leader);
    return isChosen ? leader : std::nullopt;
}

bool CommandRunner::knowsThreadOf(util::Rank leader) const
{
    return m_leadingThread && m_leadingThread->rank == leader &&
           m_leadingThread->stop == m_session.processes().at(leader).stopId;
}

std::optional<std::uint32_t> CommandRunner::leadingThread() const
{
    const auto leader = leaderWithThread();
    return leader && knowsThreadOf(*leader) ? m_leadingThread->index : std::nullopt;
}

/// Of the command under way, which ends then.
void CommandRunner::askForThread(util::Rank leader, Outcome outcome)
{
    m_leadingThread = {leader, m_session.processes().at(leader).stopId, std::nullopt};
    m_session.threads(util::RankSet(leader), [this, alive = std::weak_ptr(m_alive),
                                              outcome](const util::Result<session::Answer<Threads>>& threads) {
        if (alive.expired())
            return;
        const auto leading = threads ? leadingOf(threads->value) : std::nullopt;
        if (leading && m_leadingThread)
            m_leadingThread->index = leading->index;
        finish(outcome);
    });
}

/// Which thread leads the engine knows: a stop for another one may have come since it was selected.
void CommandRunner::tellFocus()
{
    const FocusReply reply{m_session.focus(), m_session.leadingRank()};
    const std::optional<util::Rank> leader = leaderWithThread();
    if (!leader)
        return succeed({reply, {}});
    m_session.threads(util::RankSet(*leader), answer<Threads>([this, reply](const session::Answer<Threads>& threads) {
                          succeed({FocusReply{reply.ranks, reply.leading, leadingOf(threads.value)}, {}});
                      }));
}

} // namespace dbgr::app
