// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/output_cache.h"

#include <algorithm>

namespace dbgr::pmix {

void OutputCache::setLimit(std::size_t bytes, bool dropOldest)
{
    m_limit = bytes;
    m_dropOldest = dropOldest;
    if (size() <= m_limit)
        return;
    if (dropOldest)
        dropFront(size() - m_limit);
    else
        m_bytes.resize(m_begin + m_limit);
}

void OutputCache::append(std::string_view bytes, std::size_t room)
{
    const std::size_t most = std::min(m_limit, size() + room);
    if (m_dropOldest) {
        bytes.remove_prefix(bytes.size() - std::min(bytes.size(), most));
        dropFront(size() + bytes.size() - std::min(size() + bytes.size(), most));
    } else {
        bytes = bytes.substr(0, most - std::min(size(), most));
    }
    m_bytes.append(bytes);
}

std::string OutputCache::take(std::size_t most)
{
    std::string bytes = m_bytes.substr(m_begin, most);
    dropFront(bytes.size());
    return bytes;
}

void OutputCache::dropFront(std::size_t bytes)
{
    m_begin += bytes;
    if (m_begin < m_bytes.size() / 2)
        return; // moving the rest each time would cost as much as the whole, again and again
    m_bytes.erase(0, m_begin);
    m_begin = 0;
    if (m_bytes.empty())
        m_bytes.shrink_to_fit();
}

} // namespace dbgr::pmix
