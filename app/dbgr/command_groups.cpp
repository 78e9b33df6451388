// SPDX-License-Identifier: GPL-3.0-or-later
// The part of CommandRunner that names ranks.
#include "app/dbgr/command_runner.h"
#include "session/session_error.h"

#include <utility>

namespace dbgr::app {

namespace {

using How = session::GroupLine::How;

GroupRow rowOf(const session::RankGroup& group, util::RankSet ranks)
{
    const bool numbers = group.origin.empty() && !group.follows();
    return {group.name, std::move(ranks), group.origin.empty() && !numbers ? group.definition.text() : group.origin,
            true, group.follows()};
}

/// What every job has, where it has anybody: "all", then by state, host and program.
std::vector<GroupRow> predefinedRows(const session::PredefinedGroups& groups)
{
    std::vector<GroupRow> rows;
    for (const std::string_view word : session::PredefinedGroups::words()) {
        util::RankSet ranks = groups.find(word).value_or(util::RankSet());
        if (!ranks.empty())
            rows.push_back({std::string(word), std::move(ranks), "", false, true});
    }
    for (const auto& [host, ranks] : groups.hosts())
        rows.push_back({session::placeName("host", host), ranks, "", false, true});
    for (const auto& [program, ranks] : groups.programs())
        rows.push_back({session::placeName("program", program), ranks, "", false, true});
    return rows;
}

} // namespace

void CommandRunner::tellGroup(const std::string& name, std::vector<debug::RankFailure> failures)
{
    const session::RankGroups& groups = m_session.groups();
    const session::RankGroup* const group = groups.find(name);
    if (!group)
        return fail({session::make_error_code(session::Errc::NoSuchGroup), "the group is gone", ""});
    succeed({GroupReply{rowOf(*group, groups.read(name).value_or(util::RankSet()))}, std::move(failures)});
}

void CommandRunner::carryOut(const GroupCommand& command)
{
    const session::GroupLine& line = command.line;
    if (line.how == How::Where)
        return groupWhere(line);
    const auto made = line.how == How::Define ? m_session.defineGroup(line.name, line.text)
                                              : m_session.freezeGroup(line.name, line.text);
    if (!made)
        return fail(made.error());
    tellGroup(line.name, {});
}

void CommandRunner::groupWhere(const session::GroupLine& line)
{
    using Ranks = session::ConditionRanks;
    const auto reply = [this, name = line.name](session::Answer<Ranks> made) {
        tellGroup(name, std::move(made.failures));
    };
    chooseFrame([this, line, reply](const session::FrameChoice& choice) {
        m_session.groupWhere(line.name, line.text, m_session.focus(), choice, answer<Ranks>(reply));
    });
}

void CommandRunner::carryOut(const DeleteGroupCommand& command)
{
    if (const auto deleted = m_session.deleteGroup(command.name); !deleted)
        return fail(deleted.error());
    succeed({GroupChangeReply{"group delete", command.name, ""}, {}});
}

void CommandRunner::carryOut(const RenameGroupCommand& command)
{
    if (const auto renamed = m_session.renameGroup(command.from, command.to); !renamed)
        return fail(renamed.error());
    succeed({GroupChangeReply{"group rename", command.from, command.to}, {}});
}

void CommandRunner::carryOut(const GroupsCommand&)
{
    const session::RankGroups& groups = m_session.groups();
    GroupsReply reply{predefinedRows(groups.predefined())};
    std::vector<util::RankSet> ranks = groups.ranksOfAll();
    for (std::size_t i = 0; i < ranks.size(); ++i)
        reply.groups.push_back(rowOf(groups.all()[i], std::move(ranks[i])));
    succeed({std::move(reply), {}});
}

} // namespace dbgr::app
