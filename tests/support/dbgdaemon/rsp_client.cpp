// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/dbgdaemon/rsp_client.h"

#include "rsp/packet.h"

#include <poll.h>
#include <sys/socket.h>

namespace dbgr::test {

std::string RspClient::ask(const std::string& payload)
{
    send(payload);
    return receive();
}

void RspClient::send(const std::string& payload)
{
    sendRaw(rsp::packet(payload));
}

void RspClient::sendRaw(const std::string& bytes)
{
    [[maybe_unused]] const auto sent = ::send(m_connection.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
}

std::string RspClient::receive(int milliseconds)
{
    for (;;) {
        const std::size_t begin = m_received.find('$');
        const std::size_t end = m_received.find('#', begin);
        if (begin != std::string::npos && end != std::string::npos && end + 2 < m_received.size()) {
            const std::string payload = m_received.substr(begin + 1, end - begin - 1);
            m_received.erase(0, end + 3);
            return payload;
        }
        pollfd ready{m_connection.get(), POLLIN, 0};
        if (::poll(&ready, 1, milliseconds) != 1)
            return "timeout";
        char bytes[65536];
        const ssize_t got = ::recv(m_connection.get(), bytes, sizeof bytes, 0);
        if (got <= 0)
            return "closed";
        m_received.append(bytes, static_cast<std::size_t>(got));
    }
}

} // namespace dbgr::test
