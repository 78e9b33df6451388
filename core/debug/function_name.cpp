// SPDX-License-Identifier: BSD-3-Clause
#include "debug/function_name.h"

#include "util/string_util.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace dbgr::debug {

namespace {

constexpr std::string_view kOperator = "operator";
constexpr std::string_view kDecltype = "decltype";

bool isWordLetter(char c)
{
    return util::isDigit(c) || c == '_' || (util::lowered(c) >= 'a' && util::lowered(c) <= 'z');
}

/// Goes through a name once, and writes it anew.
class Speller
{
public:
    explicit Speller(std::string_view name) : m_left(name) { m_levels.emplace_back(); }

    std::string run()
    {
        while (!m_left.empty())
            step();
        return std::move(m_out);
    }

private:
    /// What stands between brackets and commas: a type, or a function's name.
    struct Level
    {
        std::size_t begin = 0;                   ///< in what was written
        std::optional<std::size_t> nameBegin;    ///< behind what it returns: the last blank before its parameters
        std::size_t afterBlank = 0;              ///< the last one
        std::optional<std::size_t> unnamed = {}; ///< where "'lambda'" was written for what ends with "#1}"
        bool isAround = false;                   ///< known to be around something
    };

    [[nodiscard]] bool startsWith(std::string_view text) const { return m_left.starts_with(text); }
    void take(std::size_t count)
    {
        m_out += m_left.substr(0, count);
        m_left.remove_prefix(count);
    }
    void open()
    {
        take(1);
        m_levels.push_back({m_out.size(), {}, m_out.size()});
    }
    void close()
    {
        if (m_levels.size() > 1 && m_out.size() == m_levels.back().begin && m_out.ends_with(", "))
            m_out.resize(m_out.size() - 2);
        if (m_levels.size() > 1)
            m_levels.pop_back();
        take(1);
    }
    void step();
    void takeOperator();
    void takeDecltype();
    void unnamed(std::string_view what, std::string_view shown);
    void endOfUnnamed();
    void dropReturned();

    std::string_view m_left;
    std::string m_out;
    std::vector<Level> m_levels;
};

/// How many letters of an operator's signs, of which the longest is meant.
std::size_t lengthOfOperator(std::string_view signs)
{
    constexpr std::array<std::string_view, 24> kLong = {"<=>", "<<=", ">>=", "->*", "()", "[]", "<<", ">>",
                                                        "<=",  ">=",  "==",  "!=",  "&&", "||", "++", "--",
                                                        "+=",  "-=",  "*=",  "/=",  "%=", "^=", "&=", "|="};
    if (signs.starts_with("<<") && signs.size() > 2 && (isWordLetter(signs[2]) || signs[2] == '('))
        return signs[2] == '(' && !signs.starts_with("<<(anonymous") ? 2 : 1; // operator< of something
    for (const std::string_view sign : kLong) {
        if (signs.starts_with(sign))
            return sign.size();
    }
    return signs.starts_with("->") ? 2 : std::string_view("<>=-+*/%^&|~!,").find(signs[0]) != std::string_view::npos;
}

void Speller::takeOperator()
{
    take(kOperator.size());
    const std::size_t count = lengthOfOperator(m_left);
    take(count);
    if (count > 0 && startsWith(" <"))
        m_left.remove_prefix(1);
}

/// Expressions are spelled in many ways, and long.
void Speller::takeDecltype()
{
    const std::size_t open = m_left.find_first_not_of(' ', kDecltype.size());
    std::size_t end = open != std::string_view::npos && m_left[open] == '(' ? open : m_left.size();
    for (int depth = 0; end < m_left.size(); ++end) {
        depth += m_left[end] == '(' ? 1 : m_left[end] == ')' ? -1 : 0;
        if (depth == 0)
            break;
    }
    if (end == m_left.size())
        return take(kDecltype.size());
    const std::string_view inside = m_left.substr(open + 1, end - open - 1);
    m_out += inside == "auto" ? "decltype(auto)" : "decltype(...)";
    m_left.remove_prefix(end + 1);
}

/// 'lambda', 'lambda0', 'lambda1' are #1, #2, #3.
std::string numberOfUnnamed(std::string_view digits)
{
    const auto number = util::parseNumber<unsigned>(digits);
    return number && *number > 1 ? std::to_string(*number - 2) : "";
}

void Speller::endOfUnnamed()
{
    const std::size_t end = m_left.find('}');
    const std::string number = numberOfUnnamed(m_left.substr(1, end == std::string_view::npos ? 0 : end - 1));
    m_left.remove_prefix(end == std::string_view::npos ? 1 : end + 1);
    m_out.insert(*m_levels.back().unnamed, number);
    m_levels.back().unnamed.reset();
}

/// A function around something: templates have what they return before their names, others have not.
void Speller::dropReturned()
{
    Level& level = m_levels.back();
    if (level.isAround || !level.nameBegin)
        return;
    level.isAround = true;
    m_out.erase(level.begin, *level.nameBegin - level.begin);
    if (level.unnamed)
        level.unnamed = *level.unnamed - (*level.nameBegin - level.begin);
}

void Speller::step()
{
    constexpr std::string_view kNoName = "(anonymous namespace)";
    constexpr std::string_view kLambda = "{lambda(";
    constexpr std::string_view kUnnamed = "{unnamed type#";
    constexpr std::string_view kClone = " [clone ";
    Level& level = m_levels.back();
    const char before = m_out.empty() ? ' ' : m_out.back();
    if (startsWith(kNoName))
        return take(kNoName.size());
    if (startsWith(kOperator) && !isWordLetter(before) && m_left.size() > kOperator.size() &&
        !isWordLetter(m_left[kOperator.size()]))
        return takeOperator();
    if (startsWith(kDecltype) && !isWordLetter(before))
        return takeDecltype();
    if (startsWith(kLambda)) {
        m_out += "'lambda'";
        level.unnamed = m_out.size() - 1;
        return m_left.remove_prefix(kLambda.size() - 1);
    }
    if (startsWith(kUnnamed)) {
        m_out += "'unnamed'";
        level.unnamed = m_out.size() - 1;
        m_left.remove_prefix(kUnnamed.size() - 1);
        return endOfUnnamed();
    }
    if (level.unnamed && m_left.front() == '#')
        return endOfUnnamed();
    if (startsWith(kClone)) {
        const std::size_t end = m_left.find(']');
        m_out += " (" + std::string(m_left.substr(kClone.size(), end - kClone.size())) + ")";
        return m_left.remove_prefix(end == std::string_view::npos ? m_left.size() : end + 1);
    }
    if (startsWith("auto:")) { // numbered by one, and not by the other
        take(4);
        m_left.remove_prefix(1);
        while (!m_left.empty() && util::isDigit(m_left.front()))
            m_left.remove_prefix(1);
        return;
    }
    if (startsWith("> >")) {
        close();
        return m_left.remove_prefix(1);
    }
    if (before == ')' && (startsWith("::") || startsWith(" const::")))
        dropReturned();
    switch (m_left.front()) {
    case '(':
        if (!level.nameBegin)
            level.nameBegin = level.afterBlank;
        [[fallthrough]];
    case '<':
        return open();
    case ')':
        return close();
    case '>':
        return before == '-' ? take(1) : close();
    case ',':
        if (m_out.size() == level.begin && m_levels.size() > 1) // a pack of nothing
            return m_left.remove_prefix(std::min<std::size_t>(startsWith(", ") ? 2 : 1, m_left.size()));
        take(startsWith(", ") ? 2 : 1);
        level = {m_out.size(), {}, m_out.size()};
        return;
    case ' ':
        take(1);
        level.afterBlank = m_out.size();
        return;
    default:
        return take(1);
    }
}

} // namespace

std::string_view withoutParameters(std::string_view name)
{
    const std::size_t close = name.ends_with(") const") ? name.size() - 7 : name.size() - 1;
    if (name.empty() || name[close] != ')')
        return name;
    std::size_t open = close;
    for (int depth = 1; depth > 0 && open > 0;) {
        --open;
        depth += name[open] == ')' ? 1 : name[open] == '(' ? -1 : 0;
    }
    const bool isOperator = name.substr(0, open).ends_with(kOperator) && open + 2 == name.size(); // its name alone
    return open > 0 && !isOperator ? name.substr(0, open) : name;
}

std::string oneSpelling(std::string_view name)
{
    return Speller(name).run();
}

std::string shownFunction(std::string_view whole)
{
    return std::string(withoutParameters(oneSpelling(whole)));
}

} // namespace dbgr::debug
