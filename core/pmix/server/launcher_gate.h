// SPDX-License-Identifier: BSD-3-Clause
// Where a launcher that we started connects back: a listener on the loopback interface that lets in the one launcher
// that is expected, and nobody else. Thread: the loop's.
#pragma once

#include "pmix/server/door.h"

#include <functional>
#include <memory>
#include <string>

namespace dbgr::pmix {

/// Whether the process that connects is this one, or comes from it (a script that starts the launcher), by the pid that
/// it says.
[[nodiscard]] bool comesFrom(const ConnectMessage& hello, util::Pid ancestor);

class LauncherGate
{
public:
    /// Whether this peer, whose user is right, is the launcher.
    using Expectation = std::function<bool(const ConnectMessage& hello)>;
    /// Gets the launcher's connection, not started yet. The gate is closed again for others.
    using OnLauncher = std::function<void(std::unique_ptr<Connection>)>;

    /// Connections that may be in their handshake at once; more are cut off.
    static constexpr std::size_t kMaxHandshakes = 16;

    /// Listens at 127.0.0.1, at a port that the system chooses. \errors those of net::TcpListener
    [[nodiscard]] static util::Result<std::unique_ptr<LauncherGate>> open(net::EventLoop& loop, Proc self,
                                                                          util::Duration handshakeLimit);

    /// For PMIX_LAUNCHER_RNDZ_URI.
    [[nodiscard]] std::string uri() const { return m_door->uri(); }

    /// Lets one launcher in.
    void expect(Expectation expectation, OnLauncher onLauncher);
    /// Lets nobody in.
    void expectNobody();

private:
    LauncherGate() = default;
    [[nodiscard]] util::Result<Proc> judge(const ConnectMessage& hello) const;
    void letIn(Entrant entrant);

    Expectation m_expectation;
    OnLauncher m_onLauncher;
    std::unique_ptr<Door> m_door;
};

} // namespace dbgr::pmix
