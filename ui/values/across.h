// SPDX-License-Identifier: GPL-3.0-or-later
// How one value compares across ranks: the same everywhere, how many values, from where to where, missing in whom.
// Pure. Way: Session::evaluate -> comparisons -> here -> the Across column of variables and watches. Thread: any;
// values.
#pragma once

#include "debug/engine_reply.h"
#include "debug/variable.h"
#include "util/rank_set.h"

#include <QMetaType>
#include <QString>
#include <QStringList>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::ui {

/// Value against rank in one column of a drawing: the span of its ranks' values, 0 the lowest of all and 1 the highest.
struct SparkColumn
{
    float low = 0;
    float high = 0;
    bool any = false; ///< some rank of the column has a number
};

/// What an expression is in the ranks that were asked.
struct Across
{
    /// Columns of a drawing at most.
    static constexpr std::size_t kSparkColumns = 48;

    util::RankSet asked;
    std::vector<debug::ValueGroup> values; ///< equal ones are one group, in the order of their lowest rank
    std::vector<debug::ValueGroup> absent; ///< where it does not exist or cannot be read, and why
    // Only where the values differ and are numbers:
    bool numeric = false;
    std::string lowest; ///< as it was written; "" when there is nothing but NaN
    std::string highest;
    util::RankSet nan;
    std::vector<SparkColumn> spark;

    /// Nothing to compare with: one rank was asked, or none.
    [[nodiscard]] bool isAlone() const { return asked.size() < 2; }
    /// A pointer, another number in each process: nothing that a user would look for.
    [[nodiscard]] bool differsInAddressesOnly() const;
    /// The group of a value or problem that has `rank`; null if there is none.
    [[nodiscard]] const debug::ValueGroup* of(util::Rank rank) const;
};

/// \param failures ranks that could not answer
[[nodiscard]] Across foldAcross(std::vector<debug::ValueGroup> groups, const std::vector<debug::RankFailure>& failures,
                                util::RankSet asked);

enum class AcrossWords
{
    Full,
    Brief, ///< where a drawing stands beside it: how many values there are is left out
};

/// "= all", "first 2097152 = all", "0..31, 32 values", "3 values, not in scope in 1-2", "addresses differ"; "" where
/// there is nothing to compare. \param focus how many ranks the user has in mind; those that were not asked (they run)
/// are not spoken for
[[nodiscard]] QString acrossText(const Across& across, std::uint64_t focus, AcrossWords words = AcrossWords::Full);
/// One line a group, "0-3: 17", at most `lines` of them.
[[nodiscard]] QStringList acrossLines(const Across& across, int lines);

/// What stands in the place of a value: "(not allocated)" for what a variable is, and the words of an error.
[[nodiscard]] QString problemText(const std::string& problem);
/// The value_look bits of that.
[[nodiscard]] int lookOfProblem(const std::string& problem);

/// The value or problem of a group, and how far it was compared where that is not plain to see.
[[nodiscard]] QString groupText(const debug::ValueGroup& group, const std::vector<debug::ValueGroup>& all);

/// The number that a value's text is, of integers, floats (NaN and infinities too) and hexadecimal; nothing for others.
[[nodiscard]] std::optional<long double> numberOf(std::string_view text);

} // namespace dbgr::ui

Q_DECLARE_METATYPE(const dbgr::ui::Across*)
