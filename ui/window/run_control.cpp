// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/run_control.h"

#include "session/describe.h"
#include "session/rank_refusal.h"
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

namespace {

constexpr const char* kSteps[] = {action::kStepOver, action::kStepInto, action::kStepOut, action::kNextInstruction,
                                  action::kStepInstruction};
const QString kWaitingSteps = QStringLiteral("steps");
/// What takes longer is said, and can be called off.
constexpr std::chrono::seconds kSlowSteps{1};

} // namespace

RunControl::RunControl(const UiContext& context, QObject* parent)
    : QObject(parent), m_context(context), m_steps(context.bridge), m_threads(context)
{
    connectActions();
    m_slowSteps.setInterval(kSlowSteps);
    connect(&m_slowSteps, &QTimer::timeout, this, &RunControl::showWaitingSteps); // and again: fewer wait by and by
    connect(&m_steps, &StepQueue::changed, this, &RunControl::followSteps);
    connect(&m_steps, &StepQueue::changed, this, &RunControl::enableActions);
    connect(&m_steps, &StepQueue::refused, this,
            [this](const util::Error& error) { control("step", util::Result<void>(util::fail(error))); });
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
    const auto on = [this](const char* name, auto what) {
        connect(m_context.actions.get(name), &QAction::triggered, this, what);
    };
    on(action::kContinue, [this] { continueFocus(); });
    on(action::kPause, [this] { pause(); });
    on(action::kStopWaiting, [this] { static_cast<void>(m_context.bridge.session().cancelQuestions()); });
    on(action::kStepOver, [this] { step(debug::StepKind::Over); });
    on(action::kStepInto, [this] { step(debug::StepKind::Into); });
    on(action::kStepOut, [this] { step(debug::StepKind::Out); });
    on(action::kNextInstruction, [this] { step(debug::StepKind::OverInstruction); });
    on(action::kStepInstruction, [this] { step(debug::StepKind::IntoInstruction); });
    QAction* const alone = m_context.actions.get(action::kStepAlone);
    alone->setCheckable(true);
    QAction* const team = m_context.actions.get(action::kStepThreads);
    team->setCheckable(true);
    connect(alone, &QAction::toggled, this, [this, team](bool isOn) {
        m_steps.setAlone(isOn);
        if (isOn)
            team->setChecked(false);
    });
    connect(team, &QAction::toggled, this, [this, alone](bool isOn) {
        m_steps.setTeam(isOn);
        if (isOn)
            alone->setChecked(false);
    });
    QAction* const together = m_context.actions.get(action::kStepTogether);
    together->setCheckable(true);
    connect(together, &QAction::toggled, this, [this](bool isOn) { m_steps.setTogether(isOn); });
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

void RunControl::step(debug::StepKind kind)
{
    control("step", m_steps.step(m_context.bridge.session().focus(), kind));
}

void RunControl::stepTimes(int count)
{
    control("step", m_steps.stepTimes(m_context.bridge.session().focus(), debug::StepKind::Over,
                                      static_cast<std::uint32_t>(count)));
}

void RunControl::continueFocus()
{
    Session& session = m_context.bridge.session();
    m_steps.cancel(session.focus());
    control(action::kContinue, session.continueRanks(session.focus()));
}

void RunControl::pause()
{
    Session& session = m_context.bridge.session();
    const bool waited = m_steps.cancel(session.focus());
    if (waited && !session.focus().intersects(session.processes().inState(session::RankState::Running)))
        return; // between two steps: they stand
    control(action::kPause, session.interrupt(session.focus()));
}

void RunControl::followSteps()
{
    if (!m_steps.waiting().empty()) {
        if (!m_slowSteps.isActive())
            m_slowSteps.start();
        return;
    }
    m_slowSteps.stop();
    m_context.notices.clear(kWaitingSteps);
}

void RunControl::showWaitingSteps()
{
    const util::RankSet waiting = m_steps.waiting();
    const QString ranks = (waiting.size() == 1 ? tr("rank %1") : tr("ranks %1"))
                              .arg(QString::fromStdString(session::shortRanks(waiting)));
    const QString text = counted(m_steps.depth(), tr("One more step waits for %1 to do the one before."),
                                 tr("%1 more steps wait for %2 to do the one before."));
    m_context.notices.show({kWaitingSteps,
                            NoticeKind::Hint,
                            text.arg(ranks),
                            tr("Pause calls it off."),
                            {QLatin1String(action::kPause)},
                            {}});
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

QString RunControl::questionBeforeLeaving() const
{
    const session::ProcessTable& processes = m_context.bridge.session().processes();
    const util::RankSet alive = processes.controlled() | processes.inState(session::RankState::Starting);
    if (alive.empty())
        return tr("The job is still being started. Kill it?");
    return counted(alive.size(), tr("1 rank is still running. Detach, or kill the job?"),
                   tr("%1 ranks are still running. Detach, or kill the job?"));
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
    const util::RankSet stepping = m_steps.busy();
    const bool runs =
        obeys && focus.intersects(processes.inState(session::RankState::Running) | session.steppingTogether());
    const auto enable = [this](const char* name, bool enabled) { m_context.actions.get(name)->setEnabled(enabled); };

    enable(action::kContinue, stands);
    enable(action::kPause, runs);
    enable(action::kSample, obeys && focus.intersects(processes.controlled()));
    enable(action::kStopWaiting, processes.size() > 0);
    enable(action::kReturnNow, stepsOn);
    enable(action::kStepTimes, stepsOn);
    enable(action::kCall, stepsOn);
    for (const char* const step : kSteps) {
        enable(step, stepsOn || (obeys && focus.intersects(stepping)));
        // Each press counts, but a key that is held down does not pile steps up.
        m_context.actions.get(step)->setAutoRepeat(!focus.intersects(stepping));
    }
    const bool alive = jobLives() && !m_killing;
    const bool attached = session.attachSpec().has_value();
    enable(action::kRestart, !session.launchSpec().argv.empty());
    enable(action::kRestartWith, !session.launchSpec().argv.empty());
    // There is nothing to let go of in a core file; while they are opened it gives that up.
    const bool looksOnly = session.nothingRuns() && session.state() != SessionState::Attaching;
    enable(action::kDetach, alive && !looksOnly && (attached || !processes.controlled().empty()));
    enable(action::kAttachAgain, (attached && !jobLives()) || !session.whyNotAttachAgain());
    enable(action::kKill, alive && !session.nothingRuns() && !(attached && processes.size() == 0));
    for (const char* const name :
         {action::kContinue, action::kPause, action::kSample, action::kStepOver, action::kStepInto, action::kStepOut,
          action::kNextInstruction, action::kStepInstruction, action::kStepTimes, action::kCall, action::kUntilLine,
          action::kJump, action::kReturnNow, action::kRestart, action::kRestartWith, action::kDetach, action::kKill})
        m_context.actions.setWhyNot(m_context.actions.get(name), whyNot(name));
}

QString RunControl::whyNot(const char* name) const
{
    const Session& session = m_context.bridge.session();
    if (session.nothingRuns() && session.state() != SessionState::Attaching)
        return tr("These are core files: nothing of them can run. Stacks and values can be looked at.");
    if (QLatin1String(name).startsWith(QLatin1String(action::kRestart)) && session.attachSpec())
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

void RunControl::launch(launchers::LaunchSpec spec)
{
    confirm(tr("End the job that runs, and start another one?"), tr("End It and Start"),
            [this, spec = std::move(spec)] { startOver(spec); });
}

void RunControl::attach(launchers::AttachSpec spec)
{
    confirm(tr("End the job that runs, and attach to another one?"), tr("End It and Attach"),
            [this, spec = std::move(spec)] { startOver(spec); });
}

void RunControl::attachAgain()
{
    Session& session = m_context.bridge.session();
    if (!session.whyNotAttachAgain()) // ranks of this job are lost
        control(action::kAttachAgain, session.attachAgain());
    else if (const auto& spec = session.attachSpec())
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
        m_steps.cancel(m_steps.busy());
        control(action::kKill, m_context.bridge.session().kill());
        enableActions();
    };
    const Session& session = m_context.bridge.session();
    if (session.processes().size() == 0 && !session.attachSpec())
        proceed();
    else
        emit confirmationNeeded({tr("Kill the job?"), whatWouldBeLost(), tr("Kill the Job"), proceed});
}

void RunControl::jump(const debug::SourceLine& where)
{
    Session& session = m_context.bridge.session();
    const auto proceed = [this, &session, where] { control("jump", session.jump(session.focus(), {where})); };
    emit confirmationNeeded({tr("Go on at %1?").arg(QString::fromStdString(debug::textOf(debug::Place(where)))),
                             tr("Nothing that lies between is done in %1, and nothing is undone.")
                                 .arg(QString::fromStdString(session::ranksText(session.focus()))),
                             tr("Jump"), proceed});
}

void RunControl::returnNow(const QString& value)
{
    Session& session = m_context.bridge.session();
    control("return", session.returnNow(session.focus(), {value.trimmed().toStdString()}));
}

void RunControl::detach()
{
    m_steps.cancel(m_steps.busy());
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
    m_steps.cancel(m_steps.busy());
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
    if (const auto* const launch = std::get_if<launchers::LaunchSpec>(&job))
        control("launch", session.launch(*launch));
    else
        control("launch", session.attach(std::get<launchers::AttachSpec>(job)));
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

#include "moc_run_control.cpp"
