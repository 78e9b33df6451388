// SPDX-License-Identifier: GPL-3.0-or-later
// The arguments and locals of the current place as a tree. Rows are told apart by their names, so that selection and
// expansion survive a step, a stop and a restart; old values stay, marked, until new ones have come.
// Way: current_place -> here (asks the session for what is shown) -> variables_dock. Thread: GUI.
#pragma once

#include "ui/bridge/latest_answer.h"
#include "ui/values/comparisons.h"
#include "ui/values/variable_node.h"

#include <QAbstractItemModel>

#include <chrono>
#include <deque>
#include <map>
#include <set>
#include <string>

namespace dbgr::ui {

class CurrentPlace;
class SessionBridge;

class VariableModel final : public QAbstractItemModel
{
    Q_OBJECT

public:
    VariableModel(SessionBridge& bridge, CurrentPlace& place, QObject* parent = nullptr);

    /// Asks nothing while nobody looks.
    void setActive(bool active);
    /// The rows that can be seen: only those are compared across ranks. Others come after them.
    void setVisible(const QModelIndexList& rows);
    /// The view opened or closed a row. An open one is asked for again at every stop.
    void setExpanded(const QModelIndex& index, bool expanded);
    /// The variable whose elements are meant by a row: itself, or what holds it. Invalid: nothing with elements.
    [[nodiscard]] QModelIndex whole(const QModelIndex& index) const;
    /// How many elements it has, by its place.
    [[nodiscard]] std::uint32_t elements(const QModelIndex& whole) const;
    /// Has the element shown, with its neighbours; elementCame tells of it. \pre number < elements(whole)
    void goToElement(const QModelIndex& whole, std::uint32_t number);
    /// How the row is shown from now on, at every stop. \param format as print has it; 0: after the type
    void setFormat(const QModelIndex& index, char format);
    /// One more expression to compare, whether it is seen or not; "" none.
    void setPinned(const std::string& expression);

    /// Null for rows that stand for something else.
    [[nodiscard]] const debug::Variable* variable(const QModelIndex& index) const;
    /// What names the variable in all ranks; "" if nothing does.
    [[nodiscard]] std::string expression(const QModelIndex& index) const;
    [[nodiscard]] const Comparisons& comparisons() const { return m_comparisons; }
    /// "rank 3, work() at ring.cpp:107", for old values with the time of that stop; "" without a job.
    [[nodiscard]] QString placeText() const;
    /// Values are of an earlier stop.
    [[nodiscard]] bool isStale() const { return m_stale; }
    /// Why there are no rows, and what would bring some.
    [[nodiscard]] QString emptyTitle() const;
    [[nodiscard]] QString emptyHint() const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    bool hasChildren(const QModelIndex& parent = {}) const override;
    bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    /// placeText(), isStale() or the empty texts.
    void placeChanged();
    /// A row came back that was open before.
    void expandWanted(const QModelIndex& index);
    /// That goToElement() asked for.
    void elementCame(const QModelIndex& index);

private:
    /// Whose values the tree shows.
    struct Context
    {
        std::optional<util::Rank> rank;
        std::string function;
        util::StopId stop;
    };

    using Node = VariableNode;

    [[nodiscard]] bool isForAReason() const; // that there are none
    [[nodiscard]] Node* node(const QModelIndex& index) const;
    [[nodiscard]] QModelIndex indexOf(const Node& node, int column = 0) const;
    [[nodiscard]] QString text(const Node& node, int column) const;
    [[nodiscard]] QString acrossCell(const Node& node, AcrossWords words) const;
    [[nodiscard]] QString tip(const Node& node, int column) const;
    [[nodiscard]] int look(const Node& node, int column) const;
    [[nodiscard]] std::string expressionOf(const Node& node) const;
    [[nodiscard]] std::string formattedExpression(const Node& node) const;
    [[nodiscard]] const debug::ValueGroup* formatted(const Node& node) const;

    void follow();
    void visit(const Context& now);
    void ask();
    void forgetQuestions();
    void take(util::Result<session::Answer<std::vector<debug::RankVariables>>> answer);
    void takeChildren(util::Result<session::Answer<debug::RankVariables>> answer);
    void fail(const util::Error& error);
    void markStale(Node& parent);
    void merge(Node& parent, std::vector<Node> fresh);
    void update(Node& old, Node fresh);
    void removeRun(Node& parent, std::size_t first, std::size_t count);
    void fetch(Node& parent);
    void fetchOpenRows(Node& parent);
    void goOnToElement();
    void giveRanges(Node& parent);
    void pump();
    void wish();
    void wishFormats();
    void tellValues();
    void comparisonChanged(const std::string& expression);
    [[nodiscard]] std::string memoryKey(const Node& node) const;

    SessionBridge& m_bridge;
    CurrentPlace& m_place;
    Comparisons m_comparisons;
    Comparisons m_formatted;               ///< what rows with a format are
    std::map<std::string, char> m_formats; ///< by expression
    LatestAnswer<std::vector<debug::RankVariables>> m_variables;
    LatestAnswer<debug::RankVariables> m_children;
    Node m_root;
    Context m_context;
    std::uint64_t m_visit = 0;           ///< counts the stops, ranks and functions that were shown
    std::uint64_t m_comparableSince = 0; ///< the first visit of an unbroken row to this rank and function
    std::deque<Node*> m_queue;           ///< open rows whose children are to be asked for
    Node* m_asked = nullptr;             ///< whose children are being asked for
    QPersistentModelIndex m_goingTo;     ///< what has the element that goToElement() wants
    std::uint32_t m_element = 0;
    std::set<std::string> m_open; ///< rows that the user opened, with their function; also those that are gone
    QList<QPersistentModelIndex> m_visible;
    std::string m_pinned;
    util::Error m_problem;
    std::chrono::seconds m_readAt{}; ///< when the values came, by the job's clock
    bool m_active = false;
    bool m_due = false; ///< has to ask once it is active
    bool m_stale = true;
};

} // namespace dbgr::ui
