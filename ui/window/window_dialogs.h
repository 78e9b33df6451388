// SPDX-License-Identifier: GPL-3.0-or-later
// Attach, preferences, keys, command palette, guide, doctor and about: each made when it is first wanted, none of them
// modal. Thread: GUI.
#pragma once

#include "launchers/attach_spec.h"
#include "ui/window/ui_context.h"

#include <QObject>
#include <QPointer>

class QDialog;
class QWidget;

namespace dbgr::ui {

class AttachDialog;
class CommandPalette;
class PreferencesDialog;

class WindowDialogs final : public QObject
{
    Q_OBJECT

public:
    WindowDialogs(UiContext& context, QWidget* window);

signals:
    /// The user chose what to attach to.
    void attachRequested(const dbgr::launchers::AttachSpec& spec);

private:
    [[nodiscard]] PreferencesDialog& preferences();
    [[nodiscard]] AttachDialog& attach();
    void showPalette();
    /// Shows the one that there is, or makes it.
    template <class Dialog, class... Arguments>
    void show(QPointer<QDialog>& dialog, Arguments&&... arguments);

    UiContext& m_context;
    QWidget* m_window;
    QPointer<AttachDialog> m_attach;
    QPointer<CommandPalette> m_palette;
    QPointer<PreferencesDialog> m_preferences;
    QPointer<QDialog> m_guide;
    QPointer<QDialog> m_doctor;
    QPointer<QDialog> m_about;
};

} // namespace dbgr::ui
