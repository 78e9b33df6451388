// SPDX-License-Identifier: BSD-3-Clause
// Output that waits for the system to take it, with a limit and with marks for backpressure. Sans-IO.
// Thread: that of its stream.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

namespace dbgr::net {

/// Flow: append() what is written; send front(), consume() what was sent, again.
class WriteQueue
{
public:
    explicit WriteQueue(std::size_t maxBytes) : m_maxBytes(maxBytes), m_lowMark(maxBytes), m_highMark(maxBytes) {}

    /// \return false, and nothing is queued, when that would be more than the maximum
    [[nodiscard]] bool append(std::string_view bytes);
    /// The oldest waiting bytes, as many as lie together; empty when nothing waits.
    [[nodiscard]] std::string_view front() const;
    /// Drops the first `count` waiting bytes. \pre count <= front().size()
    void consume(std::size_t count);
    void clear();
    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] bool empty() const { return m_size == 0; }

    void setMarks(std::size_t low, std::size_t high); // both 0: any byte is pressure
    /// From when the size passes the high mark until it falls to the low mark.
    [[nodiscard]] bool underPressure() const { return m_underPressure; }

private:
    void updatePressure();

    std::deque<std::string> m_chunks;
    std::size_t m_frontOffset = 0;
    std::size_t m_size = 0;
    std::size_t m_maxBytes;
    std::size_t m_lowMark;
    std::size_t m_highMark;
    bool m_underPressure = false;
};

} // namespace dbgr::net
