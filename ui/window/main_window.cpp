// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "debug/engine_request.h"
#include "session/rank_refusal.h"
#include "session/session.h"
#include "ui/breakpoints/breakpoint_memory.h"
#include "ui/breakpoints/breakpoints_dock.h"
#include "ui/bridge/session_bridge.h"
#include "ui/console/console_dock.h"
#include "ui/console/log_dock.h"
#include "ui/dialogs/output_limits.h"
#include "ui/ranks/focus_actions.h"
#include "ui/ranks/focus_selector.h"
#include "ui/ranks/ranks_dock.h"
#include "ui/sessions/launch_document.h"
#include "ui/sessions/session_actions.h"
#include "ui/settings/setting_keys.h"
#include "ui/source/source_area.h"
#include "ui/stacks/call_stack_dock.h"
#include "ui/stacks/stacks_dock.h"
#include "ui/stacks/threads_dock.h"
#include "ui/start/launch_request.h"
#include "ui/start/restart_dialog.h"
#include "ui/start/start_page.h"
#include "ui/theme/flat_style.h"
#include "ui/theme/theme.h"
#include "ui/traces/traces_dock.h"
#include "ui/values/variables_dock.h"
#include "ui/values/watches_dock.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"
#include "ui/window/dock_layout.h"
#include "ui/window/job_summary.h"
#include "ui/window/next_step.h"
#include "ui/window/notice_bar.h"
#include "ui/window/run_control.h"
#include "ui/window/script_recorder.h"
#include "ui/window/status_line.h"
#include "ui/window/window_dialogs.h"

#include <QApplication>
#include <QCloseEvent>
#include <QGridLayout>
#include <QHash>
#include <QInputDialog>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QSpacerItem>
#include <QStackedWidget>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace dbgr::ui {

namespace {

/// Up to this width a new user's window fills the screen.
constexpr int kSmallScreen = 1440;
/// Pixels that a question is wide at least.
constexpr int kQuestionWidth = 440;

} // namespace

MainWindow::MainWindow(UiContext& context, RunControl& control)
    : m_context(context), m_control(control), m_docks(new DockLayout(context, *this))
{
    setObjectName(QStringLiteral("mainWindow"));
    makeCentre();
    makeDocks();
    makeSessions();
    makeMenus();
    makeToolBar();
    setStatusBar(new StatusLine(context, this));
    connectActions();
    restoreGeometryOrFit();
    showStartPage();
    showTitle();
}

MainWindow::~MainWindow() = default;

void MainWindow::makeMenus()
{
    QHash<int, QMenu*> menus;
    for (const ActionInfo& info : actionTable()) {
        QMenu*& menu = menus[static_cast<int>(info.menu)];
        if (!menu)
            menu = menuBar()->addMenu(QCoreApplication::translate("Actions", menuTitle(info.menu)));
        if (info.separatorBefore)
            menu->addSeparator();
        menu->addAction(m_context.actions.get(info.name));
    }
    QMenu* const file = menus.value(static_cast<int>(MenuId::File));
    file->insertMenu(m_context.actions.get(action::kRecoverSession), m_sessions->recentMenu());
    QMenu* const view = menus.value(static_cast<int>(MenuId::View));
    view->addSeparator();
    m_docks->addToMenu(*view);
}

void MainWindow::makeToolBar()
{
    m_toolBar = addToolBar(tr("Run Control"));
    m_toolBar->setObjectName(QStringLiteral("toolBar.run"));
    m_toolBar->setMovable(false);
    const auto fitIcons = [this] { m_toolBar->setIconSize(QSize(besideText(20), besideText(20))); };
    fitIcons();
    connect(&m_context.theme, &Theme::changed, m_toolBar, fitIcons);
    m_toolBar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    const auto add = [this](std::initializer_list<const char*> names) {
        for (const char* const name : names)
            m_toolBar->addAction(m_context.actions.get(name));
    };
    add({action::kContinue, action::kPause});
    m_toolBar->addSeparator();
    add({action::kStepOver, action::kStepInto, action::kStepOut});
    m_toolBar->addSeparator();
    m_toolBar->addWidget(new FocusSelector(m_context)); // takes what the buttons leave, so that none of them moves
    m_toolBar->addSeparator();
    add({action::kRestart, action::kDetach, action::kKill});
}

void MainWindow::makeCentre()
{
    m_source = new SourceArea(m_context);
    connect(m_source, &SourceArea::fileOpened, this, &MainWindow::showWorkspace);
    connect(m_source, &SourceArea::jumpWanted, &m_control, &RunControl::jump);
    connect(m_context.actions.get(action::kReturnNow), &QAction::triggered, this, &MainWindow::askWhatToReturn);
    connect(m_context.actions.get(action::kStepTimes), &QAction::triggered, this, &MainWindow::askHowManySteps);
    m_startPage = new StartPage(m_context);
    connect(m_startPage, &StartPage::launchRequested, this, &MainWindow::launchRequest);
    m_centre = new QStackedWidget;
    m_centre->addWidget(m_startPage);
    m_centre->addWidget(m_source);

    auto* const middle = new QWidget;
    auto* const column = new QVBoxLayout(middle);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(new NoticeBar(m_context));
    column->addWidget(m_centre, 1);
    setCentralWidget(middle);
    new NextStep(m_context, this);
    new FocusActions(m_context, this);
    m_breakpointMemory = new BreakpointMemory(m_context.bridge, m_context.settings, m_source->bookmarks(), this);
    new ScriptRecorder(m_context, this);
    auto* const dialogs = new WindowDialogs(
        m_context, [this](const QString& file) { return m_source->whereabouts(file); }, m_source->bookmarks(), this);
    connect(m_source, &SourceArea::definitionWanted, dialogs, &WindowDialogs::showDefinition);
    connect(dialogs, &WindowDialogs::attachRequested, this, &MainWindow::attach);
    connect(dialogs, &WindowDialogs::sourceWanted, m_source, &SourceArea::goTo);
    followOutputLimits(m_context, this);
}

void MainWindow::makeDocks()
{
    auto* const console = new ConsoleDock(m_context);
    connect(m_context.actions.get("dock.console"), &QAction::triggered, console, &ConsoleDock::focusInput);
    m_docks->fill("console", console);
    connect(console, &ConsoleDock::newsChanged, this,
            [this](bool news) { m_docks->setNews(QStringLiteral("console"), news); });
    connect(console, &ConsoleDock::filled, m_docks, &DockLayout::giveConsoleRoom);
    m_docks->fill("log", new LogDock(m_context));
    connect(m_context.actions.get(action::kNewGroup), &QAction::triggered, this,
            [this] { m_docks->raise(QStringLiteral("ranks")); }); // before the dock asks for the name
    m_docks->fill("ranks", new RanksDock(m_context));
    auto* const stacks = new StacksDock(m_context);
    connect(stacks, &StacksDock::sourceWanted, m_source, &SourceArea::showLocation);
    connect(stacks, &StacksDock::raiseWanted, this, [this] { m_docks->raise(QStringLiteral("stacks")); });
    m_docks->fill("stacks", stacks);
    m_docks->fill("callStack", new CallStackDock(m_context));
    m_docks->fill("threads", new ThreadsDock(m_context));
    m_docks->fill("traces", new TracesDock(m_context));
    auto* const breakpoints = new BreakpointsDock(m_context);
    connect(breakpoints, &BreakpointsDock::sourceWanted, m_source, &SourceArea::showLocation);
    connect(breakpoints, &BreakpointsDock::raiseWanted, this,
            [this] { m_docks->raise(QStringLiteral("breakpoints")); });
    m_docks->fill("breakpoints", breakpoints);
    auto* const variables = new VariablesDock(m_context);
    auto* const watches = new WatchesDock(m_context);
    connect(variables, &VariablesDock::watchWanted, watches, &WatchesDock::addExpression);
    m_docks->fill("variables", variables);
    m_docks->fill("watches", watches);
}

void MainWindow::makeSessions()
{
    const SessionParts parts{[this] { return presentLaunch(); },
                             [this](const LaunchRequest& request) {
                                 m_launched.reset();
                                 m_startPage->propose(request);
                             },
                             [this] { return m_docks->layout(); },
                             [this](const QByteArray& layout) { m_docks->setLayout(layout); },
                             [this] { m_breakpointMemory->takeGiven(); },
                             &m_source->bookmarks()};
    m_sessions = new SessionActions(m_context, m_control, parts, this);
    connect(m_startPage, &StartPage::sessionChosen, m_sessions, &SessionActions::open);
    connect(m_sessions, &SessionActions::confirmationNeeded, this, &MainWindow::ask);
    connect(m_sessions, &SessionActions::changed, this, &MainWindow::showTitle);
    connect(&m_sessions->files(), &SessionFiles::edited, this, [this] { m_mayLoseSession = false; });
    connect(m_sessions, &SessionActions::taken, this, [this] {
        if (!m_control.jobLives())
            showStartPage();
    });
}

LaunchRequest MainWindow::presentLaunch() const
{
    return m_launched.value_or(m_startPage->request());
}

SessionFiles& MainWindow::sessionFiles()
{
    return m_sessions->files();
}

void MainWindow::takeSession(const session::SessionDocument& document, const QString& file)
{
    m_sessions->files().take(document, file);
}

void MainWindow::restartWith()
{
    if (!m_restartDialog) {
        m_restartDialog = new RestartDialog(m_context, m_startPage->history(), this);
        connect(m_restartDialog, &RestartDialog::restartRequested, this, [this](const LaunchRequest& request) {
            m_startPage->remember(request);
            launchRequest(request);
        });
    }
    m_restartDialog->open(presentLaunch());
}

void MainWindow::connectActions()
{
    const auto on = [this](const char* name, auto what) {
        connect(m_context.actions.get(name), &QAction::triggered, this, what);
    };
    on(action::kNewJob, [this] { showStartPage(); });
    on(action::kRestartWith, [this] { restartWith(); });
    on(action::kQuit, [this] { close(); });
    on(action::kResetLayout, [this] { m_docks->reset(); });
    connect(&m_control, &RunControl::launching, this, &MainWindow::showWorkspace);
    connect(&m_control, &RunControl::confirmationNeeded, this, &MainWindow::ask);
    connect(&m_control, &RunControl::finished, this, &MainWindow::closed);
    connect(&m_context.bridge, &SessionBridge::stateChanged, this, &MainWindow::showTitle);
    connect(&m_context.bridge, &SessionBridge::jobChanged, this, &MainWindow::showTitle);
    connect(&m_context.bridge, &SessionBridge::happened, this, &MainWindow::showTitle);
}

void MainWindow::showStartPage()
{
    m_docks->setShown(false);
    m_toolBar->hide();
    m_centre->setCurrentWidget(m_startPage);
    m_startPage->setFocus();
}

void MainWindow::showWorkspace()
{
    m_centre->setCurrentWidget(m_source);
    m_toolBar->show();
    m_docks->setShown(true);
    m_source->focusSource();
}

void MainWindow::launch(launchers::LaunchSpec spec)
{
    m_pushDaemons = spec.pushDaemons;
    m_lostAfter = spec.lostAfter;
    spec.lostAfter = spec.lostAfter.value_or(std::chrono::seconds(m_context.settings.value(setting::kLostAfter)));
    LaunchRequest request = toLaunchRequest(spec);
    request.environment = addedVariables(spec);
    request.firstStop = m_context.settings.value(setting::kFirstStop);
    m_startPage->remember(request);
    m_launched = request;
    stopFirst(request);
    m_control.launch(std::move(spec));
}

void MainWindow::attach(launchers::AttachSpec spec)
{
    if (!spec.lostAfter)
        spec.lostAfter = std::chrono::seconds(m_context.settings.value(setting::kLostAfter));
    m_control.attach(std::move(spec));
}

void MainWindow::launchRequest(const LaunchRequest& request)
{
    m_launched = request;
    stopFirst(request);
    launchers::LaunchSpec spec = toLaunchSpec(request, m_context.settings);
    spec.pushDaemons = spec.pushDaemons || m_pushDaemons;
    spec.lostAfter = m_lostAfter ? m_lostAfter : spec.lostAfter;
    m_control.launch(std::move(spec));
}

void MainWindow::stopFirst(const LaunchRequest& request)
{
    session::Session& session = m_context.bridge.session();
    const auto spec = firstStopOf(request);
    if (!spec || !*spec)
        return; // the start page has told what is wrong with it
    const auto& known = session.breakpoints().all();
    const bool isSet = std::any_of(known.begin(), known.end(), [&](const auto& one) {
        return one.second.spec.where == (*spec)->where && !one.second.spec.isTrace();
    });
    if (!isSet)
        (void)session.addBreakpoint(**spec); // names a place: cannot be refused
}

void MainWindow::showTitle()
{
    const session::Session& session = m_context.bridge.session();
    const QString name = jobName(session);
    const QString job = name.isEmpty()             ? tr("dbgr")
                        : holdsForeignJob(session) ? tr("%1 (attached) - dbgr").arg(name)
                                                   : tr("%1 - dbgr").arg(name);
    setWindowTitle(m_sessions->titlePart() + job);
    setWindowModified(m_sessions->files().isModified());
}

QMessageBox* MainWindow::makeQuestion(const QString& question, const QString& loss)
{
    auto* const box = new QMessageBox(QMessageBox::NoIcon, tr("dbgr"), question, QMessageBox::Cancel, this);
    box->setObjectName(QStringLiteral("confirmation"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(loss);
    box->setDefaultButton(QMessageBox::Cancel);
    // A message box is as wide as its question, however long the rest is.
    if (auto* const grid = qobject_cast<QGridLayout*>(box->layout()))
        grid->addItem(new QSpacerItem(kQuestionWidth, 0), grid->rowCount(), 0, 1, grid->columnCount());
    return box;
}

void MainWindow::ask(const Confirmation& confirmation)
{
    QMessageBox* const box = makeQuestion(confirmation.question, confirmation.loss);
    QPushButton* const proceed = box->addButton(confirmation.answer, QMessageBox::AcceptRole);
    connect(proceed, &QPushButton::clicked, this, [then = confirmation.proceed] { then(); });
    box->open();
}

void MainWindow::askWhatToReturn()
{
    const session::Session& session = m_context.bridge.session();
    auto* const dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("returnValue"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Return From Function"));
    dialog->setLabelText(tr("What is left of the function is not run in %1, and nothing is undone.\n"
                            "Value that the function gives, or empty:")
                             .arg(QString::fromStdString(session::ranksText(session.focus()))));
    dialog->setOkButtonText(tr("Return"));
    connect(dialog, &QInputDialog::textValueSelected, &m_control, &RunControl::returnNow);
    dialog->open();
}

void MainWindow::askHowManySteps()
{
    constexpr int kUsual = 5;
    auto* const dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("stepTimes"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Step Over Several Lines"));
    dialog->setInputMode(QInputDialog::IntInput);
    dialog->setIntRange(1, static_cast<int>(debug::kMostSteps));
    dialog->setIntValue(kUsual);
    dialog->setLabelText(
        tr("Lines for %1:").arg(QString::fromStdString(session::ranksText(m_context.bridge.session().focus()))));
    dialog->setOkButtonText(tr("Step"));
    connect(dialog, &QInputDialog::intValueSelected, &m_control, &RunControl::stepTimes);
    dialog->open();
}

void MainWindow::askBeforeClosing()
{
    const bool canDetach = m_context.actions.get(action::kDetach)->isEnabled();
    const QString loss = m_control.whatWouldBeLost();
    QMessageBox* const box = makeQuestion(
        m_control.questionBeforeLeaving(),
        canDetach ? tr("Detach takes the debugger out, and the job goes on by itself. Otherwise %1").arg(loss) : loss);
    QPushButton* const kill = box->addButton(tr("Kill the Job"), QMessageBox::DestructiveRole);
    connect(kill, &QPushButton::clicked, this, &MainWindow::leave);
    if (canDetach) {
        QPushButton* const detach = box->addButton(tr("Detach"), QMessageBox::AcceptRole);
        connect(detach, &QPushButton::clicked, this, [this] {
            m_control.detach();
            leave();
        });
    }
    box->open();
}

void MainWindow::askToSaveSession()
{
    QMessageBox* const box = makeQuestion(tr("Save the session %1?").arg(m_sessions->files().name()),
                                          tr("Without it, what was changed since it was saved is lost."));
    const auto goOn = [this] {
        m_mayLoseSession = true;
        close();
    };
    QPushButton* const save = box->addButton(tr("Save"), QMessageBox::AcceptRole);
    connect(save, &QPushButton::clicked, this, [this, goOn] { m_sessions->save(goOn); });
    QPushButton* const lose = box->addButton(tr("Do Not Save"), QMessageBox::DestructiveRole);
    connect(lose, &QPushButton::clicked, this, goOn);
    box->open();
}

void MainWindow::leave()
{
    m_mayClose = true;
    m_docks->save();
    m_context.settings.set(setting::kWindowGeometry, saveGeometry());
    hide();
    m_control.leave();
}

void MainWindow::closeAtOnce()
{
    leave();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    event->ignore(); // the owner ends the program when the job is left
    if (m_mayClose)
        return;
    if (m_sessions->files().isModified() && !m_mayLoseSession)
        askToSaveSession();
    else if (m_control.jobWouldBeLost())
        askBeforeClosing();
    else
        leave();
}

void MainWindow::restoreGeometryOrFit()
{
    const QByteArray stored = m_context.settings.value(setting::kWindowGeometry);
    if (!stored.isEmpty() && restoreGeometry(stored))
        return;
    const QSize room = QGuiApplication::primaryScreen()->availableSize();
    if (room.width() <= kSmallScreen) {
        resize(room);
        setWindowState(Qt::WindowMaximized);
    } else {
        resize(room.width() * 9 / 10, room.height() * 9 / 10);
    }
}

} // namespace dbgr::ui

#include "moc_main_window.cpp"
