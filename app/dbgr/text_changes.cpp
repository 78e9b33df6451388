// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/text_changes.h"

#include "app/dbgr/escapes.h"
#include "session/fold.h"
#include "session/number_text.h"
#include "util/text_encoding.h"

#include <utility>
#include <vector>

namespace dbgr::app {

namespace {

/// What all groups had before, or have now.
std::vector<debug::ValueGroup> valuesOf(const std::vector<debug::ChangeGroup>& changes, bool before)
{
    std::vector<debug::ValueGroup> values;
    for (const debug::ChangeGroup& change : changes)
        values.push_back({change.ranks, before ? change.before : change.after, change.type, change.problem,
                          before ? change.contentBefore : change.contentAfter});
    return values;
}

/// Two of them stand in one line: `print` shows more.
std::string shortened(const std::string& text)
{
    constexpr std::size_t kMost = 120;
    if (text.size() <= kMost)
        return text;
    return text.substr(0, util::beginOfCharacter(text, kMost)) + "...";
}

/// "offset 8, 4 bytes", "offset 8, 3 bits from bit 2"
std::string placeOf(const debug::DescribedName& member)
{
    std::string text;
    if (member.offset)
        text = "offset " + std::to_string(*member.offset);
    if (member.bits > 0)
        return text + (text.empty() ? "" : ", ") + counted(member.bits, "bit") + " from bit " +
               std::to_string(member.bitOffset);
    if (member.bytes)
        text += (text.empty() ? "" : ", ") + counted(*member.bytes, "byte");
    return text;
}

std::string namesText(const debug::Description& description, const Style& style)
{
    Table table;
    for (const debug::DescribedName& name : description.names) {
        const std::string indent(2 * static_cast<std::size_t>(name.level), ' ');
        table.add({indent + visible(name.name), visible(name.type), placeOf(name), visible(name.place)});
    }
    std::string text = table.text("  ");
    if (description.left > 0)
        text += style.dim("  (" + std::to_string(description.left) + " more)") + "\n";
    return text;
}

} // namespace

std::string changesText(const ChangesReply& reply, const Style& style)
{
    const std::vector<debug::ValueGroup> were = valuesOf(reply.changes, true);
    const std::vector<std::string> before = session::answeredValues(were);
    const std::vector<std::string> after = session::answeredValues(valuesOf(reply.changes, false));
    std::string text;
    for (std::size_t i = 0; i < reply.changes.size(); ++i) {
        const debug::ChangeGroup& change = reply.changes[i];
        text += style.ranks(bracketed(change.ranks)) + " " + visible(reply.target);
        if (!change.problem.empty()) {
            text += " is as it was: <" + visible(change.problem) + ">\n";
            continue;
        }
        const std::string note = session::equalityNote(were[i], were);
        text += " = " + visible(shortened(after[i])) +
                style.dim("  (was " + visible(shortened(before[i])) + (note.empty() ? "" : "; " + note) + ")") + "\n";
    }
    return text;
}

std::string descriptionsText(const DescriptionsReply& reply, const Style& style)
{
    std::string text;
    for (const debug::Description& description : reply.descriptions) {
        text += style.ranks(bracketed(description.ranks)) + " ";
        if (!description.problem.empty())
            text += visible(reply.asked) + ": <" + visible(description.problem) + ">\n";
        else if (!description.text.empty())
            text += visible(description.text) + "\n";
        else if (description.names.empty())
            text += "no such names" + std::string("\n");
        else
            text += visible(reply.command) + (reply.asked.empty() ? "" : " with '" + visible(reply.asked) + "'") +
                    ", as this rank has them\n";
        text += namesText(description, style);
    }
    return text;
}

} // namespace dbgr::app
