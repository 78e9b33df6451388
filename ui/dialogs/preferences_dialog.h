// SPDX-License-Identifier: GPL-3.0-or-later
// What the user can set, by pages. It stands beside the window while one works; everything counts at once.
// Thread: GUI.
#pragma once

#include "ui/window/ui_context.h"

#include <QDialog>

class QListWidget;
class QStackedWidget;

namespace dbgr::ui {

class PreferencesDialog final : public QDialog
{
    Q_OBJECT

public:
    enum class Page
    {
        Appearance,
        Keys,
        Launch,
        Limits,
        Engine,
    };

    explicit PreferencesDialog(UiContext& context, QWidget* parent = nullptr);

    /// Shows it, with this page, before other windows.
    void open(Page page);

private:
    void addPage(const QString& title, const QString& icon, QWidget* page);
    void showLook();

    UiContext& m_context;
    QListWidget* m_titles;
    QStackedWidget* m_pages;
};

} // namespace dbgr::ui
