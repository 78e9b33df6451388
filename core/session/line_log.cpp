// SPDX-License-Identifier: BSD-3-Clause
#include "session/line_log.h"

#include <algorithm>
#include <utility>

namespace dbgr::session {

OutputLine& LineLog::add(OutputLine line)
{
    if (m_chunks.empty() || m_chunks.back().slots.size() == kChunk) {
        m_chunks.emplace_back();
        m_chunks.back().slots.reserve(kChunk);
    }
    return m_chunks.back().slots.emplace_back(Slot{std::move(line)}).line;
}

const OutputLine* LineLog::find(std::uint64_t sequence) const
{
    if (sequence == 0 || m_chunks.empty())
        return nullptr;
    const std::vector<Slot>& slots = m_chunks[chunkOf(sequence)].slots;
    const std::size_t at = firstBehind(slots, sequence - 1);
    const bool found = at < slots.size() && slots[at].line.sequence == sequence && !slots[at].dropped;
    return found ? &slots[at].line : nullptr;
}

OutputLine* LineLog::find(std::uint64_t sequence)
{
    return const_cast<OutputLine*>(std::as_const(*this).find(sequence));
}

void LineLog::drop(std::uint64_t sequence)
{
    if (sequence == 0 || m_chunks.empty())
        return;
    const std::size_t at = chunkOf(sequence);
    Chunk& chunk = m_chunks[at];
    const std::size_t in = firstBehind(chunk.slots, sequence - 1);
    if (in == chunk.slots.size() || chunk.slots[in].line.sequence != sequence || chunk.slots[in].dropped)
        return;
    chunk.slots[in].dropped = true;
    chunk.slots[in].line.text = std::string();
    if (++chunk.dropped == chunk.slots.size()) {
        m_chunks.erase(m_chunks.begin() + static_cast<std::ptrdiff_t>(at));
    } else if (chunk.dropped > kChunk / 2) {
        std::erase_if(chunk.slots, [](const Slot& slot) { return slot.dropped; });
        chunk.slots.shrink_to_fit();
        chunk.dropped = 0;
    }
}

std::size_t LineLog::chunkOf(std::uint64_t sequence) const
{
    const auto behind =
        std::upper_bound(m_chunks.begin(), m_chunks.end(), sequence,
                         [](std::uint64_t at, const Chunk& chunk) { return at < chunk.slots.front().line.sequence; });
    return behind == m_chunks.begin() ? 0 : static_cast<std::size_t>(behind - m_chunks.begin()) - 1;
}

std::size_t LineLog::firstBehind(const std::vector<Slot>& slots, std::uint64_t sequence)
{
    const auto found = std::upper_bound(slots.begin(), slots.end(), sequence,
                                        [](std::uint64_t at, const Slot& slot) { return at < slot.line.sequence; });
    return static_cast<std::size_t>(found - slots.begin());
}

} // namespace dbgr::session
