// SPDX-License-Identifier: BSD-3-Clause
// Where tasks wait for the thread that runs them: the inside of an executor. Thread: any.
#pragma once

#include "util/executor.h"

#include <mutex>
#include <utility>
#include <vector>

namespace dbgr::util {

class TaskQueue
{
public:
    /// \return whether the queue was empty, so that its owner has to be woken
    [[nodiscard]] bool push(Task task)
    {
        const std::lock_guard lock(m_mutex);
        m_tasks.push_back(std::move(task));
        return m_tasks.size() == 1;
    }
    /// All that wait, in the order of their coming.
    [[nodiscard]] std::vector<Task> takeAll()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_tasks, {});
    }

private:
    std::mutex m_mutex;
    std::vector<Task> m_tasks;
};

} // namespace dbgr::util
