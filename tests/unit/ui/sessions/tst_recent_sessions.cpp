// SPDX-License-Identifier: GPL-3.0-or-later
// The session files of late: newest first, each once, not too many, and the start page's line shows them.
#include "tests/support/run/test_class.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/sessions/recent_sessions_row.h"

#include <QApplication>
#include <QToolButton>
#include <QtTest>

namespace tst_recent_sessions {

using namespace dbgr;
using namespace dbgr::ui;

class TestRecentSessions : public QObject
{
    Q_OBJECT

private slots:
    void theNewestIsFirstAndOnceOnly()
    {
        test::UiFixture f;
        RecentSessions recent(f.settings);
        for (int i = 0; i < 20; ++i)
            recent.add(QString("/ring/%1.dbgr").arg(i));
        recent.add("/ring/17.dbgr");
        QCOMPARE(recent.files().size(), RecentSessions::kMost);
        QCOMPARE(recent.files().mid(0, 3), (QStringList{"/ring/17.dbgr", "/ring/19.dbgr", "/ring/18.dbgr"}));
        recent.remove("/ring/17.dbgr");
        QCOMPARE(recent.files().first(), QString("/ring/19.dbgr"));
        QVERIFY(QDir::isAbsolutePath((recent.add("here.dbgr"), recent.files().first())));
    }

    void theLineFollows()
    {
        test::UiFixture f;
        RecentSessionsRow row(f.context);
        QSignalSpy chosen(&row, &RecentSessionsRow::chosen);
        auto* const first = row.findChild<QToolButton*>("recentSession0");
        QVERIFY(first && first->isHidden());
        RecentSessions(f.settings).add("/work/heat & flow.dbgr");
        QVERIFY(!first->isHidden());
        QCOMPARE(first->text(), QString("heat && flow"));
        QCOMPARE(first->toolTip(), QString("/work/heat & flow.dbgr"));
        first->click();
        QCOMPARE(chosen.value(0).value(0).toString(), QString("/work/heat & flow.dbgr"));
    }
};

DBGR_TEST(TestRecentSessions, QApplication);

} // namespace tst_recent_sessions

#include "tst_recent_sessions.moc"
