// SPDX-License-Identifier: BSD-3-Clause
#include "session/moved_line.h"

#include "util/source_text.h"
#include "util/string_util.h"
#include "util/text_encoding.h"

#include <algorithm>
#include <cstddef>

namespace dbgr::session {

namespace {

std::string comparableLine(std::string_view bytes)
{
    std::string text = util::sourceLineText(util::trimmed(bytes));
    text.resize(util::beginOfCharacter(text, std::min(text.size(), kMostCompared)));
    return text;
}

/// From 1; "" there is none.
std::string_view lineAt(const std::vector<std::string>& lines, std::uint32_t line)
{
    return line == 0 || line > lines.size() ? std::string_view() : std::string_view(lines[line - 1]);
}

/// Letters of other alphabets are bytes above ASCII.
bool hasWord(std::string_view text)
{
    return std::ranges::any_of(text, [](char c) {
        const char small = util::lowered(c);
        return util::isDigit(c) || (small >= 'a' && small <= 'z') || static_cast<unsigned char>(c) >= 0x80;
    });
}

/// How many of the lines above and below are the same; blank ones say nothing.
int likenessOf(const debug::LineText& old, const std::vector<std::string>& lines, std::uint32_t line)
{
    const auto isAlike = [](const std::string& before, std::string_view now) {
        return !before.empty() && before == now;
    };
    return (isAlike(old.before, lineAt(lines, line - 1)) ? 1 : 0) +
           (isAlike(old.after, lineAt(lines, line + 1)) ? 1 : 0);
}

struct Candidate
{
    std::uint32_t line = 0;
    int likeness = 0;
    std::uint32_t distance = 0;

    [[nodiscard]] bool isBetterThan(const Candidate& other) const
    {
        return likeness != other.likeness ? likeness > other.likeness : distance < other.distance;
    }
};

} // namespace

std::optional<std::vector<std::string>> comparableLines(std::string_view bytes)
{
    if (!util::isSourceText(bytes))
        return std::nullopt;
    std::vector<std::string> lines;
    for (bytes = util::withoutByteOrderMark(bytes); !bytes.empty();)
        lines.push_back(comparableLine(util::takeSourceLine(bytes)));
    return lines;
}

std::optional<debug::LineText> lineTextAt(const std::vector<std::string>& lines, std::uint32_t line)
{
    const std::string_view text = lineAt(lines, line);
    if (text.empty())
        return std::nullopt;
    return debug::LineText{
        {}, line, std::string(text), std::string(lineAt(lines, line - 1)), std::string(lineAt(lines, line + 1)), {}};
}

LineFate fateOf(const debug::LineText& old, const std::vector<std::string>& lines)
{
    using What = LineFate::What;
    if (lineAt(lines, old.line) == old.text)
        return {What::Same, old.line};
    const std::uint32_t first = old.line > kReach ? old.line - kReach : 1;
    const auto last = static_cast<std::uint32_t>(std::min<std::size_t>(lines.size(), std::size_t{old.line} + kReach));
    std::optional<Candidate> best;
    bool isUnclear = false;
    for (std::uint32_t line = first; line <= last; ++line) {
        if (lineAt(lines, line) != old.text)
            continue;
        const Candidate here{line, likenessOf(old, lines, line), line > old.line ? line - old.line : old.line - line};
        if (here.likeness == 0 && !hasWord(old.text))
            continue;
        isUnclear = best && !here.isBetterThan(*best) && (isUnclear || !best->isBetterThan(here));
        if (!best || here.isBetterThan(*best))
            best = here;
    }
    if (!best)
        return {What::Gone, old.line};
    return isUnclear ? LineFate{What::Unclear, old.line} : LineFate{What::Moved, best->line};
}

} // namespace dbgr::session
