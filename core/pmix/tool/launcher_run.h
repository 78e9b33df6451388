// SPDX-License-Identifier: BSD-3-Clause
// One launcher of ours from fork to exit: starts it held before its exec, so that the gate expects it before it can
// knock; watches for its connection, its early death and the time limit at once. Thread: the loop's.
#pragma once

#include "net/child_process.h"
#include "net/event_loop.h"
#include "pmix/server/launcher_gate.h"
#include "pmix/tool/launcher_command.h"
#include "util/lifetime.h"

#include <functional>
#include <memory>
#include <optional>

namespace dbgr::pmix {

class LauncherRun
{
public:
    /// The launcher's connection, not started yet; or why there will be none. Runs once.
    using OnConnected = std::function<void(util::Result<std::unique_ptr<Connection>>)>;
    using OnExit = std::function<void(net::ExitStatus)>;

    /// \errors those of net::ChildProcess
    [[nodiscard]] static util::Result<std::unique_ptr<LauncherRun>>
    start(net::EventLoop& loop, LauncherGate& gate, const LauncherCommand& command, OnConnected onConnected);

    [[nodiscard]] LauncherStarted takeStarted();
    void setExited(OnExit onExit);
    [[nodiscard]] util::Result<void> signal(int number) { return m_child->signal(number); }
    /// The launcher lives on when this object ends, or, unless it has a keepalive pipe, this process.
    void release();

private:
    LauncherRun(net::EventLoop& loop, LauncherGate& gate, OnConnected onConnected);
    [[nodiscard]] util::Result<void> launch(const LauncherCommand& command);
    void connected(util::Result<std::unique_ptr<Connection>> outcome);
    void exited(net::ExitStatus status);

    net::EventLoop& m_loop;
    LauncherGate& m_gate;
    OnConnected m_onConnected;
    OnExit m_onExit;
    std::unique_ptr<net::ChildProcess> m_child;
    util::UniqueFd m_keepalive; // its end of file tells the launcher that we are gone
    std::optional<net::ExitStatus> m_status;
    util::Subscription m_limit;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::pmix
