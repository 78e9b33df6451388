// SPDX-License-Identifier: BSD-3-Clause
// All that goes over a channel, as values. Thread: any.
#pragma once

#include "dbgwire/hello.h"
#include "debug/attach_order.h"
#include "debug/daemon_event.h"
#include "debug/engine_reply.h"
#include "debug/engine_request.h"
#include "util/ids.h"
#include "util/result.h"

#include <variant>

namespace dbgr::dbgwire {

/// Something asked of a daemon.
struct Request
{
    util::RequestId id;
    debug::EngineCommand command;
};

/// The answer to the request of the same id.
struct Reply
{
    util::RequestId id;
    util::Result<debug::EngineReply> result;
};

/// Nobody waits for all of the request of this id any more: its Reply is to come soon, with what was done.
struct Cancel
{
    util::RequestId id;
};

/// "I am still here."
struct Heartbeat
{};

using Message = std::variant<Hello, Request, Reply, debug::DaemonEvent, Heartbeat, debug::AttachOrder, Cancel>;

} // namespace dbgr::dbgwire
