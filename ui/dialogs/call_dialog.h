// SPDX-License-Identifier: GPL-3.0-or-later
// Calls functions of the program in the focus: a line for the call, and below it what was called, with what it gave in
// which ranks. Up and Down in the line bring earlier calls back, also those of other days. Thread: GUI.
#pragma once

#include "debug/variable.h"
#include "ui/bridge/latest_answer.h"
#include "ui/window/ui_context.h"

#include <QDialog>
#include <QStringList>

#include <vector>

class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace dbgr::ui {

class CallDialog final : public QDialog
{
    Q_OBJECT

public:
    /// Calls that are remembered.
    static constexpr int kMostRemembered = 50;

    CallDialog(UiContext& context, QWidget* parent);

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    using Values = std::vector<debug::ValueGroup>;
    /// Whom a call is for: of a thread that was chosen by hand, its rank alone.
    [[nodiscard]] util::RankSet ranks() const;
    void showWhom();
    void call();
    void take(const util::RankSet& ranks, const util::Result<session::Answer<Values>>& answer);
    void addRow(const util::RankSet& ranks, const QString& text);
    void remember(const QString& expression);
    void leafThroughHistory(int step);

    UiContext& m_context;
    QLabel* m_whom;
    QLineEdit* m_line;
    QPushButton* m_call;
    QTreeWidget* m_results;
    QTreeWidgetItem* m_current = nullptr; ///< the call that is under way, or was the last
    QStringList m_history;                ///< newest first
    int m_at = -1;                        ///< in it; -1 what was typed
    QString m_typed;
    LatestAnswer<Values> m_answer;
};

} // namespace dbgr::ui
