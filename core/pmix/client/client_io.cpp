// SPDX-License-Identifier: BSD-3-Clause
// Input and output of other processes.
#include "pmix/client/client.h"
#include "pmix/client/client_ask_p.h"
#include "pmix/types/all_types.h"

#include <algorithm>
#include <utility>

namespace dbgr::pmix {

std::uint64_t Client::pullIo(std::vector<Proc> sources, std::vector<Info> directives, IofChannels channels,
                             IoRouter::Handler handler, Done<IoPull> done)
{
    // Before the reply: what a server has kept comes on its heels.
    const std::uint64_t localId = m_io.add(std::move(handler));
    const IoPullRequest request{std::move(sources), std::move(directives), channels, localId};
    ask<std::uint64_t>(
        "PMIx_IOF_pull", {}, [&](WireFormat format) { return encodeIofPullRequest(format, request); },
        decodeIofPullReply,
        [this, localId, done = std::move(done)](util::Result<std::uint64_t> remoteId) {
            if (!remoteId)
                m_io.remove(localId);
            if (done)
                done(remoteId ? util::Result<IoPull>(IoPull{localId, *remoteId})
                              : util::fail(std::move(remoteId).error()));
        });
    return localId;
}

void Client::deregisterIo(IoPull pull, Done<void> done)
{
    // Behind the reply: what the server has held back comes before it.
    ask<void>(
        "PMIx_IOF_deregister", {}, [&](WireFormat format) { return encodeIofDeregister(format, pull.remoteId); },
        readStatus,
        [this, localId = pull.localId, done = std::move(done)](util::Result<void> result) {
            m_io.remove(localId);
            if (done)
                done(std::move(result));
        });
}

void Client::pushIo(IoPushRequest request, Done<void> done)
{
    pushNext(std::make_shared<IoPushRequest>(std::move(request)), std::move(done));
}

/// One piece at a time, so that the processes' reading slows us down.
void Client::pushNext(std::shared_ptr<IoPushRequest> rest, Done<void> done)
{
    const std::size_t size = std::min(rest->bytes.size(), kMaxPushBytes);
    const IoPushRequest piece{rest->targets, rest->directives, rest->bytes.substr(0, size)};
    rest->bytes.erase(0, size);
    ask<void>(
        "PMIx_IOF_push", {}, [&](WireFormat format) { return encodeIofPushRequest(format, piece); }, decodeIofPushReply,
        [this, rest, done = std::move(done)](util::Result<void> pushed) mutable {
            if (pushed && !rest->bytes.empty())
                return pushNext(std::move(rest), std::move(done));
            if (done)
                done(std::move(pushed));
        });
}

} // namespace dbgr::pmix
