// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/capi/runtime/library.h"

#include "pmix/capi/values/convert.h"
#include "util/log.h"

#include <cstdlib>

namespace dbgr::pmix::capi {

namespace {

/// DBGR_LOG names a file, or "-" for standard error.
void openLog()
{
    if (const char* path = std::getenv("DBGR_LOG"))
        util::log::open(path, util::log::Level::Debug);
}

} // namespace

util::Result<std::shared_ptr<Runtime>> Runtime::start(ToolConfig config)
{
    DBGR_TRY(auto loop, net::EventLoop::create());
    std::shared_ptr<Runtime> runtime(new Runtime(std::move(loop)));
    runtime->m_client = std::make_unique<Client>(*runtime->m_loop, std::move(config));
    runtime->m_loop->startThread();
    return runtime;
}

Runtime::Runtime(std::unique_ptr<net::EventLoop> loop) : m_loop(std::move(loop))
{}

Runtime::~Runtime()
{
    stop();
}

void Runtime::stop()
{
    if (!m_client)
        return;
    m_loop->stop();
    m_loop->join(); // now this thread owns what was the loop's; whoever waited for a dropped task is told
    m_streams.stopInput();
    m_server.reset();
    m_client.reset();
}

Library& Library::instance()
{
    static auto* library = new Library; // lives on: threads of the program may be in it when the process exits
    return *library;
}

std::shared_ptr<Runtime> Library::runtime() const
{
    const std::lock_guard lock(m_mutex);
    return m_runtime;
}

pmix_status_t Library::begin(const ToolConfig& config, const Connect& connect, pmix_proc_t* proc)
{
    const std::lock_guard turn(m_turn);
    std::shared_ptr<Runtime> running = runtime();
    if (!running) {
        openLog();
        auto started = Runtime::start(config);
        if (!started)
            return codeOf(started.error(), "init");
        running = *std::move(started);
        if (const auto connected = connect(*running); !connected) {
            running->stop();
            return codeOf(connected.error(), "init");
        }
        const std::lock_guard lock(m_mutex);
        m_runtime = running;
    }
    ++m_users;
    if (proc != nullptr) {
        const auto self = running->onLoopDo<Proc>([](Runtime& r) { return util::Result<Proc>(r.client().self()); });
        if (!self)
            return codeOf(self);
        toC(*self, *proc);
    }
    return PMIX_SUCCESS;
}

pmix_status_t Library::end(const Connect& before)
{
    const std::shared_ptr<Runtime> running = runtime();
    if (!running)
        return PMIX_ERR_INIT;
    if (running->onLoop())
        return PMIX_ERR_WOULD_BLOCK;
    const std::lock_guard turn(m_turn);
    if (m_users == 0)
        return PMIX_ERR_INIT;
    if (--m_users > 0)
        return PMIX_SUCCESS;
    if (before)
        (void)before(*running);
    (void)running->await<void>([](Runtime& runtime, const Client::Done<void>& done) {
        runtime.client().finalize([done] { done(util::ok()); });
    });
    {
        const std::lock_guard lock(m_mutex);
        m_runtime = nullptr;
    }
    running->stop();
    return PMIX_SUCCESS;
}

pmix_status_t codeOf(const util::Error& error, std::string_view call)
{
    util::log::info("pmix", "call failed", {{"call", call}, {"why", error.message()}});
    return &error.code.category() == &pmixCategory() ? error.code.value() : PMIX_ERROR;
}

} // namespace dbgr::pmix::capi
