// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of a launch, with what is wrong with them beneath them. Thread: GUI.
#pragma once

#include "ui/start/launch_request.h"
#include "ui/window/ui_context.h"

#include <QWidget>

class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QToolButton;

namespace dbgr::ui {

class LaunchHistory;
enum class ColorRole;

class LaunchForm final : public QWidget
{
    Q_OBJECT

public:
    /// Begins with the newest launch, or else with the settings' hold point and first stop.
    LaunchForm(UiContext& context, LaunchHistory& history, QWidget* parent = nullptr);

    [[nodiscard]] LaunchRequest request() const;
    void setRequest(const LaunchRequest& request);
    /// Emits launchRequested() if nothing is wrong; else says what, where it is.
    void submit();
    /// Puts the keyboard where one begins.
    void focusCommand();
    /// Puts it on the button: Return launches.
    void focusButton();
    /// Other words for the button. \param tip one sentence
    void setButton(const QString& text, const QString& tip);

signals:
    void launchRequested(const dbgr::ui::LaunchRequest& request);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeCommand(QGridLayout& grid);
    void makeFolder(QGridLayout& grid);
    void makeStops(QGridLayout& grid);
    void makeEnvironment(QGridLayout& grid);
    void makeButton(QGridLayout& grid);
    /// The label beneath a field for what is wrong with it.
    QLabel* addProblem(QGridLayout& grid);
    void addLabel(QGridLayout& grid, const QString& text, QWidget* buddy);
    void browse();
    void showProblems();
    void unfoldEnvironment(bool shown);
    void showEnvironmentCount();
    void showLook();
    void setTextColor(QLabel* label, ColorRole role);
    void fillFirst();

    UiContext& m_context;
    LaunchHistory& m_history;
    QComboBox* m_command = nullptr;
    QLineEdit* m_folder = nullptr;
    QToolButton* m_browse = nullptr;
    QComboBox* m_hold = nullptr;
    QComboBox* m_firstStop = nullptr;
    QToolButton* m_showEnvironment = nullptr;
    QPlainTextEdit* m_environment = nullptr;
    QPushButton* m_launch = nullptr;
    QLabel* m_commandProblem = nullptr;
    QLabel* m_folderProblem = nullptr;
    QLabel* m_environmentProblem = nullptr;
    QLabel* m_firstStopProblem = nullptr;
    bool m_submitted = false; ///< from then on problems are shown while typing
};

} // namespace dbgr::ui
