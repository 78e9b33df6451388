// SPDX-License-Identifier: GPL-3.0-or-later
// The hosts of a running job with their ranks, to be checked. Thread: GUI.
#pragma once

#include "ui/attach/rank_choice.h"

#include <QAbstractTableModel>

namespace dbgr::ui {

class HostModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        Host,
        Ranks,
        Count,
        Columns,
    };

    /// \param choice outlives the model, and is changed only through it
    explicit HostModel(RankChoice& choice, QObject* parent = nullptr) : QAbstractTableModel(parent), m_choice(choice) {}

    /// Other hosts.
    template <class Change>
    void changeHosts(Change&& change)
    {
        beginResetModel();
        change(m_choice);
        endResetModel();
    }
    /// The same hosts, other checks.
    void setText(const QString& text);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    /// The user checked a host, or took its check away.
    void chosen();

private:
    void checksChanged();

    RankChoice& m_choice;
};

} // namespace dbgr::ui
