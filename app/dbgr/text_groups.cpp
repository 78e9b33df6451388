// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/text_groups.h"

#include "app/dbgr/escapes.h"
#include "app/dbgr/text_format.h"
#include "session/describe.h"

namespace dbgr::app {

namespace {

std::string kindText(const GroupRow& group)
{
    if (!group.own)
        return "every job's";
    if (group.follows)
        return "follows " + visible(group.definition);
    return group.definition.empty() ? "frozen" : "frozen, " + visible(group.definition);
}

} // namespace

std::string groupText(const GroupRow& group)
{
    const std::uint64_t count = group.ranks.size();
    const std::string who = count == 0   ? "no ranks"
                            : count == 1 ? "1 rank: " + group.ranks.toString()
                                         : std::to_string(count) + " ranks: " + session::shortRanks(group.ranks);
    return "Group " + group.name + " has " + who + "; " + kindText(group) + ".\n";
}

std::string groupChangeText(const GroupChangeReply& reply)
{
    if (reply.newName.empty())
        return "Group " + reply.name + " is deleted.\n";
    return "Group " + reply.name + " is now called " + reply.newName + ".\n";
}

std::string groupsText(const GroupsReply& reply)
{
    if (reply.groups.empty())
        return "There are no groups yet; 'group NAME = RANKS' makes one.\n";
    Table table;
    table.add({"group", "ranks", "count", "what"});
    for (const GroupRow& group : reply.groups)
        table.add({visible(group.name), session::shortRanks(group.ranks), std::to_string(group.ranks.size()),
                   kindText(group)});
    return table.text();
}

} // namespace dbgr::app
