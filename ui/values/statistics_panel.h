// SPDX-License-Identifier: GPL-3.0-or-later
// Below variables or watches: what the numbers of one expression are like, in the ranks of the focus that stand and in
// all of them together. Follows stops, the focus and the chosen frame while it is open. Thread: GUI.
#pragma once

#include "ui/bridge/latest_answer.h"
#include "ui/values/statistics_model.h"

#include <QString>
#include <QWidget>

#include <vector>

class QLabel;

namespace dbgr::ui {

class FilteredView;
struct UiContext;

class StatisticsPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit StatisticsPanel(UiContext& context, QWidget* parent = nullptr);

    /// Shows itself for this expression; "" hides it.
    void sumUp(const QString& expression);

protected:
    void showEvent(QShowEvent* event) override;

private:
    using Groups = std::vector<debug::StatisticsGroup>;

    void ask();
    void take(util::Result<session::Answer<Groups>> answer, const util::RankSet& asked);
    void focusOn(const QModelIndex& row);

    UiContext& m_context;
    StatisticsModel m_model;
    LatestAnswer<Groups> m_answer;
    QString m_expression;
    QLabel* m_title;
    FilteredView* m_view;
};

} // namespace dbgr::ui
