// SPDX-License-Identifier: GPL-3.0-or-later
// How well a few typed letters name something: "stov" is "Step Over". Pure. Thread: any.
#pragma once

#include <QList>
#include <QString>

#include <optional>

namespace dbgr::ui {

struct FuzzyMatch
{
    int score = 0;        ///< higher is better
    QList<int> positions; ///< of the letters in the text, ascending
};

/// All letters of `pattern` (blanks do not count, nor does case) in their order; those that begin words, or follow one
/// another, count more, and so do short texts. Nothing if they are not all there. \param pattern at most 64 are looked
/// at
[[nodiscard]] std::optional<FuzzyMatch> fuzzyMatch(const QString& pattern, const QString& text);
/// Worse matches than this have their letters by chance. \param best score of all
[[nodiscard]] constexpr int leastScore(int best)
{
    return best / 4;
}

} // namespace dbgr::ui
