// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/run_control.h"

#include "session/session.h"
#include "ui/bridge/counted.h"
#include "ui/bridge/current_place.h"
#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"
#include "ui/window/job_summary.h"

#include <QTimer>

#include <algorithm>
#include <utility>

namespace dbgr::ui {

using session::Session;
using session::SessionState;

RunControl::RunControl(const UiContext& context, QObject* parent) : QObject(parent), m_context(context)
{
    connectActions();
    SessionBridge& bridge = context.bridge;
    connect(&bridge, &SessionBridge::stateChanged, this, &RunControl::enableActions);
    connect(&bridge, &SessionBridge::ranksChanged, this, &RunControl::enableActions);
    connect(&bridge, &SessionBridge::focusChanged, this, &RunControl::enableActions);
    connect(&bridge, &SessionBridge::happened, this, [this](const std::vector<session::SessionEvent>& events) {
        const bool finished = std::any_of(events.begin(), events.end(), [](const session::SessionEvent& event) {
            return std::holds_alternative<session::Finished>(event);
        });
        if (finished)
            onFinished();
    });
    enableActions();
}

void RunControl::connectActions()
{
    Session& session = m_context.bridge.session();
    const auto on = [this](const char* name, auto what) {
        connect(m_context.actions.get(name), &QAction::triggered, this, what);
    };
    on(action::kContinue, [&] { control(action::kContinue, session.continueRanks(session.focus())); });
    on(action::kPause, [&] { control(action::kPause, session.interrupt(session.focus())); });
    on(action::kStepOver, [&] { control("step", session.step(session.focus(), debug::StepKind::Over)); });
    on(action::kStepInto, [&] { control("step", session.step(session.focus(), debug::StepKind::Into)); });
    on(action::kStepOut, [&] { control("step", session.step(session.focus(), debug::StepKind::Out)); });
    on(action::kRestart, [this] { restart(); });
    on(action::kDetach, [this] { detach(); });
    on(action::kKill, [this] { kill(); });
    on(action::kFrameOut, [this] { m_context.place.moveOut(); });
    on(action::kFrameIn, [this] { m_context.place.moveIn(); });
}

void RunControl::control(const char* what, const util::Result<void>& result)
{
    m_context.notices.showResult(QLatin1String(what), result);
}

bool RunControl::jobLives() const
{
    switch (m_context.bridge.session().state()) {
    case SessionState::Idle:
    case SessionState::Detached:
    case SessionState::Exited:
    case SessionState::Failed:
        return false;
    default:
        return true;
    }
}

bool RunControl::jobWouldBeLost() const
{
    return jobLives() && !m_killing;
}

QString RunControl::whatWouldBeLost() const
{
    const Session& session = m_context.bridge.session();
    const QString command = jobCommand(session.launchSpec());
    const auto ranks = session.processes().size();
    if (ranks == 0)
        return tr("%1 is being started and would be ended with force.").arg(command);
    return counted(ranks, tr("1 rank of %2 would be ended with force."),
                   tr("%1 ranks of %2 would be ended with force."))
        .arg(command);
}

void RunControl::enableActions()
{
    const Session& session = m_context.bridge.session();
    const session::ProcessTable& processes = session.processes();
    const util::RankSet& focus = session.focus();
    const bool obeys = session.state() != SessionState::Launching && session.state() != SessionState::Attaching;
    const bool stands = obeys && focus.intersects(processes.standing());
    const bool stepsOn = obeys && focus.intersects(processes.standing() - processes.held());
    const bool runs = obeys && focus.intersects(processes.inState(session::RankState::Running));
    const auto enable = [this](const char* name, bool enabled) { m_context.actions.get(name)->setEnabled(enabled); };

    enable(action::kContinue, stands);
    enable(action::kPause, runs);
    for (const char* const step : {action::kStepOver, action::kStepInto, action::kStepOut})
        enable(step, stepsOn);
    enable(action::kRestart, !session.launchSpec().argv.empty());
    enable(action::kDetach, jobLives() && !m_killing && !processes.controlled().empty());
    enable(action::kKill, jobLives() && !m_killing);
}

void RunControl::onFinished()
{
    m_killing = false;
    if (m_leaving)
        emit finished();
    else if (m_next)
        startNow();
    else
        enableActions();
}

void RunControl::confirm(const QString& question, const QString& answer, std::function<void()> proceed)
{
    if (!jobWouldBeLost())
        return proceed();
    emit confirmationNeeded({question, whatWouldBeLost(), answer, std::move(proceed)});
}

void RunControl::launch(session::LaunchSpec spec)
{
    confirm(tr("End the job that runs, and start another one?"), tr("End It and Start"),
            [this, spec = std::move(spec)] { startOver(spec); });
}

void RunControl::restart()
{
    confirm(tr("Restart the job?"), tr("Restart"), [this] { startOver(m_context.bridge.session().launchSpec()); });
}

void RunControl::kill()
{
    // A job that is only being started has done nothing yet that could be lost.
    const auto proceed = [this] {
        m_killing = true;
        control(action::kKill, m_context.bridge.session().kill());
        enableActions();
    };
    if (m_context.bridge.session().processes().size() == 0)
        proceed();
    else
        confirm(tr("Kill the job?"), tr("Kill the Job"), proceed);
}

void RunControl::detach()
{
    control(action::kDetach, m_context.bridge.session().detach());
}

void RunControl::startOver(session::LaunchSpec spec)
{
    m_next = std::move(spec);
    Session& session = m_context.bridge.session();
    if (session.canLaunch())
        return startNow();
    if (jobLives() && !m_killing) {
        m_killing = true;
        control(action::kKill, session.kill());
    } else {
        session.leave();
    }
    enableActions();
}

void RunControl::startNow()
{
    m_context.notices.clearAll();
    const util::Result<void> begun = m_context.bridge.session().launch(*std::exchange(m_next, std::nullopt));
    control("launch", begun);
    emit launching();
    enableActions();
}

void RunControl::leave()
{
    m_leaving = true;
    m_next.reset();
    Session& session = m_context.bridge.session();
    if (session.canLaunch())
        emit finished();
    else
        session.leave();
    // Whoever closes a window does not wait for a launcher that never ends.
    QTimer::singleShot(kTidyUpLimit, this, &RunControl::finished);
}

} // namespace dbgr::ui
