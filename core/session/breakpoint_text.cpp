// SPDX-License-Identifier: BSD-3-Clause
#include "session/breakpoint_text.h"

#include "util/string_util.h"

#include <cstdint>
#include <optional>
#include <string>
#include <system_error>

namespace dbgr::session {

namespace {

/// Where a word `if` of its own begins; npos for none.
std::size_t findIf(std::string_view text)
{
    for (std::size_t at = text.find("if"); at != std::string_view::npos; at = text.find("if", at + 1)) {
        const bool begins = at == 0 || text[at - 1] == ' ' || text[at - 1] == '\t';
        const bool ends = at + 2 == text.size() || text[at + 2] == ' ' || text[at + 2] == '\t' || text[at + 2] == '(';
        if (begins && ends)
            return at;
    }
    return std::string_view::npos;
}

tl::unexpected<util::Error> bad(std::string why)
{
    return util::fail(std::make_error_code(std::errc::invalid_argument), std::move(why));
}

} // namespace

std::optional<debug::SourceLine> parseSourceLine(std::string_view text)
{
    const std::size_t colon = text.rfind(':');
    const bool named = colon != std::string_view::npos;
    if (named && (colon == 0 || text[colon - 1] == ':'))
        return std::nullopt;
    const auto line = util::parseNumber<std::uint32_t>(named ? text.substr(colon + 1) : text);
    if (!line)
        return std::nullopt;
    return debug::SourceLine{std::string(named ? text.substr(0, colon) : ""), *line};
}

util::Result<debug::BreakpointSpec> parseBreakpoint(std::string_view text)
{
    const std::size_t ifAt = findIf(text);
    const bool conditional = ifAt != std::string_view::npos;
    const std::string_view place = util::trimmed(text.substr(0, ifAt));
    debug::BreakpointSpec spec;
    if (conditional)
        spec.condition = util::trimmed(text.substr(ifAt + 2));
    if (place.empty())
        return bad("a place is missing: FILE:LINE, LINE or FUNCTION");
    if (conditional && spec.condition.empty())
        return bad("an expression is missing after 'if'");
    if (auto line = parseSourceLine(place)) {
        if (line->line == 0)
            return bad("lines count from 1");
        spec.where = *std::move(line);
    } else if (place.back() == ':') {
        return bad("a line number is missing after '" + std::string(place) + "'");
    } else {
        spec.where = debug::FunctionName{std::string(place)};
    }
    return spec;
}

} // namespace dbgr::session
