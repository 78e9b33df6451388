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
    on(action::kAttachAgain, [this] { attachAgain(); });
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
    return jobLives() && !m_killing && !m_context.bridge.session().attachSpec();
}

QString RunControl::whatWouldBeLost() const
{
    const Session& session = m_context.bridge.session();
    const QString command = jobName(session);
    const auto ranks = session.processes().size();
    if (ranks == 0)
        return tr("%1 is being started and would be ended with force.").arg(command);
    if (session.attachSpec())
        return counted(ranks, tr("1 rank of %2 would be ended with force, and what it has worked out would be lost."),
                       tr("%1 ranks of %2 would be ended with force, and what they have worked out would be lost."))
                   .arg(command) +
               QLatin1Char(' ') + tr("It was running before dbgr came: Detach leaves it as it was.");
    return counted(ranks, tr("1 rank of %2 would be ended with force."),
                   tr("%1 ranks of %2 would be ended with force."))
        .arg(command);
}

void RunControl::enableActions()
{
    const Session& session = m_context.bridge.session();
    const session::ProcessTable& processes = session.processes();
    const util::RankSet& focus = session.focus();
    const bool obeys = session.state() != SessionState::Launching && session.state() != SessionState::Attaching &&
                       !session.nothingRuns();
    const bool stands = obeys && focus.intersects(processes.standing());
    const bool stepsOn = obeys && focus.intersects(processes.standing() - processes.held());
    const bool runs = obeys && focus.intersects(processes.inState(session::RankState::Running));
    const auto enable = [this](const char* name, bool enabled) { m_context.actions.get(name)->setEnabled(enabled); };

    enable(action::kContinue, stands);
    enable(action::kPause, runs);
    for (const char* const step : {action::kStepOver, action::kStepInto, action::kStepOut})
        enable(step, stepsOn);
    const bool alive = jobLives() && !m_killing;
    const bool attached = session.attachSpec().has_value();
    enable(action::kRestart, !session.launchSpec().argv.empty());
    enable(action::kDetach, alive && (attached || !processes.controlled().empty()));
    enable(action::kAttachAgain, attached && !jobLives());
    enable(action::kKill, alive && !session.nothingRuns() && !(attached && processes.size() == 0));
    for (const char* const name : {action::kContinue, action::kPause, action::kStepOver, action::kStepInto,
                                   action::kStepOut, action::kRestart, action::kKill})
        m_context.actions.setWhyNot(m_context.actions.get(name), whyNot(name));
}

QString RunControl::whyNot(const char* name) const
{
    const Session& session = m_context.bridge.session();
    if (session.nothingRuns())
        return tr("These are core files: nothing of them can run. Stacks and values can be looked at.");
    if (QLatin1String(name) == QLatin1String(action::kRestart) && session.attachSpec())
        return tr("dbgr did not start this job, so it cannot start it again. Attach Again gets hold of it once more.");
    return {};
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

void RunControl::attach(session::AttachSpec spec)
{
    confirm(tr("End the job that runs, and attach to another one?"), tr("End It and Attach"),
            [this, spec = std::move(spec)] { startOver(spec); });
}

void RunControl::attachAgain()
{
    if (const auto& spec = m_context.bridge.session().attachSpec())
        startOver(*spec);
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
    const Session& session = m_context.bridge.session();
    if (session.processes().size() == 0 && !session.attachSpec())
        proceed();
    else
        emit confirmationNeeded({tr("Kill the job?"), whatWouldBeLost(), tr("Kill the Job"), proceed});
}

void RunControl::detach()
{
    Session& session = m_context.bridge.session();
    const bool comes = session.state() == SessionState::Launching || session.state() == SessionState::Attaching;
    if (session.attachSpec() && (comes || session.nothingRuns()))
        session.leave();
    else
        control(action::kDetach, session.detach());
}

void RunControl::startOver(Job job)
{
    m_next = std::move(job);
    Session& session = m_context.bridge.session();
    if (session.canLaunch())
        return startNow();
    if (jobWouldBeLost()) {
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
    Session& session = m_context.bridge.session();
    const Job job = *std::exchange(m_next, std::nullopt);
    if (const auto* const launch = std::get_if<session::LaunchSpec>(&job))
        control("launch", session.launch(*launch));
    else
        control("launch", session.attach(std::get<session::AttachSpec>(job)));
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
