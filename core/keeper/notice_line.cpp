// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/notice_line.h"

#include "net/datagram.h"

#include <chrono>
#include <utility>

namespace dbgr::keeper {

void NoticeLine::tell(Notice notice)
{
    m_waiting.push_back(std::move(notice));
    flush();
}

void NoticeLine::flush()
{
    constexpr std::chrono::milliseconds kInterval{5};
    m_flushAgain.cancel();
    while (!m_waiting.empty()) {
        const auto sent = send(m_socket.get(), m_waiting.front());
        if (!sent && net::isForLater(sent.error())) {
            m_flushAgain = m_scheduler.after(kInterval, [this] { flush(); });
            return;
        }
        m_waiting.pop_front(); // another error means that the other side is gone
    }
}

} // namespace dbgr::keeper
