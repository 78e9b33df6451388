// SPDX-License-Identifier: GPL-3.0-or-later
// The real window in the test's own process, on a real launcher and a real display: what a user does with keys and
// mouse, and what the window then shows. Everything it stores is in a folder of its own. Thread: GUI, the test's.
#pragma once

#include "app/dbgr/window_parts.h"
#include "tests/support/batch/job_environment.h"

#include <QByteArray>
#include <QHash>
#include <QKeyCombination>
#include <QStringList>
#include <QTemporaryDir>
#include <QWidget>

#include <functional>
#include <memory>
#include <optional>

class QAbstractItemModel;
class QAbstractItemView;
class QModelIndex;

namespace dbgr::test {

class SessionLog;

class WindowRun
{
public:
    /// Long enough for a busy machine; what is waited for comes much sooner.
    static constexpr int kPatienceMs = 60000;

    WindowRun();
    /// Kills the job if there is still one, and waits until nothing of it is left. Of a failed test it shows what
    /// happened, and keeps a picture in Testing/gui-failures of the build.
    ~WindowRun();
    WindowRun(const WindowRun&) = delete;
    WindowRun& operator=(const WindowRun&) = delete;

    /// Before open(). For the window and its launchers, until this run's end.
    WindowRun& environment(const QString& name, const QString& value);
    /// The window as after `dbgr` alone. \return whether it is on the screen and has the keyboard
    bool open();
    /// As after `dbgr mpiexec -n RANKS PROGRAM ARGUMENTS...`; waits for nothing but the window.
    bool launch(int ranks, const QString& program, const QStringList& arguments = {});
    bool launchCommand(const QStringList& command);
    /// The same in a window that is open already.
    bool launchInWindow(const QStringList& command);
    /// launch(), and until all ranks are held.
    bool launchHeld(int ranks, const QString& program, const QStringList& arguments = {});

    [[nodiscard]] app::WindowParts& parts() { return m_host->parts(); }
    [[nodiscard]] session::Session& session() { return parts().session; }
    [[nodiscard]] ui::MainWindow& window() { return parts().window; }
    /// TMPDIR, HOME and working folder of the run.
    [[nodiscard]] QString folder() const { return m_folder.path(); }
    [[nodiscard]] int launcherPid() const;
    /// The window was closed and the job left.
    [[nodiscard]] bool isClosed() const { return m_closed; }

    /// A widget by its objectName, in whatever window, one that can be seen first; null if there is none.
    template <class T = QWidget>
    [[nodiscard]] T* find(const QString& name) const
    {
        return qobject_cast<T*>(findWidget(name));
    }
    /// The same, as soon as it can be seen and, a dialog, has the keyboard; null after `timeoutMs`.
    template <class T = QWidget>
    [[nodiscard]] T* seen(const QString& name, int timeoutMs = kPatienceMs)
    {
        return until([&] { return isReady(find<T>(name)); }, timeoutMs) ? find<T>(name) : nullptr;
    }
    /// The text of a label, button, line edit, combo box or editor; "" if there is no such widget.
    [[nodiscard]] QString textOf(const QString& name) const;

    /// The tree or table in the widget of that name, or null.
    [[nodiscard]] QAbstractItemView* viewIn(const QString& name) const;
    /// Its rows as lines, see textOfModel().
    [[nodiscard]] QString shown(const QString& name) const;
    /// The first row with that text in its first column; "" none.
    [[nodiscard]] QString row(const QString& name, const QString& first) const;
    [[nodiscard]] bool untilShown(const QString& name, const QString& part);

    /// The line above the source that says `part`, with its advice and buttons, as soon as it can be seen; or null.
    [[nodiscard]] QWidget* notice(const QString& part);

    /// A press of a key, to whatever has the keyboard.
    void key(QKeyCombination key);
    /// The keys of a command of the window, "run.continue", once it can be given.
    void command(const char* action);
    /// By the keyboard. \return whether these have the focus then
    [[nodiscard]] bool focusOn(const QString& ranks);
    void type(const QString& text);
    void click(QWidget* widget, std::optional<QPoint> where = {}, Qt::MouseButton button = Qt::LeftButton);
    void doubleClick(QWidget* widget, std::optional<QPoint> where = {});
    /// A click on a row of a view, scrolled to when needed.
    void click(QAbstractItemView* view, const QModelIndex& index);
    /// The button with that text in that widget, or null.
    [[nodiscard]] static QWidget* button(QWidget* parent, const QString& text);

    /// Has xdotool do that on the display, where keys and the mouse are anybody's: "key Menu". \return whether it did
    [[nodiscard]] static bool onDisplay(const QString& line);

    /// Runs the window until the condition holds.
    [[nodiscard]] bool until(const std::function<bool()>& condition, int timeoutMs = kPatienceMs);
    /// Runs the window while a check that waits by itself, such as allGone(), is made on another thread. \return its
    /// answer
    [[nodiscard]] bool meanwhile(const std::function<bool()>& check);
    [[nodiscard]] bool untilState(session::SessionState state);
    /// All ranks stand (or have ended), and every view was told.
    [[nodiscard]] bool untilStopped();
    /// The session told of something with that text: see the lines of transcript().
    [[nodiscard]] bool untilHappened(const QByteArray& part);
    [[nodiscard]] bool untilTextOf(const QString& name, const QString& part);

    /// Everything that happened, and what the window shows; for a failing test's message.
    [[nodiscard]] QByteArray transcript();
    /// The screen as PNG.
    bool saveScreenshot(const QString& path);

private:
    [[nodiscard]] QWidget* findWidget(const QString& name) const;
    [[nodiscard]] static bool isReady(const QWidget* widget);
    [[nodiscard]] static QWindow* keyboardWindow();
    void applyEnvironment();
    void restoreEnvironment();
    void keepEvidence();

    QTemporaryDir m_folder;
    QString m_formerFolder;
    QProcessEnvironment m_environment;
    QHash<QString, std::optional<QByteArray>> m_former; ///< of our own environment: what was there before
    std::unique_ptr<app::WindowHost> m_host;
    std::unique_ptr<SessionLog> m_log;
    bool m_closed = false;
};

/// The index of the first row (children after parents) of which a column's text contains `part`; invalid if none.
[[nodiscard]] QModelIndex rowWith(const QAbstractItemModel* model, const QString& part, int column = 0);
/// A model's rows as lines, columns between bars, children indented: what a test compares and a failing one prints.
[[nodiscard]] QString textOfModel(const QAbstractItemModel* model);

} // namespace dbgr::test
