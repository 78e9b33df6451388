// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/stop_commands.h"

#include "util/string_util.h"

#include <algorithm>
#include <iterator>
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

StopCommands::StopCommands(util::Scheduler& scheduler, session::Session& session, CommandRunner& runner,
                           std::function<void(const ScriptLine&)> run, std::function<void()> goOn)
    : m_scheduler(scheduler), m_session(session), m_runner(runner), m_run(std::move(run)), m_goOn(std::move(goOn))
{
    m_runner.onWaits(m_goOn);
}

void StopCommands::take(std::span<const session::SessionEvent> events)
{
    for (const session::SessionEvent& event : events) {
        const auto* const stop = std::get_if<debug::StopGroup>(&event);
        if (!stop)
            continue;
        for (const util::BreakpointId id : stop->cause.breakpoints) {
            const session::Breakpoint* const breakpoint = m_session.breakpoints().find(id);
            if (breakpoint && !breakpoint->spec.commands.empty())
                add(id, *breakpoint, stop->ranks);
        }
    }
    makeWay(); // what has nothing more to wait for now may have again, when they have been done
}

void StopCommands::makeWay()
{
    if (!m_runner.waitsForRanks())
        return;
    if (m_current) {
        m_current->waiting = m_runner.park();
        lineDone();
    } else if (!m_script && std::ranges::any_of(m_blocks, [this](const Block& block) {
                   return block.waiting ? m_runner.isOver(block.waiting) : isDue(block);
               })) {
        m_script = m_runner.park();
    }
}

void StopCommands::add(util::BreakpointId id, const session::Breakpoint& breakpoint, const util::RankSet& ranks)
{
    // Ranks that come within the same moment are together.
    const auto open = std::ranges::find_if(m_blocks, [&](const Block& one) { return one.id == id && !one.begun; });
    if (open != m_blocks.end()) {
        open->ranks |= ranks;
        return;
    }
    std::vector<std::string> lines = splitCommands(breakpoint.spec.commands);
    Block& block = m_blocks.emplace_back();
    block.id = id;
    block.ranks = ranks;
    block.lines.assign(std::make_move_iterator(lines.begin()), std::make_move_iterator(lines.end()));
    block.moment = m_scheduler.after(kTogether, [this, &block] {
        block.isLate = true;
        m_goOn();
    });
}

void StopCommands::forget()
{
    m_blocks.clear();
    m_current = nullptr;
    leave();
}

void StopCommands::focusOn(const util::RankSet& ranks)
{
    const util::RankSet there = ranks & m_session.processes().all();
    if (!there.empty() && there != m_session.focus())
        (void)m_session.setFocus(there); // all of them are of the job
}

void StopCommands::enter(Block& block)
{
    m_current = &block;
    m_session.actForCommandsOf(block.id);
    if (!m_before)
        m_before = m_session.focus();
    focusOn(block.focus);
}

void StopCommands::leave()
{
    if (const auto before = std::exchange(m_before, std::nullopt))
        focusOn(*before);
    m_session.actForCommandsOf(std::nullopt);
}

util::RankSet StopCommands::standing(const Block& block) const
{
    return block.ranks & m_session.processes().standing();
}

bool StopCommands::isDue(const Block& block) const
{
    const bool scriptWaits = m_script || (m_runner.waitsForRanks() && !m_current);
    if (block.begun || block.isLate || !scriptWaits || (m_script ? m_runner.isOver(m_script) : m_runner.isOver()))
        return true;
    const session::Breakpoint* const breakpoint = m_session.breakpoints().find(block.id);
    const session::ProcessTable& table = m_session.processes();
    return !breakpoint || table.standing().containsAll(session::meant(*breakpoint, table.controlled()));
}

std::optional<ScriptLine> StopCommands::next()
{
    for (auto block = m_blocks.begin(); block != m_blocks.end();) {
        if (block->waiting || !isDue(*block)) {
            ++block;
            continue;
        }
        if (!std::exchange(block->begun, true)) {
            block->focus = standing(*block);
            if (block->focus.empty())
                block->lines.clear(); // somebody has let them go on
        }
        if (block->lines.empty()) {
            block = m_blocks.erase(block);
            continue;
        }
        enter(*block);
        ScriptLine line{std::move(block->lines.front()), "commands of breakpoint " + std::to_string(block->id.value())};
        block->lines.pop_front();
        return line;
    }
    return std::nullopt;
}

bool StopCommands::proceed()
{
    makeWay();
    if (m_runner.isBusy())
        return false;
    const auto over = std::ranges::find_if(
        m_blocks, [this](const Block& block) { return block.waiting && m_runner.isOver(block.waiting); });
    if (over != m_blocks.end()) {
        enter(*over);
        m_runner.takeUp(std::exchange(over->waiting, nullptr));
        return false;
    }
    if (const auto line = next()) {
        m_run(*line);
        return false;
    }
    leave();
    if (m_script)
        m_runner.takeUp(std::exchange(m_script, nullptr));
    return !m_runner.isBusy();
}

void StopCommands::lineDone()
{
    if (Block* const block = std::exchange(m_current, nullptr))
        block->focus = m_session.focus();
    m_session.actForCommandsOf(std::nullopt);
}

} // namespace dbgr::app
