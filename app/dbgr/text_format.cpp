// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/text_format.h"

#include "app/dbgr/escapes.h"
#include "session/describe.h"
#include "session/thread_text.h"

#include <algorithm>

namespace dbgr::app {

namespace {

/// Code points, which is what most terminals give a column to.
std::size_t width(std::string_view text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

struct Branch
{
    std::string first; ///< before a node itself
    std::string rest;  ///< before what it calls
};

/// Where stacks part, each goes on a step to the right.
Branch branchOf(const std::string& before, bool parts, bool last)
{
    if (!parts)
        return {before, before};
    return {before + (last ? "`- " : "|- "), before + (last ? "   " : "|  ")};
}

bool isUnknown(const debug::Frame& frame)
{
    return frame.function.empty() && !frame.where.known();
}

/// The last of a run of frames of one module that have no name: they say nothing that the first does not say.
const debug::StackNode& endOfRun(const debug::StackNode& node, std::size_t& count)
{
    const debug::StackNode* last = &node;
    for (count = 1; isUnknown(last->frame) && last->children.size() == 1; ++count) {
        const debug::StackNode& next = last->children.front();
        if (!isUnknown(next.frame) || next.frame.module != node.frame.module || next.ranks != node.ranks ||
            next.threads != node.threads)
            break;
        last = &next;
    }
    return *last;
}

/// Below the end of "threads".
std::string paddedCount(std::uint64_t threads)
{
    const std::string digits = std::to_string(threads);
    return std::string(digits.size() < 7 ? 7 - digits.size() : 0, ' ') + digits;
}

std::string helperText(const debug::FoldedThreads& helpers, std::string_view whoShows)
{
    std::string names;
    for (const std::string& module : helpers.modules)
        names += (names.empty() ? "" : ", ") + module;
    return "(progress threads of " + visible(names) + "; " + std::string(whoShows) + ")";
}

void drawNode(const debug::StackNode& node, const Branch& branch, debug::StacksBy by, Table& table)
{
    std::size_t count = 1;
    const debug::StackNode& last = endOfRun(node, count);
    std::string text = session::describe(node.frame);
    if (count > 1)
        text = node.frame.module + " (no symbols, " + std::to_string(count) + " frames)";
    const bool tellsThreads = by == debug::StacksBy::Thread;
    table.add({tellsThreads ? visible(session::describe(node.who)) : session::shortRanks(node.ranks),
               paddedCount(node.threads), branch.first + visible(text)});
    for (const debug::StackNode& child : last.children)
        drawNode(child, branchOf(branch.rest, last.children.size() > 1, &child == &last.children.back()), by, table);
}

} // namespace

std::string counted(std::uint64_t count, std::string_view what)
{
    return std::to_string(count) + ' ' + std::string(what) + (count == 1 ? "" : "s");
}

std::string bracketed(const util::RankSet& ranks)
{
    return "[" + session::shortRanks(ranks) + "]";
}

std::string Style::wrap(std::string_view code, std::string_view text) const
{
    if (!m_colours)
        return std::string(text);
    return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

std::string Table::text(std::string_view indent) const
{
    std::vector<std::size_t> widths;
    for (const Row& row : m_rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], width(row[i]));
    }
    std::string text;
    for (const Row& row : m_rows) {
        std::string line(indent);
        for (std::size_t i = 0; i < row.size(); ++i) {
            line += row[i];
            if (i + 1 < row.size())
                line += std::string(widths[i] - width(row[i]) + 2, ' ');
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

std::string samplesText(std::uint32_t samples)
{
    return samples == 1 ? "" : "Of " + counted(samples, "sample") + ", all together:\n";
}

std::string drawStacks(const debug::StackTree& tree, const StacksLook& look)
{
    Table table;
    table.add({look.by == debug::StacksBy::Thread ? "which" : "ranks", "threads", "stack"});
    for (const debug::StackNode& root : tree.roots())
        drawNode(root, branchOf("", tree.roots().size() > 1, &root == &tree.roots().back()), look.by, table);
    if (look.helpers.threads > 0)
        table.add({session::shortRanks(look.helpers.ranks), paddedCount(look.helpers.threads),
                   helperText(look.helpers, look.whoShows)});
    return table.text();
}

} // namespace dbgr::app
