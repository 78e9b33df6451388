// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/text_format.h"

#include "app/dbgr/describe.h"

#include <algorithm>

namespace dbgr::app {

namespace {

/// Code points, which is what most terminals give a column to.
std::size_t width(std::string_view text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

void drawNode(const debug::StackNode& node, const std::string& first, const std::string& rest, Table& table)
{
    const std::string threads = std::to_string(node.threads);
    const std::string padded = std::string(threads.size() < 7 ? 7 - threads.size() : 0, ' ') + threads;
    table.add({shortRanks(node.ranks), padded, first + describe(node.frame)});
    const bool parts = node.children.size() > 1;
    for (const debug::StackNode& child : node.children) {
        const bool last = &child == &node.children.back();
        if (parts)
            drawNode(child, rest + (last ? "`- " : "|- "), rest + (last ? "   " : "|  "), table);
        else
            drawNode(child, rest, rest, table);
    }
}

} // namespace

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

std::string drawStacks(const debug::StackTree& tree)
{
    Table table;
    table.add({"ranks", "threads", "stack"});
    for (const debug::StackNode& root : tree.roots())
        drawNode(root, "", "", table);
    return table.text();
}

} // namespace dbgr::app
