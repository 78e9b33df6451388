// SPDX-License-Identifier: BSD-3-Clause
#include "session/stack_export.h"

#include "session/describe.h"
#include "util/text_encoding.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace dbgr::session {

namespace {

using debug::StackNode;

std::string threadCount(std::uint64_t threads)
{
    return std::to_string(threads) + (threads == 1 ? " thread" : " threads");
}

/// Threads that are there, and not in a call of it.
std::uint64_t threadsAtEnd(const StackNode& node)
{
    std::uint64_t inCalls = 0;
    for (const StackNode& child : node.children)
        inCalls += child.threads;
    return node.threads - std::min(inCalls, node.threads);
}

std::string withReplaced(std::string_view text, std::string_view (*replacement)(char))
{
    std::string replaced;
    for (const char c : text) {
        if (const std::string_view with = replacement(c); !with.empty())
            replaced += with;
        else
            replaced += c;
    }
    return replaced;
}

std::string inDotQuotes(std::string_view text)
{
    return '"' +
           withReplaced(text,
                        [](char c) -> std::string_view {
                            return c == '"' ? "\\\"" : c == '\\' ? "\\\\" : c == '\n' ? "\\n" : "";
                        }) +
           '"';
}

std::string inXml(std::string_view bytes)
{
    const std::string text = util::isUtf8(bytes) ? std::string(bytes) : util::fromLatin1(bytes);
    return withReplaced(text, [](char c) -> std::string_view {
        switch (c) {
        case '&':
            return "&amp;";
        case '<':
            return "&lt;";
        case '>':
            return "&gt;";
        case '"':
            return "&quot;";
        default:
            return static_cast<unsigned char>(c) < 0x20 ? " " : "";
        }
    });
}

class DotWriter
{
public:
    std::string of(const debug::StackTree& tree)
    {
        m_text = "digraph stacks {\n  node [shape=box, fontname=\"sans-serif\"];\n  edge [fontname=\"sans-serif\"];\n";
        for (const StackNode& root : tree.roots())
            add(root, 0);
        return m_text + "}\n";
    }

private:
    /// \param caller its number; 0 none
    void add(const StackNode& node, std::size_t caller)
    {
        const std::size_t number = ++m_last;
        const std::string name = "n" + std::to_string(number);
        m_text += "  " + name + " [label=" + inDotQuotes(describe(node.frame)) + "];\n";
        const std::string who = inDotQuotes(threadCount(node.threads) + "\n[" + node.ranks.toString() + "]");
        if (caller == 0)
            m_text += "  r" + std::to_string(number) + " [shape=point];\n  r" + std::to_string(number);
        else
            m_text += "  n" + std::to_string(caller);
        m_text += " -> " + name + " [label=" + who + "];\n";
        for (const StackNode& child : node.children)
            add(child, number);
    }

    std::string m_text;
    std::size_t m_last = 0;
};

void addFolded(const StackNode& node, const std::string& callers, std::string& text)
{
    std::string place = describe(node.frame);
    std::replace(place.begin(), place.end(), ';', ',');
    std::replace(place.begin(), place.end(), '\n', ' ');
    const std::string path = callers.empty() ? place : callers + ';' + place;
    if (const std::uint64_t threads = threadsAtEnd(node); threads > 0)
        text += path + ' ' + std::to_string(threads) + '\n';
    for (const StackNode& child : node.children)
        addFolded(child, path, text);
}

std::size_t depthOf(const std::vector<StackNode>& nodes)
{
    std::size_t depth = 0;
    for (const StackNode& node : nodes)
        depth = std::max(depth, 1 + depthOf(node.children));
    return depth;
}

constexpr double kWidth = 1200;
constexpr double kRow = 18;
constexpr double kLetter = 6.6; ///< of the font, wide enough
constexpr double kLeast = 0.5;  ///< what is narrower is not drawn

class SvgWriter
{
public:
    std::string of(const debug::StackTree& tree)
    {
        std::uint64_t all = 0;
        for (const StackNode& root : tree.roots())
            all += root.threads;
        m_height = kRow * static_cast<double>(depthOf(tree.roots()));
        m_perThread = all == 0 ? 0 : kWidth / static_cast<double>(all);
        m_text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + number(kWidth) + ' ' + number(m_height) +
                 "\" font-family=\"monospace\" font-size=\"11\">\n";
        addAll(tree.roots(), 0, 0);
        return m_text + "</svg>\n";
    }

private:
    static std::string number(double value)
    {
        char digits[32];
        std::snprintf(digits, sizeof digits, "%.1f", value);
        return digits;
    }

    void addAll(const std::vector<StackNode>& nodes, double left, std::size_t depth)
    {
        for (const StackNode& node : nodes) {
            const double width = m_perThread * static_cast<double>(node.threads);
            if (width >= kLeast)
                add(node, left, width, depth);
            left += width;
        }
    }

    void add(const StackNode& node, double left, double width, std::size_t depth)
    {
        const double top = m_height - kRow * static_cast<double>(depth + 1);
        const std::string place = describe(node.frame);
        const auto room = static_cast<std::size_t>(std::max(0.0, (width - 4) / kLetter));
        m_text += "<g><title>" + inXml(place) + ": " + threadCount(node.threads) + ", ranks " + node.ranks.toString() +
                  "</title><rect x=\"" + number(left) + "\" y=\"" + number(top) + "\" width=\"" + number(width) +
                  "\" height=\"" + number(kRow - 1) + "\" fill=\"" + (depth % 2 == 0 ? "#f0c674" : "#f5d9a0") +
                  "\" stroke=\"#ffffff\"/>";
        if (room >= 3)
            m_text += "<text x=\"" + number(left + 2) + "\" y=\"" + number(top + kRow - 6) + "\">" +
                      inXml(place.size() <= room ? place : shortened(place, room)) + "</text>";
        m_text += "</g>\n";
        addAll(node.children, left, depth + 1);
    }

    /// \param room bytes
    static std::string shortened(const std::string& place, std::size_t room)
    {
        return place.substr(0, util::beginOfCharacter(place, room - 2)) + "..";
    }

    std::string m_text;
    double m_height = 0;
    double m_perThread = 0;
};

} // namespace

std::string stacksAsDot(const debug::StackTree& tree)
{
    return DotWriter().of(tree);
}

std::string stacksAsFolded(const debug::StackTree& tree)
{
    std::string text;
    for (const StackNode& root : tree.roots())
        addFolded(root, "", text);
    return text;
}

std::string stacksAsSvg(const debug::StackTree& tree)
{
    return SvgWriter().of(tree);
}

} // namespace dbgr::session
