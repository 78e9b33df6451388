// SPDX-License-Identifier: BSD-3-Clause
// What a process wrote to one channel before anybody asked for it, up to a limit. Thread: any; no state but the bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dbgr::pmix {

class OutputCache
{
public:
    /// What is too much already is dropped. \param dropOldest else what comes is dropped when it is full
    void setLimit(std::size_t bytes, bool dropOldest);
    /// \param room by how much it may grow, within its limit
    void append(std::string_view bytes, std::size_t room);

    [[nodiscard]] std::size_t size() const { return m_bytes.size() - m_begin; }
    /// The oldest bytes, at most `most`, which it then has no longer.
    [[nodiscard]] std::string take(std::size_t most);

private:
    void dropFront(std::size_t bytes);

    std::string m_bytes;
    std::size_t m_begin = 0; ///< in front of it lie bytes that were dropped
    std::size_t m_limit = 0;
    bool m_dropOldest = false;
};

} // namespace dbgr::pmix
