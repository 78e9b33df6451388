// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/gui/gui_main.h"

#include "tests/support/gui/virtual_display.h"

#include <QApplication>
#include <QtTest>

#include <cstdio>

namespace dbgr::test {

int runGuiTest(int argc, char** argv, const std::function<std::unique_ptr<QObject>()>& makeTest)
{
    constexpr int kSkipped = 77;
    const VirtualDisplay display(QSize(1366, 768));
    if (display.name().isEmpty()) {
        std::fprintf(stderr, "no display: %s\n", display.problem().constData());
        return qEnvironmentVariableIsSet("DBGR_REQUIRE") ? 1 : kSkipped;
    }
    QApplication application(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    return QTest::qExec(makeTest().get(), argc, argv);
}

} // namespace dbgr::test
