// SPDX-License-Identifier: GPL-3.0-or-later
// Threads of standing ranks, a row each: those of the rank that leads, or of the whole focus. A row stays that of its
// rank's n-th thread. Way: session -> here -> threads_dock. Thread: GUI.
#pragma once

#include "debug/thread.h"
#include "ui/bridge/latest_answer.h"
#include "ui/stacks/standing_watch.h"

#include <QAbstractTableModel>

#include <vector>

namespace dbgr::ui {

class CurrentPlace;

/// A thread, and whose it is.
struct ThreadRow
{
    util::Rank rank;
    debug::ThreadInfo thread;
};

class ThreadsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        RankNumber,
        Number,
        Id,
        Name,
        Where,
        kColumns,
    };
    enum Role
    {
        ChosenRole = Qt::UserRole, ///< bool: the thread of the current place
        SourceRole,                ///< bool: its place is known
    };

    ThreadsModel(SessionBridge& bridge, CurrentPlace& place, QObject* parent = nullptr);

    /// Whether anyone looks: only then the session is asked.
    void setActive(bool active) { m_watch.setActive(active); }
    /// All ranks of the focus, or the one that leads.
    void setAllRanks(bool all);
    [[nodiscard]] bool allRanks() const { return m_allRanks; }

    [[nodiscard]] bool isStale() const { return m_watch.isStale(); }
    [[nodiscard]] bool underWay() const { return m_watch.underWay(); }
    /// Of the rows.
    [[nodiscard]] std::size_t rankCount() const;
    [[nodiscard]] const QString& problem() const { return m_problem; }
    /// Null for an invalid index. Valid until the next change.
    [[nodiscard]] const ThreadRow* at(const QModelIndex& index) const;

    // QAbstractItemModel
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    /// Something that is not in rows: stale, under way, problem.
    void statusChanged();

private:
    [[nodiscard]] util::RankSet wanted() const;
    void take(util::Result<session::Answer<std::vector<debug::RankThreads>>> answer);
    void merge(std::vector<ThreadRow> rows);
    void removeRun(std::size_t first, std::size_t end);
    void insertRun(std::size_t at, std::vector<ThreadRow>& rows, std::size_t first, std::size_t end);
    void followPlace();
    [[nodiscard]] bool isChosen(const ThreadRow& row) const;

    SessionBridge& m_bridge;
    CurrentPlace& m_place;
    std::vector<ThreadRow> m_rows; ///< by rank, then number
    QString m_problem;
    bool m_allRanks = false;
    LatestAnswer<std::vector<debug::RankThreads>> m_answer;
    StandingWatch m_watch;
};

} // namespace dbgr::ui
