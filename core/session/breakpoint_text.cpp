// SPDX-License-Identifier: BSD-3-Clause
#include "session/breakpoint_text.h"

#include "session/group_expression.h"
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

/// Takes " on RANKS" from the end of what is before a condition. The last one counts: names may have the word.
void takeRanks(std::string_view& text, TypedBreakpoint& typed)
{
    constexpr std::string_view kOn = " on ";
    const std::size_t at = text.rfind(kOn);
    if (at == std::string_view::npos)
        return;
    const std::string_view ranks = util::trimmed(text.substr(at + kOn.size()));
    auto expression = GroupExpression::parse(ranks);
    if (!expression)
        return; // of the name
    text = util::trimmed(text.substr(0, at));
    if (expression->text() == "all")
        return;
    if (expression->names().empty())
        typed.spec.ranks = expression->numbers();
    else
        typed.group = expression->text();
}

/// The first word, if another one follows; that is left.
std::string_view takeFirstOfSeveral(std::string_view& text)
{
    const std::size_t end = text.find_first_of(" \t");
    if (end == std::string_view::npos)
        return {};
    const std::string_view first = text.substr(0, end);
    text = util::trimmed(text.substr(end));
    return first;
}

tl::unexpected<util::Error> bad(std::string why)
{
    return util::fail(std::make_error_code(std::errc::invalid_argument), std::move(why));
}

/// Nothing: it is no data.
std::optional<debug::WatchedData> parseData(std::string_view text)
{
    using Use = debug::WatchedData::Use;
    const std::string_view word = takeFirstOfSeveral(text);
    for (const Use use : {Use::Change, Use::Read, Use::Any}) {
        if (word == debug::nameOf(use))
            return debug::WatchedData{std::string(text), use};
    }
    return std::nullopt;
}

util::Result<debug::ExceptionMoment> parseException(std::string_view text)
{
    using What = debug::ExceptionMoment::What;
    const std::string all(text);
    const std::string_view first = takeFirstOfSeveral(text);
    const std::string_view word = first.empty() ? text : first;
    const std::string type(first.empty() ? std::string_view() : text);
    for (const What what : {What::Throw, What::Catch, What::Rethrow}) {
        if (word != debug::nameOf(what))
            continue;
        if (what == What::Rethrow && !type.empty())
            return bad("of what is thrown once more the class is not known: 'catch rethrow' stops at all");
        return debug::ExceptionMoment{what, type};
    }
    return bad("'" + all + "' cannot be caught: throw, catch or rethrow, and perhaps a class");
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

util::Result<TypedBreakpoint> parseBreakpoint(std::string_view text)
{
    const std::size_t ifAt = findIf(text);
    const bool conditional = ifAt != std::string_view::npos;
    std::string_view place = util::trimmed(text.substr(0, ifAt));
    TypedBreakpoint typed;
    debug::BreakpointSpec& spec = typed.spec;
    takeRanks(place, typed);
    if (conditional)
        spec.condition = util::trimmed(text.substr(ifAt + 2));
    if (place.empty())
        return bad("a place is missing: FILE:LINE, LINE or FUNCTION");
    if (conditional && spec.condition.empty())
        return bad("an expression is missing after 'if'");
    std::string_view behind = place;
    if (auto data = parseData(place)) {
        spec.where = *std::move(data);
    } else if (takeFirstOfSeveral(behind) == "catch") {
        if (conditional)
            return bad("exceptions have no condition; a class behind 'catch throw' picks some of them");
        DBGR_TRY(spec.where, parseException(behind));
    } else if (auto line = parseSourceLine(place)) {
        if (line->line == 0)
            return bad("lines count from 1");
        spec.where = *std::move(line);
    } else if (place.back() == ':') {
        return bad("a line number is missing after '" + std::string(place) + "'");
    } else {
        spec.where = debug::FunctionName{std::string(place)};
    }
    return typed;
}

} // namespace dbgr::session
