// SPDX-License-Identifier: GPL-3.0-or-later
// A line in which a group is named, or made: shown while it is needed, Return does it, Escape leaves all as it was.
// What is refused is marked and explained in place. Thread: GUI.
#pragma once

#include "ui/window/ui_context.h"
#include "util/rank_set.h"

#include <QLineEdit>

#include <string>

namespace dbgr::ui {

class GroupLineEdit final : public QLineEdit
{
    Q_OBJECT

public:
    explicit GroupLineEdit(UiContext& context, QWidget* parent = nullptr);

    /// Asks for a name of these ranks; `NAME = RANKS`, `NAME := RANKS` and `NAME where CONDITION` will do, too.
    void askForName(const util::RankSet& ranks);
    void askForNewName(const std::string& group);
    /// Why the text was refused; "" it was not.
    [[nodiscard]] const QString& problem() const { return m_problem; }

signals:
    /// The line has gone; with `hadKeyboard` it took the keyboard with it.
    void closed(bool hadKeyboard);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void ask(const QString& suggestion, const QString& hint);
    void enter();
    void finish(const util::Result<void>& done);
    [[nodiscard]] util::Result<void> make(const QString& text);
    void makeWhere(const std::string& name, const std::string& condition);
    void close();
    void setProblem(const QString& problem);

    UiContext& m_context;
    util::RankSet m_ranks;
    std::string m_renamed; ///< the group that gets another name; "" a new one
    QString m_problem;
};

} // namespace dbgr::ui
