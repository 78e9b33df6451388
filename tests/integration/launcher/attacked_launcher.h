// SPDX-License-Identifier: GPL-3.0-or-later
// A launcher with a job that must not notice how it is attacked, and what attackers need: raw sockets, peers that send
// any request, and the memory that the launcher takes. Thread: the test's, which turns the loop.
#pragma once

#include "net/event_loop.h"
#include "tests/support/pmix/server_peer.h"

#include <QProcess>
#include <QTemporaryDir>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::test {

/// A connection of which nothing is known but its bytes.
class RawSocket
{
public:
    /// To the loopback interface.
    explicit RawSocket(std::uint16_t port);
    ~RawSocket();
    RawSocket(RawSocket&& other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
    RawSocket& operator=(RawSocket&&) = delete;

    [[nodiscard]] bool isConnected() const { return m_fd >= 0; }
    /// As much as goes out without waiting.
    void send(std::string_view bytes) const;
    /// Whether the other side has closed it by now; what it sent is read and dropped.
    [[nodiscard]] bool isClosed() const;

private:
    int m_fd = -1;
};

/// `dbgrun --daemon`, a tool that watches it, and a job of two ranks whose output never stops.
class AttackedLauncher
{
public:
    AttackedLauncher();
    /// Kills it if it is still there.
    ~AttackedLauncher();

    /// \return "" or what went wrong
    [[nodiscard]] QByteArray start();
    /// Whether all is as it was: it lives, new tools are let in and get answers, the innocent job's output goes on.
    /// \return "" or what is not
    [[nodiscard]] QByteArray health();
    /// Ends it as its user would. \return "" or what went wrong
    [[nodiscard]] QByteArray end();

    [[nodiscard]] net::EventLoop& loop() { return *m_loop; }
    [[nodiscard]] const std::string& uri() const { return m_uri; }
    [[nodiscard]] std::uint16_t port() const { return m_port; }
    [[nodiscard]] const std::string& innocentJob() const { return m_innocent; }
    [[nodiscard]] ServerPeer& witness() { return *m_witness; }

    /// Starts processes of a shell command. \return the job's namespace, or "" if it could not be
    [[nodiscard]] std::string spawn(const std::string& command, int processes);
    /// One that sleeps, and whose ranks the test may play. \return its namespace
    [[nodiscard]] std::string spawnIdle(int processes = 2) { return spawn("exec sleep 1000", processes); }
    /// A peer that is let in, or null.
    [[nodiscard]] std::unique_ptr<ServerPeer> enter(pmix::ConnectMessage hello);
    [[nodiscard]] std::unique_ptr<ServerPeer> enterAsRank(const std::string& job, std::uint32_t rank = 0);
    [[nodiscard]] std::unique_ptr<ServerPeer> enterAsTool();

    /// Lets things happen.
    void turn(std::chrono::milliseconds time);
    /// The most memory that it has had so far, in bytes.
    [[nodiscard]] std::size_t mostMemory() const;

private:
    [[nodiscard]] std::size_t ticks(std::uint32_t rank) const;

    std::unique_ptr<net::EventLoop> m_loop;
    QTemporaryDir m_folder;
    QProcess m_launcher;
    std::string m_uri, m_innocent;
    std::uint16_t m_port = 0;
    std::unique_ptr<ServerPeer> m_witness;
};

/// Sends frames without waiting for replies, no faster than they are taken. \return whether the peer was not cut off
bool flood(net::EventLoop& loop, ServerPeer& peer, std::string_view body, int times);

/// The status that a reply begins with, as its code; Success for a connection that was lost is ErrLostConnection.
[[nodiscard]] std::error_code statusOf(const util::Result<std::string>& reply, pmix::WireFormat format = {});

} // namespace dbgr::test
