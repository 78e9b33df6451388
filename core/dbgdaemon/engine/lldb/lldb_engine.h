// SPDX-License-Identifier: BSD-3-Clause
// The engine that works with liblldb: hands what it is asked to the engine thread and brings back what comes of it.
// Way: Engine's calls -> EngineThread -> EngineCore; its events and replies -> net. Thread: net.
#pragma once

#include "dbgdaemon/engine/busy_watch.h"
#include "dbgdaemon/engine/engine.h"
#include "util/scheduler.h"
#include "util/subscription.h"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace dbgr::daemon {

/// At most one may live in a process: LLDB's symbols stand only one thread.
class LldbEngine final : public Engine
{
public:
    /// \param lldbServer absolute path of the lldb-server that belongs to the liblldb in use
    LldbEngine(util::Scheduler& net, const std::string& lldbServer);
    ~LldbEngine() override;

    void start(EngineSink sink) override;
    void attach(std::vector<AttachTarget> targets) override;
    void submit(util::RequestId id, debug::EngineCommand command) override;
    void cancel(util::RequestId id) override;
    void shutdown(Farewell farewell, std::function<void()> done) override;

private:
    struct Pending;
    struct Inside; ///< all that sees LLDB

    [[nodiscard]] EngineSink outlet();
    void onReply(util::RequestId id, debug::EngineReply reply);
    void refuse(util::RequestId id, const debug::EngineCommand& command);
    void startDeadline(util::Duration limit, std::function<void()> onEngineThread);
    void finish(const std::function<void()>& done);

    util::Scheduler& m_net;
    std::shared_ptr<EngineSink> m_sink; ///< lives as long as this: tasks on their way to net hold it weakly
    BusyWatch m_busy;
    std::map<util::RequestId, std::unique_ptr<Pending>> m_pending;
    std::vector<util::Subscription> m_deadlines;
    bool m_leaving = false;
    std::unique_ptr<Inside> m_inside;
};

} // namespace dbgr::daemon
