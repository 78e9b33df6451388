// SPDX-License-Identifier: GPL-3.0-or-later
// A row of the tree of variables: what the debugger said of it, and what the view did with it. Thread: GUI.
#pragma once

#include "debug/variable.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace dbgr::ui {

struct VariableNode
{
    /// Children that are asked for at first, and each time that the user wants more.
    static constexpr std::uint32_t kPage = 100;

    enum class Kind
    {
        Variable,
        Before,  ///< stands for the children before those that were asked for
        More,    ///< stands for those behind them
        Problem, ///< stands for children that could not be had
    };

    debug::Variable variable;
    Kind kind = Kind::Variable;
    std::string key; ///< tells it from its siblings, over stops and restarts
    VariableNode* parent = nullptr;
    int row = 0;
    std::vector<std::unique_ptr<VariableNode>> children;
    std::uint32_t first = 0;      ///< of its children that the user wants to see; those before are left out
    std::uint32_t wanted = kPage; ///< how many the user wants to see; of rows that stand for others, how many these are
    bool expanded = false;
    bool fetched = false;    ///< its children are those of this stop
    bool stale = false;      ///< it is of an earlier stop
    bool changed = false;    ///< another value than at the last stop
    std::uint64_t visit = 0; ///< which visit to the place it was last seen in; see VariableModel
    bool ambiguous = false;  ///< its name is that of a sibling, too: no expression names it for sure

    [[nodiscard]] bool canOpen() const { return variable.childCount > 0; }
    /// It stands for children of its parent that are not shown.
    [[nodiscard]] bool isOffer() const { return kind == Kind::Before || kind == Kind::More; }
    /// "state\x1f" "history\x1f" "[2]": its place in the tree.
    [[nodiscard]] std::string path() const;
    /// Whether it is `other`, or stands somewhere below it.
    [[nodiscard]] bool isWithin(const VariableNode& other) const;
    /// Makes the rows of the children from `first` on right again.
    void renumber(std::size_t first);
};

/// Rows for what the debugger said, with their keys: names, numbered where a name stands more than once.
[[nodiscard]] std::vector<VariableNode> nodesOf(std::vector<debug::Variable> variables);
/// The row that offers children before or behind those that are shown. \param kind Before or More \param others how
/// many
[[nodiscard]] VariableNode offerNode(VariableNode::Kind kind, std::uint32_t others);
[[nodiscard]] VariableNode problemNode(std::string problem);

} // namespace dbgr::ui
