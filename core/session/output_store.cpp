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

// Rings of ranks are found by the rank's number; these are above all of them.
constexpr std::uint64_t kLauncherRing = std::uint64_t(1) << 32;
constexpr std::uint64_t kInputRing = std::uint64_t(2) << 32;

} // namespace

std::string OutputStore::append(Source source, OutputChannel channel, std::string_view bytes)
{
    const auto key = std::pair(source, channel);
    OpenText& open = m_tails[key];
    open.quiet = false;
    std::string& tail = open.text;
    const std::size_t lastEnd = bytes.rfind('\n');
    std::size_t ready = lastEnd == std::string_view::npos ? 0 : tail.size() + lastEnd + 1;
    tail += bytes;
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
    Ring& ring = m_rings[ringKey(source, kindOf(channel))];
    while (!text.empty()) {
        OutputLine& line = lineFor(ring, source, channel);
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
OutputLine& OutputStore::lineFor(Ring& ring, Source source, OutputChannel channel)
{
    std::uint64_t& open = ring.open[static_cast<std::size_t>(channel)];
    OutputLine* const last = open == 0 ? nullptr : m_log.find(open);
    if (last && last->text.size() < m_limits.bytesPerLine)
        return *last;
    open = m_lastSequence + 1;
    OutputLine line;
    line.kind = kindOf(channel);
    line.open = true;
    line.source = source;
    return addLine(ring, std::move(line));
}

OutputLine& OutputStore::addLine(Ring& ring, OutputLine line)
{
    line.sequence = ++m_lastSequence;
    ring.lines.push_back(line.sequence);
    ring.bytes += costOf(line);
    m_bytes += costOf(line);
    return m_log.add(std::move(line));
}

void OutputStore::addInput(InputId id, const util::RankSet& ranks, std::string_view text, bool eof)
{
    for (auto& [key, ring] : m_rings) {
        if (key < kLauncherRing && ranks.contains(util::Rank(static_cast<util::Rank::Rep>(key))))
            endOpenLines(ring);
    }
    m_inputs.insert_or_assign(id, SentInput{ranks, InputState::Sending, {}});
    Ring& ring = m_rings[kInputRing];
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        OutputLine line;
        line.kind = LineKind::Input;
        line.input = id;
        line.text = text.substr(0, std::min(end, m_limits.bytesPerLine));
        addLine(ring, std::move(line));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    if (eof) {
        OutputLine line;
        line.kind = LineKind::InputEnd;
        line.input = id;
        addLine(ring, std::move(line));
    }
    trim(ring);
    trimAll();
}

void OutputStore::endOpenLines(Ring& ring)
{
    for (std::uint64_t& open : ring.open) {
        if (OutputLine* const line = open == 0 ? nullptr : m_log.find(open))
            line->open = false;
        open = 0;
    }
}

void OutputStore::inputDone(InputId id, const util::Result<void>& result)
{
    const auto it = m_inputs.find(id);
    if (it == m_inputs.end())
        return;
    it->second.state = result ? InputState::Accepted : InputState::Failed;
    if (!result)
        it->second.error = result.error();
}

const SentInput* OutputStore::sentInput(InputId id) const
{
    const auto it = m_inputs.find(id);
    return it == m_inputs.end() ? nullptr : &it->second;
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
        const std::size_t piece = std::max<std::size_t>(1 << 16, m_rings.size() * 256); // pays for the search
        const std::size_t goal = ring.bytes - std::min(piece, ring.bytes / 4);
        while (!ring.lines.empty() && ring.bytes > goal)
            dropOldest(ring);
    }
}

void OutputStore::dropOldest(Ring& ring)
{
    const std::uint64_t sequence = ring.lines.front();
    const OutputLine& line = *m_log.find(sequence);
    const std::size_t cost = costOf(line);
    const InputId input = isInput(line.kind) ? line.input : InputId{};
    m_log.drop(sequence);
    ring.lines.pop_front();
    ring.bytes -= cost;
    m_bytes -= cost;
    ring.lostThrough = sequence;
    ++ring.dropped;
    ++m_dropped;
    if (input != InputId{} && (ring.lines.empty() || m_log.find(ring.lines.front())->input != input))
        m_inputs.erase(input);
}

void OutputStore::clear()
{
    m_log.clear();
    m_rings.clear();
    m_inputs.clear();
    m_tails.clear();
    m_bytes = 0;
    m_clearedThrough = m_lastSequence;
    ++m_dropped;
}

void OutputStore::setLimits(const Limits& limits)
{
    m_limits = limits;
    for (auto& [key, ring] : m_rings)
        trim(ring);
    trimAll();
}

std::uint64_t OutputStore::ringKey(Source source, LineKind kind)
{
    if (isInput(kind))
        return kInputRing;
    return source ? source->value() : kLauncherRing;
}

const OutputStore::Ring* OutputStore::ringOf(Source source, LineKind kind) const
{
    const auto it = m_rings.find(ringKey(source, kind));
    return it == m_rings.end() ? nullptr : &it->second;
}

const std::deque<std::uint64_t>& OutputStore::linesOf(Source source) const
{
    static const std::deque<std::uint64_t> kNone;
    const Ring* const ring = ringOf(source, LineKind::Stdout);
    return ring ? ring->lines : kNone;
}

std::uint64_t OutputStore::dropped(Source source) const
{
    const Ring* const ring = ringOf(source, LineKind::Stdout);
    return ring ? ring->dropped : 0;
}

bool OutputStore::keeps(std::uint64_t sequence, Source source, LineKind kind) const
{
    const Ring* const ring = ringOf(source, kind);
    return sequence > m_clearedThrough && ring && sequence > ring->lostThrough;
}

} // namespace dbgr::session
