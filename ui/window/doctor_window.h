// SPDX-License-Identifier: GPL-3.0-or-later
// What `dbgr doctor` says of this machine, in a window of its own: it is run as a program, since it may take some
// seconds, and what it looks at is how programs fare here. Thread: GUI.
#pragma once

#include <QDialog>
#include <QProcess>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace dbgr::ui {

class Theme;

class DoctorWindow final : public QDialog
{
    Q_OBJECT

public:
    /// Looks at once.
    explicit DoctorWindow(const Theme& theme, QWidget* parent = nullptr);

private:
    void look();
    void showMore();
    void showEnd();
    void showFailure(QProcess::ProcessError error);

    QProcess* m_process;
    QLabel* m_state;
    QPlainTextEdit* m_text;
    QPushButton* m_again;
};

} // namespace dbgr::ui
