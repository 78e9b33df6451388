// SPDX-License-Identifier: BSD-3-Clause
// A request on its way through a server's host: what the host was given stays until it calls back, from whatever
// thread, or returns that it will not. Thread: made on the loop's; the end may come from any.
#pragma once

#include "net/event_loop.h"
#include "pmix/ops/reply.h"
#include "pmix/server/requester.h"
#include "util/result.h"

#include <pmix_common.h>

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace dbgr::pmix::capi {

/// The way back to the loop, which may end before a slow host calls back.
class LoopGate
{
public:
    explicit LoopGate(net::EventLoop& loop) : m_loop(&loop) {}

    void post(util::Task task)
    {
        const std::lock_guard lock(m_mutex);
        if (m_loop != nullptr)
            m_loop->post(std::move(task));
    }
    void close()
    {
        const std::lock_guard lock(m_mutex);
        m_loop = nullptr;
    }

private:
    std::mutex m_mutex;
    net::EventLoop* m_loop;
};

template <class T>
class HostCall
{
public:
    HostCall(std::shared_ptr<LoopGate> gate, Answer<T> answer) : m_gate(std::move(gate)), m_answer(std::move(answer)) {}

    /// \return a copy that lives as long as the call
    template <class Kept>
    Kept& keep(Kept value)
    {
        auto kept = std::make_shared<Kept>(std::move(value));
        Kept& reference = *kept;
        m_kept.push_back(std::move(kept));
        return reference;
    }

    /// Calls the host: `invoke(cbdata)`. What it returns may be the end already.
    template <class Invoke>
    static void make(std::unique_ptr<HostCall> call, Invoke invoke)
    {
        HostCall* raw = call.release(); // the callback's from here on
        const pmix_status_t status = invoke(static_cast<void*>(raw));
        if (status == PMIX_SUCCESS)
            return;
        if constexpr (std::is_void_v<T>)
            finish(raw, toResult(static_cast<Status>(status)));
        else
            finish(raw, status == PMIX_OPERATION_SUCCEEDED
                            ? util::Result<T>(T{})
                            : util::fail(static_cast<Status>(status), "the host refuses the request"));
    }

    /// Ends the call, which is gone then. \thread any
    static void finish(void* cbdata, util::Result<T> result)
    {
        const std::shared_ptr<HostCall> call(static_cast<HostCall*>(cbdata));
        call->m_gate->post([call, result = std::move(result)]() mutable { call->m_answer(std::move(result)); });
    }

private:
    const std::shared_ptr<LoopGate> m_gate;
    const Answer<T> m_answer;
    std::vector<std::shared_ptr<void>> m_kept;
};

/// As a failure when it is one. \return the value otherwise
template <class T>
[[nodiscard]] util::Result<T> unlessFailed(pmix_status_t status, T value)
{
    if (auto outcome = toResult(static_cast<Status>(status)); !outcome)
        return util::fail(std::move(outcome).error());
    return value;
}

} // namespace dbgr::pmix::capi
