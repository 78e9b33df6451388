// SPDX-License-Identifier: GPL-3.0-or-later
// The user's expressions, and what they are in the leading rank and across the focus; the last row takes a new one.
// Remembered in the settings. Way: comparisons -> here -> watches_dock. Thread: GUI.
#pragma once

#include "ui/values/comparisons.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <cstdint>
#include <vector>

namespace dbgr::ui {

class CurrentPlace;
class SessionBridge;
class Settings;

class WatchModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    WatchModel(SessionBridge& bridge, CurrentPlace& place, Settings& settings, QObject* parent = nullptr);

    /// Asks nothing while nobody looks.
    void setActive(bool active);
    /// The rows that can be seen: only those are evaluated.
    void setVisible(const QModelIndexList& rows);
    /// One expression that is evaluated, whether it is seen or not; "" none.
    void setPinned(const std::string& expression);
    [[nodiscard]] const Comparisons& comparisons() const { return m_comparisons; }

    /// Adds an expression, unless it is there. \return its row; -1 for a blank one
    int add(const QString& expression);
    void remove(int row);
    [[nodiscard]] QStringList expressions() const;
    /// The row for a new expression.
    [[nodiscard]] int newRow() const { return static_cast<int>(m_watches.size()); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    /// Another expression; a blank one removes the row.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Watch
    {
        std::string expression;
        debug::ValueGroup now; ///< of the leading rank
        std::optional<util::Rank> rank;
        util::StopId stop;
        bool known = false;
        bool changed = false;
    };

    void arrived(const std::string& expression);
    void take(Watch& watch, util::Rank leader, const debug::ValueGroup& group);
    void refreshAll();
    void wish();
    void load();
    void store();
    [[nodiscard]] QString text(const Watch& watch, int column) const;
    [[nodiscard]] QString acrossCell(const Watch& watch, AcrossWords words) const;
    [[nodiscard]] QString tip(const Watch& watch, int column) const;
    [[nodiscard]] int look(const Watch& watch, int column) const;
    [[nodiscard]] bool isStale(const Watch& watch) const;

    SessionBridge& m_bridge;
    CurrentPlace& m_place;
    Settings& m_settings;
    Comparisons m_comparisons;
    std::vector<Watch> m_watches;
    QList<QPersistentModelIndex> m_visible;
    std::string m_pinned;
};

} // namespace dbgr::ui
