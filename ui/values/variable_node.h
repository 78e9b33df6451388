// SPDX-License-Identifier: GPL-3.0-or-later
// A row of the tree of variables: what the debugger said of it, and what the view did with it. Thread: GUI.
#pragma once

#include "debug/variable.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace dbgr::ui {

/// What ranges of children are called: as the children themselves where those are counted, "[100..199]" of [0], [1],
/// ...,
/// "(1..100)" of (1), (2), ...; else "101..200", their places.
class RangeNames
{
public:
    RangeNames() = default;
    /// \param first, second the names of the first two children
    RangeNames(const std::string& first, const std::string& second);

    [[nodiscard]] std::string name(std::uint32_t first, std::uint32_t count) const;

private:
    std::string m_before, m_behind;
    std::int64_t m_begin = 1; ///< the first child's number
};

struct VariableNode
{
    /// Children that one row has at the most: where there are more, it has ranges of them.
    static constexpr std::uint32_t kMostChildren = 100;

    enum class Kind
    {
        Variable,
        Range,   ///< stands for some of the many children of a variable
        Problem, ///< stands for children that could not be had
    };

    debug::Variable variable;
    Kind kind = Kind::Variable;
    std::string key; ///< tells it from its siblings, over stops and restarts
    VariableNode* parent = nullptr;
    int row = 0;
    std::vector<std::unique_ptr<VariableNode>> children;
    std::uint32_t first = 0; ///< of a range: which child of the variable is its first one
    RangeNames ranges;       ///< of a variable: what ranges of its children are called
    bool expanded = false;
    bool fetched = false;    ///< its children are those of this stop
    bool stale = false;      ///< it is of an earlier stop
    bool changed = false;    ///< another value than at the last stop
    std::uint64_t visit = 0; ///< which visit to the place it was last seen in; see VariableModel
    bool ambiguous = false;  ///< its name is that of a sibling, too: no expression names it for sure

    [[nodiscard]] bool canOpen() const { return variable.childCount > 0; }
    [[nodiscard]] bool hasRanges() const { return variable.childCount > kMostChildren; }
    /// How many children of the variable each of its ranges has. \pre hasRanges()
    [[nodiscard]] std::uint32_t rangeSize() const;
    /// The variable that a range has some children of; itself, if it is no range.
    [[nodiscard]] const VariableNode& owner() const;
    /// "state\x1f" "history\x1f" "[2]": its place in the tree.
    [[nodiscard]] std::string path() const;
    /// Whether it is `other`, or stands somewhere below it.
    [[nodiscard]] bool isWithin(const VariableNode& other) const;
    /// Makes the rows of the children from `first` on right again.
    void renumber(std::size_t first);
};

/// Rows for what the debugger said, with their keys: names, numbered where a name stands more than once.
[[nodiscard]] std::vector<VariableNode> nodesOf(std::vector<debug::Variable> variables);
/// Rows for the children of a variable or a range that has many. \pre parent.hasRanges()
[[nodiscard]] std::vector<VariableNode> rangesOf(const VariableNode& parent);
[[nodiscard]] VariableNode problemNode(std::string problem);

} // namespace dbgr::ui
