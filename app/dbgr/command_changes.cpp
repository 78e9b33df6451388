// SPDX-License-Identifier: GPL-3.0-or-later
// The part of CommandRunner that changes values of the program, describes their types, and sums them up.
#include "app/dbgr/app_error.h"
#include "app/dbgr/command_runner.h"

#include <algorithm>
#include <utility>

namespace dbgr::app {

namespace {

using Changes = std::vector<debug::ChangeGroup>;
using Descriptions = std::vector<debug::Description>;

util::RankSet changedRanks(const Changes& changes)
{
    util::RankSet ranks;
    for (const debug::ChangeGroup& group : changes)
        ranks |= group.problem.empty() ? group.ranks : util::RankSet();
    return ranks;
}

/// It can be taken back in no rank.
bool isFinal(const Changes& changes)
{
    return std::all_of(changes.begin(), changes.end(),
                       [](const debug::ChangeGroup& group) { return !group.problem.empty() || group.final; });
}

bool isOfOneRank(debug::Describe::What what)
{
    using What = debug::Describe::What;
    return what != What::Type && what != What::TypeName && what != What::Limits;
}

} // namespace

void CommandRunner::tellChanges(const char* command, const std::string& target, const std::string& value,
                                session::Answer<Changes> changes)
{
    const bool anyDone = std::any_of(changes.value.begin(), changes.value.end(),
                                     [](const debug::ChangeGroup& group) { return group.problem.empty(); });
    m_printer.reply({ChangesReply{command, target, value, std::move(changes.value)}, std::move(changes.failures)});
    finish(anyDone ? Outcome::Done : Outcome::Failed);
}

void CommandRunner::carryOut(const AssignCommand& command)
{
    chooseFrame([this, command](const session::FrameChoice& choice) {
        const auto number = std::make_shared<std::uint64_t>(0);
        const auto reply = [this, command, number](session::Answer<Changes> changes) {
            if (util::RankSet ranks = changedRanks(changes.value); !ranks.empty())
                m_changes.push_back({*number, command.target, std::move(ranks), isFinal(changes.value)});
            tellChanges("set", command.target, command.value, std::move(changes));
        };
        *number = m_session.assign(m_session.focus(), command.target, command.value, choice, answer<Changes>(reply));
    });
}

void CommandRunner::carryOut(const UndoCommand&)
{
    if (m_changes.empty())
        return fail({Errc::NothingToUndo, "no 'set' has changed anything that could be put back", ""});
    const Change last = m_changes.back();
    m_changes.pop_back();
    if (last.final)
        return fail({Errc::NothingToUndo,
                     "what 'set' did to " + last.target + " cannot be put back: code of the program did it",
                     "'undo' once more puts back what was changed before it."});
    m_session.takeBack(last.ranks, last.number,
                       answer<Changes>([this, target = last.target](session::Answer<Changes> changes) {
                           tellChanges("undo", target, "", std::move(changes));
                       }));
}

void CommandRunner::carryOut(const DescribeCommand& command)
{
    debug::Describe question{command.what, command.text};
    const std::string name = debug::name(question);
    util::RankSet ranks = m_session.focus();
    const util::RankSet standing = ranks & m_session.processes().standing();
    if (isOfOneRank(command.what)) {
        if (const auto lowest = standing.empty() ? ranks.lowest() : standing.lowest())
            ranks = util::RankSet(*lowest);
    }
    const auto reply = [this, name, text = command.text](session::Answer<Descriptions> found) {
        const bool any = std::any_of(found.value.begin(), found.value.end(),
                                     [](const debug::Description& one) { return one.problem.empty(); });
        m_printer.reply({DescriptionsReply{name, text, std::move(found.value)}, std::move(found.failures)});
        finish(any ? Outcome::Done : Outcome::Failed);
    };
    chooseFrame([this, ranks, question, reply](const session::FrameChoice& choice) {
        m_session.describe(ranks, question, choice, answer<Descriptions>(reply));
    });
}

void CommandRunner::carryOut(const StatsCommand& command)
{
    using Statistics = std::vector<debug::StatisticsGroup>;
    const auto reply = [this, command](session::Answer<Statistics> found) {
        const bool any = std::any_of(found.value.begin(), found.value.end(),
                                     [](const debug::StatisticsGroup& one) { return one.problem.empty(); });
        m_printer.reply(
            {StatsReply{command.expression, std::move(found.value), command.allDigits}, std::move(found.failures)});
        finish(any ? Outcome::Done : Outcome::Failed);
    };
    chooseFrame([this, command, reply](const session::FrameChoice& choice) {
        m_session.statistics(m_session.focus(), command.expression, choice, answer<Statistics>(reply));
    });
}

} // namespace dbgr::app
