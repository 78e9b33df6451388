// SPDX-License-Identifier: BSD-3-Clause
// Lines in the order of their sequence numbers, of which any may be dropped: found in O(log n), added in O(1), walked
// in the order of memory. The inside of OutputStore. Thread: that of its owner.
#pragma once

#include "session/output_line.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace dbgr::session {

class LineLog
{
public:
    /// \pre its sequence is above all others
    /// \return the line, until the log is changed again
    OutputLine& add(OutputLine line);
    /// Null if it was dropped, or never was.
    [[nodiscard]] const OutputLine* find(std::uint64_t sequence) const;
    [[nodiscard]] OutputLine* find(std::uint64_t sequence);
    void drop(std::uint64_t sequence);
    void clear() { m_chunks.clear(); }

    /// Calls f(const OutputLine&) for at most `max` lines behind `after`, in order.
    /// \return the sequence of the last one, or `after`
    template <class F>
    std::uint64_t visit(std::uint64_t after, std::size_t max, F&& f) const
    {
        for (std::size_t at = chunkOf(after); at < m_chunks.size() && max > 0; ++at) {
            const std::vector<Cell>& cells = m_chunks[at].cells;
            for (std::size_t i = firstBehind(cells, after); i < cells.size() && max > 0; ++i) {
                if (cells[i].dropped)
                    continue;
                after = cells[i].line.sequence;
                f(cells[i].line);
                --max;
            }
        }
        return after;
    }

private:
    static constexpr std::size_t kChunk = 256;

    struct Cell
    {
        OutputLine line;
        bool dropped = false; ///< its text is gone already, its place goes with many others
    };
    struct Chunk
    {
        std::vector<Cell> cells; ///< never empty
        std::size_t dropped = 0;
    };

    /// The chunk that has this line if any has; 0 for those before all.
    [[nodiscard]] std::size_t chunkOf(std::uint64_t sequence) const;
    [[nodiscard]] static std::size_t firstBehind(const std::vector<Cell>& cells, std::uint64_t sequence);

    std::deque<Chunk> m_chunks;
};

} // namespace dbgr::session
