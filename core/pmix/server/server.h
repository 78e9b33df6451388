// SPDX-License-Identifier: BSD-3-Clause
// The PMIx server: lets clients and tools in, hands their requests to the services of this folder or to the host, and
// brings them the host's events and output. Thread: the loop's; host and callbacks too.
// \std PMIx 5.0, "Server-Specific Interfaces", "Tools and Debuggers"
#pragma once

#include "net/event_loop.h"
#include "pmix/ops/event.h"
#include "pmix/ops/get.h"
#include "pmix/server/job_record.h"
#include "pmix/server/requester.h"
#include "pmix/server/server_config.h"
#include "pmix/server/server_host.h"
#include "pmix/session/connection.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

class Server
{
public:
    /// Listens on the loopback interface and writes the rendezvous files that the config asks for; they are removed by
    /// the destructor. \param host outlives the server
    /// \errors those of net::TcpListener and of RendezvousFiles
    [[nodiscard]] static util::Result<std::unique_ptr<Server>> create(net::EventLoop& loop, ServerConfig config,
                                                                      ServerHost& host);
    virtual ~Server() = default;

    [[nodiscard]] virtual const Proc& self() const = 0;
    /// "nspace.rank;tcp4://127.0.0.1:port"
    [[nodiscard]] virtual std::string uri() const = 0;

    // ---- Jobs

    /// \errors ErrExists; ErrBadParam without a namespace
    [[nodiscard]] virtual util::Result<void> registerJob(JobRecord job) = 0;
    /// Its connections stay until their processes close them; its data, output and publications are dropped.
    virtual void deregisterJob(const std::string& nspace) = 0;
    /// It has exited, whether it ever connected or not: nobody waits for it any more.
    virtual void processEnded(const Proc& proc) = 0;
    /// What a process of ours has committed so far, as processes of other nodes may see it.
    /// \std PMIx_server_dmodex_request
    [[nodiscard]] virtual ProcValues committed(const Proc& proc) const = 0;
    /// What a process must find in its environment to connect as `proc`, "NAME=value" each.
    /// \std PMIx_server_setup_fork
    [[nodiscard]] virtual std::vector<std::string> environmentFor(const Proc& proc) const = 0;

    // ---- What the host has to tell

    /// An event of the host, to those who registered for it. Cached for late registrants unless its infos say
    /// otherwise. A Custom range takes its targets from PMIX_EVENT_CUSTOM_RANGE. \std PMIx_Notify_event
    virtual void notify(Event event, DataRange range) = 0;
    /// Output of a process, to those who pulled it; kept for the first who will, within the limits of the cache.
    /// \return whether the host is to show it as well: nobody redirects it \std PMIx_server_IOF_deliver
    virtual bool deliverOutput(const Proc& source, IofChannel channel, std::string_view bytes) = 0;
    /// The channel is at its end.
    virtual void endOutput(const Proc& source, IofChannel channel) = 0;
    /// Has the output of a job sent to a tool that spawned it with PMIX_FWD_STDOUT and its like.
    virtual void forwardOutput(PeerId to, const std::string& nspace, IofChannels channels,
                               const std::vector<Info>& directives) = 0;

    // ---- Connections

    /// A connection that we opened to a tool which is our user: the one that started this launcher. Not started yet.
    /// Its requests are served as those of a tool that came by itself, under the id that this returns.
    virtual PeerId adopt(std::unique_ptr<Connection> connection, Requester requester) = 0;
    /// Asks an adopted peer, which is a server to us as well. \param what for errors
    virtual void ask(PeerId peer, std::string what, std::string_view request, util::Duration limit,
                     ReplyHandler handler) = 0;
    /// Bytes of ours that peers have not taken yet.
    [[nodiscard]] virtual std::size_t waitingBytes() const = 0;
    [[nodiscard]] virtual std::vector<Requester> peers() const = 0;
    /// Closes it; the host is not told of this one's end.
    virtual void disconnect(PeerId peer) = 0;
};

} // namespace dbgr::pmix
