// SPDX-License-Identifier: BSD-3-Clause
// Output on its way from processes to those who pulled it, and what is kept until somebody does. No socket. Thread: its
// owner's. \std PMIx 5.0, "IO Forwarding"; RFC 25
#pragma once

#include "pmix/ops/iof.h"
#include "pmix/server/requester.h"
#include "util/scheduler.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

class IofHub
{
public:
    using Deliver = std::function<void(PeerId to, const IoDelivery& delivery)>;

    /// \param cacheBytes for each process and channel, when a pull names no PMIX_IOF_CACHE_SIZE
    IofHub(util::Scheduler& scheduler, Deliver deliver, std::size_t cacheBytes);
    ~IofHub();

    /// Registers; what is cached goes out by replay(), which belongs behind the reply.
    /// \return our number for it \errors ErrBadParam, ErrNotSupported (directives), ErrOutOfResource
    [[nodiscard]] util::Result<std::uint64_t> pull(const Requester& who, const IoPullRequest& request);
    void replay(std::uint64_t remoteId);
    /// \errors ErrNotFound: not a registration of this peer
    [[nodiscard]] util::Result<void> deregister(PeerId who, std::uint64_t remoteId);
    /// PMIX_FWD_STDOUT and its like in a spawn: deliveries with number 0.
    void forward(PeerId to, const std::string& nspace, IofChannels channels, const std::vector<Info>& directives);

    /// \return whether the host is to show it itself, too: nobody redirects it
    bool deliver(const Proc& source, IofChannel channel, std::string_view bytes);
    void end(const Proc& source, IofChannel channel);

    void dropPeer(PeerId peer);
    void forgetJob(const std::string& nspace);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace dbgr::pmix
