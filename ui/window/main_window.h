// SPDX-License-Identifier: GPL-3.0-or-later
// The window: menus and toolbar above, the source or the start page in the middle, docks around it, the job below.
// It puts the parts together; what they do is theirs. Thread: GUI.
#pragma once

#include "launchers/attach_spec.h"
#include "launchers/launch_spec.h"
#include "ui/window/ui_context.h"

#include <QMainWindow>

class QMessageBox;
class QStackedWidget;

namespace dbgr::ui {

struct Confirmation;
class DockLayout;
class RunControl;
class SourceArea;
class StartPage;
struct LaunchRequest;

class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    /// \param context and \param control outlive the window
    MainWindow(UiContext& context, RunControl& control);
    ~MainWindow() override;

    /// Launches what the command line names, as if it had been typed on the start page.
    void launch(launchers::LaunchSpec spec);
    /// Gets hold of the job or the core files that the command line names, as if they had been chosen in the window.
    void attach(launchers::AttachSpec spec);
    /// The page on which a job is launched.
    void showStartPage();
    /// Source and docks.
    void showWorkspace();
    /// Closes without a question: the job is killed if it is ours, and else detached from. For signals.
    void closeAtOnce();

signals:
    /// The window is closed and the job was left.
    void closed();

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    void makeMenus();
    void makeToolBar();
    void makeCentre();
    void makeDocks();
    void connectActions();
    void launchRequest(const LaunchRequest& request);
    /// A breakpoint where the job is to stop first.
    void stopFirst(const LaunchRequest& request);
    [[nodiscard]] QMessageBox* makeQuestion(const QString& question, const QString& loss);
    void ask(const Confirmation& confirmation);
    void askBeforeClosing();
    void leave();
    void showTitle();
    void restoreGeometryOrFit();

    UiContext& m_context;
    RunControl& m_control;
    DockLayout* m_docks;
    QStackedWidget* m_centre = nullptr;
    StartPage* m_startPage = nullptr;
    SourceArea* m_source = nullptr;
    QToolBar* m_toolBar = nullptr;
    bool m_mayClose = false;
};

} // namespace dbgr::ui
