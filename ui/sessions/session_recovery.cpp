// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/session_recovery.h"

#include "session/session.h"
#include "ui/bridge/counted.h"
#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/sessions/launch_document.h"
#include "ui/sessions/session_files.h"
#include "ui/start/launch_history.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"
#include "util/log.h"

namespace dbgr::ui {

namespace {

const QString kLost = QStringLiteral("session.lost");

} // namespace

QString describe(const session::SessionDocument& document)
{
    QStringList parts;
    if (const auto count = document.breakpoints.size())
        parts << counted(count, SessionRecovery::tr("1 breakpoint"), SessionRecovery::tr("%1 breakpoints"));
    if (const auto count = document.groups.size())
        parts << counted(count, SessionRecovery::tr("1 group"), SessionRecovery::tr("%1 groups"));
    if (const auto count = document.watches.size())
        parts << counted(count, SessionRecovery::tr("1 watch"), SessionRecovery::tr("%1 watches"));
    const QString has = parts.isEmpty() ? SessionRecovery::tr("no breakpoints") : parts.join(QStringLiteral(", "));
    return document.launch ? QStringLiteral("%1: %2").arg(requestOf(*document.launch).command, has) : has;
}

SessionRecovery::SessionRecovery(UiContext& context, SessionFiles& files, const QString& folder, QObject* parent)
    : QObject(parent), m_context(context), m_files(files), m_autosave(folder)
{
    m_lost = m_autosave.newestLost();
    connect(&files, &SessionFiles::edited, this, &SessionRecovery::save);
    connect(context.actions.get(action::kRecoverSession), &QAction::triggered, this,
            [this] { emit recoveryWanted(m_lost->document); });
    connect(context.actions.get(action::kDiscardLostSession), &QAction::triggered, this, &SessionRecovery::discard);
    enableActions();
}

void SessionRecovery::offer()
{
    if (!m_lost)
        return;
    m_context.notices.show({kLost,
                            NoticeKind::Hint,
                            tr("A dbgr ended before its session was closed, %1. It had %2.")
                                .arg(whenText(m_lost->when, QDateTime::currentDateTime()), describe(m_lost->document)),
                            tr("Recover puts this back; nothing is started."),
                            {QLatin1String(action::kRecoverSession), QLatin1String(action::kDiscardLostSession)},
                            {tr("Recover"), tr("Discard")}});
}

void SessionRecovery::save()
{
    const session::Session& session = m_context.bridge.session();
    const session::SessionDocument document = m_files.document();
    const bool wasUsed = !session.canLaunch() || !session.jobText().empty() || !m_files.file().isEmpty();
    if (!wasUsed && document.breakpoints.empty() && document.groups.empty())
        return m_autosave.forget();
    if (const auto saved = m_autosave.save(document); !saved)
        util::log::warning("autosave", saved.error().message()); // no reason to disturb anybody
}

void SessionRecovery::discard()
{
    m_autosave.removeLost(*m_lost);
    m_lost.reset();
    m_context.notices.clear(kLost);
    enableActions();
}

void SessionRecovery::enableActions()
{
    for (const char* const name : {action::kRecoverSession, action::kDiscardLostSession})
        m_context.actions.get(name)->setEnabled(m_lost.has_value());
}

} // namespace dbgr::ui

#include "moc_session_recovery.cpp"
