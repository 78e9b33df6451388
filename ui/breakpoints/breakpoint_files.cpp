// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/breakpoints/breakpoint_files.h"

#include "session/file/breakpoint_file.h"
#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>

namespace dbgr::ui {

namespace {

const QString kNotice = QStringLiteral("breakpoints.file");

QString shown(const QString& file)
{
    return QDir::toNativeSeparators(file);
}

QString counted(std::size_t count)
{
    return count == 1 ? BreakpointFiles::tr("1 breakpoint") : BreakpointFiles::tr("%1 breakpoints").arg(count);
}

} // namespace

BreakpointFiles::BreakpointFiles(UiContext& context, QWidget* window)
    : QObject(window), m_context(context), m_window(window)
{
    connect(context.actions.get(action::kLoadBreakpoints), &QAction::triggered, this, [this] { askForFile(false); });
    connect(context.actions.get(action::kSaveBreakpoints), &QAction::triggered, this, [this] { askForFile(true); });
    connect(&context.bridge, &SessionBridge::breakpointsChanged, this, &BreakpointFiles::update);
    update();
}

void BreakpointFiles::askForFile(bool isToSave)
{
    auto* const dialog = new QFileDialog(m_window, isToSave ? tr("Export Breakpoints") : tr("Import Breakpoints"),
                                         QString(), tr("Sessions and breakpoints (*.dbgr);;All files (*)"));
    dialog->setObjectName(QStringLiteral("breakpointsFile"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (isToSave) {
        dialog->setAcceptMode(QFileDialog::AcceptSave); // which asks before it overwrites a file
        dialog->setDefaultSuffix(QStringLiteral("dbgr"));
        dialog->selectFile(QStringLiteral("breakpoints.dbgr"));
    } else {
        dialog->setFileMode(QFileDialog::ExistingFile);
    }
    connect(dialog, &QFileDialog::fileSelected, this, isToSave ? &BreakpointFiles::save : &BreakpointFiles::load);
    dialog->open();
}

void BreakpointFiles::save(const QString& file)
{
    const auto saved =
        session::saveBreakpoints(QFile::encodeName(file).toStdString(), m_context.bridge.session().breakpoints());
    if (!saved)
        return m_context.notices.show(errorNotice(kNotice, saved.error(), {QLatin1String(action::kSaveBreakpoints)}));
    m_context.notices.show(
        {kNotice, NoticeKind::Hint, tr("Saved %1 in %2.").arg(counted(*saved), shown(file)), {}, {}});
}

void BreakpointFiles::load(const QString& file)
{
    const auto loaded = session::loadBreakpoints(QFile::encodeName(file).toStdString(), m_context.bridge.session());
    if (!loaded)
        return m_context.notices.show(errorNotice(kNotice, loaded.error(), {QLatin1String(action::kLoadBreakpoints)}));
    QStringList told{tr("Set %1 of %2.").arg(counted(loaded->set.size()), shown(file))};
    if (loaded->known > 0)
        told << tr("%1 stood there already.").arg(counted(loaded->known));
    if (loaded->refused.empty())
        return m_context.notices.show({kNotice, NoticeKind::Hint, told.join(QLatin1Char(' ')), {}, {}});
    for (const util::Error& error : loaded->refused)
        told << QString::fromStdString(error.message()) + QLatin1Char('.');
    m_context.notices.show({kNotice, NoticeKind::Warning, told.join(QLatin1Char('\n')), {}, {}});
}

void BreakpointFiles::update()
{
    m_context.actions.get(action::kSaveBreakpoints)
        ->setEnabled(!m_context.bridge.session().breakpoints().all().empty());
}

} // namespace dbgr::ui

#include "moc_breakpoint_files.cpp"
