// SPDX-License-Identifier: BSD-3-Clause
// What processes published for others to look up. No socket. Thread: its owner's.
//
// Who finds it: processes and tools of the publisher's user that its range (PMIX_RANGE) takes in. This server is one
// node, so Local, Session and Global take in all of them. PMIX_RANGE of a lookup says where the publisher must be.
// Nothing crosses from one user to another, whatever the range.
// \std PMIx_Publish, PMIx_Lookup, PMIx_Unpublish
#pragma once

#include "pmix/ops/publish.h"
#include "pmix/server/proc_set.h"
#include "pmix/server/requester.h"
#include "pmix/types/codes.h"
#include "util/scheduler.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dbgr::pmix {

class Publications
{
public:
    /// What one user may have published, and one asker may wait for.
    static constexpr std::size_t kMaxItems = 65536;
    static constexpr std::size_t kMaxBytes = std::size_t{64} << 20;
    static constexpr std::size_t kMaxWaitingBytes = std::size_t{64} << 10;
    static constexpr std::size_t kMaxWaiting = 256;

    explicit Publications(util::Scheduler& scheduler) : m_scheduler(scheduler) {}

    /// All of it or nothing. Range is Session and persistence App where nothing else is said.
    /// \errors ErrDuplicateKey: one of the keys is published for the same range; ErrOutOfResource; ErrBadParam: no
    /// value, a key that is too long, or a range or persistence that does not exist
    [[nodiscard]] util::Result<void> publish(const Requester& who, const PublishRequest& request);
    /// Where more than one has published a key, the one with the narrowest range counts. With PMIX_WAIT it waits for so
    /// many keys (0: all), within PMIX_TIMEOUT. \errors (of answer) ErrNotFound, ErrTimeout, ErrOutOfResource
    void lookup(const Requester& who, const LookupRequest& request, Answer<LookupFound> answer);
    /// Only what the asker itself has published: these keys, or all. \errors ErrNotFound: none of the keys is there
    [[nodiscard]] util::Result<void> unpublish(const Requester& who, const LookupRequest& request);

    void dropPeer(PeerId peer);
    /// For PMIX_PERSIST_PROC.
    void processEnded(const Proc& proc);
    /// For PMIX_PERSIST_APP.
    void jobEnded(const std::string& nspace);

private:
    struct Item
    {
        Proc owner;
        std::uint32_t uid = 0;
        DataRange range = DataRange::Session;
        Persistence persistence = Persistence::App;
        std::shared_ptr<const ProcSet> custom; ///< whom a Custom range names
        Value value;

        [[nodiscard]] bool sharesRangeWith(const Item& other) const;
    };
    using Items = std::multimap<std::string, Item, std::less<>>;
    struct Waiting
    {
        Requester who;
        LookupRequest request;
        Answer<LookupFound> answer;
        util::Subscription timer;
    };
    struct Held
    {
        std::size_t items = 0;
        std::size_t bytes = 0;
    };

    [[nodiscard]] static std::size_t costOf(const std::string& key, const Value& value, const Item& item);
    [[nodiscard]] util::Result<void> check(const Item& item, std::span<const Info> data) const;
    [[nodiscard]] Items::iterator find(const Requester& who, const std::string& key, DataRange within);
    [[nodiscard]] std::optional<LookupFound> take(const Requester& who, const LookupRequest& request,
                                                  std::size_t needed);
    void wait(const Requester& who, const LookupRequest& request, Answer<LookupFound> answer);
    void wake();
    Items::iterator erase(Items::iterator item);
    template <class Which>
    std::size_t eraseIf(Which which);

    util::Scheduler& m_scheduler;
    Items m_items;
    std::map<std::uint32_t, Held> m_held;
    std::map<std::uint64_t, Waiting> m_waiting;
    std::uint64_t m_nextWaiting = 0;
};

} // namespace dbgr::pmix
