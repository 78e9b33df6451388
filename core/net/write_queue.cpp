// SPDX-License-Identifier: BSD-3-Clause
#include "net/write_queue.h"

#include "util/thread_check.h"

namespace dbgr::net {

namespace {

/// Small writes are joined up to this, so that many of them cost one system call.
constexpr std::size_t kChunkBytes = 64 << 10;

} // namespace

bool WriteQueue::append(std::string_view bytes)
{
    if (bytes.size() > m_maxBytes - m_size)
        return false;
    if (bytes.empty())
        return true;
    if (!m_chunks.empty() && m_chunks.back().size() + bytes.size() <= kChunkBytes)
        m_chunks.back() += bytes;
    else
        m_chunks.emplace_back(bytes);
    m_size += bytes.size();
    updatePressure();
    return true;
}

std::string_view WriteQueue::front() const
{
    if (m_chunks.empty())
        return {};
    return std::string_view(m_chunks.front()).substr(m_frontOffset);
}

void WriteQueue::consume(std::size_t count)
{
    DBGR_ASSERT(count <= front().size());
    m_size -= count;
    m_frontOffset += count;
    if (!m_chunks.empty() && m_frontOffset == m_chunks.front().size()) {
        m_chunks.pop_front();
        m_frontOffset = 0;
    }
    updatePressure();
}

void WriteQueue::clear()
{
    m_chunks.clear();
    m_frontOffset = 0;
    m_size = 0;
    updatePressure();
}

void WriteQueue::setMarks(std::size_t low, std::size_t high)
{
    DBGR_ASSERT(low <= high);
    m_lowMark = low;
    m_highMark = high;
    updatePressure();
}

void WriteQueue::updatePressure()
{
    m_underPressure = m_underPressure ? m_size > m_lowMark : m_size > m_highMark;
}

} // namespace dbgr::net
