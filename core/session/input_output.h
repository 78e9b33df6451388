// SPDX-License-Identifier: BSD-3-Clause
// What ranks are given to read, on its way to them, and what they have written, on its way to observers.
// Thread: the session's.
#pragma once

#include "session/backend.h"
#include "session/output_store.h"
#include "session/publisher.h"
#include "session/request_book.h"
#include "session/stdin_router.h"
#include "util/scheduler.h"
#include "util/subscription.h"

#include <chrono>
#include <functional>
#include <vector>

namespace dbgr::session {

class InputOutput
{
public:
    static constexpr std::chrono::seconds kInputLimit{30};
    /// Text without a line end is shown when nothing followed for this long (or up to twice): it is a prompt.
    static constexpr std::chrono::milliseconds kTailDelay{100};

    /// All of them live longer.
    struct Parts
    {
        util::Scheduler& scheduler;
        Backend& backend;
        RequestBook& requests;
        Publisher& publisher;
        std::function<void()> publishSoon;
        std::function<void()> publish;
    };
    explicit InputOutput(Parts parts) : m_parts(std::move(parts)) {}

    void sendReady();
    void tellDone(std::vector<StdinRouter::Done> done);
    void tellTails(std::vector<OutputStore::Tail> tails);
    /// Looks every kTailDelay for text that is not continued, as long as there is any without a line end.
    void watchTails();

    OutputStore output;
    StdinRouter input{Backend::kMaxInputBytes};

private:
    Parts m_parts;
    util::Subscription m_tailTimer;
};

} // namespace dbgr::session
