// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/standard_output.h"

#include <cerrno>
#include <poll.h>
#include <unistd.h>

namespace dbgr::app {

void StandardOutput::write(std::string_view text)
{
    while (!text.empty() && !m_failed) {
        const ssize_t written = ::write(m_fd, text.data(), text.size());
        if (written >= 0) {
            text.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) { // somebody else made it non-blocking
            pollfd waiting{m_fd, POLLOUT, 0};
            ::poll(&waiting, 1, -1);
        } else if (errno != EINTR) {
            m_failed = true;
            if (m_onFailure)
                m_onFailure();
        }
    }
}

} // namespace dbgr::app
