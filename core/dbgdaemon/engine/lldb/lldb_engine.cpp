// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/lldb_engine.h"

#include "dbgdaemon/engine/farewell.h"
#include "dbgdaemon/engine/lldb/command_ticket.h"
#include "dbgdaemon/engine/lldb/engine_core.h"
#include "dbgdaemon/engine/lldb/engine_thread.h"
#include "dbgdaemon/engine/lldb/lldb_host.h"
#include "debug/debug_error.h"
#include "util/log.h"
#include "util/thread_check.h"

#include <atomic>
#include <utility>

namespace dbgr::daemon {

struct LldbEngine::Pending
{
    std::shared_ptr<CommandTicket> ticket;
    util::Subscription busy;
};

struct LldbEngine::Inside
{
    Inside(util::Scheduler& inNet, EngineSink outlet, EngineCore::Later later)
        : net(inNet), debugger((initialiseLldb(), makeDebugger())),
          core(debugger, thread.listener(), std::move(outlet), std::move(later))
    {
        thread.start([this](const lldb::SBEvent& event) { core.onLldbEvent(event); });
    }
    /// \thread engine. Of a thread that was given up nobody wants to hear, or is there to hear it.
    void toNet(util::Task task)
    {
        if (!givenUp)
            net.post(std::move(task));
    }

    util::Scheduler& net;
    std::atomic<bool> givenUp = false;
    lldb::SBDebugger debugger; ///< net may call RequestInterrupt() on it, and nothing else
    EngineThread thread;
    EngineCore core; ///< only the thread touches it
};

LldbEngine::LldbEngine(util::Scheduler& net, EngineLimits limits)
    : m_net(net), m_limits(limits), m_sink(std::make_shared<EngineSink>()),
      m_busy(net, [this](debug::EngineBusy busy) { m_sink->onEvent(std::move(busy)); })
{
    const auto own = std::make_shared<Inside*>(nullptr); // nothing is heard before it is asked for
    EngineCore::Later soon = [this, own, alive = std::weak_ptr(m_sink)](util::Duration time,
                                                                        std::function<void(EngineCore&)> task) {
        (*own)->toNet([this, alive, time, task = std::move(task)] {
            if (alive.lock())
                later(time, [task](Inside& inside) { task(inside.core); });
        });
    };
    m_inside = std::make_unique<Inside>(net, outlet(own), std::move(soon));
    *own = m_inside.get();
}

LldbEngine::~LldbEngine()
{
    endInside();
}

EngineSink LldbEngine::outlet(const std::shared_ptr<Inside*>& inside)
{
    const std::weak_ptr<EngineSink> alive = m_sink;
    EngineSink outlet;
    outlet.onEvent = [inside, alive](EngineEvent event) {
        (*inside)->toNet([alive, event = std::move(event)] {
            if (const auto sink = alive.lock())
                sink->onEvent(event);
        });
    };
    outlet.onReply = [this, inside, alive](util::RequestId id, debug::EngineReply reply) {
        (*inside)->toNet([this, alive, id, reply = std::move(reply)]() mutable {
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
        onEngineThread([shared](Inside& inside) { inside.core.attach(std::move(*shared)); });
    }
    onEngineThread([cores](Inside& inside) { inside.core.openCores(std::move(*cores)); });
    onEngineThread([busy, alive = std::weak_ptr(m_sink)](Inside& inside) {
        inside.toNet([busy, alive] {
            if (alive.lock())
                busy->cancel();
        });
    });
    later(m_limits.attach, [ranks](Inside& inside) { inside.core.giveUpAttaching(ranks); });
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
    if (farewellOf(command.request))
        later(m_limits.farewell, [ranks = command.ranks](Inside& inside) { inside.core.giveUpLeaving(ranks); });
    onEngineThread([id, command = std::move(command), ticket = pending->ticket](Inside& inside) {
        inside.core.run(id, command, *ticket);
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
    m_done = std::move(done);
    if (!m_inside) {
        m_net.post([this, alive = std::weak_ptr(m_sink)] {
            if (alive.lock())
                finish();
        });
        return;
    }
    onEngineThread([this, farewell, alive = std::weak_ptr(m_sink)](Inside& inside) {
        inside.core.leave(inside.core.ranks(), farewell, [this, alive, &inside] {
            inside.toNet([this, alive] {
                if (alive.lock())
                    finish();
            });
        });
    });
    later(m_limits.farewell, [](Inside& inside) { inside.core.giveUpLeaving(inside.core.ranks()); });
    // Nothing comes of that where LLDB blocks the thread: what is left of the ranks is the keeper's then.
    m_blocked = m_net.after(m_limits.farewell + m_limits.blocked, [this] { finish(); });
}

void LldbEngine::finish()
{
    const auto done = std::exchange(m_done, nullptr);
    if (!done)
        return;
    m_deadlines.clear();
    m_blocked.cancel();
    endInside();
    done();
}

void LldbEngine::endInside()
{
    if (!m_inside)
        return;
    onEngineThread([](Inside& inside) { inside.core.close(); });
    if (!m_inside->thread.end(m_limits.end)) {
        util::log::error("engine", "liblldb blocks its thread: it is left behind");
        m_inside->givenUp = true;
        static_cast<void>(m_inside.release()); // the thread's, until the process ends
    }
    m_inside.reset();
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

void LldbEngine::onEngineThread(InsideTask task)
{
    // Inside outlives its thread; this engine need not.
    m_inside->thread.post([inside = m_inside.get(), task = std::move(task)] { task(*inside); });
}

void LldbEngine::later(util::Duration limit, InsideTask task)
{
    const std::uint64_t number = m_nextDeadline++;
    m_deadlines.emplace(number, m_net.after(limit, [this, number, task = std::move(task)] {
        if (m_inside)
            onEngineThread(task);
        m_deadlines.erase(number);
    }));
}

} // namespace dbgr::daemon
