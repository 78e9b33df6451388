// SPDX-License-Identifier: GPL-3.0-or-later
// The stack of the current place as a list, innermost frame first. Rows are matched from the outermost frame, so that
// main() keeps its row however deep a step goes. Way: current_place -> here -> call_stack_dock. Thread: GUI.
#pragma once

#include "debug/frame.h"

#include <QAbstractTableModel>

#include <vector>

namespace dbgr::ui {

class CurrentPlace;

class CallStackModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        Number,
        Function,
        Place, ///< or the module, where there is no source
        kColumns,
    };
    enum Role
    {
        ChosenRole = Qt::UserRole, ///< bool: the frame that source and variables show
        SourceRole,                ///< bool: the place is known
    };

    explicit CallStackModel(CurrentPlace& place, QObject* parent = nullptr);

    /// Of the chosen frame; -1 there is none.
    [[nodiscard]] int chosenRow() const { return m_chosen; }
    void choose(const QModelIndex& index);
    /// Numbered lines.
    [[nodiscard]] QString stackText() const;

    // QAbstractItemModel
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void follow();
    void resize(std::size_t frames);
    void markChosen();

    CurrentPlace& m_place;
    std::vector<debug::Frame> m_frames;
    int m_chosen = -1;
};

} // namespace dbgr::ui
