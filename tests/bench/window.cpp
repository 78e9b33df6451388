// SPDX-License-Identifier: GPL-3.0-or-later
// How long the window's thread is busy at a time while real ranks stop and go: whatever keeps it longer than a frame, a
// user feels. Wall time is what is felt, CPU time what is ours: the difference are ranks that want the same cores.
#include "tests/support/gui/virtual_display.h"
#include "tests/support/gui/window_run.h"
#include "ui/bridge/session_bridge.h"
#include "ui/window/action_table.h"

#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QCommandLineParser>
#include <QEventLoop>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

namespace {

using dbgr::session::SessionState;
using dbgr::test::WindowRun;

constexpr double kFrameMs = 16;

double clockMs(clockid_t clock)
{
    timespec now{};
    ::clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// Milliseconds of many things of one kind.
struct Times
{
    std::vector<double> all;

    void print(const char* what) const
    {
        double sum = 0;
        for (const double time : all)
            sum += time;
        const double longest = all.empty() ? 0 : *std::max_element(all.begin(), all.end());
        const auto late = std::count_if(all.begin(), all.end(), [](double time) { return time > kFrameMs; });
        std::printf("%-34s %6zu  mean %6.2f ms  longest %6.2f ms = %5.2f frames  over a frame: %td\n", what, all.size(),
                    all.empty() ? 0 : sum / static_cast<double>(all.size()), longest, longest / kFrameMs, late);
    }
};

/// An application that takes the time of whatever happens between two waits of its event loop.
class TimedApplication final : public QApplication
{
public:
    TimedApplication(int& argc, char** argv) : QApplication(argc, argv)
    {
        connect(eventDispatcher(), &QAbstractEventDispatcher::aboutToBlock, this, [this] { endTurn(); });
    }

    bool notify(QObject* receiver, QEvent* event) override
    {
        if (m_depth++ == 0 && m_turnWall < 0) {
            m_turnWall = clockMs(CLOCK_MONOTONIC);
            m_turnCpu = clockMs(CLOCK_THREAD_CPUTIME_ID);
        }
        const bool paints = event->type() == QEvent::UpdateRequest && receiver->isWidgetType();
        const double begin = paints ? clockMs(CLOCK_MONOTONIC) : 0;
        const bool handled = QApplication::notify(receiver, event);
        if (paints && m_counts)
            paint.all.push_back(clockMs(CLOCK_MONOTONIC) - begin);
        --m_depth;
        return handled;
    }

    void count(bool counts) { m_counts = counts; }

    Times wall;
    Times cpu;
    Times paint;

private:
    void endTurn()
    {
        if (m_depth > 0 || m_turnWall < 0)
            return;
        if (m_counts) {
            wall.all.push_back(clockMs(CLOCK_MONOTONIC) - m_turnWall);
            cpu.all.push_back(clockMs(CLOCK_THREAD_CPUTIME_ID) - m_turnCpu);
        }
        m_turnWall = -1;
    }

    int m_depth = 0;
    bool m_counts = false;
    double m_turnWall = -1;
    double m_turnCpu = 0;
};

/// Runs the application's own loop, as dbgr does, until the session is in that state. False after a minute.
bool runUntil(WindowRun& run, SessionState state)
{
    QEventLoop loop;
    bool reached = run.session().state() == state;
    QObject::connect(&run.parts().bridge, &dbgr::ui::SessionBridge::stateChanged, &loop, [&] {
        reached = run.session().state() == state;
        if (reached)
            loop.quit();
    });
    QTimer::singleShot(60000, &loop, &QEventLoop::quit);
    if (!reached)
        loop.exec();
    return reached;
}

/// Lets what the stop brought (stacks, values, source) arrive and be drawn.
void settle()
{
    QEventLoop loop;
    QTimer::singleShot(150, &loop, &QEventLoop::quit);
    loop.exec();
}

bool measure(TimedApplication& application, WindowRun& run, int ranks, int cycles)
{
    if (!run.launchHeld(ranks, dbgr::test::builtProgram("ring"), {"--laps", QString::number(cycles + 5)}))
        return false;
    if (!run.session().addBreakpoint({{}, dbgr::debug::FunctionName{"work"}, {}, true}))
        return false;
    run.command(dbgr::ui::action::kContinue);
    if (!runUntil(run, SessionState::Stopped))
        return false;
    settle();
    Times cycle;
    application.count(true);
    for (int i = 0; i < cycles; ++i) {
        const double begin = clockMs(CLOCK_MONOTONIC);
        run.parts().actions.get(dbgr::ui::action::kContinue)->trigger();
        if (!runUntil(run, SessionState::Stopped))
            return false;
        cycle.all.push_back(clockMs(CLOCK_MONOTONIC) - begin);
        settle();
    }
    application.count(false);
    std::printf("%d ranks stop and go %d times; a frame is %.0f ms\n", ranks, cycles, kFrameMs);
    application.wall.print("turns of the event loop, wall");
    application.cpu.print("turns of the event loop, CPU");
    application.paint.print("drawings of a window");
    std::sort(cycle.all.begin(), cycle.all.end());
    std::printf("from continue until all stand again: median %.0f ms\n", cycle.all[cycle.all.size() / 2]);
    return true;
}

} // namespace

int main(int argc, char** argv)
{
    const dbgr::test::VirtualDisplay display(QSize(1366, 768));
    if (display.name().isEmpty())
        qFatal("no display: %s", display.problem().constData());
    TimedApplication application(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOption({"ranks", "Ranks of the job.", "number", "64"});
    parser.addOption({"cycles", "How often they stop and go.", "number", "20"});
    parser.process(application);

    WindowRun run;
    if (!measure(application, run, parser.value("ranks").toInt(), parser.value("cycles").toInt()))
        qFatal("the job did not do what was measured: %s", run.transcript().constData());
    return 0;
}
