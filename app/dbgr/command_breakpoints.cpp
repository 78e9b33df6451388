// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that set breakpoints, change them and list them.
#include "app/dbgr/command_runner.h"
#include "debug/debug_error.h"

#include <algorithm>
#include <utility>

namespace dbgr::app {

void CommandRunner::carryOut(const BreakCommand& command)
{
    auto checked = m_session.specOf(command.typed);
    if (!checked)
        return fail(checked.error());
    debug::BreakpointSpec spec = *std::move(checked);
    if (std::holds_alternative<debug::WatchedData>(spec.where))
        return chooseFrame(m_session.processes().standing(), [this, spec](const session::FrameChoice& frame) mutable {
            setBreakpoint(m_session.addBreakpoint(std::move(spec), frame));
        });
    const auto add = [this, command](debug::BreakpointSpec whole) {
        setBreakpoint(command.barrier     ? m_session.addBarrier(std::move(whole), m_session.focus())
                      : command.temporary ? m_session.addTemporaryBreakpoint(std::move(whole))
                                          : m_session.addBreakpoint(std::move(whole)));
    };
    auto place = debug::placeOf(spec.where);
    if (!place)
        return add(std::move(spec));
    findPlace(*std::move(place), [add, spec](debug::Place found) mutable {
        spec.where = debug::toTrigger(std::move(found));
        add(std::move(spec));
    });
}

namespace {

/// By which it was set.
std::string commandOf(const session::Breakpoint& breakpoint)
{
    if (const auto* const data = std::get_if<debug::WatchedData>(&breakpoint.spec.where))
        return std::string(debug::nameOf(data->use));
    if (std::holds_alternative<debug::Moment>(breakpoint.spec.where))
        return "catch";
    if (breakpoint.spec.isTrace())
        return "trace";
    return breakpoint.barrier ? "barrier" : breakpoint.temporary ? "tbreak" : "break";
}

} // namespace

void CommandRunner::setBreakpoint(const util::Result<util::BreakpointId>& id)
{
    if (!id)
        return fail(id.error());
    m_newBreakpoint = *id;
    const auto answered = [this, id = *id] {
        const session::Breakpoint* breakpoint = m_session.breakpoints().find(id);
        return !breakpoint || (breakpoint->status.resolved | breakpoint->status.pending | m_failedRanks)
                                  .containsAll(session::meant(*breakpoint, m_session.processes().controlled()));
    };
    waitUntil(answered, "setting the breakpoint", [this, id = *id] {
        const session::Breakpoint* breakpoint = m_session.breakpoints().find(id);
        if (!breakpoint && !m_failedRanks.empty())
            return finish(Outcome::Failed); // CommandFailed has said why
        if (!breakpoint)
            return fail({debug::Errc::NoSuchBreakpoint, "the breakpoint is gone", ""});
        m_newBreakpoint.reset();
        m_toldBreakpoints[id] = breakpoint->status;
        m_printer.reply({BreakReply{*breakpoint, commandOf(*breakpoint)}, {}});
        // A place that may still come is no failure, whatever there is to say of it.
        const bool isWrong = !breakpoint->status.problem.empty() && !breakpoint->status.resolved.empty() &&
                             breakpoint->spec.condition.empty() && // where it cannot be at some places, it is set
                             !breakpoint->spec.isTrace();
        finish(isWrong ? Outcome::Failed : Outcome::Done);
    });
}

void CommandRunner::changeEach(const char* name, std::vector<session::BreakpointKey> which,
                               const std::function<util::Result<void>(const session::BreakpointKey&)>& change)
{
    const session::BreakpointStore& store = m_session.breakpoints();
    if (which.empty())
        for (const auto& [id, breakpoint] : store.all())
            which.push_back({id});
    for (const session::BreakpointKey& key : which) {
        const session::Breakpoint* const breakpoint = store.find(key.id);
        if (!breakpoint)
            return fail({debug::Errc::NoSuchBreakpoint, "there is no breakpoint " + std::to_string(key.id.value()),
                         "'breakpoints' lists them."});
        if (key.place > breakpoint->places.size())
            return fail(session::noSuchPlace(*breakpoint, key.place));
    }
    for (const session::BreakpointKey& key : which)
        if (store.find(key.id)) // not there: it was named twice
            if (const auto changed = change(key); !changed)
                return fail(changed.error());
    succeed({BreakpointNumbersReply{name, std::move(which)}, {}});
}

util::Result<std::vector<session::BreakpointKey>>
CommandRunner::withGroups(std::vector<session::BreakpointKey> which, const std::vector<std::string>& groups) const
{
    for (const std::string& group : groups) {
        DBGR_TRY(const auto ids, m_session.breakpointsOf(group));
        for (const util::BreakpointId id : ids)
            if (std::ranges::none_of(which, [id](const auto& key) { return key.id == id && key.place == 0; }))
                which.push_back({id});
    }
    return which;
}

void CommandRunner::carryOut(const DeleteCommand& command)
{
    std::vector<session::BreakpointKey> which;
    for (const util::BreakpointId id : command.ids)
        which.push_back({id});
    auto all = withGroups(std::move(which), command.groups);
    if (!all)
        return fail(all.error());
    changeEach("delete", *std::move(all), [this](const auto& key) { return m_session.removeBreakpoint(key.id); });
}

void CommandRunner::carryOut(const EnableCommand& command)
{
    auto all = withGroups(command.which, command.groups);
    if (!all)
        return fail(all.error());
    changeEach(command.enable ? "enable" : "disable", *std::move(all), [this, &command](const auto& key) {
        return key.place != 0 ? m_session.switchPlace(key.id, key.place, command.enable)
                              : m_session.changeBreakpoint(key.id, m_session.breakpoints().find(key.id)->spec.condition,
                                                           command.enable);
    });
}

void CommandRunner::carryOut(const ConditionCommand& command)
{
    const session::Breakpoint* const breakpoint = m_session.breakpoints().find(command.id);
    const bool enabled = !breakpoint || breakpoint->spec.enabled;
    if (const auto changed = m_session.changeBreakpoint(command.id, command.condition, enabled); !changed)
        return fail(changed.error());
    const auto answered = [this, id = command.id] {
        const session::Breakpoint* const changed = m_session.breakpoints().find(id);
        return !changed || changed->asked == 0;
    };
    waitUntil(answered, "changing the condition", [this, command] {
        const session::Breakpoint* const changed = m_session.breakpoints().find(command.id);
        if (!changed || changed->spec.condition != command.condition)
            return finish(Outcome::Failed); // CommandFailed has said why
        succeed({BreakReply{*changed, "condition"}, {}});
    });
}

void CommandRunner::carryOut(const IgnoreCommand& command)
{
    if (const auto changed = m_session.ignoreBreakpoint(command.id, command.count); !changed)
        return fail(changed.error());
    succeed({BreakReply{*m_session.breakpoints().find(command.id), "ignore"}, {}});
}

void CommandRunner::carryOut(const BreakpointGroupCommand& command)
{
    const session::BreakpointStore& store = m_session.breakpoints();
    for (const util::BreakpointId id : command.ids) // all or none
        if (!store.find(id))
            return fail({debug::Errc::NoSuchBreakpoint, "there is no breakpoint " + std::to_string(id.value()),
                         "'breakpoints' lists them."});
    for (const util::BreakpointId id : command.ids)
        if (const auto put = m_session.setBreakpointGroup(id, command.name); !put)
            return fail(put.error());
    BreakpointGroupsReply reply;
    for (const std::string& name : store.groups())
        reply.groups.push_back({name, store.inGroup(name)});
    succeed({std::move(reply), {}});
}

void CommandRunner::carryOut(const CommandsCommand& command)
{
    if (command.commands) {
        if (const auto changed = m_session.setBreakpointCommands(command.id, *command.commands); !changed)
            return fail(changed.error());
    }
    const session::Breakpoint* const breakpoint = m_session.breakpoints().find(command.id);
    if (!breakpoint)
        return fail({debug::make_error_code(debug::Errc::NoSuchBreakpoint),
                     "there is no breakpoint " + std::to_string(command.id.value()), "'breakpoints' lists them."});
    succeed({BreakReply{*breakpoint, "commands"}, {}});
}

void CommandRunner::carryOut(const BreakpointsCommand&)
{
    const auto counted = [this, alive = std::weak_ptr(m_alive)] {
        if (!alive.expired())
            listBreakpoints();
    };
    if (!m_session.countHits(counted))
        listBreakpoints();
}

void CommandRunner::listBreakpoints()
{
    BreakpointsReply reply;
    for (const auto& [id, breakpoint] : m_session.breakpoints().all())
        reply.breakpoints.push_back(breakpoint);
    succeed({std::move(reply), {}});
}

} // namespace dbgr::app
