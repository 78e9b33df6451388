// SPDX-License-Identifier: GPL-3.0-or-later
// A window as large as the screen, brought where a picture is to be taken, and its pictures. Thread: GUI.
#pragma once

#include "tests/support/gui/source_hand.h"
#include "tests/support/gui/window_run.h"
#include "ui/settings/setting_keys.h"
#include "ui/window/action_table.h"

#include <QFile>
#include <QGuiApplication>
#include <QPixmap>
#include <QScreen>
#include <QtTest>

#include <cstdio>

namespace dbgr::test {

struct Look
{
    QString folder;
    QString theme;
    QSize size;
};

class Photographer
{
public:
    explicit Photographer(const Look& look) : m_look(look)
    {
        if (!run.open())
            qFatal("the window does not open");
        run.parts().settings.set(ui::setting::kTheme, look.theme);
        run.window().setGeometry(QRect({0, 0}, look.size));
        run.parts().actions.get(ui::action::kResetLayout)->trigger();
        // A short command line, as a user would type it.
        QFile::copy(builtProgram("ring"), run.folder() + "/ring");
    }

    void launchHeld(int ranks, const QStringList& arguments)
    {
        need(run.launchInWindow(QStringList{"mpiexec", "-n", QString::number(ranks), "./ring"} + arguments));
        need(run.untilState(session::SessionState::Held));
        need(source.untilShown("ring.cpp"));
    }
    void need(bool met)
    {
        if (!met)
            qFatal("the window did not come so far: %s", run.transcript().constData());
    }
    /// Once everything that a stop brings has arrived and is drawn.
    void take(const char* name) { take(name, QRect({0, 0}, m_look.size)); }
    /// Only this part of the screen.
    void take(const char* name, const QRect& part)
    {
        QTest::qWait(700);
        const QString path = QString("%1/%2-%3-%4x%5.png")
                                 .arg(m_look.folder, name, m_look.theme)
                                 .arg(m_look.size.width())
                                 .arg(m_look.size.height());
        const QPixmap screen = QGuiApplication::primaryScreen()->grabWindow(0);
        if (!screen.copy(part).save(path))
            qFatal("cannot write %s", qPrintable(path));
        std::printf("%s\n", qPrintable(path));
    }

    WindowRun run;
    SourceHand source{run};

private:
    Look m_look;
};

} // namespace dbgr::test
