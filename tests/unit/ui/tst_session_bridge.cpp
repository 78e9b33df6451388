// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"
#include "ui/bridge/session_bridge.h"

namespace tst_session_bridge {

using namespace dbgr;
using dbgr::ui::SessionBridge;

class TestSessionBridge : public QObject
{
    Q_OBJECT

private slots:
    void tellsChangesOfManyBatchesOnce();
    void tellsEventsInTheirOrderAfterTheChanges();
    void saysNothingWhenNothingHappened();
};

void TestSessionBridge::tellsChangesOfManyBatchesOnce()
{
    test::SessionFixture job;
    job.bringUpRunning(8);
    SessionBridge bridge(*job.session);
    std::vector<std::string> told;
    connect(&bridge, &SessionBridge::ranksChanged, this,
            [&](const util::RankSet& ranks) { told.push_back(ranks.toString()); });

    job.fake->stop(test::ranks("0-3"), test::breakpointHit(1));
    job.run();
    job.fake->stop(test::ranks("6"), test::breakpointHit(1));
    job.run();
    QVERIFY(told.empty());
    QTRY_COMPARE(told.size(), std::size_t(1));
    QCOMPARE(told.front(), "0-3,6");
}

void TestSessionBridge::tellsEventsInTheirOrderAfterTheChanges()
{
    test::SessionFixture job;
    job.bringUpRunning(2);
    SessionBridge bridge(*job.session);
    QStringList told;
    connect(&bridge, &SessionBridge::outputChanged, this, [&] { told << "output"; });
    connect(&bridge, &SessionBridge::happened, this, [&](const std::vector<session::SessionEvent>& events) {
        for (const session::SessionEvent& event : events) {
            if (const auto* text = std::get_if<session::OutputText>(&event))
                told << QString::fromStdString(text->text).trimmed();
        }
    });

    job.fake->write(util::Rank(0), "one\n");
    job.run();
    job.fake->write(util::Rank(1), "two\n");
    job.run();
    bridge.flush();
    QCOMPARE(told, QStringList({"output", "one", "two"}));
}

void TestSessionBridge::saysNothingWhenNothingHappened()
{
    test::SessionFixture job;
    job.bringUp(2);
    SessionBridge bridge(*job.session);
    QSignalSpy happened(&bridge, &SessionBridge::happened);
    QSignalSpy state(&bridge, &SessionBridge::stateChanged);

    bridge.flush();
    QCOMPARE(happened.count(), 0);
    QCOMPARE(state.count(), 0);
}

DBGR_TEST(TestSessionBridge, QCoreApplication);

} // namespace tst_session_bridge

#include "tst_session_bridge.moc"
