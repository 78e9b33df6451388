// SPDX-License-Identifier: GPL-3.0-or-later
// Everything of the window but its QApplication: session on the GUI thread, backend on a net thread of its own, and the
// widgets over them, put together and taken down in the right order. Thread: GUI.
#pragma once

#include "app/dbgr/application.h"
#include "net/event_loop.h"
#include "session/job_directory.h"
#include "session/session.h"
#include "ui/bridge/current_place.h"
#include "ui/bridge/notices.h"
#include "ui/bridge/qt_scheduler.h"
#include "ui/bridge/session_bridge.h"
#include "ui/settings/settings.h"
#include "ui/theme/theme.h"
#include "ui/window/actions.h"
#include "ui/window/main_window.h"
#include "ui/window/run_control.h"
#include "ui/window/ui_context.h"
#include "util/result.h"
#include "util/subscription.h"

#include <memory>
#include <string>
#include <vector>

namespace dbgr::app {

/// The window's parts in the order of their making; taken down backwards.
struct WindowParts
{
    WindowParts(util::Scheduler& scheduler, std::unique_ptr<session::Backend> backend,
                std::unique_ptr<session::JobDirectory> directory)
        : session(scheduler, std::move(backend)), jobs(std::move(directory))
    {}

    session::Session session;
    std::unique_ptr<session::JobDirectory> jobs;
    ui::Settings settings;
    ui::Theme theme{settings};
    ui::Actions actions{settings, theme};
    ui::SessionBridge bridge{session};
    ui::CurrentPlace place{bridge};
    ui::Notices notices;
    ui::UiContext context{bridge, place, notices, settings, theme, actions, jobs.get()};
    ui::RunControl control{context};
    ui::MainWindow window{context, control};
};

class WindowHost
{
public:
    /// The window is not shown yet; it lists the jobs of this machine. \param environment what the launcher and our own
    /// parts work in: "NAME=value", whole \errors those of the loop
    [[nodiscard]] static util::Result<std::unique_ptr<WindowHost>> make(const BackendFactory& makeBackend,
                                                                        const std::vector<std::string>& environment);
    /// What the job has left over is given up. \pre for a tidy end: the window's closed() was told
    ~WindowHost();
    WindowHost(const WindowHost&) = delete;
    WindowHost& operator=(const WindowHost&) = delete;

    /// SIGINT, SIGTERM and SIGHUP close the window without a question. \pre before start()
    void closeOnSignals();
    /// The net thread begins.
    void start();

    [[nodiscard]] WindowParts& parts() { return *m_parts; }
    /// The GUI thread's.
    [[nodiscard]] util::Scheduler& scheduler() { return m_gui; }

private:
    explicit WindowHost(std::unique_ptr<net::EventLoop> loop);

    ui::QtScheduler m_gui;
    std::unique_ptr<net::EventLoop> m_loop;
    std::vector<util::Subscription> m_signalWatches; ///< dropped when the loop's thread has ended
    std::unique_ptr<WindowParts> m_parts;
};

} // namespace dbgr::app
