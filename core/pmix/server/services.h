// SPDX-License-Identifier: BSD-3-Clause
// All that one server knows, and what it does without its host. Thread: its owner's.
#pragma once

#include "pmix/server/collectives.h"
#include "pmix/server/event_hub.h"
#include "pmix/server/iof_hub.h"
#include "pmix/server/job_store.h"
#include "pmix/server/process_monitor.h"
#include "pmix/server/publications.h"
#include "pmix/server/query_service.h"
#include "pmix/server/server_config.h"

namespace dbgr::pmix {

struct Services
{
    Services(util::Scheduler& scheduler, ServerHost& host, const ServerConfig& config, EventHub::Deliver deliverEvent,
             IofHub::Deliver deliverOutput);

    /// Its connection is gone.
    void dropPeer(PeerId peer);
    /// It has said goodbye, but lives and may come back. What it published stays.
    void processLeft(const Proc& proc);
    /// Those who shared a group with it are told.
    void processEnded(const Proc& proc);
    /// Those who remain are told. \errors those of Collectives::leaveGroup()
    [[nodiscard]] util::Result<void> leaveGroup(const Requester& who, const std::string& id);
    void jobEnded(const std::string& nspace);

    JobStore jobs;
    Collectives collectives;
    Publications publications;
    EventHub events;
    ProcessMonitor monitor;
    IofHub iof;
    QueryService queries;
};

} // namespace dbgr::pmix
