// SPDX-License-Identifier: BSD-3-Clause
#include "session/line_log.h"

#include <algorithm>
#include <utility>

namespace dbgr::session {

OutputLine& LineLog::add(OutputLine line)
{
    if (m_chunks.empty() || m_chunks.back().cells.size() == kChunk) {
        m_chunks.emplace_back();
        m_chunks.back().cells.reserve(kChunk);
    }
    return m_chunks.back().cells.emplace_back(Cell{std::move(line)}).line;
}

const OutputLine* LineLog::find(std::uint64_t sequence) const
{
    if (sequence == 0 || m_chunks.empty())
        return nullptr;
    const std::vector<Cell>& cells = m_chunks[chunkOf(sequence)].cells;
    const std::size_t at = firstBehind(cells, sequence - 1);
    const bool found = at < cells.size() && cells[at].line.sequence == sequence && !cells[at].dropped;
    return found ? &cells[at].line : nullptr;
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
    const std::size_t in = firstBehind(chunk.cells, sequence - 1);
    if (in == chunk.cells.size() || chunk.cells[in].line.sequence != sequence || chunk.cells[in].dropped)
        return;
    chunk.cells[in].dropped = true;
    chunk.cells[in].line.text = std::string();
    if (++chunk.dropped == chunk.cells.size()) {
        m_chunks.erase(m_chunks.begin() + static_cast<std::ptrdiff_t>(at));
    } else if (chunk.dropped > kChunk / 2) {
        std::erase_if(chunk.cells, [](const Cell& cell) { return cell.dropped; });
        chunk.cells.shrink_to_fit();
        chunk.dropped = 0;
    }
}

std::size_t LineLog::chunkOf(std::uint64_t sequence) const
{
    const auto behind =
        std::upper_bound(m_chunks.begin(), m_chunks.end(), sequence,
                         [](std::uint64_t at, const Chunk& chunk) { return at < chunk.cells.front().line.sequence; });
    return behind == m_chunks.begin() ? 0 : static_cast<std::size_t>(behind - m_chunks.begin()) - 1;
}

std::size_t LineLog::firstBehind(const std::vector<Cell>& cells, std::uint64_t sequence)
{
    const auto found = std::upper_bound(cells.begin(), cells.end(), sequence,
                                        [](std::uint64_t at, const Cell& cell) { return at < cell.line.sequence; });
    return static_cast<std::size_t>(found - cells.begin());
}

} // namespace dbgr::session
