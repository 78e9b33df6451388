// SPDX-License-Identifier: GPL-3.0-or-later
// A line in which ranks are typed: checked against the job as it is typed, wrong text is marked and explained in place,
// Return tells it, Escape takes it back. Thread: GUI.
#pragma once

#include "util/rank_set.h"

#include <QLineEdit>
#include <QString>

#include <optional>

namespace dbgr::ui {

struct UiContext;

class RankSetEdit final : public QLineEdit
{
    Q_OBJECT

public:
    explicit RankSetEdit(UiContext& context, QWidget* parent = nullptr);

    /// A set of more intervals is shown by its beginning; as long as nobody types, it is meant as a whole.
    static constexpr std::size_t kMostIntervals = 200;

    /// What Escape comes back to. Shown at once, unless the user is typing.
    void setRanks(const util::RankSet& ranks);
    /// What the text means now; nothing if it is wrong.
    [[nodiscard]] std::optional<util::RankSet> ranks() const;
    /// Text was typed, and neither entered nor taken back.
    [[nodiscard]] bool isEdited() const { return m_edited; }
    /// Begins with this text, as if it had been typed.
    void startTyping(const QString& text);
    /// Why the text is wrong; "" it is not, or has not been touched.
    [[nodiscard]] const QString& problem() const { return m_problem; }
    /// "" is not wrong, but no ranks. For lines that may be left empty.
    void setEmptyAllowed(bool allowed) { m_emptyAllowed = allowed; }

signals:
    /// Return was pressed, and the text is a set of ranks that the job has.
    void rankSetEntered(const dbgr::util::RankSet& ranks);
    /// The user typed, and the text is a set of ranks that the job has.
    void rankSetTyped(const dbgr::util::RankSet& ranks);
    void problemChanged(const QString& problem);
    /// Escape took back what was typed.
    void cancelled();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void enter();
    void restore();
    void check();
    void setProblem(const QString& problem);
    [[nodiscard]] QString whatIsWrong() const;
    /// Words and numbers, or what is made of them and of groups.
    [[nodiscard]] util::Result<util::RankSet> read() const;

    UiContext& m_context;
    util::RankSet m_restoreRanks;
    QString m_restoreText;
    QString m_problem;
    bool m_edited = false;
    bool m_emptyAllowed = false;
};

} // namespace dbgr::ui
