// SPDX-License-Identifier: BSD-3-Clause
// The launchers of a tool that is a launcher itself: those that it starts by its own fork and exec, since no server
// could do it, and the way by which they come back to it. Between a client and processes below it. Thread: the loop's.
// \std PMIx 5.0, "Indirect launch"
#pragma once

#include "net/child_process.h"
#include "net/event_loop.h"
#include "pmix/ops/spawn.h"
#include "pmix/server/launcher_gate.h"
#include "util/lifetime.h"
#include "util/unique_fd.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace dbgr::pmix {

class Launchers
{
public:
    struct Handlers
    {
        /// A launcher's connection, not started yet; and PMIX_LAUNCH_DIRECTIVES, which it will ask for.
        std::function<void(std::unique_ptr<Connection>, std::vector<Info> directives)> onCame;
        std::function<void(const Proc& launcher, net::ExitStatus how)> onEnded;
    };

    /// Listens for processes that descend from this one, and lets in nobody else. \errors those of LauncherGate
    [[nodiscard]] static util::Result<std::unique_ptr<Launchers>>
    open(net::EventLoop& loop, const Proc& self, util::Duration handshakeLimit, Handlers handlers);

    /// "nspace.rank;tcp4://127.0.0.1:port" \std PMIX_MYSERVER_URI
    [[nodiscard]] std::string uri() const { return m_gate->uri(); }

    /// Starts a launcher, one process, under a name that we give it. Its output is ours, its input is at its end.
    /// \return its namespace
    /// \errors Status::ErrNotSupported for more than one process, and for what is required and not known here;
    /// ErrJobExeNotFound; those of fork()
    [[nodiscard]] util::Result<std::string> start(const SpawnRequest& request);
    /// Whether it was started here, and has ended.
    [[nodiscard]] bool hasEnded(const std::string& nspace) const;
    /// Whether it was started here, and runs.
    [[nodiscard]] bool runs(const std::string& nspace) const { return m_children.contains(nspace); }

    /// Waits for those that are about to end by themselves, then ends the others, but for those with PMIX_NOHUP.
    void finish(std::function<void()> done);

private:
    struct Child
    {
        std::unique_ptr<net::ChildProcess> process;
        util::UniqueFd keepalive; ///< its end of file tells the launcher that we are gone
        std::vector<Info> directives;
        bool outlivesUs = false;
    };

    Launchers(net::EventLoop& loop, Proc self, Handlers handlers);
    void expectNext();
    void came(std::unique_ptr<Connection> connection);
    void ended(const std::string& nspace, net::ExitStatus how);
    void endOthers(int signal);
    void finishIfAlone();

    net::EventLoop& m_loop;
    const Proc m_self;
    const Handlers m_handlers;
    std::unique_ptr<LauncherGate> m_gate;
    std::map<std::string, Child> m_children;
    unsigned m_started = 0;
    std::function<void()> m_onFinished;
    util::Subscription m_patience;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::pmix
