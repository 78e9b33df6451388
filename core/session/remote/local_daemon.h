// SPDX-License-Identifier: BSD-3-Clause
// One dbgd on this node, forked by us: for jobs all of whose ranks are here. It outlives us only as long as it takes to
// let its ranks go. Thread: net.
#pragma once

#include "net/child_process.h"
#include "net/event_loop.h"
#include "session/remote/daemon_starter.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::session {

class LocalDaemon final : public DaemonStarter
{
public:
    explicit LocalDaemon(net::EventLoop& loop) : m_loop(loop) {}
    ~LocalDaemon() override;

    void startDaemons(const DaemonCommand& command, const std::vector<std::string>& hosts,
                      std::function<void(util::Error)> failed) override;
    [[nodiscard]] std::optional<net::ExitStatus> howEnded() override;

private:
    /// Between the end of a process's connections and its own.
    static constexpr std::chrono::milliseconds kEndMayTake{100};

    net::EventLoop& m_loop;
    std::unique_ptr<net::ChildProcess> m_child;
};

} // namespace dbgr::session
