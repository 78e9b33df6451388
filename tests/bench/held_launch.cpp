// SPDX-License-Identifier: GPL-3.0-or-later
// How long a tool waits for a held job: from starting the launcher until it says that all ranks wait in PMIx_Init, in
// ms. The job is killed then: some launchers lose a release that comes at once.
//   held_launch LAUNCHER -n N PROGRAM...
#include "net/event_loop.h"
#include "pmix/tool/tool.h"
#include "pmix/types/keys.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using namespace dbgr;
using namespace dbgr::pmix;

namespace {

using Clock = std::chrono::steady_clock;

class HeldLaunch
{
public:
    HeldLaunch(net::EventLoop& loop, std::vector<std::string> command) : m_loop(loop), m_command(std::move(command))
    {
        m_tool = Tool::create(loop, {}).value();
    }

    void start()
    {
        m_events = m_tool->registerEvents({Status::ReadyForDebug, Status::EventJobEnd},
                                          [this](const Event& event) { take(event); });
        LauncherCommand command;
        command.arguments = m_command;
        command.environment = net::currentEnvironment();
        command.standardInput = net::Stdio::pipe();
        const auto started = m_tool->spawnLauncher(
            command, {Info(keys::kDebugStopInInit, Value::boolean(true))}, [this](util::Result<LauncherHeld> held) {
                check(held);
                m_tool->releaseLauncher([](const util::Result<void>& done) { check(done); });
            });
        check(started);
        m_tool->onLauncherExit([this](net::ExitStatus) { m_loop.stop(); });
    }

private:
    template <class T>
    static void check(const util::Result<T>& result)
    {
        if (result)
            return;
        std::fprintf(stderr, "%s\n", result.error().message().c_str());
        std::exit(1);
    }

    void take(const Event& event)
    {
        const auto job = event.affected();
        if (event.code == Status::ReadyForDebug && job) {
            std::printf("%.1f\n", std::chrono::duration<double, std::milli>(Clock::now() - m_start).count());
            m_tool->jobControl({Proc{job->nspace, kRankWildcard}}, {Info(keys::kJobCtrlKill, Value::boolean(true))},
                               [](const util::Result<void>& done) { check(done); }, {});
            m_patience = m_loop.after(std::chrono::seconds(5), [this] { m_loop.stop(); }); // PRRTE may stay for ever
        } else if (event.code == Status::EventJobEnd) {
            m_tool->leaveAfterJobEnd([] {});
        }
    }

    net::EventLoop& m_loop;
    const std::vector<std::string> m_command;
    const Clock::time_point m_start = Clock::now();
    std::unique_ptr<Tool> m_tool;
    util::Subscription m_events;
    util::Subscription m_patience;
};

} // namespace

int main(int argc, char** argv)
{
    if (argc < 3) {
        std::fprintf(stderr, "usage: held_launch LAUNCHER ARGUMENTS...\n");
        return 2;
    }
    const auto loop = net::EventLoop::create().value();
    HeldLaunch launch(*loop, {argv + 1, argv + argc});
    loop->post([&] { launch.start(); });
    loop->run();
    return 0;
}
