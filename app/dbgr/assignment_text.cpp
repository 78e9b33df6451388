// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/assignment_text.h"

#include "util/string_util.h"

#include <cstddef>

namespace dbgr::app {

namespace {

/// Behind the quotes that begin at `at`; the end of the text if they are left open.
std::size_t behindQuotes(std::string_view text, std::size_t at)
{
    const char quote = text[at];
    for (++at; at < text.size() && text[at] != quote; ++at)
        at += text[at] == '\\' ? 1 : 0;
    return at < text.size() ? at + 1 : text.size();
}

} // namespace

std::optional<AssignmentText> splitAssignment(std::string_view text)
{
    constexpr std::string_view kComparing = "<>!/"; // in front of an =
    constexpr std::string_view kJoining = "+-*%&|^";
    std::size_t depth = 0;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        const char next = at + 1 < text.size() ? text[at + 1] : '\0';
        if (c == '"' || c == '\'') {
            at = behindQuotes(text, at);
            continue;
        }
        if (c == '(' || c == '[' || c == '{')
            ++depth;
        else if ((c == ')' || c == ']' || c == '}') && depth > 0)
            --depth;
        const bool isTwo = c == '=' && (next == '=' || next == '>');
        const bool isCompared = next == '=' && kComparing.find(c) != std::string_view::npos;
        if (isTwo || isCompared) {
            at += 2;
            continue;
        }
        if (c == '=' && depth == 0) {
            const bool isJoined = at > 0 && kJoining.find(text[at - 1]) != std::string_view::npos;
            return AssignmentText{util::trimmed(text.substr(0, at)), util::trimmed(text.substr(at + 1)),
                                  isJoined ? text.substr(at - 1, 2) : std::string_view()};
        }
        ++at;
    }
    return std::nullopt;
}

} // namespace dbgr::app
