// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/engine_thread.h"

#include <csignal>
#include <cstdint>
#include <memory>
#include <utility>

namespace dbgr::daemon {

namespace {

constexpr std::uint32_t kTasksWait = 1;
constexpr std::size_t kSignalStackBytes = std::size_t{64} << 10;

/// Where signal handlers of this thread run: one of endless recursion has no stack of its own left.
class SignalStack
{
public:
    SignalStack()
    {
        stack_t stack{};
        stack.ss_sp = m_bytes.get();
        stack.ss_size = kSignalStackBytes;
        ::sigaltstack(&stack, nullptr);
    }
    ~SignalStack()
    {
        stack_t none{};
        none.ss_flags = SS_DISABLE;
        ::sigaltstack(&none, nullptr);
    }
    SignalStack(const SignalStack&) = delete;
    SignalStack& operator=(const SignalStack&) = delete;

private:
    std::unique_ptr<char[]> m_bytes = std::make_unique<char[]>(kSignalStackBytes);
};

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
    const SignalStack signals;
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
