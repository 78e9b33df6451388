// SPDX-License-Identifier: BSD-3-Clause
// The one instance of the library in a process: its loop with a thread of its own, and the Client on it. Every C
// function comes through here. Made by the first PMIx_Init() or one of its kin, gone with the last finalize.
// Thread: any.
#pragma once

#include "net/event_loop.h"
#include "pmix/capi/runtime/promise.h"
#include "pmix/capi/runtime/streams.h"
#include "pmix/client/client.h"
#include "pmix/types/status.h"
#include "util/result.h"

#include <pmix_common.h>

#include <functional>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>

namespace dbgr::pmix::capi {

class ServerSide;

/// What runs between init and finalize. Only what is said to be so may be used from any thread.
class Runtime
{
public:
    /// \errors those of net::EventLoop::create()
    [[nodiscard]] static util::Result<std::shared_ptr<Runtime>> start(ToolConfig config);
    ~Runtime();
    Runtime(const Runtime&) = delete;
    Runtime& operator=(const Runtime&) = delete;

    /// \thread any
    [[nodiscard]] bool onLoop() const { return m_loop->isCurrent(); }
    [[nodiscard]] net::EventLoop& loop() { return *m_loop; }
    [[nodiscard]] Client& client() { return *m_client; }
    /// Null unless this process is a PMIx server.
    [[nodiscard]] ServerSide* server() { return m_server.get(); }
    void setServer(std::shared_ptr<ServerSide> server) { m_server = std::move(server); }

    /// The streams that this process deals with itself.
    [[nodiscard]] Streams& streams() { return m_streams; }

    /// Runs `start` on the loop; its `done` is called once, there. \thread any
    template <class T, class Start>
    void ask(Client::Done<T> done, Start start)
    {
        m_loop->post([this, promise = Promise<T>(std::move(done)), start = std::move(start)]() mutable {
            start(*this, Client::Done<T>(promise));
        });
    }
    /// The same, and waits. \errors Status::ErrWouldBlock on the loop's own thread; those of `start`
    template <class T, class Start>
    [[nodiscard]] util::Result<T> await(Start start)
    {
        if (onLoop())
            return util::fail(Status::ErrWouldBlock, "a blocking call from a callback would wait for itself");
        Waiter<util::Result<T>> waiter;
        ask<T>([&](util::Result<T> result) { waiter.put(std::move(result)); }, std::move(start));
        return waiter.take();
    }
    /// Runs `work` on the loop and waits; at once when this is the loop's thread.
    template <class T, class Work>
    [[nodiscard]] util::Result<T> onLoopDo(Work work)
    {
        if (onLoop())
            return work(*this);
        return await<T>(
            [work = std::move(work)](Runtime& runtime, const Client::Done<T>& done) { done(work(runtime)); });
    }

    /// Ends the thread; who waits for an answer is told Status::ErrInit. \thread any but the loop's
    void stop();

private:
    explicit Runtime(std::unique_ptr<net::EventLoop> loop);

    std::unique_ptr<net::EventLoop> m_loop;
    std::unique_ptr<Client> m_client;
    std::shared_ptr<ServerSide> m_server;
    Streams m_streams;
};

class Library
{
public:
    /// How a runtime becomes connected.
    using Connect = std::function<util::Result<void>(Runtime& runtime)>;

    [[nodiscard]] static Library& instance();

    /// Counts one more user; the first one starts the runtime and has it connected.
    /// \param proc NULL, or gets our name
    pmix_status_t begin(const ToolConfig& config, const Connect& connect, pmix_proc_t* proc);
    /// Counts one less; the last one says goodbye and stops.
    /// \param before runs before the last one's goodbye; may be empty
    pmix_status_t end(const Connect& before = {});
    /// Null outside of init and finalize.
    [[nodiscard]] std::shared_ptr<Runtime> runtime() const;

private:
    std::mutex m_turn; // one begin() or end() at a time
    int m_users = 0;
    mutable std::mutex m_mutex; // guards the pointer
    std::shared_ptr<Runtime> m_runtime;
};

/// The code of a Status, else PMIX_ERROR; what the words were is in the log.
[[nodiscard]] pmix_status_t codeOf(const util::Error& error, std::string_view call = {});
template <class T>
[[nodiscard]] pmix_status_t codeOf(const util::Result<T>& result)
{
    return result ? PMIX_SUCCESS : codeOf(result.error());
}

} // namespace dbgr::pmix::capi
