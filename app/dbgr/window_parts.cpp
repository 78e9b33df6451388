// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/window_parts.h"

#include "session/remote/remote_job_directory.h"

#include <QPointer>

#include <csignal>
#include <utility>

namespace dbgr::app {

WindowHost::WindowHost(std::unique_ptr<net::EventLoop> loop) : m_loop(std::move(loop))
{}

util::Result<std::unique_ptr<WindowHost>> WindowHost::make(const BackendFactory& makeBackend,
                                                           const std::vector<std::string>& environment)
{
    auto loop = net::EventLoop::create();
    if (!loop)
        return util::fail(loop.error());
    std::unique_ptr<WindowHost> host(new WindowHost(std::move(*loop)));
    host->m_parts = std::make_unique<WindowParts>(
        host->m_gui, makeBackend(*host->m_loop, host->m_gui, environment),
        std::make_unique<session::RemoteJobDirectory>(*host->m_loop, host->m_gui, environment));
    return host;
}

WindowHost::~WindowHost()
{
    m_parts.reset();
    // Behind what the session's end has posted.
    m_loop->post([loop = m_loop.get()] { loop->stop(); });
    m_loop->join();
}

void WindowHost::closeOnSignals()
{
    for (const int signalNumber : {SIGINT, SIGTERM, SIGHUP})
        m_signalWatches.push_back(m_loop->onSignal(signalNumber, [this, weak = QPointer(&m_parts->window)] {
            m_gui.post([weak] {
                if (weak)
                    weak->closeAtOnce();
            });
        }));
}

void WindowHost::start()
{
    m_loop->startThread();
}

} // namespace dbgr::app
