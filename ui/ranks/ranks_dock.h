// SPDX-License-Identifier: GPL-3.0-or-later
// Who is where and why: counts by state above, the grid (or a table), the selection as text below. Thread: GUI.
#pragma once

#include "ui/window/ui_context.h"
#include "util/rank_set.h"

#include <QWidget>

#include <optional>

class QStackedLayout;
class QToolButton;
class QTreeView;

namespace dbgr::ui {

class FilteredView;
class GroupStrip;
class RankGrid;
class RankLegend;
class RankModel;
class RankSetEdit;
enum class RankLook : unsigned char;

class RanksDock final : public QWidget
{
    Q_OBJECT

public:
    explicit RanksDock(UiContext& context, QWidget* parent = nullptr);

private:
    void connectLine();
    void selectTyped(const util::RankSet& ranks);
    void showTable(bool shown);
    void makeTable();
    void takeTableSelection();
    void selectInTable();
    [[nodiscard]] util::RankSet ranksOf(RankLook look) const;

    UiContext& m_context;
    RankLegend* m_legend;
    RankGrid* m_grid;
    GroupStrip* m_groups;
    RankSetEdit* m_line;
    QToolButton* m_tableButton;
    QStackedLayout* m_pages;
    // Made when it is first shown.
    RankModel* m_model = nullptr;
    QTreeView* m_tree = nullptr;
    FilteredView* m_table = nullptr;
    bool m_takingFromTable = false;
    std::optional<util::RankSet> m_beforeTyping; ///< what Escape selects again
};

} // namespace dbgr::ui
