// SPDX-License-Identifier: BSD-3-Clause
// What processes published for others to look up. No socket. Thread: its owner's.
// \std PMIx_Publish, PMIx_Lookup, PMIx_Unpublish
#pragma once

#include "pmix/ops/publish.h"
#include "pmix/server/requester.h"
#include "util/scheduler.h"

#include <memory>
#include <string>
#include <vector>

namespace dbgr::pmix {

/// What a lookup found; PartialSuccess when some keys were not there.
struct LookupFound
{
    Status status = Status::Success;
    std::vector<PublishedData> data;
};

class Publications
{
public:
    explicit Publications(util::Scheduler& scheduler);
    ~Publications();

    /// All of it or nothing. Range and persistence are obeyed. \errors ErrDuplicateKey, ErrOutOfResource, ErrBadParam
    [[nodiscard]] util::Result<void> publish(const Requester& who, const PublishRequest& request);
    /// Waits for keys when PMIX_WAIT is given, within PMIX_TIMEOUT. \errors (of answer) ErrNotFound, ErrTimeout
    void lookup(const Requester& who, const LookupRequest& request, Answer<LookupFound> answer);
    /// Only what the asker itself has published.
    [[nodiscard]] util::Result<void> unpublish(const Requester& who, const LookupRequest& request);

    void dropPeer(PeerId peer);
    /// For PMIX_PERSIST_PROC and PMIX_PERSIST_APP.
    void processEnded(const Proc& proc);
    void jobEnded(const std::string& nspace);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace dbgr::pmix
