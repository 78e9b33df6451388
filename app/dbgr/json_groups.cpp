// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/json_values.h"

namespace dbgr::app {

namespace {

Json groupJson(const GroupRow& group)
{
    Json json{{"name", group.name}, {"ranks", group.ranks.toString()}, {"count", group.ranks.size()}};
    json["kind"] = !group.own ? "predefined" : group.follows ? "follows" : "frozen";
    if (!group.definition.empty())
        json["definition"] = group.definition;
    return json;
}

} // namespace

Json toJson(const GroupReply& reply)
{
    return Json{{"reply", "group"}, {"group", groupJson(reply.group)}};
}

Json toJson(const GroupChangeReply& reply)
{
    Json json{{"reply", reply.command}, {"name", reply.name}};
    if (!reply.newName.empty())
        json["new_name"] = reply.newName;
    return json;
}

Json toJson(const GroupsReply& reply)
{
    Json json{{"reply", "groups"}, {"groups", Json::array()}};
    for (const GroupRow& group : reply.groups)
        json["groups"].push_back(groupJson(group));
    return json;
}

} // namespace dbgr::app
