// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/lldb_engine.h"

#include "dbgdaemon/engine/lldb/command_ticket.h"
#include "dbgdaemon/engine/lldb/engine_core.h"
#include "dbgdaemon/engine/lldb/engine_thread.h"
#include "dbgdaemon/engine/lldb/lldb_host.h"
#include "debug/debug_error.h"
#include "util/thread_check.h"

#include <chrono>
#include <utility>

namespace dbgr::daemon {

namespace {

constexpr std::chrono::seconds kAttachLimit{60};
constexpr std::chrono::seconds kFarewellLimit{10};

bool letsGo(const debug::EngineRequest& request)
{
    return std::holds_alternative<debug::Detach>(request) || std::holds_alternative<debug::Kill>(request);
}

} // namespace

struct LldbEngine::Pending
{
    std::shared_ptr<CommandTicket> ticket;
    util::Subscription busy;
};

struct LldbEngine::Inside
{
    Inside(const std::string& lldbServer, EngineSink outlet)
        : debugger((initialiseLldb(lldbServer), makeDebugger())), core(debugger, thread.listener(), std::move(outlet))
    {
        thread.start([this](const lldb::SBEvent& event) { core.onLldbEvent(event); });
    }
    void end()
    {
        thread.post([this] { core.close(); });
        thread.end();
    }

    lldb::SBDebugger debugger; ///< net may call RequestInterrupt() on it, and nothing else
    EngineThread thread;
    EngineCore core; ///< only the thread touches it
};

LldbEngine::LldbEngine(util::Scheduler& net, const std::string& lldbServer)
    : m_net(net), m_sink(std::make_shared<EngineSink>()),
      m_busy(net, [this](debug::EngineBusy busy) { m_sink->onEvent(std::move(busy)); }),
      m_inside(std::make_unique<Inside>(lldbServer, outlet()))
{}

LldbEngine::~LldbEngine()
{
    if (m_inside)
        m_inside->end();
}

EngineSink LldbEngine::outlet()
{
    const std::weak_ptr<EngineSink> alive = m_sink;
    EngineSink outlet;
    outlet.onEvent = [this, alive](EngineEvent event) {
        m_net.post([alive, event = std::move(event)] {
            if (const auto sink = alive.lock())
                sink->onEvent(event);
        });
    };
    outlet.onReply = [this, alive](util::RequestId id, debug::EngineReply reply) {
        m_net.post([this, alive, id, reply = std::move(reply)]() mutable {
            if (alive.lock())
                onReply(id, std::move(reply));
        });
    };
    return outlet;
}

void LldbEngine::start(EngineSink sink)
{
    *m_sink = std::move(sink);
}

void LldbEngine::attach(std::vector<AttachTarget> targets)
{
    DBGR_ON_THREAD(m_net);
    util::RankSet ranks;
    for (const AttachTarget& target : targets)
        ranks.insert(target.rank);
    const auto busy = std::make_shared<util::Subscription>(m_busy.begin(ranks, "attach"));
    const auto cores = std::make_shared<std::vector<AttachTarget>>();
    for (AttachTarget& target : targets) { // one task each, so that first stops are told between them
        if (!target.core.empty()) {
            cores->push_back(std::move(target));
            continue;
        }
        const auto shared = std::make_shared<AttachTarget>(std::move(target));
        m_inside->thread.post([this, shared] { m_inside->core.attach(std::move(*shared)); });
    }
    m_inside->thread.post([this, cores] { m_inside->core.openCores(std::move(*cores)); });
    m_inside->thread.post([this, busy, alive = std::weak_ptr(m_sink)] {
        m_net.post([busy, alive] {
            if (alive.lock())
                busy->cancel();
        });
    });
    startDeadline(kAttachLimit, [this, ranks] { m_inside->core.giveUpAttaching(ranks); });
}

void LldbEngine::submit(util::RequestId id, debug::EngineCommand command)
{
    DBGR_ON_THREAD(m_net);
    if (m_leaving) {
        refuse(id, command);
        return;
    }
    auto pending = std::make_unique<Pending>();
    pending->ticket = std::make_shared<CommandTicket>();
    pending->busy = m_busy.begin(command.ranks, debug::name(command.request));
    if (letsGo(command.request))
        startDeadline(kFarewellLimit, [this, ranks = command.ranks] { m_inside->core.giveUpLeaving(ranks); });
    m_inside->thread.post([this, id, command = std::move(command), ticket = pending->ticket] {
        m_inside->core.run(id, command, *ticket);
    });
    m_pending.insert_or_assign(id, std::move(pending));
}

void LldbEngine::cancel(util::RequestId id)
{
    DBGR_ON_THREAD(m_net);
    if (const auto found = m_pending.find(id); found != m_pending.end())
        found->second->ticket->cancel([this] { m_inside->debugger.RequestInterrupt(); });
}

void LldbEngine::shutdown(Farewell farewell, std::function<void()> done)
{
    DBGR_ON_THREAD(m_net);
    m_leaving = true;
    for (const auto& entry : m_pending)
        cancel(entry.first);
    const auto tell = [this, alive = std::weak_ptr(m_sink), done = std::move(done)] {
        m_net.post([this, alive, done] {
            if (alive.lock())
                finish(done);
        });
    };
    if (!m_inside) {
        tell();
        return;
    }
    m_inside->thread.post([this, farewell, tell] {
        EngineCore& core = m_inside->core;
        core.leave(core.ranks(), farewell, tell);
    });
    startDeadline(kFarewellLimit, [this] { m_inside->core.giveUpLeaving(m_inside->core.ranks()); });
}

void LldbEngine::finish(const std::function<void()>& done)
{
    m_deadlines.clear();
    if (m_inside)
        m_inside->end();
    m_inside.reset();
    done();
}

void LldbEngine::onReply(util::RequestId id, debug::EngineReply reply)
{
    m_pending.erase(id);
    m_sink->onReply(id, std::move(reply));
}

void LldbEngine::refuse(util::RequestId id, const debug::EngineCommand& command)
{
    debug::EngineReply reply;
    reply.failures.push_back({command.ranks, {debug::Errc::Cancelled, "the engine is being shut down", {}}});
    m_net.post([this, alive = std::weak_ptr(m_sink), id, reply = std::move(reply)] {
        if (alive.lock())
            m_sink->onReply(id, reply);
    });
}

void LldbEngine::startDeadline(util::Duration limit, std::function<void()> onEngineThread)
{
    m_deadlines.push_back(m_net.after(limit, [this, task = std::move(onEngineThread)] {
        if (m_inside)
            m_inside->thread.post(task);
    }));
}

} // namespace dbgr::daemon
