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
        More,    ///< stands for the children that were not asked for
        Problem, ///< stands for children that could not be had
    };

    debug::Variable variable;
    Kind kind = Kind::Variable;
    std::string key; ///< tells it from its siblings, over stops and restarts
    VariableNode* parent = nullptr;
    int row = 0;
    std::vector<std::unique_ptr<VariableNode>> children;
    std::uint32_t wanted = kPage; ///< how many of its children the user wants to see
    bool expanded = false;
    bool fetched = false;    ///< its children are those of this stop
    bool stale = false;      ///< it is of an earlier stop
    bool changed = false;    ///< another value than at the last stop
    std::uint64_t visit = 0; ///< which visit to the place it was last seen in; see VariableModel
    bool ambiguous = false;  ///< its name is that of a sibling, too: no expression names it for sure

    [[nodiscard]] bool canOpen() const { return variable.childCount > 0; }
    /// "state\x1f" "history\x1f" "[2]": its place in the tree.
    [[nodiscard]] std::string path() const;
    /// Whether it is `other`, or stands somewhere below it.
    [[nodiscard]] bool isWithin(const VariableNode& other) const;
    /// Makes the rows of the children from `first` on right again.
    void renumber(std::size_t first);
};

/// Rows for what the debugger said, with their keys: names, numbered where a name stands more than once.
[[nodiscard]] std::vector<VariableNode> nodesOf(std::vector<debug::Variable> variables);
/// The row that offers the rest of `total` children. \pre shown < total
[[nodiscard]] VariableNode moreNode(std::uint32_t shown, std::uint32_t total);
[[nodiscard]] VariableNode problemNode(std::string problem);

} // namespace dbgr::ui
