// SPDX-License-Identifier: BSD-3-Clause
#include "session/condition_ranks.h"

#include "session/session_error.h"

#include <string>

namespace dbgr::session {

namespace {

bool isHexadecimal(std::string_view word)
{
    return word.size() > 2 && word.starts_with("0x") &&
           word.find_first_not_of("0123456789abcdefABCDEF", 2) == std::string_view::npos;
}

/// -1.5e+03, inf: what no letter or mark follows.
bool isDecimal(std::string_view word)
{
    const std::size_t sign = word.starts_with('-') || word.starts_with('+') ? 1 : 0;
    const bool begins = word.size() > sign && word[sign] >= '0' && word[sign] <= '9';
    return begins && word.find_first_not_of("0123456789.eEdD+-", sign) == std::string_view::npos;
}

/// Some digit of what stands before the exponent is not 0.
bool isNotZero(std::string_view number)
{
    const bool hexadecimal = number.starts_with("0x");
    const std::string_view digits = hexadecimal ? number.substr(2) : number.substr(0, number.find_first_of("eEdD"));
    return digits.find_first_not_of("+-0.") != std::string_view::npos;
}

} // namespace

std::optional<bool> truthOf(std::string_view value)
{
    const std::string_view word = value.substr(0, value.find(' '));
    if (word == "true" || word == ".true.")
        return true;
    if (word == "false" || word == ".false.")
        return false;
    if (isHexadecimal(word) || isDecimal(word))
        return isNotZero(word);
    return std::nullopt;
}

ConditionRanks sortByTruth(const std::vector<debug::ValueGroup>& values, std::vector<debug::RankFailure>& failures)
{
    ConditionRanks sorted;
    for (const debug::ValueGroup& group : values) {
        const auto truth = group.problem.empty() ? truthOf(group.value) : std::nullopt;
        if (truth) {
            (*truth ? sorted.holds : sorted.fails) |= group.ranks;
        } else {
            const std::string why = group.problem.empty() ? "it is neither true nor false there" : group.problem;
            failures.push_back({group.ranks, util::Error{Errc::BadGroup, why, ""}});
        }
    }
    return sorted;
}

} // namespace dbgr::session
