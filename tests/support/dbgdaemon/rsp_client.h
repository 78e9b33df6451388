// SPDX-License-Identifier: GPL-3.0-or-later
// As much of a gdb-remote client as it takes to stand in for liblldb in tests of the guard. Blocks, with limits.
// Thread: the test's.
#pragma once

#include "util/unique_fd.h"

#include <string>

namespace dbgr::test {

class RspClient
{
public:
    explicit RspClient(util::UniqueFd connection) : m_connection(std::move(connection)) {}

    /// Sends a packet and returns the payload of the next one; "timeout" or "closed" if none comes.
    std::string ask(const std::string& payload);
    void send(const std::string& payload);
    void sendRaw(const std::string& bytes);
    std::string receive(int milliseconds = 30000);
    /// Readable when something has come that receive() has not taken.
    [[nodiscard]] int descriptor() const { return m_connection.get(); }
    /// Ends the connection, as the system does for a process that dies.
    void die() { m_connection.reset(); }

private:
    util::UniqueFd m_connection;
    std::string m_received;
};

} // namespace dbgr::test
