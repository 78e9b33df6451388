// SPDX-License-Identifier: BSD-3-Clause
// What the host has to forward for the peers of this server: requests overlap, and it is asked only for what none has
// asked for before, and told of an end only when nobody wants that any more. Thread: its owner's. \std RFC 25, "The
// PMIx server is required to first check to see if the new IO request matches or overlaps"
#pragma once

#include "pmix/server/output_store.h"
#include "pmix/server/requester.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace dbgr::pmix {

class OutputWants
{
public:
    /// One call of the host.
    struct Ask
    {
        std::vector<Proc> sources;
        IofChannels channels;

        friend bool operator==(const Ask&, const Ask&) = default;
    };

    /// \param id of the request, which is not in use \return what is new
    [[nodiscard]] std::vector<Ask> begin(std::uint64_t id, PeerId peer, const std::vector<Proc>& sources,
                                         IofChannels channels);
    /// \return what the host had been asked for, and nobody wants any more; nothing if there is no such request
    [[nodiscard]] std::vector<Ask> end(std::uint64_t id);
    /// PMIX_IOF_STOP of a peer: these channels of these processes, whichever requests of its name them.
    [[nodiscard]] std::vector<Ask> stop(PeerId peer, const std::vector<Proc>& sources, IofChannels channels);
    [[nodiscard]] std::vector<Ask> dropPeer(PeerId peer);

private:
    static constexpr std::size_t kChannels = 16; ///< that a set of them has bits for
    struct Request
    {
        PeerId peer;
        std::map<Proc, IofChannels> sources;
    };
    using Counts = std::array<std::size_t, kChannels>;

    void count(const Proc& source, IofChannels channels, bool more);
    /// Of these channels of what the host was asked for, those that somebody still wants.
    [[nodiscard]] IofChannels wantedOf(const Proc& told, IofChannels channels) const;
    [[nodiscard]] std::vector<Ask> review(const std::vector<Proc>& ended);

    std::map<std::uint64_t, Request> m_requests;
    std::map<Proc, Counts> m_wants;     ///< how many requests name it, by channel
    std::map<Proc, IofChannels> m_told; ///< what the host was asked for
};

} // namespace dbgr::pmix
