// SPDX-License-Identifier: BSD-3-Clause
// The one thread that may touch symbols, frames, values and breakpoints, and its one run loop: LLDB's events and our
// own tasks come through the same listener, so they are handled one after the other, in the order of their coming.
// Way: net -> post() -> tasks; LLDB -> listener -> the event handler. Thread: made and ended on net.
#pragma once

#include "util/clock.h"
#include "util/executor.h"
#include "util/task_queue.h"

#include <lldb/API/LLDB.h>

#include <functional>
#include <future>
#include <thread>

namespace dbgr::daemon {

/// Two such threads in one process give wrong answers: LLDB shares its modules between targets without locking.
class EngineThread final : public util::Executor
{
public:
    /// \pre LLDB is initialised
    EngineThread();
    /// \pre end() was true, or start() was never called
    ~EngineThread() override = default;
    EngineThread(const EngineThread&) = delete;
    EngineThread& operator=(const EngineThread&) = delete;

    /// Begins to run; once. \param onEvent gets what LLDB broadcasts to the listener, on the engine thread
    void start(std::function<void(const lldb::SBEvent&)> onEvent);
    /// Runs what was posted so far, then ends. Not from the engine thread. \return false when it has not come to that
    /// within `limit`: something blocks it inside LLDB. It runs on then, with all that it uses, which is nobody else's
    /// to destroy any more.
    [[nodiscard]] bool end(util::Duration limit);

    /// What processes and targets broadcast to.
    [[nodiscard]] lldb::SBListener& listener() { return m_listener; }

    void post(util::Task task) override;
    [[nodiscard]] bool isCurrent() const override { return std::this_thread::get_id() == m_thread.get_id(); }

private:
    void run();

    util::TaskQueue m_tasks;
    lldb::SBListener m_listener;
    lldb::SBBroadcaster m_wake;
    std::function<void(const lldb::SBEvent&)> m_onEvent;
    bool m_ending = false; // only the engine thread looks at it
    std::promise<void> m_ended;
    std::thread m_thread;
};

} // namespace dbgr::daemon
