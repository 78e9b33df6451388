// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/stop_commands.h"

#include "util/string_util.h"

#include <utility>

namespace dbgr::app {

std::vector<std::string> splitCommands(std::string_view text)
{
    std::vector<std::string> parts;
    std::size_t begin = 0;
    int depth = 0;
    char quote = 0;
    const auto add = [&](std::size_t end) {
        if (const std::string_view part = util::trimmed(text.substr(begin, end - begin)); !part.empty())
            parts.emplace_back(part);
        begin = end + 1;
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (quote != 0) {
            at += c == '\\' ? 1 : 0;
            quote = c == quote ? '\0' : quote;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '(' || c == '[' || c == '{') {
            ++depth;
        } else if (c == ')' || c == ']' || c == '}') {
            --depth;
        } else if (c == ';' && depth <= 0) {
            add(at);
        }
    }
    add(text.size());
    return parts;
}

void StopCommands::take(std::span<const session::SessionEvent> events)
{
    for (const session::SessionEvent& event : events) {
        const auto* const stop = std::get_if<debug::StopGroup>(&event);
        if (!stop)
            continue;
        for (const util::BreakpointId id : stop->cause.breakpoints) {
            const session::Breakpoint* const breakpoint = m_session.breakpoints().find(id);
            if (!breakpoint || breakpoint->spec.commands.empty())
                continue;
            // Ranks that come within the same moment are together.
            if (!m_blocks.empty() && m_blocks.back().id == id && !m_blocks.back().begun) {
                m_blocks.back().ranks |= stop->ranks;
                continue;
            }
            std::vector<std::string> lines = splitCommands(breakpoint->spec.commands);
            m_blocks.push_back({id, stop->ranks, {lines.begin(), lines.end()}});
        }
    }
}

void StopCommands::forget()
{
    m_blocks.clear();
    if (m_before)
        focusOn(*std::exchange(m_before, std::nullopt));
}

void StopCommands::focusOn(const util::RankSet& ranks)
{
    const util::RankSet there = ranks & m_session.processes().all();
    if (!there.empty() && there != m_session.focus())
        (void)m_session.setFocus(there); // all of them are of the job
}

std::optional<ScriptLine> StopCommands::next()
{
    while (!m_blocks.empty()) {
        Block& block = m_blocks.front();
        if (!std::exchange(block.begun, true)) {
            const util::RankSet standing = block.ranks & m_session.processes().standing();
            if (standing.empty())
                block.lines.clear(); // somebody has let them go on
            else if (!m_before)
                m_before = m_session.focus();
            if (!standing.empty())
                focusOn(standing);
        }
        if (block.lines.empty()) {
            m_blocks.pop_front();
            continue;
        }
        ScriptLine line{std::move(block.lines.front()), "commands of breakpoint " + std::to_string(block.id.value())};
        block.lines.pop_front();
        return line;
    }
    forget();
    return std::nullopt;
}

} // namespace dbgr::app
