// SPDX-License-Identifier: GPL-3.0-or-later
// The user's breakpoints, a row each in the order of their making: where they were asked for, where they stand, and
// how often they were hit. One that has several places has a row for each of them below it. Way: session_bridge -> here
// -> breakpoints_dock. Thread: GUI.
#pragma once

#include "session/breakpoint_store.h"

#include <QAbstractItemModel>

#include <cstdint>
#include <optional>
#include <vector>

namespace dbgr::ui {

class Notices;
class SessionBridge;

class BreakpointModel final : public QAbstractItemModel
{
    Q_OBJECT

public:
    static constexpr int kPlace = 0; ///< with a check box: enabled
    static constexpr int kCondition = 1;
    static constexpr int kRanks = 2;
    static constexpr int kHits = 3;
    static constexpr int kGroup = 4;
    static constexpr int kColumns = 5;

    /// \param notices are told what the session refuses
    BreakpointModel(SessionBridge& bridge, Notices& notices, QObject* parent = nullptr);

    /// Of a place, that of its breakpoint. Nothing for an invalid index.
    [[nodiscard]] std::optional<util::BreakpointId> id(const QModelIndex& index) const;
    /// The row of a breakpoint; -1 if there is none.
    [[nodiscard]] int row(util::BreakpointId id) const;
    /// It is one of several places.
    [[nodiscard]] static bool isPlace(const QModelIndex& index) { return index.isValid() && index.internalId() != 0; }
    /// Where it stands, or was asked for; not known() for a function that was not found yet.
    [[nodiscard]] debug::SourceLocation location(const QModelIndex& index) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    /// Enables it, or one of its places, or gives it another condition or group.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// A breakpoint as it is shown.
    struct Row
    {
        session::Breakpoint breakpoint;
        std::vector<std::uint32_t> places; ///< their numbers
    };

    void sync();
    void update(int row, const session::Breakpoint& now);
    [[nodiscard]] const Row& row(const QModelIndex& index) const;
    [[nodiscard]] const session::Breakpoint& at(int row) const
    {
        return m_rows[static_cast<std::size_t>(row)].breakpoint;
    }
    /// \pre isPlace(index)
    [[nodiscard]] session::BreakpointKey key(const QModelIndex& index) const;
    [[nodiscard]] const debug::BreakpointPlace& place(const QModelIndex& index) const;
    [[nodiscard]] QVariant placeData(const QModelIndex& index, int role) const;
    [[nodiscard]] QString text(const session::Breakpoint& breakpoint, int column) const;
    [[nodiscard]] QString tip(const session::Breakpoint& breakpoint, int column) const;
    [[nodiscard]] int look(const session::Breakpoint& breakpoint, int column) const;

    SessionBridge& m_bridge;
    Notices& m_notices;
    std::vector<Row> m_rows;
};

/// "ring.cpp:29", "work"; and where it stands if that is elsewhere: "ring.cpp:29 -> 31", "work, ring.cpp:103".
[[nodiscard]] QString placeText(const session::Breakpoint& breakpoint);
/// "all 4", "0-3, pending in 4-7", "no such place yet".
/// \param reachable the ranks that the debugger has hold of
[[nodiscard]] QString ranksText(const debug::BreakpointStatus& status, const util::RankSet& reachable);
/// The same of one that may be for some ranks only: "only 0-3". \param reachable ranks of the job
[[nodiscard]] QString ranksText(const session::Breakpoint& breakpoint, const util::RankSet& reachable);

} // namespace dbgr::ui
