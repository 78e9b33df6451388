// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the whole main job, for people to look at and for the documents: tools/screenshots runs this for every
// theme and size. No test: it does not say what is right.
#include "tests/support/gui/source_hand.h"
#include "tests/support/gui/virtual_display.h"
#include "tests/support/gui/window_run.h"
#include "ui/settings/setting_keys.h"
#include "ui/window/action_table.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QPushButton>
#include <QtTest>

#include <cstdio>

namespace {

using dbgr::session::SessionState;
using dbgr::test::SourceHand;
using dbgr::test::WindowRun;
namespace action = dbgr::ui::action;
namespace setting = dbgr::ui::setting;

struct Look
{
    QString folder;
    QString theme;
    QSize size;
};

/// A window as large as the screen, and its pictures.
class Photographer
{
public:
    explicit Photographer(const Look& look) : m_look(look)
    {
        if (!run.open())
            qFatal("the window does not open");
        run.parts().settings.set(setting::kTheme, look.theme);
        run.window().setGeometry(QRect({0, 0}, look.size));
        run.parts().actions.get(action::kResetLayout)->trigger();
        // A short command line, as a user would type it.
        QFile::copy(dbgr::test::builtProgram("ring"), run.folder() + "/ring");
    }

    void launchHeld(int ranks, const QStringList& arguments)
    {
        need(run.launchInWindow(QStringList{"mpiexec", "-n", QString::number(ranks), "./ring"} + arguments));
        need(run.untilState(SessionState::Held));
        need(source.untilShown("ring.cpp"));
    }
    void need(bool met)
    {
        if (!met)
            qFatal("the window did not come so far: %s", run.transcript().constData());
    }
    /// Once everything that a stop brings has arrived and is drawn.
    void take(const char* name)
    {
        QTest::qWait(700);
        const QString path = QString("%1/%2-%3-%4x%5.png")
                                 .arg(m_look.folder, name, m_look.theme)
                                 .arg(m_look.size.width())
                                 .arg(m_look.size.height());
        if (!run.saveScreenshot(path))
            qFatal("cannot write %s", qPrintable(path));
        std::printf("%s\n", qPrintable(path));
    }

    WindowRun run;
    SourceHand source{run};

private:
    Look m_look;
};

void takeMainJob(const Look& look)
{
    Photographer job(look);
    WindowRun& run = job.run;
    job.take("start");
    job.launchHeld(4, {"--laps", "3", "--ask"});
    job.take("held");
    const auto line = job.source.lineWith("const Token token = passToken");
    job.source.clickMargin(line);
    run.command(action::kContinue);
    job.need(run.untilHappened("What is the token's name?"));
    run.command("dock.console");
    run.type("torch");
    run.key(Qt::Key_Return);
    job.need(run.untilStopped());
    job.need(job.source.untilLeadingAt(line));
    run.command("dock.watches");
    run.key(Qt::Key_Insert);
    run.type("state.rank % 2");
    run.key(Qt::Key_Return);
    run.command(action::kFocusSource);
    job.take("stopped");
    run.command(action::kFocusBox);
    run.type("2");
    run.key(Qt::Key_Return);
    run.command(action::kFocusSource);
    run.command(action::kStepInto);
    job.need(run.untilStopped());
    job.take("stepped");
    run.command(action::kCommandPalette);
    QTest::qWait(300);
    run.type("step");
    job.take("palette");
    run.key(Qt::Key_Escape);
    run.command(action::kPreferences);
    job.take("preferences");
    run.key(Qt::Key_Escape);
    run.command(action::kFocusAll);
    job.source.clickMargin(line);
    run.command(action::kContinue);
    job.need(run.untilTextOf("status.state", "ended with status 0"));
    job.take("ended");
}

void takeCrash(const Look& look)
{
    Photographer job(look);
    job.launchHeld(8, {"--crash", "5"});
    job.run.command(action::kContinue);
    job.need(job.run.notice("crashed"));
    job.need(job.source.untilLeadingAt(job.source.lineWith("lastVisit->sum")));
    job.take("crash");
}

void takeManyRanks(const Look& look)
{
    Photographer job(look);
    job.launchHeld(64, {"--laps", "2"});
    job.source.clickMargin(job.source.lineWith("state.samples.push_back(value)"));
    job.run.command(action::kContinue);
    job.need(job.run.untilStopped());
    job.take("64-ranks");
}

void takeFailure(const Look& look)
{
    Photographer job(look);
    job.need(job.run.launchInWindow({"mpiexec", "-n", "4", "./rnig"}));
    job.need(job.run.untilState(SessionState::Failed));
    job.take("failed");
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 5) {
        std::fprintf(stderr, "Usage: screenshots FOLDER dark|light WIDTH HEIGHT\n");
        return 64;
    }
    const Look look{QDir(argv[1]).absolutePath(), argv[2],
                    QSize(QByteArray(argv[3]).toInt(), QByteArray(argv[4]).toInt())};
    QDir().mkpath(look.folder);
    const dbgr::test::VirtualDisplay display(look.size);
    if (display.name().isEmpty())
        qFatal("no display: %s", display.problem().constData());
    QApplication application(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    takeMainJob(look);
    takeCrash(look);
    takeFailure(look);
    takeManyRanks(look);
    return 0;
}
