// SPDX-License-Identifier: BSD-3-Clause
#include "session/group_edit.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace dbgr::session {

using util::RankSet;
using util::Result;

namespace {

/// A definition as edits leave it: BASE - OUT | IN. Operators of unions are read from left to right, so that whatever
/// stands before the last ones is the base.
struct EditedDefinition
{
    std::string base;
    RankSet out;
    RankSet in;
};

/// A dash behind it would be that of a range: of "crashed | 3", not of "host:n01".
bool endsInNumber(std::string_view text)
{
    const std::size_t before = text.find_last_not_of("0123456789");
    return before + 1 < text.size() &&
           (before == text.npos || std::string_view(" \t,-|&!(").find(text[before]) != text.npos);
}

/// Takes " | 3,5-7", or the same with another sign, from the end of the text. \return no ranks if it ends otherwise
RankSet takeListBehind(char sign, std::string& text)
{
    const std::size_t blank = text.find_last_not_of("0123456789,-");
    if (blank == std::string::npos || blank < 3 || text[blank] != ' ' || text[blank - 1] != sign ||
        text[blank - 2] != ' ')
        return {};
    if (sign == '-' && endsInNumber(std::string_view(text).substr(0, blank - 2)))
        return {};
    const auto ranks = RankSet::parse(std::string_view(text).substr(blank + 1), {});
    if (!ranks)
        return {};
    text.erase(blank - 2);
    return *ranks;
}

EditedDefinition takeApart(const GroupExpression& definition)
{
    EditedDefinition parts{definition.text(), {}, {}};
    parts.in = takeListBehind('|', parts.base);
    parts.out = takeListBehind('-', parts.base);
    return parts;
}

Result<GroupExpression> putTogether(const EditedDefinition& parts)
{
    std::string text = parts.base;
    if (!parts.out.empty()) {
        if (endsInNumber(text))
            text = '(' + text + ')';
        text += " - " + parts.out.toString();
    }
    if (!parts.in.empty())
        text += " | " + parts.in.toString();
    return GroupExpression::parse(text);
}

/// Of a definition that is the same ranks in every job.
RankSet numbersOf(const GroupExpression& numbers)
{
    return numbers.evaluate({}, {});
}

} // namespace

Result<GroupExpression> withRanks(const GroupExpression& definition, const RankSet& ranks)
{
    if (!definition.follows())
        return GroupExpression::of(numbersOf(definition) | ranks);
    EditedDefinition parts = takeApart(definition);
    parts.out -= ranks;
    parts.in |= ranks;
    return putTogether(parts);
}

Result<GroupExpression> withoutRanks(const GroupExpression& definition, const RankSet& ranks)
{
    if (!definition.follows())
        return GroupExpression::of(numbersOf(definition) - ranks);
    EditedDefinition parts = takeApart(definition);
    parts.out |= ranks;
    parts.in -= ranks;
    return putTogether(parts);
}

} // namespace dbgr::session
