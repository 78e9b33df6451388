// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/fuzzy_match.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace dbgr::ui {

namespace {

constexpr int kMostLetters = 64;
constexpr int kLetter = 1;
constexpr int kWordStart = 10;
constexpr int kTextStart = 6; ///< on top of a word's
constexpr int kConsecutive = 11;
constexpr int kCharactersPerPoint = 8; ///< that a longer text loses
constexpr int kNone = std::numeric_limits<int>::min() / 2;

int letterScore(const QString& text, qsizetype at)
{
    if (at == 0)
        return kLetter + kWordStart + kTextStart;
    const bool startsWord = !text.at(at - 1).isLetterOrNumber() && text.at(at).isLetterOrNumber();
    return startsWord ? kLetter + kWordStart : kLetter;
}

/// The best way to put the letters so far, with the newest at a place.
struct Cell
{
    int score = kNone;
    int before = -1; ///< where the letter before it stands then
};

using Row = std::vector<Cell>;

Row firstRow(QChar letter, const QString& text)
{
    Row row(std::size_t(text.size()));
    for (int at = 0; at < text.size(); ++at) {
        if (text.at(at).toCaseFolded() == letter)
            row[std::size_t(at)] = {letterScore(text, at), -1};
    }
    return row;
}

Row nextRow(QChar letter, const QString& text, const Row& above)
{
    Row row(above.size());
    Cell best; // of those more than one place before
    for (int at = 1; at < text.size(); ++at) {
        const auto place = std::size_t(at);
        if (at >= 2 && above[place - 2].score > best.score)
            best = {above[place - 2].score, at - 2};
        if (text.at(at).toCaseFolded() != letter)
            continue;
        Cell from = best;
        if (const int joined = above[place - 1].score + kConsecutive; joined >= from.score)
            from = {joined, at - 1};
        if (from.score > kNone / 2)
            row[place] = {from.score + letterScore(text, at), from.before};
    }
    return row;
}

} // namespace

std::optional<FuzzyMatch> fuzzyMatch(const QString& pattern, const QString& text)
{
    QString letters;
    for (const QChar c : pattern.left(kMostLetters)) {
        if (!c.isSpace())
            letters += c.toCaseFolded();
    }
    if (letters.isEmpty())
        return FuzzyMatch();
    std::vector<Row> rows{firstRow(letters.at(0), text)};
    for (qsizetype i = 1; i < letters.size(); ++i)
        rows.push_back(nextRow(letters.at(i), text, rows.back()));

    const Row& last = rows.back();
    const auto best =
        std::max_element(last.begin(), last.end(), [](const Cell& a, const Cell& b) { return a.score < b.score; });
    if (best == last.end() || best->score <= kNone / 2)
        return std::nullopt;
    FuzzyMatch match{best->score - int(text.size()) / kCharactersPerPoint, {}};
    int at = static_cast<int>(best - last.begin());
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        match.positions.prepend(at);
        at = (*row)[std::size_t(at)].before;
    }
    return match;
}

} // namespace dbgr::ui
