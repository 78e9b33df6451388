// SPDX-License-Identifier: BSD-3-Clause
// From the loop's callbacks to the program's threads: an answer that is given exactly once, whatever happens, and the
// wait for it. The only locks of the library. Thread: any.
#pragma once

#include "pmix/types/status.h"
#include "util/result.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace dbgr::pmix::capi {

/// Gives `done` its answer; when the library ends before there is one, that is Status::ErrInit. Copies share the duty.
template <class T>
class Promise
{
public:
    explicit Promise(std::function<void(util::Result<T>)> done) : m_duty(std::make_shared<Duty>(std::move(done))) {}

    void operator()(util::Result<T> result) const { m_duty->finish(std::move(result)); }

private:
    struct Duty
    {
        explicit Duty(std::function<void(util::Result<T>)> theDone) : done(std::move(theDone)) {}
        Duty(const Duty&) = delete;
        Duty& operator=(const Duty&) = delete;
        ~Duty() { finish(util::fail(Status::ErrInit, "the PMIx library was finalized meanwhile")); }

        void finish(util::Result<T> result)
        {
            if (const auto once = std::exchange(done, nullptr))
                once(std::move(result));
        }
        std::function<void(util::Result<T>)> done;
    };

    std::shared_ptr<Duty> m_duty;
};

/// Where a thread of the program waits for an answer.
template <class T>
class Waiter
{
public:
    void put(T value)
    {
        const std::lock_guard lock(m_mutex);
        m_value = std::move(value);
        m_arrived.notify_all(); // under the lock: the waiter may go as soon as it has the value
    }
    [[nodiscard]] T take()
    {
        std::unique_lock lock(m_mutex);
        m_arrived.wait(lock, [this] { return m_value.has_value(); });
        return *std::move(m_value);
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_arrived;
    std::optional<T> m_value;
};

} // namespace dbgr::pmix::capi
