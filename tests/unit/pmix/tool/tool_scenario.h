// SPDX-License-Identifier: GPL-3.0-or-later
// A Tool and a ScriptServer on one loop that the test turns by hand: each wait runs the loop until something is so.
#pragma once

#include "net/event_loop.h"
#include "pmix/tool/tool.h"
#include "tests/support/pmix/script_server.h"

#include <QTest>

#include <future>

namespace dbgr::test {

class ToolScenario
{
public:
    explicit ToolScenario(pmix::ToolConfig config = {})
    {
        loop = net::EventLoop::create().value();
        loop->startThread();
        onLoop([&] {
            server = std::make_unique<ScriptServer>(*loop);
            tool = pmix::Tool::create(*loop, std::move(config)).value();
        });
    }
    ~ToolScenario()
    {
        onLoop([&] {
            subscriptions.clear();
            tool.reset();
            server.reset();
        });
        loop->stop();
        loop->join();
    }

    template <class F>
    auto onLoop(F f) -> decltype(f())
    {
        std::promise<decltype(f())> promise;
        auto future = promise.get_future();
        loop->post([&] {
            if constexpr (std::is_void_v<decltype(f())>) {
                f();
                promise.set_value();
            } else {
                promise.set_value(f());
            }
        });
        return future.get();
    }

    /// Runs an operation to its end. A code of 0 is success.
    template <class T>
    util::Result<T> await(std::function<void(pmix::Tool::Done<T>)> start)
    {
        auto promise = std::make_shared<std::promise<util::Result<T>>>();
        auto future = promise->get_future();
        loop->post(
            [start, promise] { start([promise](util::Result<T> result) { promise->set_value(std::move(result)); }); });
        if (future.wait_for(std::chrono::seconds(20)) != std::future_status::ready)
            qFatal("an operation never ended");
        return future.get();
    }

    util::Result<void> connect(pmix::ServerSelection selection, pmix::ConnectRetry retry = {})
    {
        return await<void>([=, this](pmix::Tool::Done<void> done) { tool->connect(selection, retry, done); });
    }
    util::Result<void> connect()
    {
        pmix::ServerSelection selection;
        selection.uri = onLoop([&] { return server->uri(); });
        return connect(selection);
    }

    std::unique_ptr<net::EventLoop> loop;
    std::unique_ptr<ScriptServer> server;
    std::unique_ptr<pmix::Tool> tool;
    std::vector<util::Subscription> subscriptions;
};

} // namespace dbgr::test
