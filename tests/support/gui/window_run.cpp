// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/gui/window_run.h"

#include "app/dbgr/launch.h"
#include "session/remote/remote_backend.h"
#include "tests/support/gui/session_log.h"
#include "ui/window/action_table.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QLabel>
#include <QProcess>
#include <QScreen>
#include <QWindow>
#include <QtTest>

#include <chrono>
#include <future>

namespace dbgr::test {

namespace {

std::vector<std::string> lines(const QProcessEnvironment& environment)
{
    std::vector<std::string> result;
    for (const QString& line : environment.toStringList())
        result.push_back(line.toStdString());
    return result;
}

/// The harness serves programs that are no tests, too.
void fail(const QString& why)
{
    if (!QTest::currentTestFunction())
        qFatal("%s", qPrintable(why));
    QTest::qFail(qPrintable(why), __FILE__, __LINE__);
}

void appendRows(QString& text, const QAbstractItemModel* model, const QModelIndex& parent, int depth)
{
    for (int row = 0; row < model->rowCount(parent); ++row) {
        QStringList cells;
        for (int column = 0; column < model->columnCount(parent); ++column)
            cells += model->index(row, column, parent).data().toString();
        text += QString(2 * depth, ' ') + cells.join(" | ") + '\n';
        appendRows(text, model, model->index(row, 0, parent), depth + 1);
    }
}

} // namespace

WindowRun::WindowRun()
    : m_folder("/tmp/dbgr-XXXXXX"), m_formerFolder(QDir::currentPath()), m_environment(jobEnvironment(m_folder.path()))
{
    environment("XDG_CONFIG_HOME", m_folder.filePath("config"));
    environment("XDG_DATA_HOME", m_folder.filePath("data"));
    environment("XDG_CACHE_HOME", m_folder.filePath("cache"));
    environment("XDG_STATE_HOME", m_folder.filePath("state"));
    environment("DBGR_DBGD", builtProgram("dbgd"));
}

WindowRun::~WindowRun()
{
    if (m_host) {
        keepEvidence();
        if (!m_closed)
            parts().window.closeAtOnce();
        if (!until([this] { return m_closed; }))
            fail("the job is not left");
        m_log.reset();
        m_host.reset();
    }
    QDir::setCurrent(m_formerFolder);
    restoreEnvironment();
}

WindowRun& WindowRun::environment(const QString& name, const QString& value)
{
    m_environment.insert(name, value);
    return *this;
}

bool WindowRun::open()
{
    applyEnvironment();
    QDir::setCurrent(m_folder.path());
    // Qt reads XDG_CONFIG_HOME once in a process.
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_environment.value("XDG_CONFIG_HOME"));
    const auto makeBackend = [](net::EventLoop& loop, util::Executor& executor, const auto& environment) {
        return session::makeRemoteBackend(loop, executor, session::remoteConfigFromEnvironment(environment));
    };
    auto host = app::WindowHost::make(makeBackend, lines(m_environment));
    if (!host)
        qFatal("%s", host.error().detail.c_str());
    m_host = std::move(*host);
    m_log = std::make_unique<SessionLog>(session());
    QObject::connect(&window(), &ui::MainWindow::closed, &window(), [this] { m_closed = true; });
    m_host->start();
    window().show();
    return QTest::qWaitForWindowActive(&window(), kPatienceMs);
}

bool WindowRun::launch(int ranks, const QString& program, const QStringList& arguments)
{
    return launchCommand(QStringList{"mpiexec", "-n", QString::number(ranks), program} + arguments);
}

bool WindowRun::launchCommand(const QStringList& command)
{
    return open() && launchInWindow(command);
}

bool WindowRun::launchInWindow(const QStringList& command)
{
    app::CommandLine line;
    for (const QString& word : command)
        line.launcher.push_back(word.toStdString());
    window().launch(std::get<launchers::LaunchSpec>(app::jobSpec(line, lines(m_environment))));
    return true;
}

bool WindowRun::launchHeld(int ranks, const QString& program, const QStringList& arguments)
{
    return launch(ranks, program, arguments) && untilState(session::SessionState::Held);
}

int WindowRun::launcherPid() const
{
    return m_log->launcherPid();
}

QWidget* WindowRun::findWidget(const QString& name) const
{
    QWidget* hidden = nullptr; // there may be several of a kind: the one that is seen is meant
    for (QWidget* const top : QApplication::topLevelWidgets()) {
        QWidgetList named = top->findChildren<QWidget*>(name);
        if (top->objectName() == name)
            named.prepend(top);
        for (QWidget* const widget : named) {
            if (widget->isVisible())
                return widget;
            hidden = hidden ? hidden : widget;
        }
    }
    return hidden;
}

bool WindowRun::isReady(const QWidget* widget)
{
    // A window that was just opened gets the keyboard from the window manager, a moment later.
    const bool takesKeys = widget && widget->isWindow() && widget->windowType() != Qt::ToolTip;
    return widget && widget->isVisible() && (!takesKeys || widget->isActiveWindow());
}

QString WindowRun::textOf(const QString& name) const
{
    const QWidget* const widget = findWidget(name);
    for (const char* const property : {"text", "currentText", "plainText"}) {
        if (widget && widget->property(property).isValid())
            return widget->property(property).toString();
    }
    return {};
}

QAbstractItemView* WindowRun::viewIn(const QString& name) const
{
    QWidget* const holder = findWidget(name);
    return holder ? holder->findChild<QAbstractItemView*>() : nullptr;
}

QString WindowRun::shown(const QString& name) const
{
    const QAbstractItemView* const view = viewIn(name);
    return view && view->model() ? textOfModel(view->model()) : QString();
}

QString WindowRun::row(const QString& name, const QString& first) const
{
    for (const QString& line : shown(name).split('\n')) {
        if (line.section(" | ", 0, 0).trimmed() == first)
            return line.trimmed();
    }
    return {};
}

bool WindowRun::untilShown(const QString& name, const QString& part)
{
    return until([&] { return shown(name).contains(part); });
}

QWidget* WindowRun::notice(const QString& part)
{
    QWidget* found = nullptr;
    const auto look = [&] {
        for (const QLabel* const label : window().findChildren<QLabel*>()) {
            const bool isNotice = label->objectName() == "noticeText" || label->objectName() == "noticeAdvice";
            if (isNotice && label->isVisible() && label->text().contains(part))
                found = label->parentWidget();
        }
        return found != nullptr;
    };
    return until(look) ? found : nullptr;
}

QWindow* WindowRun::keyboardWindow()
{
    // So does one that is there when another was closed, which still has it for that moment.
    const bool found = QTest::qWaitFor([] {
        const QWidget* const modal = QApplication::activeModalWidget();
        const QWindow* const now = QGuiApplication::focusWindow();
        return now && now->isVisible() && (!modal || modal->windowHandle() == now);
    });
    if (!found)
        fail("no window has the keyboard");
    return QGuiApplication::focusWindow();
}

void WindowRun::key(QKeyCombination key)
{
    m_log->note("key " + QKeySequence(key).toString().toUtf8());
    if (QWindow* const to = keyboardWindow())
        QTest::keyClick(to, key.key(), key.keyboardModifiers());
}

void WindowRun::command(const char* action)
{
    const QAction* const wanted = parts().actions.get(action);
    const QKeySequence keys = wanted->shortcut();
    if (keys.isEmpty() || !until([&] { return wanted->isEnabled(); }))
        fail(QString("%1 has no keys or is not enabled").arg(action));
    for (int i = 0; i < keys.count(); ++i)
        key(keys[static_cast<uint>(i)]);
}

void WindowRun::type(const QString& text)
{
    m_log->note("type " + text.toUtf8());
    if (QWindow* const to = keyboardWindow()) {
        for (const QChar c : text)
            QTest::keyClick(to, c.toLatin1());
    }
}

void WindowRun::click(QWidget* widget, std::optional<QPoint> where, Qt::MouseButton button)
{
    m_log->note("click " + widget->objectName().toUtf8());
    QTest::mouseClick(widget, button, {}, where.value_or(widget->rect().center()));
}

void WindowRun::doubleClick(QWidget* widget, std::optional<QPoint> where)
{
    m_log->note("double click " + widget->objectName().toUtf8());
    const QPoint point = where.value_or(widget->rect().center());
    QTest::mouseClick(widget, Qt::LeftButton, {}, point); // as a mouse does it
    QTest::mouseDClick(widget, Qt::LeftButton, {}, point);
}

void WindowRun::click(QAbstractItemView* view, const QModelIndex& index)
{
    view->scrollTo(index);
    click(view->viewport(), view->visualRect(index).center());
}

QWidget* WindowRun::button(QWidget* parent, const QString& text)
{
    for (QAbstractButton* const button : parent->findChildren<QAbstractButton*>()) {
        if (button->isVisible() && button->text().remove('&') == text)
            return button;
    }
    return nullptr;
}

bool WindowRun::focusOn(const QString& ranks)
{
    command(ui::action::kFocusBox);
    type(ranks);
    key(Qt::Key_Return);
    return until([&] { return session().focus().toString() == ranks.toStdString(); });
}

bool WindowRun::onDisplay(const QString& line)
{
    return QProcess::execute("sh", {"-c", "exec xdotool " + line + " >/dev/null 2>&1"}) == 0;
}

bool WindowRun::until(const std::function<bool()>& condition, int timeoutMs)
{
    return QTest::qWaitFor(condition, timeoutMs);
}

bool WindowRun::meanwhile(const std::function<bool()>& check)
{
    std::future<bool> answer = std::async(std::launch::async, check);
    while (!until([&] { return answer.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }))
        continue;
    return answer.get();
}

bool WindowRun::untilState(session::SessionState state)
{
    return until([&] { return session().state() == state; });
}

bool WindowRun::untilStopped()
{
    return until([this] {
        const session::ProcessTable& processes = session().processes();
        return processes.size() > 0 && processes.unsettled().empty();
    });
}

bool WindowRun::untilHappened(const QByteArray& part)
{
    return until([&] { return m_log->text().contains(part); });
}

bool WindowRun::untilTextOf(const QString& name, const QString& part)
{
    return until([&] { return textOf(name).contains(part); });
}

QByteArray WindowRun::transcript()
{
    if (!m_host)
        return "the window was not opened";
    QString text = "\nsession: " + QString(session::name(session().state())) + "\nkeyboard: ";
    const QWidget* const focus = QApplication::focusWidget();
    text += focus ? QString(focus->metaObject()->className()) + " " + focus->objectName() : QString("nobody");
    for (const char* const part : {"status.launcher", "status.size", "status.state", "status.elapsed"})
        text += QString("\n%1: %2").arg(part, textOf(part));
    for (const ui::Notice& notice : parts().notices.all())
        text += QString("\nnotice %1: %2 | %3").arg(notice.key, notice.text, notice.advice);
    for (const QDockWidget* const dock : window().findChildren<QDockWidget*>())
        for (const QAbstractItemView* const view : dock->findChildren<QAbstractItemView*>())
            if (view->isVisible() && view->model())
                text += QString("\n%1:\n%2").arg(dock->objectName(), textOfModel(view->model()).left(4000));
    return m_log->text() + text.toUtf8() + '\n';
}

bool WindowRun::saveScreenshot(const QString& path)
{
    return QGuiApplication::primaryScreen()->grabWindow(0).save(path);
}

void WindowRun::keepEvidence()
{
    if (!QTest::currentTestFailed())
        return;
    const QString name = QString("%1.%2").arg(QCoreApplication::applicationName(), QTest::currentTestFunction());
    const QString folder = QStringLiteral(DBGR_FAILURES_DIR);
    QDir().mkpath(folder);
    const bool saved = saveScreenshot(folder + '/' + name + ".png");
    std::fprintf(stderr, "%s\nscreenshot: %s/%s.png%s\n", transcript().constData(), qPrintable(folder),
                 qPrintable(name), saved ? "" : " (not saved)");
}

void WindowRun::applyEnvironment()
{
    for (const QString& name : m_environment.keys()) {
        const QByteArray variable = name.toLocal8Bit();
        const QByteArray value = m_environment.value(name).toLocal8Bit();
        const bool wasSet = qEnvironmentVariableIsSet(variable.constData());
        if (wasSet && qgetenv(variable.constData()) == value)
            continue;
        m_former.insert(name, wasSet ? std::optional(qgetenv(variable.constData())) : std::nullopt);
        qputenv(variable.constData(), value);
    }
}

void WindowRun::restoreEnvironment()
{
    for (auto entry = m_former.cbegin(); entry != m_former.cend(); ++entry) {
        if (entry.value())
            qputenv(entry.key().toLocal8Bit().constData(), *entry.value());
        else
            qunsetenv(entry.key().toLocal8Bit().constData());
    }
}

QModelIndex rowWith(const QAbstractItemModel* model, const QString& part, int column)
{
    const QModelIndexList found =
        model->match(model->index(0, column), Qt::DisplayRole, part, 1, Qt::MatchContains | Qt::MatchRecursive);
    return found.isEmpty() ? QModelIndex() : found.first();
}

QString textOfModel(const QAbstractItemModel* model)
{
    QString text;
    appendRows(text, model, {}, 0);
    return text;
}

} // namespace dbgr::test
