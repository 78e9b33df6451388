// SPDX-License-Identifier: BSD-3-Clause
#include "session/group_expression.h"

#include "util/string_util.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace dbgr::session {

using util::RankSet;
using util::Result;

namespace {

/// They end the name of a host or program that stands without quotation marks.
constexpr std::string_view kEndsPlace = " \t|&!(),\"";
constexpr std::size_t kMaxNameBytes = 64;

bool beginsGroupName(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

std::size_t nameLength(std::string_view text)
{
    const auto end =
        std::find_if_not(text.begin(), text.end(), [](char c) { return beginsGroupName(c) || util::isDigit(c); });
    return static_cast<std::size_t>(end - text.begin());
}

} // namespace

/// Reads the text once, from left to right; recursive in parentheses only.
class GroupExpressionParser
{
public:
    explicit GroupExpressionParser(std::string_view text) : m_text(util::trimmed(text)) {}

    Result<GroupExpression> parse()
    {
        if (m_text.size() > GroupExpression::kMaxTextBytes)
            return bad("it is too long");
        DBGR_TRY(parseUnion(0));
        if (peek() == ')')
            return bad("there is no '(' for the ')'" + where());
        if (m_at < m_text.size())
            return bad("an operator such as | or & is missing" + where());
        m_result.m_text = m_text;
        return std::move(m_result);
    }

private:
    using Op = GroupExpression::Op;
    using Interval = RankSet::Interval;

    Result<void> parseUnion(std::size_t depth)
    {
        DBGR_TRY(parseIntersection(depth));
        while (peek() == '|' || peek() == '-') {
            const Op op = m_text[m_at++] == '|' ? Op::Or : Op::Without;
            DBGR_TRY(parseIntersection(depth));
            DBGR_TRY(push(op));
        }
        return {};
    }

    Result<void> parseIntersection(std::size_t depth)
    {
        DBGR_TRY(parseComplement(depth));
        while (take('&')) {
            DBGR_TRY(parseComplement(depth));
            DBGR_TRY(push(Op::And));
        }
        return {};
    }

    Result<void> parseComplement(std::size_t depth)
    {
        bool complement = false;
        while (take('!'))
            complement = !complement;
        DBGR_TRY(parseList(depth));
        if (!complement)
            return {};
        m_result.m_follows = true;
        return push(Op::Not);
    }

    /// Neighbouring numbers become one set, however many they are.
    Result<void> parseList(std::size_t depth)
    {
        std::vector<Interval> numbers;
        std::size_t operands = 0;
        do {
            if (util::isDigit(peek())) {
                DBGR_TRY(const Interval interval, parseInterval());
                numbers.push_back(interval);
            } else {
                DBGR_TRY(parseOperand(depth));
                DBGR_TRY(joinList(operands));
            }
        } while (take(','));
        if (numbers.empty())
            return {};
        m_result.m_sets.push_back(RankSet::fromIntervals(std::move(numbers)));
        DBGR_TRY(push(Op::Ranks, m_result.m_sets.size() - 1));
        return joinList(operands);
    }

    Result<void> joinList(std::size_t& operands) { return operands++ == 0 ? Result<void>() : push(Op::Or); }

    Result<void> parseOperand(std::size_t depth)
    {
        if (take('(')) {
            if (depth == GroupExpression::kMaxDepth)
                return bad("its parentheses are nested too deeply");
            DBGR_TRY(parseUnion(depth + 1));
            return take(')') ? Result<void>() : bad("a ')' is missing" + where());
        }
        if (peek() == '*') {
            m_result.m_names.push_back({"all", m_at++, 1});
        } else if (beginsGroupName(peek())) {
            DBGR_TRY(parseName());
        } else {
            return bad("a rank or the name of a group is missing" + where());
        }
        if (m_result.m_names.back().text == "none") { // whatever the job is
            m_result.m_names.pop_back();
            m_result.m_sets.emplace_back();
            return push(Op::Ranks, m_result.m_sets.size() - 1);
        }
        m_result.m_follows = true;
        return push(Op::Named, m_result.m_names.size() - 1);
    }

    Result<void> parseName()
    {
        const std::size_t begin = m_at;
        m_at += nameLength(m_text.substr(m_at));
        std::string name(m_text.substr(begin, m_at - begin));
        const bool isPlace = (name == "host" || name == "program") && m_at < m_text.size() && m_text[m_at] == ':';
        if (isPlace) {
            ++m_at;
            const auto place = takePlace();
            if (!place || place->empty())
                return bad("the name of a " + name + " is missing" + where());
            name += ':' + std::string(*place);
        }
        m_result.m_names.push_back({std::move(name), begin, m_at - begin});
        return {};
    }

    /// What stands behind "host:".
    std::optional<std::string_view> takePlace()
    {
        const bool quoted = m_at < m_text.size() && m_text[m_at] == '"';
        m_at += quoted ? 1 : 0;
        const std::size_t end = quoted ? m_text.find('"', m_at) : m_text.find_first_of(kEndsPlace, m_at);
        if (quoted && end == std::string_view::npos)
            return std::nullopt;
        const std::string_view place = m_text.substr(m_at, end - m_at);
        m_at += place.size() + (quoted ? 1 : 0);
        return place;
    }

    Result<Interval> parseInterval()
    {
        const std::size_t begin = m_at;
        DBGR_TRY(const std::uint32_t first, parseRank());
        const std::size_t behind = m_at;
        if (!take('-') || !util::isDigit(peek())) {
            m_at = behind; // the ranks without those that follow
            return Interval{first, first};
        }
        DBGR_TRY(const std::uint32_t last, parseRank());
        if (first > last)
            return bad("the range " + std::string(m_text.substr(begin, m_at - begin)) + " runs backwards");
        return Interval{first, last};
    }

    Result<std::uint32_t> parseRank()
    {
        const auto rest = m_text.substr(m_at);
        const std::string_view digits = rest.substr(0, rest.find_first_not_of("0123456789"));
        m_at += digits.size();
        if (const auto rank = util::parseNumber<std::uint32_t>(digits))
            return *rank;
        return bad("there is no rank as large as " + std::string(digits.substr(0, kMaxNameBytes)));
    }

    /// The next byte that is no blank; NUL at the end.
    char peek()
    {
        m_at = std::min(m_text.find_first_not_of(" \t", m_at), m_text.size());
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }

    bool take(char c)
    {
        const bool found = peek() == c;
        m_at += found ? 1 : 0;
        return found;
    }

    Result<void> push(Op op, std::size_t index = 0)
    {
        if (m_result.m_steps.size() == GroupExpression::kMaxSteps)
            return bad("it has too many names and operators");
        m_result.m_steps.push_back({op, index});
        return {};
    }

    [[nodiscard]] std::string where() const
    {
        return m_at < m_text.size() ? " at character " + std::to_string(m_at + 1) : " at the end";
    }

    [[nodiscard]] tl::unexpected<util::Error> bad(const std::string& why) const
    {
        constexpr std::size_t kShownBytes = 60;
        const std::string shown = std::string(m_text.substr(0, kShownBytes));
        return util::fail(std::make_error_code(std::errc::invalid_argument),
                          "'" + shown + (shown.size() < m_text.size() ? "..." : "") +
                              "' is not a set of ranks such as 0-3,7 or all: " + why,
                          "Write ranks, names of groups, and , | & - ! ( ) between them.");
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    GroupExpression m_result;
};

GroupExpression GroupExpression::of(const RankSet& ranks)
{
    GroupExpression expression;
    if (ranks.empty())
        return expression;
    expression.m_text = ranks.toString();
    expression.m_sets = {ranks};
    expression.m_steps = {{Op::Ranks, 0}};
    return expression;
}

Result<GroupExpression> GroupExpression::parse(std::string_view text)
{
    return GroupExpressionParser(text).parse();
}

RankSet GroupExpression::numbers() const
{
    std::vector<RankSet::Interval> all;
    for (const RankSet& set : m_sets)
        all.insert(all.end(), set.intervals().begin(), set.intervals().end());
    return RankSet::fromIntervals(std::move(all));
}

GroupExpression GroupExpression::renamed(const std::string& from, const std::string& to) const
{
    GroupExpression result = *this;
    std::ptrdiff_t moved = 0;
    for (Name& name : result.m_names) {
        name.at = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(name.at) + moved);
        if (name.text != from)
            continue;
        result.m_text.replace(name.at, name.written, to);
        moved += static_cast<std::ptrdiff_t>(to.size()) - static_cast<std::ptrdiff_t>(name.written);
        name = {to, name.at, to.size()};
    }
    return result;
}

RankSet GroupExpression::evaluate(const RankSet& all, const Lookup& lookup) const
{
    std::vector<RankSet> stack;
    for (const Step& step : m_steps) {
        if (step.op == Op::Ranks) {
            stack.push_back(m_sets[step.index]);
        } else if (step.op == Op::Named) {
            stack.push_back(lookup(m_names[step.index].text));
        } else if (step.op == Op::Not) {
            stack.back() = all - stack.back();
        } else {
            const RankSet right = std::move(stack.back());
            stack.pop_back();
            if (step.op == Op::Or)
                stack.back() |= right;
            else if (step.op == Op::And)
                stack.back() &= right;
            else
                stack.back() -= right;
        }
    }
    return stack.empty() ? RankSet() : std::move(stack.back());
}

bool isGroupName(std::string_view text)
{
    return !text.empty() && text.size() <= kMaxNameBytes && beginsGroupName(text.front()) &&
           nameLength(text) == text.size();
}

std::string placeName(std::string_view kind, std::string_view name)
{
    const bool quoted = name.find_first_of(kEndsPlace) != std::string_view::npos;
    const std::string_view mark = quoted ? "\"" : "";
    return std::string(kind) + ':' + std::string(mark) + std::string(name) + std::string(mark);
}

} // namespace dbgr::session
