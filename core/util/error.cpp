// SPDX-License-Identifier: BSD-3-Clause
#include "util/error.h"

namespace dbgr::util {

namespace {

constexpr std::string_view kColon = ": ";

/// One rank or many: the same words.
std::string withoutNumber(std::string_view words)
{
    constexpr std::string_view kMany = "ranks ";
    std::string same(words);
    for (std::size_t at = same.find(kMany); at != std::string::npos; at = same.find(kMany, at))
        same.erase(at + kMany.size() - 2, 1);
    return same;
}

/// Whether `words` begins with `beginning`, and not in the middle of a word.
bool beginsWith(std::string_view words, std::string_view beginning)
{
    return words.starts_with(beginning) && (words.size() == beginning.size() || words[beginning.size()] == ' ');
}

} // namespace

Error Error::withContext(std::string_view doing) &&
{
    std::string whole = message();
    const std::size_t colon = whole.find(kColon);
    const std::string said = withoutNumber(std::string_view(whole).substr(0, colon));
    const std::string context = withoutNumber(doing);
    if (colon != std::string::npos && beginsWith(context, said))
        whole.erase(0, colon + kColon.size());
    else if (colon != std::string::npos && beginsWith(said, context))
        return Error{code, std::move(whole), std::move(advice)};
    return Error{code, std::string(doing) + std::string(kColon) + whole, std::move(advice)};
}

Error Error::withAdvice(std::string_view whatToDo) &&
{
    if (advice.empty())
        advice = whatToDo;
    return std::move(*this);
}

std::string Error::message() const
{
    return detail.empty() ? code.message() : detail;
}

Error systemError(int errnoValue, std::string_view doing)
{
    const std::error_code code(errnoValue, std::generic_category());
    return Error{code, std::string(doing) + ": " + code.message(), {}};
}

} // namespace dbgr::util
