// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/command_palette.h"

#include <QAction>

namespace dbgr::ui {

CommandPalette::CommandPalette(UiContext& context, QWidget* window)
    : Palette(context, window, {QStringLiteral("commandPalette"), tr("Command palette"), tr("Type a command")}),
      m_model(context.actions)
{
    setModel(m_model);
}

void CommandPalette::takePattern(const QString& pattern)
{
    m_model.setPattern(pattern);
}

void CommandPalette::choose(const QModelIndex& index)
{
    // Behind the change of focus: the command acts as if its own key had been pressed there.
    QMetaObject::invokeMethod(m_model.action(index.row()), &QAction::trigger, Qt::QueuedConnection);
}

QString CommandPalette::emptyText() const
{
    return tr("No command has these letters in its name");
}

} // namespace dbgr::ui

#include "moc_command_palette.cpp"
