// SPDX-License-Identifier: BSD-3-Clause
// From the bytes of a request to the service or the host that serves it, and back to the bytes of its reply: one
// function a command. No socket. Between connection and services in a message's way. Thread: its owner's.
#pragma once

#include "pmix/ops/event.h"
#include "pmix/server/output_wants.h"
#include "pmix/server/pending_reply.h"
#include "pmix/server/requester.h"
#include "pmix/server/server_host.h"
#include "pmix/server/services.h"
#include "util/lifetime.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

class ServerDispatch
{
public:
    /// The peer has taken its leave: that it closes now is no loss.
    using OnFinalized = std::function<void(const Requester& who)>;

    ServerDispatch(Services& services, ServerHost& host, Proc self, OnFinalized onFinalized);

    /// Serves one request. `send` is called once, now or later, with the reply's body, or with nothing for a command
    /// that has none. Unknown commands are answered with ErrNotSupported, broken ones with the error of their decoding.
    void handle(const Requester& who, WireFormat format, std::string_view request, PendingReply::Send send);

    void dropPeer(PeerId peer);

private:
    /// A request on its way.
    struct Call
    {
        const Requester& who; ///< lives as long as the call, not as long as the reply
        std::string_view fields;
        Reply reply;

        [[nodiscard]] WireFormat format() const { return reply->format(); }
    };
    /// An error is what the request is answered with.
    using Handler = util::Result<void> (ServerDispatch::*)(const Call&);
    struct Entry;
    static const Entry kEntries[];

    // Jobs and their data: server_dispatch_data.cpp
    [[nodiscard]] util::Result<void> jobInfo(const Call& call);
    [[nodiscard]] util::Result<void> commit(const Call& call);
    [[nodiscard]] util::Result<void> fence(const Call& call);
    [[nodiscard]] util::Result<void> get(const Call& call);
    [[nodiscard]] util::Result<void> publish(const Call& call);
    [[nodiscard]] util::Result<void> lookup(const Call& call);
    [[nodiscard]] util::Result<void> unpublish(const Call& call);
    [[nodiscard]] util::Result<void> connect(const Call& call);
    [[nodiscard]] util::Result<void> disconnect(const Call& call);
    [[nodiscard]] util::Result<void> groupConstruct(const Call& call);
    [[nodiscard]] util::Result<void> groupDestruct(const Call& call);
    [[nodiscard]] util::Result<void> groupLeave(const Call& call);
    [[nodiscard]] util::Result<void> refreshCache(const Call& call);
    [[nodiscard]] util::Result<void> resolvePeers(const Call& call);
    [[nodiscard]] util::Result<void> resolveNode(const Call& call);

    // What tools and hosts tell each other: server_dispatch_host.cpp
    [[nodiscard]] util::Result<void> abort(const Call& call);
    [[nodiscard]] util::Result<void> spawn(const Call& call);
    [[nodiscard]] util::Result<void> query(const Call& call);
    [[nodiscard]] util::Result<void> log(const Call& call);
    [[nodiscard]] util::Result<void> allocate(const Call& call);
    [[nodiscard]] util::Result<void> fabricRegister(const Call& call);
    [[nodiscard]] util::Result<void> fabricUpdate(const Call& call);
    [[nodiscard]] util::Result<void> sessionControl(const Call& call);
    [[nodiscard]] util::Result<void> jobControl(const Call& call);
    [[nodiscard]] util::Result<void> monitor(const Call& call);
    [[nodiscard]] util::Result<void> getCredential(const Call& call);
    [[nodiscard]] util::Result<void> validateCredential(const Call& call);
    [[nodiscard]] util::Result<void> notify(const Call& call);
    [[nodiscard]] util::Result<void> registerEvents(const Call& call);
    [[nodiscard]] util::Result<void> deregisterEvents(const Call& call);
    [[nodiscard]] util::Result<void> pullOutput(const Call& call);
    [[nodiscard]] util::Result<void> pushInput(const Call& call);
    [[nodiscard]] util::Result<void> deregisterOutput(const Call& call);
    /// It wants no more of these.
    void endOutput(const std::vector<OutputWants::Ask>& asks);
    [[nodiscard]] util::Result<void> finalize(const Call& call);

    [[nodiscard]] JobInfo visitorInfo(const Proc& visitor) const;

    Services& m_services;
    ServerHost& m_host;
    const Proc m_self;
    const OnFinalized m_onFinalized;
    OutputWants m_wants; ///< requests have the hub's numbers
    util::Lifetime m_lifetime;
};

} // namespace dbgr::pmix
