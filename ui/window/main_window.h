// SPDX-License-Identifier: GPL-3.0-or-later
// The window: menus and toolbar above, the source or the start page in the middle, docks around it, the job below.
// It puts the parts together; what they do is theirs. Thread: GUI.
#pragma once

#include "launchers/attach_spec.h"
#include "launchers/launch_spec.h"
#include "session/file/session_document.h"
#include "ui/start/launch_request.h"
#include "ui/window/ui_context.h"

#include <QMainWindow>
#include <QPointer>

#include <chrono>
#include <optional>

class QMessageBox;
class QStackedWidget;

namespace dbgr::ui {

class BreakpointMemory;
struct Confirmation;
class DockLayout;
class RestartDialog;
class RunControl;
class SessionActions;
class SessionFiles;
class SourceArea;
class StartPage;

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
    /// Puts a session file's document in the place of what there is, as after its Open: nothing is started by it.
    void takeSession(const session::SessionDocument& document, const QString& file);
    /// What the window has of a session, to be saved.
    [[nodiscard]] SessionFiles& sessionFiles();
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
    void makeSessions();
    void restartWith();
    void makeDocks();
    void connectActions();
    void launchRequest(const LaunchRequest& request);
    /// A breakpoint where the job is to stop first.
    void stopFirst(const LaunchRequest& request);
    [[nodiscard]] QMessageBox* makeQuestion(const QString& question, const QString& loss);
    void ask(const Confirmation& confirmation);
    void askWhatToReturn();
    void askHowManySteps();
    void askBeforeClosing();
    void askToSaveSession();
    void leave();
    void showTitle();
    void restoreGeometryOrFit();
    /// By which the last job was launched, or what the start page says.
    [[nodiscard]] LaunchRequest presentLaunch() const;

    UiContext& m_context;
    RunControl& m_control;
    DockLayout* m_docks;
    QStackedWidget* m_centre = nullptr;
    StartPage* m_startPage = nullptr;
    SourceArea* m_source = nullptr;
    QToolBar* m_toolBar = nullptr;
    BreakpointMemory* m_breakpointMemory = nullptr;
    SessionActions* m_sessions = nullptr;
    QPointer<RestartDialog> m_restartDialog;
    std::optional<LaunchRequest> m_launched;         ///< the last job
    std::optional<std::chrono::seconds> m_lostAfter; ///< as dbgr was started; else the settings say it
    bool m_pushDaemons = false;                      ///< as dbgr was started; the settings may say so, too
    bool m_mayClose = false;
    bool m_mayLoseSession = false; ///< its changes: the user has said so
};

} // namespace dbgr::ui
