// SPDX-License-Identifier: GPL-3.0-or-later
// "Attach to a running job", and to whatever else is there to be looked at: stands beside the window, is never modal,
// and changes nothing until the user says so. Thread: GUI.
#pragma once

#include "launchers/attach_spec.h"
#include "ui/attach/attach_page.h"
#include "ui/window/ui_context.h"

#include <QDialog>

class QLabel;
class QPushButton;
class QTabWidget;

namespace dbgr::ui {

class RunningJobsPage;

class AttachDialog final : public QDialog
{
    Q_OBJECT

public:
    enum class Page
    {
        Jobs,
        Cores,
        Processes,
        Server,
    };

    explicit AttachDialog(UiContext& context, QWidget* parent = nullptr);

    /// Shows it, with this page, before other windows.
    void open(Page page);

signals:
    /// The user wants this; the dialog is closed.
    void attachRequested(const dbgr::launchers::AttachSpec& spec);

private:
    void addPage(AttachPage* page, const QString& title);
    void makeButtons();
    [[nodiscard]] const AttachPage& page() const;
    void attach();
    void showChoice();
    void showLook();

    UiContext& m_context;
    RunningJobsPage* m_jobs;
    QTabWidget* m_tabs;
    QLabel* m_problem;
    QPushButton* m_attach;
    QPushButton* m_cancel;
};

} // namespace dbgr::ui
