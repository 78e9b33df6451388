// SPDX-License-Identifier: BSD-3-Clause
#include "session/script_lines.h"

#include "session/script_header.h"

#include <map>
#include <utility>

namespace dbgr::session {

void ScriptLines::begin(std::string header)
{
    m_lines.clear();
    m_refused.clear();
    m_lines.push_back({oneLine(std::move(header))});
}

void ScriptLines::put(Line line)
{
    line.text = oneLine(std::move(line.text));
    line.behind = oneLine(std::move(line.behind));
    line.hidden = m_muted;
    if (!m_muted || line.sets)
        m_lines.push_back(std::move(line));
}

void ScriptLines::add(std::string line)
{
    put({std::move(line)});
}

void ScriptLines::addSetting(util::BreakpointId id, std::string line)
{
    put({std::move(line), id});
}

void ScriptLines::addAbout(util::BreakpointId id, std::string before, std::string behind)
{
    put({std::move(before), {}, id, std::move(behind)});
}

void ScriptLines::switchOff(util::BreakpointId id, const std::vector<std::uint32_t>& places)
{
    for (Line& line : m_lines) {
        if (line.sets == id)
            line.off = places;
    }
}

void ScriptLines::refuse(util::BreakpointId id)
{
    m_refused.insert(id);
}

std::string ScriptLines::text() const
{
    std::map<util::BreakpointId, std::uint32_t> numbers;
    for (const Line& line : m_lines) {
        if (line.sets && !m_refused.contains(*line.sets))
            numbers.emplace(*line.sets, static_cast<std::uint32_t>(numbers.size() + 1));
    }
    const auto number = [&](util::BreakpointId id) {
        const auto known = numbers.find(id);
        return std::to_string(known == numbers.end() ? id.value() : known->second);
    };
    std::string text;
    for (const Line& line : m_lines) {
        if (line.hidden)
            continue;
        const auto& about = line.sets ? line.sets : line.names;
        text += about && m_refused.contains(*about) ? "# refused: " : "";
        text += line.text + (line.names ? number(*line.names) : "") + line.behind + "\n";
        for (const std::uint32_t place : line.off)
            text += "disable " + number(*line.sets) + '.' + std::to_string(place) + "\n";
    }
    return text;
}

} // namespace dbgr::session
