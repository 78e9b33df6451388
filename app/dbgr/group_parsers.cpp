// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/group_parsers.h"

#include "app/dbgr/control_parsers.h"
#include "session/group_expression.h"

#include <utility>

namespace dbgr::app {

using util::Result;

Result<RankSelector> parseRanks(const Words& words, std::string_view text)
{
    if (text.empty())
        return words.bad("a set of ranks is missing, such as 0-3,7 or all");
    auto expression = session::GroupExpression::parse(text);
    if (!expression)
        return words.bad(expression.error().detail);
    if (expression->text() == "*")
        return RankSelector::all();
    if (!expression->follows())
        return RankSelector::of(expression->evaluate({}, {}));
    return RankSelector::written(expression->text());
}

std::string_view takeRanksWord(Words& words)
{
    if (!words.peek().starts_with('('))
        return words.next();
    const std::string_view rest = Words(words).rest();
    std::size_t open = 0;
    std::size_t end = 0;
    while (end < rest.size() && (open > 0 || (rest[end] != ' ' && rest[end] != '\t'))) {
        open += rest[end] == '(' ? 1 : 0;
        open -= rest[end] == ')' && open > 0 ? 1 : 0;
        ++end;
    }
    return words.take(end);
}

namespace {

Result<std::string> parseName(Words& words)
{
    const std::string_view name = words.next();
    if (name.empty())
        return words.bad("the name of a group is missing");
    return std::string(name);
}

} // namespace

Result<Command> parseGroup(Words& words)
{
    if (words.peek() == "delete") {
        words.next();
        DBGR_TRY(std::string name, parseName(words));
        return alone(words, DeleteGroupCommand{std::move(name)});
    }
    if (words.peek() == "rename") {
        words.next();
        DBGR_TRY(std::string from, parseName(words));
        DBGR_TRY(std::string to, parseName(words));
        return alone(words, RenameGroupCommand{std::move(from), std::move(to)});
    }
    auto line = session::parseGroupLine(words.rest());
    if (!line)
        return words.bad(line.error().detail);
    if (line->how == session::GroupLine::How::Where)
        return GroupCommand{*std::move(line)};
    if (const auto expression = session::GroupExpression::parse(line->text); !expression)
        return words.bad(expression.error().detail);
    return GroupCommand{*std::move(line)};
}

Result<Command> parseFocus(Words& words)
{
    constexpr std::string_view kLeading = "leading ";
    std::string_view text = words.rest();
    FocusCommand command;
    const std::size_t at = text.rfind(kLeading);
    if (at == 0 || (at != std::string_view::npos && text[at - 1] == ' ')) {
        const std::string_view word = util::trimmed(text.substr(at + kLeading.size()));
        const auto rank = util::parseNumber<util::Rank::Rep>(word);
        if (!rank)
            return words.bad(inQuotes(word) + " is not a rank that could lead");
        command.leading = util::Rank(*rank);
        text = util::trimmed(text.substr(0, at));
    }
    if (!text.empty()) {
        DBGR_TRY(command.ranks, parseRanks(words, text));
    }
    return command;
}

} // namespace dbgr::app
