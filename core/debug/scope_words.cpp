// SPDX-License-Identifier: BSD-3-Clause
#include "debug/scope_words.h"

#include <algorithm>
#include <array>

namespace dbgr::debug {

namespace {

constexpr std::string_view kNoName[] = {"there is no '", "' here"};
constexpr std::string_view kNotIn[] = {"it is not in ", ", called as in the rank that leads the focus"};

std::string between(const std::string_view (&words)[2], std::string_view name)
{
    return std::string(words[0]).append(name).append(words[1]);
}

bool areAround(const std::string_view (&words)[2], std::string_view text)
{
    const std::size_t begin = text.find(words[0]);
    return begin != std::string_view::npos && text.find(words[1], begin + words[0].size()) != std::string_view::npos;
}

} // namespace

std::string notInScope(std::string_view name)
{
    return between(kNoName, name);
}

std::string notInFunction(std::string_view function)
{
    return between(kNotIn, function);
}

bool saysState(std::string_view problem)
{
    constexpr std::array<std::string_view, 4> kStates{"not allocated", "not associated", "not present",
                                                      "optimised out"};
    const std::string_view state = problem.substr(0, problem.find(": ")); // why may follow
    return std::find(kStates.begin(), kStates.end(), state) != kStates.end();
}

bool saysOutOfScope(std::string_view problem)
{
    return areAround(kNoName, problem) || areAround(kNotIn, problem);
}

} // namespace dbgr::debug
