// SPDX-License-Identifier: BSD-3-Clause
// The only way between threads: hand a task to the thread that owns what it touches.
#pragma once

#include <functional>

namespace dbgr::util {

using Task = std::function<void()>;

/// A thread that runs tasks in the order in which they were posted. Implemented by net::EventLoop, the engine thread,
/// and ManualExecutor in tests.
class Executor
{
public:
    virtual ~Executor() = default;

    /// Runs `task` later on the owner thread, never inside this call. May be called from any thread. A task posted
    /// after the executor has ended is dropped.
    virtual void post(Task task) = 0;
    /// Whether the caller runs on the owner thread.
    [[nodiscard]] virtual bool isCurrent() const = 0;
};

} // namespace dbgr::util
