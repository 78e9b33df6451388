// SPDX-License-Identifier: BSD-3-Clause
#include "session/group_line.h"

#include "session/predefined_groups.h"
#include "util/string_util.h"

#include <system_error>
#include <utility>

namespace dbgr::session {

namespace {

tl::unexpected<util::Error> badLine(std::string why)
{
    return util::fail(std::make_error_code(std::errc::invalid_argument), std::move(why),
                      "Write NAME = RANKS, NAME := RANKS or NAME where CONDITION.");
}

/// Takes `word` from the beginning of `text`, if it stands there.
bool takeSign(std::string_view& text, std::string_view word)
{
    const bool found = text.starts_with(word);
    text.remove_prefix(found ? word.size() : 0);
    return found;
}

/// The word alone: `where(x)` has it, `whereas` has not.
bool takeWhere(std::string_view& text)
{
    constexpr std::string_view kWhere = "where";
    const bool ends = text.size() <= kWhere.size() || std::string_view(" \t(").find(text[kWhere.size()]) != text.npos;
    return ends && takeSign(text, kWhere);
}

} // namespace

util::Result<GroupLine> parseGroupLine(std::string_view line)
{
    std::string_view rest = util::trimmed(line);
    GroupLine made;
    made.name = rest.substr(0, rest.find_first_of(" \t=:"));
    rest = util::trimmed(rest.substr(made.name.size()));
    if (made.name.empty())
        return badLine("the name of the group is missing");
    if (takeSign(rest, ":="))
        made.how = GroupLine::How::Freeze;
    else if (takeWhere(rest))
        made.how = GroupLine::How::Where;
    else if (!takeSign(rest, "="))
        return badLine("behind the name '" + made.name.substr(0, 70) + "' one of =, := and where is missing");
    made.text = util::trimmed(rest);
    if (made.text.empty())
        return badLine(made.how == GroupLine::How::Where ? "the condition is missing" : "the ranks are missing");
    if (made.how == GroupLine::How::Where && PredefinedGroups::isWord(made.text))
        made.how = GroupLine::How::Define;
    return made;
}

} // namespace dbgr::session
