// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/status_line.h"

#include "ui/bridge/elapsed_text.h"
#include "ui/bridge/session_bridge.h"
#include "ui/theme/theme.h"
#include "ui/window/job_summary.h"

#include <chrono>

namespace dbgr::ui {

StatusLine::StatusLine(UiContext& context, QWidget* parent)
    : QStatusBar(parent), m_context(context), m_launcher(addPart("launcher", tr("The launcher"), 0)),
      m_size(addPart("size", tr("Ranks and hosts of the job"), 0)),
      m_state(addPart("state", tr("What the ranks do"), 1)),
      m_elapsed(addPart(
          "elapsed", tr("Time since the launch, or since attaching; the log and old values are told by it, too"), 0)),
      m_slow(context.bridge)
{
    setSizeGripEnabled(false);
    m_elapsed->setFont(context.theme.fixedFont());
    m_second.setInterval(std::chrono::seconds(1));
    connect(&m_second, &QTimer::timeout, this, &StatusLine::showElapsed);
    SessionBridge& bridge = context.bridge;
    connect(&bridge, &SessionBridge::stateChanged, this, &StatusLine::showJob);
    connect(&bridge, &SessionBridge::ranksChanged, this, &StatusLine::showJob);
    connect(&bridge, &SessionBridge::happened, this, &StatusLine::take);
    connect(&m_slow, &SlowWork::changed, this, &StatusLine::showJob);
    connect(&context.theme, &Theme::changed, this, [this] { m_elapsed->setFont(m_context.theme.fixedFont()); });
    m_size->hide();
    showJob();
}

QLabel* StatusLine::addPart(const char* name, const QString& tip, int stretch)
{
    auto* const label = new QLabel(this);
    label->setObjectName(QStringLiteral("status.%1").arg(QLatin1String(name)));
    label->setToolTip(tip);
    label->setAccessibleName(tip);
    label->setContentsMargins(8, 2, 8, 2);
    addPermanentWidget(label, stretch);
    return label;
}

void StatusLine::take(const std::vector<session::SessionEvent>& events)
{
    for (const session::SessionEvent& event : events) {
        if (std::holds_alternative<session::LauncherStarted>(event)) {
            m_second.start();
        } else if (std::holds_alternative<session::JobLaunched>(event) ||
                   std::holds_alternative<session::JobAttached>(event)) {
            m_size->setText(jobSize(m_context.bridge.session().processes()));
            m_size->show();
        } else if (std::holds_alternative<session::Ended>(event) || std::holds_alternative<session::Finished>(event)) {
            showElapsed();
            m_second.stop();
        }
    }
    showJob();
    showElapsed();
}

void StatusLine::showJob()
{
    const session::Session& session = m_context.bridge.session();
    m_state->setText(m_slow.text().isEmpty() ? jobState(session) : m_slow.text());
    const auto& launcher = m_context.bridge.launcher();
    const QString kind = launcher ? QString::fromStdString(launcher->kind) : QString();
    m_launcher->setText(!holdsForeignJob(session) ? kind
                        : kind.isEmpty()          ? tr("attached")
                                                  : tr("%1, attached").arg(kind));
    m_launcher->setVisible(!m_launcher->text().isEmpty());
}

void StatusLine::showElapsed()
{
    if (m_second.isActive())
        m_elapsed->setText(elapsedText(std::chrono::duration_cast<std::chrono::seconds>(m_context.bridge.jobTime())));
}

} // namespace dbgr::ui

#include "moc_status_line.cpp"
