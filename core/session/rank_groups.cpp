// SPDX-License-Identifier: BSD-3-Clause
#include "session/rank_groups.h"

#include "session/group_edit.h"
#include "session/rank_refusal.h"
#include "session/session_error.h"
#include "util/nearest.h"
#include "util/string_util.h"

#include <algorithm>
#include <set>
#include <utility>

namespace dbgr::session {

using util::RankSet;
using util::Result;

namespace {

bool names(const GroupExpression& expression, std::string_view name)
{
    return std::any_of(expression.names().begin(), expression.names().end(),
                       [&](const GroupExpression::Name& one) { return one.text == name; });
}

tl::unexpected<util::Error> badGroup(const std::string& name, const std::string& why, std::string advice)
{
    constexpr std::size_t kShownBytes = 70;
    return util::fail(Errc::BadGroup, "group '" + name.substr(0, kShownBytes) + "': " + why, std::move(advice));
}

bool isPlace(std::string_view name)
{
    return name.find(':') != std::string_view::npos;
}

/// Words of the language in which groups are made.
bool isReserved(std::string_view name)
{
    constexpr std::string_view kReserved[] = {"delete", "host", "program", "rename", "where"};
    return std::find(std::begin(kReserved), std::end(kReserved), name) != std::end(kReserved);
}

} // namespace

const RankGroup* RankGroups::find(std::string_view name) const
{
    const auto found =
        std::find_if(m_groups.begin(), m_groups.end(), [&](const auto& one) { return one.name == name; });
    return found == m_groups.end() ? nullptr : &*found;
}

// ---- What they mean.

std::vector<RankSet> RankGroups::ranksOfAll() const
{
    Known known;
    std::vector<RankSet> ranks;
    for (const RankGroup& group : m_groups)
        ranks.push_back(ranksOf(group.name, known));
    return ranks;
}

Result<RankSet> RankGroups::read(std::string_view text) const
{
    DBGR_TRY(const GroupExpression expression, GroupExpression::parse(text));
    DBGR_TRY(checkNames(expression));
    Known known;
    return evaluate(expression, known);
}

RankSet RankGroups::evaluate(const GroupExpression& expression, Known& known) const
{
    return expression.evaluate(m_processes.all(),
                               [this, &known](const std::string& name) { return ranksOf(name, known); });
}

/// As deep as definitions lead from group to group: no deeper than there are groups.
RankSet RankGroups::ranksOf(const std::string& name, Known& known) const
{
    if (const auto done = known.find(name); done != known.end())
        return done->second;
    const RankGroup* const group = find(name);
    RankSet ranks =
        group ? evaluate(group->definition, known) & m_processes.all() : m_predefined.find(name).value_or(RankSet());
    known.emplace(name, ranks);
    return ranks;
}

// ---- What is refused.

util::Error RankGroups::noSuchGroup(std::string_view name) const
{
    std::vector<std::string> places;
    for (const auto& [host, ranks] : m_predefined.hosts())
        places.push_back("host:" + host);
    for (const auto& [program, ranks] : m_predefined.programs())
        places.push_back("program:" + program);
    util::Nearest nearest(name);
    for (const RankGroup& group : m_groups)
        nearest.offer(group.name);
    for (const std::string_view word : PredefinedGroups::words())
        nearest.offer(word);
    for (const std::string& place : places)
        nearest.offer(place);
    const auto meant = nearest.found();
    return {Errc::NoSuchGroup,
            "there is no group '" + std::string(name) + "'" +
                (meant ? "; the nearest is '" + std::string(*meant) + "'" : ""),
            "'groups' (in the window: the line above the ranks) shows the groups."};
}

Result<void> RankGroups::checkName(const std::string& name) const
{
    if (!isGroupName(name))
        return badGroup(name, "a name is a letter or _, then letters, digits or _, at most 64 of them", "");
    if (PredefinedGroups::isWord(name))
        return badGroup(name, "every job has a group of that name", "Choose another name.");
    if (isReserved(name))
        return badGroup(name, "the word means something else here", "Choose another name.");
    return {};
}

Result<void> RankGroups::checkNew(const std::string& name) const
{
    DBGR_TRY(checkName(name));
    if (!find(name) && m_groups.size() == kMaxGroups)
        return badGroup(name, "there are " + std::to_string(kMaxGroups) + " groups already",
                        "Delete some that are not needed.");
    return {};
}

Result<void> RankGroups::checkNames(const GroupExpression& expression) const
{
    for (const GroupExpression::Name& name : expression.names()) {
        const bool isUnknownPlace = isPlace(name.text) && m_processes.all().empty();
        if (!isUnknownPlace && !find(name.text) && !m_predefined.find(name.text))
            return util::fail(noSuchGroup(name.text));
    }
    return {};
}

Result<void> RankGroups::checkCircle(const std::string& name, const GroupExpression& expression) const
{
    std::set<std::string> seen;
    std::vector<std::pair<const GroupExpression*, std::string>> left{{&expression, name}};
    while (!left.empty()) {
        const auto [definition, path] = std::move(left.back());
        left.pop_back();
        if (names(*definition, name))
            return badGroup(name, "it would be made of itself: " + path + " -> " + name,
                            "With := it is made of the ranks that the groups have now.");
        for (const GroupExpression::Name& part : definition->names()) {
            const RankGroup* const group = find(part.text);
            if (group && seen.insert(part.text).second)
                left.emplace_back(&group->definition, path + " -> " + part.text);
        }
    }
    return {};
}

// ---- What is changed.

Result<void> RankGroups::define(const std::string& name, std::string_view definition)
{
    DBGR_TRY(checkNew(name));
    DBGR_TRY(GroupExpression expression, GroupExpression::parse(definition));
    DBGR_TRY(checkNames(expression));
    DBGR_TRY(checkCircle(name, expression));
    if (const RankSet numbers = expression.numbers(); !numbers.empty() && !m_processes.all().empty())
        DBGR_TRY(checkKnown(m_processes, numbers, "group '" + name + "' of"));
    put({name, std::move(expression), ""});
    return {};
}

Result<void> RankGroups::freeze(const std::string& name, const RankSet& ranks, std::string origin)
{
    DBGR_TRY(checkNew(name));
    put({name, GroupExpression::of(ranks), std::move(origin)});
    return {};
}

Result<void> RankGroups::add(const std::string& name, const RankSet& ranks)
{
    return change(name, ranks, withRanks);
}

Result<void> RankGroups::takeOut(const std::string& name, const RankSet& ranks)
{
    return change(name, ranks, withoutRanks);
}

/// Ranks that the group has of another job stay as they are: only those that come or go are looked at.
Result<void> RankGroups::change(const std::string& name, const RankSet& ranks, Edit edit)
{
    DBGR_TRY(checkName(name));
    const RankGroup* const group = find(name);
    if (!group)
        return util::fail(noSuchGroup(name));
    DBGR_TRY(checkKnown(m_processes, ranks, "group '" + name + "' of"));
    DBGR_TRY(GroupExpression edited, edit(group->definition, ranks));
    if (edited.text() != group->definition.text())
        put({name, std::move(edited), ""});
    return {};
}

void RankGroups::put(RankGroup group)
{
    const auto old =
        std::find_if(m_groups.begin(), m_groups.end(), [&](const auto& g) { return g.name == group.name; });
    if (old == m_groups.end())
        m_groups.push_back(std::move(group));
    else
        *old = std::move(group);
}

Result<void> RankGroups::remove(const std::string& name)
{
    if (!find(name))
        return util::fail(noSuchGroup(name));
    std::vector<std::string> users;
    for (const RankGroup& group : m_groups) {
        if (names(group.definition, name))
            users.push_back("'" + group.name + "'");
    }
    if (!users.empty())
        return util::fail(Errc::GroupInUse, "deleting group '" + name + "': made of it: " + util::join(users, ", "),
                          "Delete or freeze these first.");
    std::erase_if(m_groups, [&](const RankGroup& group) { return group.name == name; });
    return {};
}

Result<void> RankGroups::rename(const std::string& from, const std::string& to)
{
    if (!find(from))
        return util::fail(noSuchGroup(from));
    if (from == to)
        return {};
    if (find(to))
        return badGroup(to, "there is one of that name", "Choose another name.");
    DBGR_TRY(checkName(to));
    for (RankGroup& group : m_groups) {
        group.name = group.name == from ? to : group.name;
        group.definition = group.definition.renamed(from, to);
    }
    return {};
}

} // namespace dbgr::session
