// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/across.h"

#include "debug/scope_words.h"
#include "session/describe.h"
#include "session/fold.h"
#include "ui/values/value_columns.h"

#include <QCoreApplication>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

namespace dbgr::ui {

namespace {

using debug::ValueGroup;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Across)
};

template <class T, class... Base>
std::optional<T> wholeNumber(std::string_view text, Base... base)
{
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base...);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// Of whatever type: 7 is 7.
std::vector<ValueGroup> foldEqual(std::vector<ValueGroup> groups, std::string ValueGroup::*text)
{
    std::vector<ValueGroup> folded;
    std::map<std::tuple<std::string, std::uint64_t, std::uint64_t>, std::size_t> places;
    for (ValueGroup& group : groups) {
        const util::ContentHash::Value& content = group.content.hash;
        const auto [place, isNew] = places.emplace(std::tuple(group.*text, content.high, content.low), folded.size());
        if (isNew) {
            folded.push_back(std::move(group));
            continue;
        }
        folded[place->second].ranks |= group.ranks;
        folded[place->second].content.join(group.content);
    }
    std::sort(folded.begin(), folded.end(),
              [](const ValueGroup& a, const ValueGroup& b) { return a.ranks.lowest() < b.ranks.lowest(); });
    return folded;
}

/// Where the ranks of an ordered set stand in it.
class Positions
{
public:
    explicit Positions(const util::RankSet& ranks) : m_intervals(ranks.intervals())
    {
        m_before.reserve(m_intervals.size());
        for (const util::RankSet::Interval& i : m_intervals) {
            m_before.push_back(m_count);
            m_count += std::uint64_t{i.last} - i.first + 1;
        }
    }
    [[nodiscard]] std::uint64_t count() const { return m_count; }
    /// \pre the set has the rank
    [[nodiscard]] std::uint64_t of(std::uint32_t rank) const
    {
        const auto after = std::upper_bound(m_intervals.begin(), m_intervals.end(), rank,
                                            [](std::uint32_t r, const auto& i) { return r < i.first; });
        const auto at = static_cast<std::size_t>(after - m_intervals.begin()) - 1;
        return m_before[at] + (rank - m_intervals[at].first);
    }

private:
    const std::vector<util::RankSet::Interval>& m_intervals;
    std::vector<std::uint64_t> m_before;
    std::uint64_t m_count = 0;
};

struct Scale
{
    long double low = std::numeric_limits<long double>::infinity();
    long double high = -std::numeric_limits<long double>::infinity();

    [[nodiscard]] float place(long double value) const
    {
        if (std::isinf(value))
            return value > 0 ? 1.0F : 0.0F;
        return high > low ? static_cast<float>((value - low) / (high - low)) : 0.5F;
    }
};

void draw(Across& across, const std::vector<long double>& numbers)
{
    Scale scale;
    for (const long double number : numbers) {
        if (std::isfinite(number)) {
            scale.low = std::min(scale.low, number);
            scale.high = std::max(scale.high, number);
        }
    }
    const Positions positions(across.asked);
    const std::uint64_t columns = std::min<std::uint64_t>(positions.count(), Across::kSparkColumns);
    across.spark.assign(columns, {});
    const auto columnOf = [&](std::uint32_t rank) { return positions.of(rank) * columns / positions.count(); };
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (std::isnan(numbers[i]))
            continue;
        const float height = scale.place(numbers[i]);
        for (const util::RankSet::Interval& interval : across.values[i].ranks.intervals()) {
            for (std::uint64_t c = columnOf(interval.first); c <= columnOf(interval.last); ++c) {
                SparkColumn& column = across.spark[c];
                column.low = column.any ? std::min(column.low, height) : height;
                column.high = column.any ? std::max(column.high, height) : height;
                column.any = true;
            }
        }
    }
}

/// Finds the ends of the values if all of them are numbers.
void measure(Across& across)
{
    std::vector<long double> numbers;
    for (const ValueGroup& group : across.values) {
        const std::optional<long double> number = numberOf(group.value);
        if (!number || group.content.isAddress) // that addresses differ, and how far, says nothing
            return;
        numbers.push_back(*number);
    }
    across.numeric = true;
    long double low = 0;
    long double high = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const ValueGroup& group = across.values[i];
        if (std::isnan(numbers[i])) {
            across.nan |= group.ranks;
            continue;
        }
        if (across.lowest.empty() || numbers[i] < low) {
            low = numbers[i];
            across.lowest = group.value;
        }
        if (across.highest.empty() || numbers[i] > high) {
            high = numbers[i];
            across.highest = group.value;
        }
    }
    draw(across, numbers);
}

/// Rounded, where it is long.
QString shortNumber(const std::string& text, int digits)
{
    constexpr std::size_t kLong = 8;
    const bool isFloat = text.find_first_of(".e") != std::string::npos && !text.starts_with("0x");
    const auto number = isFloat && text.size() > kLong ? wholeNumber<double>(text) : std::nullopt;
    return number ? QString::number(*number, 'g', digits) : QString::fromStdString(text);
}

/// Where a range begins and ends: with four digits, or as many more as it takes to tell the ends apart.
QString rangeText(const Across& across)
{
    QString low;
    QString high;
    for (int digits = 4; low == high && digits <= std::numeric_limits<double>::max_digits10; ++digits) {
        low = shortNumber(across.lowest, digits);
        high = shortNumber(across.highest, digits);
    }
    return across.lowest == across.highest ? low : low + QStringLiteral("..") + high;
}

bool isYesOrNo(const Across& across)
{
    return across.values.size() == 2 && std::all_of(across.values.begin(), across.values.end(), [](const auto& group) {
               return group.value == "true" || group.value == "false";
           });
}

QString countOf(const util::RankSet& ranks)
{
    return QString::number(ranks.size());
}

/// Of a pointer; nothing for what is none, or where what it points to is told and differs.
struct Address
{
    std::string_view number;
    std::string_view target; ///< " \"text\""
};

std::optional<Address> addressOf(const ValueGroup& group)
{
    const std::string_view text = group.value;
    if (!group.content.isAddress || !text.starts_with("0x"))
        return std::nullopt;
    const std::size_t end = std::min(text.find_first_not_of("0123456789abcdefABCDEF", 2), text.size());
    return Address{text.substr(2, end - 2), text.substr(end)};
}

/// Addresses of processes are each a number of its own, which says nothing. "" if they are not all addresses.
QString addressesText(const Across& across)
{
    util::RankSet null;
    std::optional<std::string_view> target;
    std::size_t others = 0;
    for (const ValueGroup& group : across.values) {
        const auto address = addressOf(group);
        if (!address)
            return {};
        if (address->number.find_first_not_of('0') == std::string_view::npos) {
            null |= group.ranks;
            continue;
        }
        if (std::exchange(target, address->target).value_or(address->target) != address->target)
            return {};
        ++others;
    }
    QStringList parts;
    if (!null.empty())
        parts << Words::tr("null in %1").arg(QString::fromStdString(session::shortRanks(null)));
    if (others > 1)
        parts << Words::tr("addresses differ");
    return parts.join(QStringLiteral(", "));
}

/// "not in scope in 1-2", "n/a in 1-2". \pre absent in some
QString absentText(const Across& across)
{
    util::RankSet ranks;
    for (const ValueGroup& group : across.absent)
        ranks |= group.ranks;
    const bool outOfScope = std::all_of(across.absent.begin(), across.absent.end(),
                                        [](const ValueGroup& group) { return debug::saysOutOfScope(group.problem); });
    const QString what = outOfScope ? Words::tr("not in scope") : Words::tr("n/a");
    return across.values.empty() ? what
                                 : Words::tr("%1 in %2").arg(what, QString::fromStdString(session::shortRanks(ranks)));
}

/// One value, in all that were asked and have it.
QString sameText(const Across& across, std::uint64_t focus)
{
    if (!across.absent.empty())
        return Words::tr("= in %1").arg(countOf(across.values.front().ranks));
    return across.asked.size() == focus ? Words::tr("= all")
                                        : Words::tr("= in %1 of %2").arg(countOf(across.asked)).arg(focus);
}

QString valuesText(const Across& across, std::uint64_t focus, AcrossWords words)
{
    if (across.values.size() == 1) {
        const debug::Content& content = across.values.front().content;
        if (content.partial && content.compared == 0)
            return Words::tr("not compared");
        const QString same = sameText(across, focus);
        return content.partial ? Words::tr("first %1 %2").arg(content.compared).arg(same) : same;
    }
    if (const QString addresses = addressesText(across); !addresses.isEmpty())
        return addresses;
    if (isYesOrNo(across)) {
        const auto one = [](const ValueGroup& group) {
            return countOf(group.ranks) + QLatin1Char(' ') + QString::fromStdString(group.value);
        };
        return one(across.values.front()) + QStringLiteral(", ") + one(across.values.back());
    }
    QStringList parts;
    const bool hasRange = across.numeric && !across.lowest.empty();
    if (hasRange)
        parts << rangeText(across);
    if (!hasRange || words == AcrossWords::Full)
        parts << Words::tr("%1 values").arg(across.values.size());
    if (!across.nan.empty())
        parts << Words::tr("NaN in %1").arg(countOf(across.nan));
    return parts.join(QStringLiteral(", "));
}

} // namespace

const ValueGroup* Across::of(util::Rank rank) const
{
    for (const auto* groups : {&values, &absent}) {
        const auto found =
            std::find_if(groups->begin(), groups->end(), [&](const ValueGroup& g) { return g.ranks.contains(rank); });
        if (found != groups->end())
            return &*found;
    }
    return nullptr;
}

Across foldAcross(std::vector<ValueGroup> groups, const std::vector<debug::RankFailure>& failures, util::RankSet asked)
{
    Across across;
    across.asked = std::move(asked);
    std::vector<ValueGroup> values;
    std::vector<ValueGroup> absent;
    for (ValueGroup& group : groups) {
        group.ranks &= across.asked;
        if (!group.ranks.empty())
            (group.problem.empty() ? values : absent).push_back(std::move(group));
    }
    for (const debug::RankFailure& failure : failures) {
        if (util::RankSet ranks = failure.ranks & across.asked; !ranks.empty())
            absent.push_back({std::move(ranks), {}, {}, failure.error.message(), {}, false});
    }
    across.values = foldEqual(std::move(values), &ValueGroup::value);
    across.absent = foldEqual(std::move(absent), &ValueGroup::problem);
    if (across.values.size() > 1)
        measure(across);
    return across;
}

QString acrossText(const Across& across, std::uint64_t focus, AcrossWords words)
{
    if (across.isAlone())
        return {};
    if (across.values.empty())
        return absentText(across);
    const QString text = valuesText(across, focus, words);
    return across.absent.empty() ? text : text + QStringLiteral(", ") + absentText(across);
}

bool Across::differsInAddressesOnly() const
{
    return absent.empty() && values.size() > 1 && addressesText(*this) == Words::tr("addresses differ");
}

QStringList acrossLines(const Across& across, int lines)
{
    QStringList text;
    const auto total = static_cast<int>(across.values.size() + across.absent.size());
    for (const auto* groups : {&across.values, &across.absent}) {
        for (const ValueGroup& group : *groups) {
            if (text.size() + 1 == lines && total > lines) {
                text << Words::tr("and %1 more").arg(total - lines + 1);
                return text;
            }
            text << QString::fromStdString(session::shortRanks(group.ranks) + ": ") + groupText(group, *groups);
        }
    }
    return text;
}

QString problemText(const std::string& problem)
{
    const QString words = QString::fromStdString(problem);
    return debug::saysState(problem) ? "(" + words + ")" : words;
}

int lookOfProblem(const std::string& problem)
{
    return value_look::kProblem | (debug::saysState(problem) ? value_look::kState : 0);
}

QString groupText(const ValueGroup& group, const std::vector<ValueGroup>& all)
{
    const std::string note = session::equalityNote(group, all);
    const QString text = group.problem.empty() ? QString::fromStdString(group.value) : problemText(group.problem);
    return note.empty() ? text : text + "  (" + QString::fromStdString(note) + ")";
}

std::optional<long double> numberOf(std::string_view text)
{
    if (text.empty())
        return std::nullopt;
    if (text.starts_with("0x")) {
        const auto value = wholeNumber<std::uint64_t>(text.substr(2), 16);
        return value ? std::optional<long double>(*value) : std::nullopt;
    }
    // 64 bits of an integer fit into a long double, but not into a double.
    if (const auto value = wholeNumber<std::int64_t>(text))
        return *value;
    if (const auto value = wholeNumber<std::uint64_t>(text))
        return *value;
    const bool plus = text.front() == '+';
    if (const auto value = wholeNumber<double>(plus ? text.substr(1) : text)) // "inf" and "NaN" in any case, too
        return *value;
    return std::nullopt;
}

} // namespace dbgr::ui
