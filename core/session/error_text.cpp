// SPDX-License-Identifier: BSD-3-Clause
#include "session/error_text.h"

#include "session/session_error.h"
#include "util/string_util.h"

namespace dbgr::session {

namespace {

/// Every line but the first is indented, and blank ends are cut.
std::string indented(std::string_view text)
{
    std::string result;
    for (const std::string_view line : util::split(util::trimmed(text), '\n')) {
        if (!result.empty())
            result += "\n  ";
        result += line;
    }
    return result;
}

/// "sending input to ranks 1-2: closed" -> "sending input: closed", of these ranks.
std::string withoutRanks(std::string detail, const util::RankSet& ranks)
{
    const std::size_t colon = detail.find(": ");
    for (const char* const word : {" rank ", " ranks "}) {
        const std::string named = word + ranks.toString();
        if (colon == std::string::npos || colon < named.size() ||
            detail.compare(colon - named.size(), named.size(), named) != 0)
            continue;
        std::string doing = detail.substr(0, colon - named.size());
        for (const std::string_view joint : {" to", " of", " in", " from"})
            if (doing.ends_with(joint))
                doing.resize(doing.size() - joint.size());
        return doing + detail.substr(colon);
    }
    return detail;
}

/// "continuing" of "continue", "stepping" of "step".
bool isDoing(std::string_view words, std::string_view command)
{
    const std::string_view stem = command.ends_with('e') ? command.substr(0, command.size() - 1) : command;
    return words.starts_with(stem) && words.ends_with("ing") && words.find(' ') == std::string_view::npos;
}

} // namespace

std::string errorText(const util::RankSet& ranks, const util::Error& error)
{
    return errorText(util::Error{error.code, withoutRanks(error.message(), ranks), error.advice});
}

std::string failureText(const std::string& command, const util::RankSet& ranks, const util::Error& error)
{
    std::string detail = withoutRanks(error.message(), ranks);
    const std::size_t colon = detail.find(": ");
    if (colon != std::string::npos && isDoing(std::string_view(detail).substr(0, colon), command))
        detail.erase(0, colon + 2);
    return command + ": " + errorText(util::Error{error.code, std::move(detail), error.advice});
}

std::string errorText(const util::Error& error)
{
    std::string text = indented(error.message());
    if (!error.advice.empty())
        text += "\n  What to do: " + indented(error.advice);
    return text;
}

} // namespace dbgr::session
