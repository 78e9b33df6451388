// SPDX-License-Identifier: GPL-3.0-or-later
// What ranks have logged at one tracepoint, or at all of them: a row a record, the newest last. Way: session -> here ->
// traces_dock. Thread: GUI.
#pragma once

#include "session/trace_store.h"
#include "util/ids.h"

#include <QAbstractTableModel>

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::ui {

class SessionBridge;

class TraceModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        TimeColumn,
        RankColumn,
        ThreadColumn,
        FirstValue, ///< of one tracepoint: a column for each expression; of all: the place, and all values in one
    };
    enum Role
    {
        SortRole = Qt::UserRole, ///< numbers as numbers
    };

    explicit TraceModel(SessionBridge& bridge, QObject* parent = nullptr);

    /// Nothing: of all.
    void setPoint(std::optional<util::BreakpointId> point);
    [[nodiscard]] const std::optional<util::BreakpointId>& point() const { return m_point; }
    /// The rank of a row; nothing for an invalid index, or a record that is there no more.
    [[nodiscard]] std::optional<util::Rank> rankAt(const QModelIndex& index) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void update();
    void reset();
    [[nodiscard]] bool isShown(const session::TraceStore::Row& row) const;
    [[nodiscard]] const session::TraceStore& store() const;
    /// Null for one that is there no more.
    [[nodiscard]] const session::TraceStore::Row* rowOf(const QModelIndex& index) const;
    [[nodiscard]] QString text(const session::TraceStore::Row& row, int column) const;
    [[nodiscard]] QVariant sortKey(const session::TraceStore::Row& row, int column) const;
    [[nodiscard]] QString tip(const session::TraceStore::Row& row, int column) const;

    SessionBridge& m_bridge;
    std::optional<util::BreakpointId> m_point;
    std::vector<std::string> m_expressions; ///< of that one
    std::deque<std::uint64_t> m_numbers;    ///< of the records shown
    std::uint64_t m_last = 0;               ///< that was looked at
};

} // namespace dbgr::ui
