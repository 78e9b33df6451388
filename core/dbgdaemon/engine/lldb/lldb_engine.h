// SPDX-License-Identifier: BSD-3-Clause
// The engine that works with liblldb: hands what it is asked to the engine thread and brings back what comes of it.
// Way: Engine's calls -> EngineThread -> EngineCore; its events and replies -> net. Thread: net.
#pragma once

#include "dbgdaemon/engine/busy_watch.h"
#include "dbgdaemon/engine/engine.h"
#include "util/clock.h"
#include "util/scheduler.h"
#include "util/subscription.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace dbgr::daemon {

/// How long the engine waits for LLDB and the ranks.
struct EngineLimits
{
    util::Duration attach = std::chrono::seconds(60);
    util::Duration farewell = std::chrono::seconds(10);
    /// Beyond the farewell, until a thread that has not said a word counts as blocked; and for its end.
    util::Duration blocked = std::chrono::seconds(2);
    util::Duration end = std::chrono::seconds(2);
};

/// At most one may live in a process: LLDB's symbols stand only one thread.
class LldbEngine final : public Engine
{
public:
    explicit LldbEngine(util::Scheduler& net, EngineLimits limits = {});
    /// Where LLDB blocks its thread, both are left behind: end the process then without its exit handlers.
    ~LldbEngine() override;

    void start(EngineSink sink) override;
    void attach(std::vector<AttachTarget> targets) override;
    void submit(util::RequestId id, debug::EngineCommand command) override;
    void cancel(util::RequestId id) override;
    void shutdown(Farewell farewell, std::function<void()> done) override;

private:
    struct Pending;
    struct Inside; ///< all that sees LLDB

    using InsideTask = std::function<void(Inside&)>; ///< must not see this engine

    [[nodiscard]] EngineSink outlet(const std::shared_ptr<Inside*>& inside);
    void onReply(util::RequestId id, debug::EngineReply reply);
    void refuse(util::RequestId id, const debug::EngineCommand& command);
    void onEngineThread(InsideTask task);
    /// Does something on the engine thread when the time is over, if that thread is not blocked.
    void later(util::Duration limit, InsideTask task);
    void finish();
    void endInside();

    util::Scheduler& m_net;
    const EngineLimits m_limits;
    std::shared_ptr<EngineSink> m_sink; ///< lives as long as this: tasks on their way to net hold it weakly
    BusyWatch m_busy;
    std::map<util::RequestId, std::unique_ptr<Pending>> m_pending;
    std::map<std::uint64_t, util::Subscription> m_deadlines;
    std::uint64_t m_nextDeadline = 0;
    util::Subscription m_blocked;
    bool m_leaving = false;
    std::function<void()> m_done; ///< of shutdown()
    std::unique_ptr<Inside> m_inside;
};

/// "22.1.8": that of the liblldb that we run with. Thread: any.
[[nodiscard]] std::string lldbVersion();

} // namespace dbgr::daemon
