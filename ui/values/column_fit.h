// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the columns of a narrow tree as wide as the tree, in proportions that the user can change. Thread: GUI.
#pragma once

#include <QList>
#include <QObject>

class QTreeView;

namespace dbgr::ui {

class ColumnFit final : public QObject
{
    Q_OBJECT

public:
    /// \param view has its model, and keeps this
    /// \param weights of the columns at first \param optional is hidden where the view is narrower than so many
    /// characters, `room`, and comes back where it is not
    ColumnFit(QTreeView* view, QList<qreal> weights, int optional, int room);

    /// Takes the proportions of the widths that the columns have.
    void adopt();
    /// The first column is not narrower than this, as long as the others keep half of the view.
    /// \param pixels 0: as the proportions say
    void setLeastFirst(int pixels);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit();
    [[nodiscard]] QList<int> sizes() const;

    QTreeView* m_view;
    QList<qreal> m_weights;
    int m_optional;
    int m_room;
    int m_leastFirst = 0;
    QList<int> m_before; ///< the widths when the mouse was pressed in the header
};

} // namespace dbgr::ui
