// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/next_step.h"

#include "session/rank_refusal.h"
#include "session/session.h"
#include "session/story.h"
#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"
#include "ui/window/job_summary.h"
#include "ui/window/notice_words.h"

#include <utility>
#include <variant>

namespace dbgr::ui {

using session::RankState;
using session::Session;
using session::SessionState;

namespace {

const QString kLaunch = QStringLiteral("launch");
const QString kStanding = QStringLiteral("standing");
const QString kCrash = QStringLiteral("crash");
const QString kCommand = QStringLiteral("command");
const QString kInput = QStringLiteral("input");
const QString kEnd = QStringLiteral("end");
const QString kLost = QStringLiteral("lost");
const QString kSilent = QStringLiteral("silent/"); ///< and the host
const QString kNode = QStringLiteral("node/");     ///< and the host

/// What went wrong with whom (%1 is for the error), and the error's own advice.
Notice rankError(const QString& key, NoticeKind kind, const QString& what, const util::Error& error)
{
    Notice notice = errorNotice(key, error);
    notice.kind = kind;
    notice.text = what.arg(QString::fromStdString(error.message()));
    return notice;
}

Notice warning(const QString& key, const util::Error& error)
{
    Notice notice = errorNotice(key, error);
    notice.kind = NoticeKind::Warning;
    return notice;
}

/// Breakpoints at which ranks may stop, and those that stand nowhere; disabled ones are neither.
struct StandingBreakpoints
{
    int set = 0;
    int placeless = 0;
};

StandingBreakpoints countStanding(const session::BreakpointStore& store)
{
    StandingBreakpoints count;
    for (const auto& [id, breakpoint] : store.all()) {
        if (!breakpoint.spec.enabled)
            continue;
        const debug::BreakpointStatus& status = breakpoint.status;
        const bool placeless = status.resolved.empty() && !status.pending.empty();
        ++(placeless ? count.placeless : count.set);
    }
    return count;
}

} // namespace

NextStep::NextStep(const UiContext& context, std::chrono::milliseconds slow, QObject* parent)
    : QObject(parent), m_context(context)
{
    m_slow.setSingleShot(true);
    m_slow.setInterval(slow);
    connect(&m_slow, &QTimer::timeout, this, [this] {
        m_isSlow = true;
        showProgress();
    });

    SessionBridge& bridge = context.bridge;
    connect(&bridge, &SessionBridge::jobChanged, this, &NextStep::forgetJob);
    connect(&bridge, &SessionBridge::stateChanged, this, &NextStep::followState);
    connect(&bridge, &SessionBridge::ranksChanged, this, &NextStep::followRanks);
    connect(&bridge, &SessionBridge::breakpointsChanged, this, [this] {
        if (m_keys.contains(kStanding))
            showStanding();
    });
    connect(&bridge, &SessionBridge::happened, this, &NextStep::take);
}

void NextStep::followState()
{
    const SessionState state = m_context.bridge.session().state();
    const bool starts = state == SessionState::Launching || state == SessionState::Attaching;
    if (starts && !m_isSlow && !m_slow.isActive())
        m_slow.start();
    if (!starts && state != SessionState::Failed) {
        m_slow.stop();
        m_isSlow = false;
        clear(kLaunch);
    }
    if (state == SessionState::Held || (m_context.bridge.session().nothingRuns() && state == SessionState::Stopped))
        showStanding();
    else
        clear(kStanding);
    if (state == SessionState::Detached)
        showDetached();
}

void NextStep::showDetached()
{
    const Session& session = m_context.bridge.session();
    if (session.nothingRuns() || !session.whyNotAttachAgain()) // ranks that were lost are told of as such
        return;
    const QString text = tr("The job goes on by itself, without the debugger.");
    if (session.attachSpec())
        show({kEnd,
              NoticeKind::Hint,
              text,
              tr("Attach again to get hold of it once more, with the same breakpoints."),
              {QLatin1String(action::kAttachAgain), QLatin1String(action::kAttach)},
              {{}, tr("Another Job")}});
    else
        show({kEnd,
              NoticeKind::Hint,
              text,
              tr("What it writes still comes to the console, as long as this window is open."),
              {},
              {}});
}

void NextStep::followRanks()
{
    if (m_context.bridge.session().processes().count(RankState::Crashed) == 0)
        clear(kCrash);
    if (m_context.bridge.session().processes().silent().empty())
        for (const QString& key : QSet<QString>(m_keys))
            if (key.startsWith(kSilent))
                clear(key);
}

void NextStep::forgetJob()
{
    for (const QString& key : std::exchange(m_keys, {}))
        m_context.notices.clear(key);
    m_slow.stop();
    m_isSlow = false;
    m_progress.reset();
}

void NextStep::showProgress()
{
    const Session& session = m_context.bridge.session();
    const bool attaches = session.attachSpec().has_value();
    const QString begun = attaches ? tr("Attaching to %1 ...") : tr("Starting %1 ...");
    const QString text = m_progress ? progressText(*m_progress) : begun.arg(jobName(session));
    show({kLaunch,
          NoticeKind::Hint,
          text,
          {},
          {QLatin1String(attaches ? action::kDetach : action::kKill)},
          {tr("Cancel")}});
}

void NextStep::showStanding()
{
    const Session& session = m_context.bridge.session();
    if (session.nothingRuns()) {
        show({kStanding, NoticeKind::Hint, tr("These are core files: look at stacks and values."), {}, {}, {}});
        return;
    }
    show({kStanding,
          NoticeKind::Hint,
          standingText(session) + QLatin1Char(' ') + whereToGo(),
          {},
          {QLatin1String(action::kContinue)},
          {}});
}

QString NextStep::whereToGo() const
{
    const QString go = withKey(action::kContinue);
    const StandingBreakpoints breakpoints = countStanding(m_context.bridge.session().breakpoints());
    if (breakpoints.set == 0 && breakpoints.placeless == 0)
        return tr("Set a breakpoint in the margin, then %1.").arg(go);
    if (breakpoints.set == 0)
        return breakpoints.placeless == 1
                   ? tr("The breakpoint has no place in the program yet: set another one, or go on with %1.").arg(go)
                   : tr("None of the %1 breakpoints has a place in the program yet: set another one, or go on with %2.")
                         .arg(breakpoints.placeless)
                         .arg(go);
    QString set =
        breakpoints.set == 1 ? tr("One breakpoint is set") : tr("%1 breakpoints are set").arg(breakpoints.set);
    if (breakpoints.placeless == 1)
        set += tr(", another one has no place yet");
    else if (breakpoints.placeless > 1)
        set += tr(", %1 others have no place yet").arg(breakpoints.placeless);
    return tr("%1: go on with %2.").arg(set, go);
}

void NextStep::take(const std::vector<session::SessionEvent>& events)
{
    for (const session::SessionEvent& event : events)
        std::visit([this](const auto& one) { on(one); }, event);
}

void NextStep::on(const session::LaunchProgress& event)
{
    m_progress = event;
    if (m_isSlow)
        showProgress();
}

void NextStep::on(const session::JobAttached&)
{
    if (m_context.bridge.session().state() == SessionState::Stopped) // by attaching: the launcher holds nobody
        showStanding();
}

void NextStep::on(const debug::AttachFailed& event)
{
    if (event.ranks.empty())
        return;
    show(rankError(QStringLiteral("attach"), NoticeKind::Error,
                   tr("%1 could not be attached to: %2").arg(whichRanks(event.ranks)), event.error));
}

void NextStep::on(const debug::StopGroup& event)
{
    clear(kCommand);
    const Session& session = m_context.bridge.session();
    const util::RankSet crashed = event.ranks & session.processes().inState(RankState::Crashed);
    if (!event.cause.isCrash() || crashed.empty())
        return;
    const util::RankSet others = session.processes().inState(RankState::Crashed) - crashed;
    show({kCrash,
          NoticeKind::Error,
          crashText(crashed, event.cause),
          crashDetail(others),
          {QLatin1String(action::kShowPlace), QLatin1String(action::kFocusCrashed)},
          {tr("Show the Place"), tr("Focus on Crashed")}});
    bringToFront(crashed);
}

void NextStep::bringToFront(const util::RankSet& crashed)
{
    Session& session = m_context.bridge.session();
    const auto leader = session.leadingRank();
    const bool leaderCrashed = leader && session.processes().at(*leader).state == RankState::Crashed;
    if (leaderCrashed && !crashed.contains(*leader))
        return; // the user looks at another crash
    const util::RankSet inFocus = crashed & session.focus();
    if (inFocus.empty())
        (void)session.setFocus(crashed);
    // From now on by choice: a lower rank that crashes later does not take the lead.
    (void)session.setLeadingRank(leaderCrashed ? *leader : *(inFocus.empty() ? crashed : inFocus).lowest());
}

void NextStep::on(const debug::RanksResumed&)
{
    clear(kCommand);
}

void NextStep::on(const session::CommandFailed& event)
{
    show(rankError(kCommand, NoticeKind::Warning,
                   tr("%1: %2 failed: %3").arg(whichRanks(event.ranks), QString::fromStdString(event.what)),
                   event.error));
}

void NextStep::on(const session::InputDone& event)
{
    if (event.result)
        clear(kInput);
    else
        show(warning(kInput, event.result.error()));
}

void NextStep::on(const debug::RanksLost& event)
{
    if (event.ranks.empty())
        return;
    show(withAttachAgain(rankError(
        kLost, NoticeKind::Error, tr("%1 cannot be debugged any more: %2").arg(whichRanks(event.ranks)), event.error)));
}

void NextStep::on(const session::NodeSilence& event)
{
    const QString key = kSilent + QString::fromStdString(event.host);
    if (event.over)
        return clear(key);
    Notice notice;
    notice.key = key;
    notice.kind = NoticeKind::Warning;
    notice.text = tr("Nothing comes from %1 any more. What is shown of %2 is how they were before; they are given up "
                     "if that lasts.")
                      .arg(QString::fromStdString(event.host), whichRanks(event.ranks).toLower());
    show(notice);
}

void NextStep::on(const session::NodeLost& event)
{
    clear(kSilent + QString::fromStdString(event.host));
    if (event.ranks.empty())
        return;
    show(
        withAttachAgain(rankError(kNode + QString::fromStdString(event.host), NoticeKind::Error,
                                  tr("%1 cannot be debugged any more: %2").arg(whichRanks(event.ranks)), event.error)));
}

/// The button says what the error's advice says.
Notice NextStep::withAttachAgain(Notice notice) const
{
    if (m_context.bridge.session().whyNotAttachAgain())
        return notice;
    notice.advice.clear();
    notice.actions = QStringList{action::kAttachAgain};
    notice.labels.clear();
    return notice;
}

void NextStep::on(const session::AttachedAgain& event)
{
    if (event.attached.empty())
        return;
    for (const QString& key : QSet<QString>(m_keys))
        if (key == kLost || key.startsWith(kNode) || key == kEnd)
            clear(key);
}

void NextStep::on(const session::BackendWarning& event)
{
    show(warning(QStringLiteral("warning/") + QString::fromStdString(event.error.message()), event.error));
}

/// That one has gone with its line is in the log, and in the margin.
void NextStep::on(const session::LineFollowed& event)
{
    const auto story = session::storyOf(event);
    if (story && event.what != session::LineFate::What::Moved)
        show({QStringLiteral("line/") + QString::number(event.id.value()),
              NoticeKind::Warning,
              QString::fromStdString(story->text),
              {},
              {}});
}

/// One notice a signal: it says who got one last.
void NextStep::on(const debug::SignalsSeen& event)
{
    if (const auto story = session::storyOf(event))
        show({QStringLiteral("signal/") + QString::number(event.signal),
              NoticeKind::Hint,
              tr("%1 %2").arg(QString::fromStdString(session::ranksText(event.ranks)),
                              QString::fromStdString(story->text)),
              {},
              {}});
}

void NextStep::on(const session::BackendFailed& event)
{
    m_slow.stop();
    m_isSlow = false;
    const bool attached = m_context.bridge.session().attachSpec().has_value();
    Notice notice = errorNotice(kLaunch, event.error,
                                attached ? QStringList{action::kAttachAgain, action::kAttach, action::kDoctor}
                                         : QStringList{action::kNewJob, action::kRestart, action::kDoctor});
    notice.labels = attached ? QStringList{tr("Try Again"), tr("Another Job"), tr("Ask the Doctor")}
                             : QStringList{tr("Change the Command"), tr("Try Again"), tr("Ask the Doctor")};
    show(std::move(notice));
}

void NextStep::on(const session::Ended& event)
{
    const Session& session = m_context.bridge.session();
    if (session.state() == SessionState::Failed || !session.jobStatus())
        return; // why it failed says more; or this was the job before
    clear(kCommand);
    const bool ours = !session.attachSpec();
    const QString again = tr("%1 runs it again with the same breakpoints.").arg(withKey(action::kRestart));
    show({kEnd,
          event.status.exitStatus == 0 ? NoticeKind::Hint : NoticeKind::Warning,
          endText(session, event.status),
          ours ? tr("What is known of it stays. %1").arg(again) : tr("What is known of it stays."),
          {QLatin1String(ours ? action::kRestart : action::kAttach)},
          {ours ? QString() : tr("Another Job")}});
}

void NextStep::show(Notice notice)
{
    m_keys.insert(notice.key);
    m_context.notices.show(std::move(notice));
}

void NextStep::clear(const QString& key)
{
    if (m_keys.remove(key))
        m_context.notices.clear(key);
}

QString NextStep::withKey(const char* action) const
{
    const QAction* const command = m_context.actions.get(action);
    const QString key = command->shortcut().toString(QKeySequence::NativeText);
    return key.isEmpty() ? command->iconText() : QStringLiteral("%1 (%2)").arg(command->iconText(), key);
}

} // namespace dbgr::ui

#include "moc_next_step.cpp"
