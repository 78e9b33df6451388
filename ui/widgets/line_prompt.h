// SPDX-License-Identifier: GPL-3.0-or-later
// A question of one line, in place: Return answers it, Escape and going elsewhere take it back. Thread: GUI.
#pragma once

#include <QFrame>

#include <functional>

class QLabel;
class QLineEdit;

namespace dbgr::ui {

class Theme;

class LinePrompt final : public QFrame
{
    Q_OBJECT

public:
    struct Question
    {
        QString label;     ///< before the line
        QString text;      ///< to begin with; selected
        QString hint;      ///< while the line is empty
        QString note;      ///< behind the line
        bool code = false; ///< in the face of source
    };

    LinePrompt(Theme& theme, QWidget* parent);

    /// Takes the keyboard. \param answered called with what was entered, not when it is taken back
    void ask(const Question& question, std::function<void(const QString&)> answered);
    void close();

signals:
    void closed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void restyle();

    Theme& m_theme;
    QLabel* m_label;
    QLineEdit* m_edit;
    QLabel* m_note;
    std::function<void(const QString&)> m_answered;
};

} // namespace dbgr::ui
