// SPDX-License-Identifier: BSD-3-Clause
// Output on its way from processes to those who pulled it, and what is kept until somebody does. No socket. Thread: its
// owner's. \std PMIx 5.0, "IO Forwarding"; RFC 25
//
// Flow: 1. deliver() looks up who takes the output of that process: the cost is that of those who do
//       2. nobody: it is cached for the first who will, and the host shows it
//       3. somebody: it is sent, or held back until it is as much or as old as was asked for
//       4. end() flushes and tells of the end with an empty delivery; who pulls later is told, too
#pragma once

#include "pmix/ops/iof.h"
#include "pmix/server/iof_directives.h"
#include "pmix/server/output_store.h"
#include "pmix/server/requester.h"
#include "util/scheduler.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dbgr::pmix {

class IofHub
{
public:
    using Deliver = std::function<void(PeerId to, const IoDelivery& delivery)>;

    /// What one peer may have registered, and how many sources all that may name.
    static constexpr std::size_t kMaxPullsOfPeer = 1024;
    static constexpr std::size_t kMaxSources = 4096;
    /// What is held back for one registration (PMIX_IOF_BUFFERING_SIZE) before it goes out all the same.
    static constexpr std::size_t kMaxHeldBytes = std::size_t{1} << 20;
    /// The largest piece of a replay.
    static constexpr std::size_t kReplayPieceBytes = std::size_t{64} << 10;

    /// \param cacheBytes for each process and channel, when nobody names a PMIX_IOF_CACHE_SIZE
    IofHub(util::Scheduler& scheduler, Deliver deliver, std::size_t cacheBytes);

    /// Registers; what is cached goes out by replay(), which belongs behind the reply, and live output after that.
    /// An empty namespace means all jobs, also those to come. With PMIX_IOF_STOP it ends what the peer gets of these
    /// sources and channels instead, and there is nothing to replay.
    /// \return our number for it \errors ErrBadParam, ErrNotSupported (directives, standard input), ErrOutOfResource,
    /// ErrNoPermissions: a client asks for another job's output
    [[nodiscard]] util::Result<std::uint64_t> pull(const Requester& who, const IoPullRequest& request);
    void replay(std::uint64_t remoteId);
    /// What was held back for it is delivered first. \errors ErrNotFound: not a registration of this peer
    [[nodiscard]] util::Result<void> deregister(PeerId who, std::uint64_t remoteId);
    /// PMIX_FWD_STDOUT and its like in a spawn: deliveries with number 0, and none of what the peer pulls itself.
    /// Obeys the limits of the cache that the spawn's infos name, also when there is nothing to forward.
    void forward(const Requester& to, const std::string& nspace, IofChannels channels,
                 const std::vector<Info>& directives);

    /// Never back to its producer. \return whether the host is to show it itself, too: nobody redirects it
    bool deliver(const Proc& source, IofChannel channel, std::string_view bytes);
    void end(const Proc& source, IofChannel channel);

    void dropPeer(PeerId peer);
    /// Its output is gone; who pulled it may still deregister.
    void forgetJob(const std::string& nspace);

private:
    struct Held
    {
        std::string bytes;
        util::Subscription timer;
    };
    struct Registration
    {
        PeerId peer;
        Proc proc; ///< of the peer
        std::uint64_t localId = 0;
        IofDirectives directives;
        bool pulled = true;    ///< by itself; else forwarded because it spawned the job
        bool live = false;     ///< what was cached before is on its way
        bool takesEnds = true; ///< libraries of 3.x are not known to bear an empty delivery
        std::map<Proc, IofChannels> sources;
        std::map<OutputStream, Held> held;
        std::size_t heldBytes = 0;
    };
    using Registrations = std::map<std::uint64_t, Registration>;

    [[nodiscard]] util::Result<void> checkSources(const Requester& who, const std::vector<Proc>& sources) const;
    /// Makes room for one more by removing one whose jobs are all forgotten.
    [[nodiscard]] util::Result<void> makeRoom(PeerId peer, std::size_t sources);
    void setLimits(const OutputSource& source, const IofDirectives& directives);
    std::uint64_t add(const Requester& who, Registration registration);
    Registrations::iterator remove(Registrations::iterator registration);
    void removeSource(Registrations::iterator registration, const Proc& source, IofChannels channels);
    std::uint64_t stop(PeerId who, const std::vector<Proc>& sources, IofChannels channels);

    [[nodiscard]] Registration* find(std::uint64_t id);
    [[nodiscard]] std::vector<std::uint64_t> idsOf(PeerId peer) const;
    [[nodiscard]] std::vector<std::uint64_t> takers(const OutputStream& stream) const;
    void send(const Registration& taker, const OutputStream& stream, std::string bytes);
    void hold(std::uint64_t id, const OutputStream& stream, std::string_view bytes);
    void flush(std::uint64_t id, const OutputStream& stream);
    void flushAll(std::uint64_t id);
    void replay(std::uint64_t id, const OutputStream& stream);

    util::Scheduler& m_scheduler;
    Deliver m_deliver;

    std::uint64_t m_nextId = 1;
    Registrations m_registrations;
    /// By source as it was named: a rank, a namespace (wildcard rank), or all (empty namespace).
    std::map<Proc, std::vector<std::uint64_t>> m_bySource;
    OutputStore m_store;
};

} // namespace dbgr::pmix
