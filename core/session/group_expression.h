// SPDX-License-Identifier: BSD-3-Clause
// A set of ranks as people write it: "0-3,7", "crashed | 3-5", "all - (bad & host:n01)". Pure: what names mean says who
// evaluates it. Way: typed text -> expression -> session/rank_groups. Thread: any; a value.
#pragma once

#include "util/rank_set.h"
#include "util/result.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::session {

/// What binds most comes first: `,` (a list), `!` (all others), `&` (in both), `|` and `-` (in one of them; without),
/// these two from left to right. A dash between two numbers is a range.
class GroupExpression
{
public:
    static constexpr std::size_t kMaxTextBytes = util::RankSet::kMaxTextBytes;
    static constexpr std::size_t kMaxSteps = 1000; ///< names, lists of numbers and operators
    static constexpr std::size_t kMaxDepth = 100;  ///< of parentheses

    /// A name in the text: of a group, or host:NAME, program:NAME.
    struct Name
    {
        std::string text;        ///< without quotation marks
        std::size_t at = 0;      ///< its first byte in the expression's text
        std::size_t written = 0; ///< its bytes there
    };
    using Lookup = std::function<util::RankSet(const std::string& name)>;

    /// No ranks.
    GroupExpression() = default;
    /// Those ranks, whatever becomes of the job.
    [[nodiscard]] static GroupExpression of(const util::RankSet& ranks);
    /// \errors std::errc::invalid_argument
    [[nodiscard]] static util::Result<GroupExpression> parse(std::string_view text);

    /// As it was written, without blanks at its ends; "none" for no ranks.
    [[nodiscard]] const std::string& text() const { return m_text; }
    /// In the order of the text.
    [[nodiscard]] const std::vector<Name>& names() const { return m_names; }
    /// All ranks that it names by their numbers.
    [[nodiscard]] util::RankSet numbers() const;
    /// It is other ranks when the job is another one.
    [[nodiscard]] bool follows() const { return m_follows; }
    /// The same with another name in the place of `from`.
    [[nodiscard]] GroupExpression renamed(const std::string& from, const std::string& to) const;

    /// \param all what `!` takes away from \param lookup is asked for names()
    [[nodiscard]] util::RankSet evaluate(const util::RankSet& all, const Lookup& lookup) const;

private:
    friend class GroupExpressionParser;

    enum class Op
    {
        Ranks, ///< pushes m_sets[index]
        Named, ///< pushes what m_names[index] means
        Or,
        And,
        Without,
        Not,
    };
    struct Step
    {
        Op op;
        std::size_t index = 0;
    };

    std::string m_text = "none";
    std::vector<Name> m_names;
    std::vector<util::RankSet> m_sets;
    std::vector<Step> m_steps; ///< operators behind what they are for
    bool m_follows = false;
};

/// Whether it can be the name of a group: a letter or _, then letters, digits or _, at most 64 of them.
[[nodiscard]] bool isGroupName(std::string_view text);

/// "host:n01", "program:\"my ring\"": as an expression takes it. \param kind "host" or "program"
[[nodiscard]] std::string placeName(std::string_view kind, std::string_view name);

} // namespace dbgr::session
