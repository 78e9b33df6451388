// SPDX-License-Identifier: BSD-3-Clause
#include "session/output_store.h"

#include <algorithm>
#include <utility>

namespace dbgr::session {

namespace {

/// What a line costs; an empty one is not free.
std::size_t costOf(const OutputLine& line)
{
    return line.text.size() + sizeof(OutputLine);
}

} // namespace

std::string OutputStore::append(Source source, OutputChannel channel, std::string_view bytes)
{
    const auto key = std::pair(source, channel);
    OpenText& open = m_tails[key];
    open.quiet = false;
    std::string& tail = open.text;
    tail += bytes;
    const std::size_t lastEnd = tail.rfind('\n');
    std::size_t ready = lastEnd == std::string::npos ? 0 : lastEnd + 1;
    if (tail.size() - ready > m_limits.bytesPerLine)
        ready = tail.size();
    std::string whole = tail.substr(0, ready);
    tail.erase(0, ready);
    if (tail.empty())
        m_tails.erase(key);
    keep(source, channel, whole);
    return whole;
}

std::vector<OutputStore::Tail> OutputStore::takeTails()
{
    return takeTailsIf(true);
}

std::vector<OutputStore::Tail> OutputStore::takeQuietTails()
{
    return takeTailsIf(false);
}

std::vector<OutputStore::Tail> OutputStore::takeTailsIf(bool alsoFresh)
{
    std::vector<Tail> tails;
    for (auto it = m_tails.begin(); it != m_tails.end();) {
        const auto entry = it++;
        if (!std::exchange(entry->second.quiet, true) && !alsoFresh)
            continue;
        const auto [source, channel] = entry->first;
        keep(source, channel, entry->second.text);
        tails.push_back({source, channel, std::move(entry->second.text)});
        m_tails.erase(entry);
    }
    return tails;
}

void OutputStore::keep(Source source, OutputChannel channel, std::string_view text)
{
    if (text.empty())
        return;
    Ring& ring = m_rings[source];
    while (!text.empty()) {
        OutputLine& line = lineFor(ring, channel);
        const std::size_t room = m_limits.bytesPerLine - line.text.size();
        const std::size_t end = text.substr(0, room + 1).find('\n');
        const std::size_t count = end == std::string_view::npos ? std::min(room, text.size()) : end;
        line.text += text.substr(0, count);
        line.open = end == std::string_view::npos && line.text.size() < m_limits.bytesPerLine;
        ring.bytes += count;
        m_bytes += count;
        if (!line.open)
            ring.open[static_cast<std::size_t>(channel)] = 0;
        text.remove_prefix(end == std::string_view::npos ? count : count + 1);
    }
    trim(ring);
    trimAll();
}

/// The line that is still open, or a new one.
OutputLine& OutputStore::lineFor(Ring& ring, OutputChannel channel)
{
    std::uint64_t& open = ring.open[static_cast<std::size_t>(channel)];
    if (open != 0) {
        const auto it = std::lower_bound(ring.lines.begin(), ring.lines.end(), open,
                                         [](const OutputLine& line, std::uint64_t at) { return line.sequence < at; });
        if (it != ring.lines.end() && it->sequence == open)
            return *it;
    }
    open = ++m_lastSequence;
    ring.lines.push_back({m_lastSequence, channel, {}, true});
    ring.bytes += costOf(ring.lines.back());
    m_bytes += costOf(ring.lines.back());
    return ring.lines.back();
}

void OutputStore::trim(Ring& ring)
{
    while (ring.lines.size() > 1 && (ring.lines.size() > m_limits.linesPerRank || ring.bytes > m_limits.bytesPerRank))
        dropOldest(ring);
}

void OutputStore::trimAll()
{
    while (m_bytes > m_limits.bytesInAll) {
        const auto largest = std::max_element(m_rings.begin(), m_rings.end(), [](const auto& a, const auto& b) {
            return a.second.bytes < b.second.bytes;
        });
        Ring& ring = largest->second;
        const std::size_t goal = ring.bytes - ring.bytes / 4;
        while (!ring.lines.empty() && ring.bytes > goal)
            dropOldest(ring);
    }
}

void OutputStore::dropOldest(Ring& ring)
{
    const std::size_t cost = costOf(ring.lines.front());
    ring.bytes -= cost;
    m_bytes -= cost;
    ++ring.dropped;
    ring.lines.pop_front();
}

void OutputStore::clear()
{
    m_rings.clear();
    m_tails.clear();
    m_bytes = 0;
}

const std::deque<OutputLine>& OutputStore::lines(Source source) const
{
    static const std::deque<OutputLine> kNone;
    const auto it = m_rings.find(source);
    return it == m_rings.end() ? kNone : it->second.lines;
}

std::uint64_t OutputStore::dropped(Source source) const
{
    const auto it = m_rings.find(source);
    return it == m_rings.end() ? 0 : it->second.dropped;
}

std::vector<std::pair<OutputStore::Source, OutputLine>> OutputStore::merged(std::uint64_t firstSequence,
                                                                            std::size_t max) const
{
    std::vector<std::pair<Source, const OutputLine*>> found;
    for (const auto& [source, ring] : m_rings) {
        auto it = std::lower_bound(ring.lines.begin(), ring.lines.end(), firstSequence,
                                   [](const OutputLine& line, std::uint64_t at) { return line.sequence < at; });
        for (std::size_t taken = 0; it != ring.lines.end() && taken < max; ++it, ++taken)
            found.emplace_back(source, &*it);
    }
    std::sort(found.begin(), found.end(),
              [](const auto& a, const auto& b) { return a.second->sequence < b.second->sequence; });
    found.resize(std::min(found.size(), max));
    std::vector<std::pair<Source, OutputLine>> lines;
    lines.reserve(found.size());
    for (const auto& [source, line] : found)
        lines.emplace_back(source, *line);
    return lines;
}

} // namespace dbgr::session
