// SPDX-License-Identifier: BSD-3-Clause
// The part of Session that names ranks.
#include "session/rank_refusal.h"
#include "session/session.h"
#include "session/session_core_p.h"
#include "session/session_error.h"

#include <utility>

namespace dbgr::session {

using util::RankSet;
using util::Result;

namespace {

/// Tells everybody of a change that was made.
void tellGroups(SessionCore& core, GivenCommand command)
{
    core.publisher.changes().groups = true;
    core.tellGiven(std::move(command));
}

Result<void> freezeNow(SessionCore& core, const std::string& name, const RankSet& ranks, std::string origin)
{
    DBGR_TRY(core.groups.freeze(name, ranks, origin));
    tellGroups(core, GivenGroup{name, core.groups.find(name)->definition.text(), std::move(origin)});
    return {};
}

using GroupChange = Result<void> (RankGroups::*)(const std::string&, const RankSet&);

/// Nothing is told of a group that is what it was.
Result<void> changeGroup(SessionCore& core, const std::string& name, const RankSet& ranks, GroupChange change)
{
    const RankGroup* const before = core.groups.find(name);
    const std::string former = before ? before->definition.text() : "";
    DBGR_TRY((core.groups.*change)(name, ranks));
    std::string now = core.groups.find(name)->definition.text();
    if (now != former)
        tellGroups(core, GivenGroup{name, std::move(now), ""});
    return {};
}

} // namespace

const RankGroups& Session::groups() const
{
    return m_core->groups;
}

Result<RankSet> Session::ranksOf(std::string_view text) const
{
    DBGR_TRY(RankSet ranks, m_core->groups.read(text));
    if (ranks.empty() && !m_core->processes.all().empty())
        return util::fail(Errc::NoRanks, "'" + std::string(text) + "' has no ranks now");
    return ranks;
}

Result<debug::BreakpointSpec> Session::specOf(TypedBreakpoint typed) const
{
    const bool isSaid = typed.spec.ranks && !typed.spec.ranks->empty();
    if (!typed.rankNames.empty()) {
        DBGR_TRY(typed.spec.ranks, ranksOf(typed.rankNames));
    } else if (isSaid && !m_core->processes.all().empty()) { // before there is a job, any number may come to be one
        DBGR_TRY(checkKnown(m_core->processes, *typed.spec.ranks, "setting a breakpoint"));
    }
    return std::move(typed.spec);
}

Result<void> Session::defineGroup(const std::string& name, std::string_view definition)
{
    DBGR_TRY(m_core->groups.define(name, definition));
    tellGroups(*m_core, GivenGroup{name, m_core->groups.find(name)->definition.text(), ""});
    return {};
}

Result<void> Session::freezeGroup(const std::string& name, std::string_view definition)
{
    DBGR_TRY(const RankSet ranks, m_core->groups.read(definition));
    const RankGroup* const itself = definition == name ? m_core->groups.find(name) : nullptr;
    const std::string chosen = itself ? itself->definition.text() : std::string(definition);
    return freezeNow(*m_core, name, ranks & m_core->processes.all(), ":= " + chosen);
}

Result<void> Session::restoreGroup(const std::string& name, std::string_view definition, std::string origin)
{
    DBGR_TRY(const GroupExpression expression, GroupExpression::parse(definition));
    if (expression.follows())
        return defineGroup(name, definition);
    return freezeNow(*m_core, name, expression.evaluate({}, {}), std::move(origin));
}

void Session::groupWhere(const std::string& name, const std::string& condition, const RankSet& ranks,
                         const FrameChoice& frame, AnswerCallback<ConditionRanks> callback)
{
    if (auto allowed = m_core->groups.checkNew(name); !allowed)
        return m_core->scheduler.post(
            [callback = std::move(callback), error = std::move(allowed).error()] { callback(util::fail(error)); });
    auto sort = [core = m_core->weak_from_this(), name, condition,
                 callback = std::move(callback)](Result<Answer<std::vector<debug::ValueGroup>>> answer) {
        if (!answer)
            return callback(util::fail(std::move(answer).error()));
        Answer<ConditionRanks> sorted{{}, std::move(answer->failures)};
        sorted.value = sortByTruth(answer->value, sorted.failures);
        const ConditionRanks& known = sorted.value;
        const auto alive = core.lock();
        if (known.holds.empty() && known.fails.empty() && !sorted.failures.empty())
            return callback(util::fail(Errc::BadGroup, "group '" + name + "': no rank can tell whether " + condition +
                                                           ": " + sorted.failures.front().error.message()));
        if (alive) {
            if (auto made = freezeNow(*alive, name, known.holds, "where " + condition); !made)
                return callback(util::fail(std::move(made).error()));
        }
        callback(std::move(sorted));
    };
    evaluate(ranks, condition, frame, std::move(sort));
}

Result<void> Session::addToGroup(const std::string& name, const RankSet& ranks)
{
    return changeGroup(*m_core, name, ranks, &RankGroups::add);
}

Result<void> Session::removeFromGroup(const std::string& name, const RankSet& ranks)
{
    return changeGroup(*m_core, name, ranks, &RankGroups::takeOut);
}

Result<void> Session::deleteGroup(const std::string& name)
{
    DBGR_TRY(m_core->groups.remove(name));
    tellGroups(*m_core, GivenDeleteGroup{name});
    return {};
}

Result<void> Session::renameGroup(const std::string& from, const std::string& to)
{
    DBGR_TRY(m_core->groups.rename(from, to));
    if (from != to)
        tellGroups(*m_core, GivenRenameGroup{from, to});
    return {};
}

} // namespace dbgr::session
