// SPDX-License-Identifier: GPL-3.0-or-later
// The user's breakpoints, a row each in the order of their making: where they were asked for, where they stand, and
// how often they were hit. Way: session_bridge -> here -> breakpoints_dock. Thread: GUI.
#pragma once

#include "session/breakpoint_store.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace dbgr::ui {

class Notices;
class SessionBridge;

class BreakpointModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    static constexpr int kPlace = 0; ///< with a check box: enabled
    static constexpr int kCondition = 1;
    static constexpr int kRanks = 2;
    static constexpr int kHits = 3;
    static constexpr int kColumns = 4;

    /// \param notices are told what the session refuses
    BreakpointModel(SessionBridge& bridge, Notices& notices, QObject* parent = nullptr);

    /// Nothing for an invalid index.
    [[nodiscard]] std::optional<util::BreakpointId> id(const QModelIndex& index) const;
    /// The row of a breakpoint; -1 if there is none.
    [[nodiscard]] int row(util::BreakpointId id) const;
    /// Where it stands, or was asked for; not known() for a function that was not found yet.
    [[nodiscard]] debug::SourceLocation location(const QModelIndex& index) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    /// Enables it, or gives it another condition.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void sync();
    [[nodiscard]] const session::Breakpoint& at(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    [[nodiscard]] QString text(const session::Breakpoint& breakpoint, int column) const;
    [[nodiscard]] QString tip(const session::Breakpoint& breakpoint, int column) const;
    [[nodiscard]] int look(const session::Breakpoint& breakpoint, int column) const;

    SessionBridge& m_bridge;
    Notices& m_notices;
    std::vector<session::Breakpoint> m_rows; ///< as they are shown
};

/// "ring.cpp:29", "work"; and where it stands if that is elsewhere: "ring.cpp:29 -> 31", "work, ring.cpp:103".
[[nodiscard]] QString placeText(const session::Breakpoint& breakpoint);
/// "all 4", "0-3, pending in 4-7", "no such place yet".
/// \param reachable the ranks that the debugger has hold of
[[nodiscard]] QString ranksText(const debug::BreakpointStatus& status, const util::RankSet& reachable);
/// The same of one that may be for some ranks only: "only 0-3". \param reachable ranks of the job
[[nodiscard]] QString ranksText(const session::Breakpoint& breakpoint, const util::RankSet& reachable);

} // namespace dbgr::ui
