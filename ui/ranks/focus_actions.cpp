// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/focus_actions.h"

#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/ranks/focus_commands.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"

namespace dbgr::ui {

using session::RankState;
using util::Rank;
using util::RankSet;

FocusActions::FocusActions(const UiContext& context, QObject* parent) : QObject(parent), m_context(context)
{
    const auto focusOnWhat = [this](const char* name, auto which) {
        connect(m_context.actions.get(name), &QAction::triggered, this,
                [this, which] { focusOn(m_context, which(m_context.bridge.session().processes())); });
    };
    using session::ProcessTable;
    focusOnWhat(action::kFocusAll, [](const ProcessTable& ranks) { return ranks.all(); });
    focusOnWhat(action::kFocusStopped, [](const ProcessTable& ranks) { return ranks.standing(); });
    focusOnWhat(action::kFocusRunning, [](const ProcessTable& ranks) { return ranks.inState(RankState::Running); });
    focusOnWhat(action::kFocusCrashed, [](const ProcessTable& ranks) { return ranks.inState(RankState::Crashed); });
    connect(context.actions.get(action::kHold), &QAction::triggered, this, [this] { setHold(true); });
    connect(context.actions.get(action::kUnhold), &QAction::triggered, this, [this] { setHold(false); });
    connect(context.actions.get(action::kFocusNext), &QAction::triggered, this, &FocusActions::leadNext);
    connect(context.actions.get(action::kFocusPrevious), &QAction::triggered, this, &FocusActions::leadPrevious);

    connect(&context.bridge, &SessionBridge::jobChanged, this, &FocusActions::enable);
    connect(&context.bridge, &SessionBridge::ranksChanged, this, &FocusActions::enable);
    connect(&context.bridge, &SessionBridge::focusChanged, this, &FocusActions::enable);
    enable();
}

void FocusActions::enable()
{
    const session::Session& session = m_context.bridge.session();
    const session::ProcessTable& processes = session.processes();
    const auto enableFor = [&](const char* name, const RankSet& ranks) {
        m_context.actions.get(name)->setEnabled(!ranks.empty() && ranks != session.focus());
    };
    m_context.actions.get(action::kFocusBox)->setEnabled(!processes.all().empty());
    enableFor(action::kFocusAll, processes.all());
    enableFor(action::kFocusStopped, processes.standing());
    enableFor(action::kFocusRunning, processes.inState(RankState::Running));
    enableFor(action::kFocusCrashed, processes.inState(RankState::Crashed));
    const RankSet onHold = session.onHold();
    m_context.actions.get(action::kHold)->setEnabled(!((session.focus() & processes.controlled()) - onHold).empty());
    m_context.actions.get(action::kUnhold)->setEnabled(session.focus().intersects(onHold));
    m_context.actions.get(action::kNewGroup)->setEnabled(!processes.all().empty());
    const bool canMove = candidates().size() > 1;
    m_context.actions.get(action::kFocusNext)->setEnabled(canMove);
    m_context.actions.get(action::kFocusPrevious)->setEnabled(canMove);
}

RankSet FocusActions::candidates() const
{
    const session::Session& session = m_context.bridge.session();
    RankSet standing = session.focus() & session.processes().standing();
    return standing.empty() ? session.focus() : standing;
}

void FocusActions::setHold(bool on)
{
    session::Session& session = m_context.bridge.session();
    m_context.notices.showResult(QStringLiteral("hold"),
                                 on ? session.putOnHold(session.focus()) : session.takeOffHold(session.focus()));
}

void FocusActions::leadNext()
{
    const RankSet ranks = candidates();
    const auto now = m_context.bridge.session().leadingRank();
    if (!now || ranks.empty())
        return;
    const auto after = (ranks - RankSet::range(Rank(0), *now)).lowest();
    makeLeader(m_context, after.value_or(*ranks.lowest()));
}

void FocusActions::leadPrevious()
{
    const RankSet ranks = candidates();
    const auto now = m_context.bridge.session().leadingRank();
    if (!now || ranks.empty())
        return;
    const RankSet before = ranks & RankSet::firstN(now->value());
    makeLeader(m_context, Rank((before.empty() ? ranks : before).intervals().back().last));
}

} // namespace dbgr::ui

#include "moc_focus_actions.cpp"
