// SPDX-License-Identifier: GPL-3.0-or-later
// A line in which a group is named, or made: shown while it is needed, Return does it, Escape leaves all as it was.
// What is refused is marked and explained in place. Thread: GUI.
#pragma once

#include "ui/window/ui_context.h"
#include "util/rank_set.h"

#include <QLineEdit>

#include <optional>
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
    /// What there is to be another group of.
    struct Pattern
    {
        std::string name;       ///< as an expression takes it
        std::string definition; ///< an expression
        std::string origin;     ///< what ranks that are frozen were chosen by
    };
    /// Asks for a name of another group like that one.
    void askForNameOfCopy(Pattern pattern);
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
    /// \return "group1", or the first one that is free
    [[nodiscard]] QString freeName() const;
    void ask(const QString& suggestion, const QString& hint);
    void enter();
    void finish(const util::Result<void>& done);
    [[nodiscard]] util::Result<void> make(const QString& text);
    void makeWhere(const std::string& name, const std::string& condition);
    void close();
    void setProblem(const QString& problem);

    UiContext& m_context;
    util::RankSet m_ranks;
    std::string m_renamed;            ///< the group that gets another name; "" a new one
    std::optional<Pattern> m_pattern; ///< of a new one
    QString m_problem;
};

} // namespace dbgr::ui
