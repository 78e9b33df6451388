// SPDX-License-Identifier: GPL-3.0-or-later
// The merged stacks of the focused ranks that stand, as a tree: callers above, callees below, with the ranks of each.
// A newer tree is merged into the rows of the older one, so that selection and expansion survive steps, stops and
// restarts; while ranks run the rows stay, and are stale. Way: session -> here -> stacks_dock. Thread: GUI.
#pragma once

#include "ui/bridge/latest_answer.h"
#include "ui/stacks/stack_rows.h"
#include "ui/stacks/standing_watch.h"

#include "debug/engine_request.h"
#include "debug/stack_tree.h"

#include <QAbstractItemModel>
#include <QPersistentModelIndex>
#include <QTime>

#include <optional>

namespace dbgr::ui {

class CurrentPlace;

class StackTreeModel final : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column
    {
        Where, ///< function and place
        Count, ///< ranks, and threads where they are not as many
        Ranks,
        kColumns,
    };
    enum Role
    {
        FunctionRole = Qt::UserRole, ///< QString
        PlaceRole,                   ///< QString: "ring.cpp:41", or the module
        SourceRole,                  ///< bool: the place is known
        ForksRole,                   ///< int: how often stacks part above this row
        ContinuesRole,               ///< bool: the only callee of the row above
        CurrentRole,                 ///< bool: the frame that source and variables show, or what leads to it
    };

    StackTreeModel(SessionBridge& bridge, CurrentPlace& place, QObject* parent = nullptr);

    /// Whether anyone looks: only then the session is asked.
    void setActive(bool active) { m_watch.setActive(active); }
    void setDetail(StackDetail detail);
    [[nodiscard]] StackDetail detail() const { return m_detail; }

    /// Whether rows say which threads are there: then the session is asked anew. Samples only say ranks.
    void setBy(debug::StacksBy by);
    [[nodiscard]] debug::StacksBy by() const { return m_by; }
    /// The rows that are shown do.
    [[nodiscard]] bool tellsThreads() const;

    /// Shows where the ranks of the focus are, running ones too; what they say when they stand replaces it. Whether
    /// anyone looks does not matter.
    void sample();
    [[nodiscard]] bool isSampling() const { return m_sample.underWay(); }
    /// When the rows were sampled; nothing: they are what ranks said that stand.
    [[nodiscard]] const std::optional<QTime>& sampledAt() const { return m_sampledAt; }

    /// What the rows say is not of now, and nothing tells of when it is.
    [[nodiscard]] bool isStale() const { return m_watch.isStale() && !m_sampledAt; }
    [[nodiscard]] bool underWay() const { return m_watch.underWay(); }
    /// The ranks and threads in the rows.
    [[nodiscard]] const util::RankSet& ranks() const { return m_ranks; }
    [[nodiscard]] std::uint64_t threads() const { return m_threads; }
    /// Left out by OwnCode, for they have no source.
    [[nodiscard]] std::uint64_t hiddenThreads() const { return m_hiddenThreads; }
    /// Why ranks are missing, in words for a person; "" nothing.
    [[nodiscard]] const QString& problem() const { return m_problem; }

    /// Null for an invalid index. Valid until the next change.
    [[nodiscard]] const StackRow* at(const QModelIndex& index) const;
    /// From this frame to the outermost, numbered as a stack is.
    [[nodiscard]] QString stackText(const QModelIndex& index) const;

    // QAbstractItemModel
    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    /// Something that is not in rows: stale, under way, sampled, hidden threads, problem.
    void statusChanged();
    /// A sample that was asked for is shown, or has failed.
    void sampled();

private:
    using Answer = util::Result<session::Answer<debug::StackTree>>;
    void take(Answer answer);
    void takeSample(Answer answer);
    void show(debug::StackTree tree);
    void merge();
    void removeGone(StackRow& row, const MergePlan& plan);
    void sort(const MergePlan& plan);
    /// Rows that stay take over what is new, new ones come.
    void fill(StackRow& row, const MergePlan& plan, const std::vector<StackShape>& shapes);
    void insertRun(StackRow& row, const std::vector<StackShape>& shapes, std::size_t first, std::size_t end);
    /// Tells the changed rows below `row`, after the shape of the tree is settled.
    void tellChanges(StackRow& row);
    void markPlace();
    /// The innermost row on the way to the current place; null if there is none.
    [[nodiscard]] const StackRow* rowOfPlace() const;
    [[nodiscard]] QModelIndex indexOf(const StackRow& row, int column = 0) const;

    SessionBridge& m_bridge;
    CurrentPlace& m_place;
    StackRow m_root; ///< the caller of all, not shown
    debug::StackTree m_tree;
    StackDetail m_detail = StackDetail::OwnCode;
    debug::StacksBy m_by = debug::StacksBy::Rank;
    util::RankSet m_ranks;
    std::uint64_t m_threads = 0;
    std::uint64_t m_hiddenThreads = 0;
    QString m_problem;
    QPersistentModelIndex m_current; ///< the row of the current place
    std::optional<QTime> m_sampledAt;
    LatestAnswer<debug::StackTree> m_answer;
    LatestAnswer<debug::StackTree> m_sample;
    StandingWatch m_watch;
};

} // namespace dbgr::ui
