// SPDX-License-Identifier: GPL-3.0-or-later
// The log of what dbgr did, filtered by how much it matters; follows its end. Thread: GUI.
#pragma once

#include "ui/console/log_model.h"

#include <QSortFilterProxyModel>
#include <QWidget>

class QComboBox;
class QTreeView;

namespace dbgr::ui {

class FilteredView;
struct UiContext;

class LogDock final : public QWidget
{
    Q_OBJECT

public:
    explicit LogDock(UiContext& context, QWidget* parent = nullptr);

    [[nodiscard]] LogModel& model() { return m_model; }

private:
    /// \param least of LogModel::Importance
    void showFrom(int least);
    void noteScroll();
    void follow();
    void focusRanks(const QModelIndex& index);

    UiContext& m_context;
    LogModel m_model;
    QSortFilterProxyModel m_important; ///< what matters enough
    QTreeView* m_tree;
    FilteredView* m_view;
    QComboBox* m_least;
    bool m_atEnd = true;
};

} // namespace dbgr::ui
