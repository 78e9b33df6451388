// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/script_recorder.h"

#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"

#include <QDir>
#include <QFileDialog>
#include <QSaveFile>

namespace dbgr::ui {

ScriptRecorder::ScriptRecorder(UiContext& context, QWidget* window)
    : QObject(window), m_context(context), m_window(window)
{
    QAction* const action = context.actions.get(action::kSaveScript);
    action->setEnabled(false);
    connect(action, &QAction::triggered, this, &ScriptRecorder::chooseFile);
    connect(&context.bridge, &SessionBridge::happened, this,
            [this, action](const std::vector<session::SessionEvent>& events) {
                for (const session::SessionEvent& event : events)
                    m_script.take(event);
                action->setEnabled(true);
            });
}

void ScriptRecorder::chooseFile()
{
    const QString folder = QString::fromStdString(m_context.bridge.session().launchSpec().workingDirectory);
    auto* const dialog =
        new QFileDialog(m_window, tr("Save as Script"), folder, tr("dbgr scripts (*.dbgr);;All files (*)"));
    dialog->setObjectName(QStringLiteral("saveScript"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave); // which asks before it overwrites a file
    dialog->setDefaultSuffix(QStringLiteral("dbgr"));
    dialog->selectFile(QStringLiteral("session.dbgr"));
    connect(dialog, &QFileDialog::fileSelected, this, &ScriptRecorder::save);
    dialog->open();
}

void ScriptRecorder::save(const QString& file)
{
    QSaveFile out(file);
    const QByteArray text = QByteArray::fromStdString(m_script.text());
    const QString key = QStringLiteral("saveScript");
    const QString shown = QDir::toNativeSeparators(file);
    if (out.open(QIODevice::WriteOnly) && out.write(text) == text.size() && out.commit())
        m_context.notices.show(
            {key,
             NoticeKind::Hint,
             tr("The script was saved in %1.").arg(shown),
             tr("dbgr --batch --script does the same again, and so does dbgr --script in the window."),
             {}});
    else
        m_context.notices.show({key,
                                NoticeKind::Error,
                                tr("Saving the script in %1 failed: %2.").arg(shown, out.errorString()),
                                tr("Choose another folder."),
                                {QLatin1String(action::kSaveScript)}});
}

} // namespace dbgr::ui

#include "moc_script_recorder.cpp"
