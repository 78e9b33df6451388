// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/engine_thread.h"

#include <cstdint>
#include <utility>

namespace dbgr::daemon {

namespace {

constexpr std::uint32_t kTasksWait = 1;

} // namespace

EngineThread::EngineThread() : m_listener("dbgd.engine"), m_wake("dbgd.tasks")
{
    m_listener.StartListeningForEvents(m_wake, kTasksWait);
}

void EngineThread::start(std::function<void(const lldb::SBEvent&)> onEvent)
{
    m_onEvent = std::move(onEvent);
    m_thread = std::thread([this] { run(); });
}

bool EngineThread::end(util::Duration limit)
{
    if (!m_thread.joinable())
        return true;
    post([this] { m_ending = true; });
    if (m_ended.get_future().wait_for(limit) != std::future_status::ready) {
        m_thread.detach();
        return false;
    }
    m_thread.join();
    return true;
}

void EngineThread::post(util::Task task)
{
    if (m_tasks.push(std::move(task)))
        m_wake.BroadcastEventByType(kTasksWait);
}

void EngineThread::run()
{
    while (!m_ending) {
        lldb::SBEvent event;
        if (!m_listener.WaitForEvent(UINT32_MAX, event)) // UINT32_MAX: for ever
            continue;
        if (!event.BroadcasterMatchesRef(m_wake)) {
            m_onEvent(event);
            continue;
        }
        for (util::Task& task : m_tasks.takeAll())
            task();
    }
    m_ended.set_value();
}

} // namespace dbgr::daemon
