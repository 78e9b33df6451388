// SPDX-License-Identifier: GPL-3.0-or-later
// Tells which rows of a tree can be seen, so that only those are asked for. Thread: GUI.
#pragma once

#include <QModelIndexList>
#include <QObject>
#include <QTimer>

class QTreeView;

namespace dbgr::ui {

class VisibleRows final : public QObject
{
    Q_OBJECT

public:
    /// \param view has its model already; it keeps it
    explicit VisibleRows(QTreeView* view);

    /// Of the view's model, first column, from top to bottom.
    [[nodiscard]] QModelIndexList rows() const;

signals:
    /// Perhaps others than before. Once for all that happens in a turn of the event loop.
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QTreeView* m_view;
    QTimer m_soon;
};

} // namespace dbgr::ui
