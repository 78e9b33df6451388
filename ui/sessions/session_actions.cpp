// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/session_actions.h"

#include "session/session.h"
#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"
#include "ui/window/job_summary.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

#include <utility>

namespace dbgr::ui {

namespace {

const QString kNotice = QStringLiteral("session.file");

QString filter()
{
    return SessionActions::tr("dbgr sessions (*.dbgr);;All files (*)");
}

} // namespace

SessionActions::SessionActions(UiContext& context, const RunControl& control, SessionParts parts, QWidget* window)
    : QObject(window), m_context(context), m_control(control), m_window(window), m_recent(context.settings),
      m_files(context, std::move(parts)), m_recovery(context, m_files, Autosave::userFolder()),
      m_recentMenu(new QMenu(tr("&Recent Sessions"), window))
{
    m_recentMenu->setObjectName(QStringLiteral("recentSessionsMenu"));
    const auto on = [this](const char* name, auto what) {
        connect(m_context.actions.get(name), &QAction::triggered, this, what);
    };
    on(action::kOpenSession, [this] { chooseToOpen(); });
    on(action::kSaveSession, [this] { save(); });
    on(action::kSaveSessionAs, [this] { chooseToSave(nullptr); });
    connect(&m_recent, &RecentSessions::changed, this, &SessionActions::fillRecentMenu);
    connect(&m_files, &SessionFiles::changed, this, &SessionActions::changed);
    connect(&m_recovery, &SessionRecovery::recoveryWanted, this, [this](const session::SessionDocument& document) {
        confirm(tr("the lost session"), [this, document] {
            m_files.take(document, {});
            m_recovery.discard();
            emit taken();
        });
    });
    connect(&control, &RunControl::launching, &m_recovery, &SessionRecovery::offer); // which clears all notices
    fillRecentMenu();
    m_recovery.offer();
}

void SessionActions::fillRecentMenu()
{
    m_recentMenu->clear();
    const QStringList files = m_recent.files();
    for (const QString& file : files) {
        const QString name = QFileInfo(file).completeBaseName();
        auto* const action = m_recentMenu->addAction(QStringLiteral("%1  (%2)")
                                                         .arg(name, QDir::toNativeSeparators(QFileInfo(file).path()))
                                                         .replace(u'&', QStringLiteral("&&")));
        connect(action, &QAction::triggered, this, [this, file] { open(file); });
    }
    m_recentMenu->setEnabled(!files.isEmpty());
}

QString SessionActions::folder() const
{
    const auto& spec = m_context.bridge.session().launchSpec();
    if (!m_files.file().isEmpty())
        return QFileInfo(m_files.file()).path();
    return spec.workingDirectory.empty() ? QDir::currentPath() : QString::fromStdString(spec.workingDirectory);
}

void SessionActions::chooseToOpen()
{
    auto* const dialog = new QFileDialog(m_window, tr("Open Session"), folder(), filter());
    dialog->setObjectName(QStringLiteral("openSession"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &SessionActions::open);
    dialog->open();
}

void SessionActions::open(const QString& file)
{
    confirm(QFileInfo(file).completeBaseName(), [this, file] {
        const auto opened = m_files.open(file);
        m_context.notices.showResult(kNotice, opened);
        if (!opened)
            return m_recent.remove(file);
        emit taken();
    });
}

void SessionActions::confirm(const QString& name, std::function<void()> proceed)
{
    QStringList losses;
    if (m_files.isModified())
        losses << tr("The changes of the session %1 since it was saved are lost.").arg(m_files.name());
    if (m_control.jobLives())
        losses << tr("%1 goes on, but its breakpoints, groups, watches and bookmarks are replaced by those of the "
                     "session.")
                      .arg(jobName(m_context.bridge.session()));
    if (losses.isEmpty())
        return proceed();
    emit confirmationNeeded(
        {tr("Open %1?").arg(name), losses.join(QLatin1Char('\n')), tr("Open It"), std::move(proceed)});
}

void SessionActions::save(std::function<void()> then)
{
    if (m_files.file().isEmpty())
        chooseToSave(std::move(then));
    else if (m_files.isAnotherOnDisk())
        emit confirmationNeeded(
            {tr("Save %1 all the same?").arg(m_files.name()),
             tr("Somebody else has saved another session in %1 since it was opened or saved here. It "
                "is lost if this one takes its place; Save Session As keeps both.")
                 .arg(QDir::toNativeSeparators(m_files.file())),
             tr("Save It"), [this, then] {
                 if (saveTo(m_files.file()) && then)
                     then();
             }});
    else if (saveTo(m_files.file()) && then)
        then();
}

void SessionActions::chooseToSave(std::function<void()> then)
{
    auto* const dialog = new QFileDialog(m_window, tr("Save Session"), folder(), filter());
    dialog->setObjectName(QStringLiteral("saveSession"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave); // which asks before it overwrites a file
    dialog->setDefaultSuffix(QStringLiteral("dbgr"));
    dialog->selectFile(m_files.file().isEmpty() ? QStringLiteral("session.dbgr")
                                                : QFileInfo(m_files.file()).fileName());
    connect(dialog, &QFileDialog::fileSelected, this, [this, then = std::move(then)](const QString& file) {
        if (saveTo(file) && then)
            then();
    });
    dialog->open();
}

bool SessionActions::saveTo(const QString& file)
{
    const auto saved = m_files.save(file);
    if (!saved) {
        m_context.notices.show(errorNotice(kNotice, saved.error(), {QLatin1String(action::kSaveSessionAs)}));
        return false;
    }
    const QString shown = QDir::toNativeSeparators(m_files.file());
    m_context.notices.show({kNotice,
                            NoticeKind::Hint,
                            tr("The session was saved in %1.").arg(shown),
                            saved->launch ? tr("dbgr %1 opens it again.").arg(QFileInfo(shown).fileName())
                                          : tr("It does not say how the job is started: dbgr did not start it."),
                            {}});
    return true;
}

QString SessionActions::titlePart() const
{
    const QString name = m_files.name();
    return name.isEmpty()
               ? QString()
               : QString(name).replace(QLatin1String("[*]"), QLatin1String("[*][*]")) + QLatin1String("[*] - ");
}

} // namespace dbgr::ui

#include "moc_session_actions.cpp"
