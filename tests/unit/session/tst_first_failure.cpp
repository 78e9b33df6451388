// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/first_failure.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/builders.h"

#include <QTest>

namespace tst_first_failure {

using namespace dbgr;
using session::FirstFailure;
using test::ranks;

namespace {

/// An end of ranks, as text: "2,3=7" by status, "1=s9" by signal.
debug::RanksExited end(const QString& text)
{
    const QString how = text.section('=', 1);
    debug::RanksExited exited;
    exited.ranks = ranks(text.section('=', 0, 0).toStdString());
    (how.startsWith('s') ? exited.signal : exited.status) = how.startsWith('s') ? how.mid(1).toInt() : how.toInt();
    return exited;
}

} // namespace

class TestFirstFailure : public QObject
{
    Q_OBJECT

private slots:
    void isTheRankThatBroughtTheJobDown_data()
    {
        QTest::addColumn<QString>("ends");
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("rank"); // -1: nobody
        QTest::newRow("a good job") << "0,1=0" << 0 << -1;
        QTest::newRow("nobody is known to have failed") << "0,1=0" << 3 << -1;
        QTest::newRow("nothing is known") << "" << 3 << -1;
        QTest::newRow("one") << "0=0 2=7" << 7 << 2;
        QTest::newRow("the others were ended by the launcher") << "2=7 0,1=s9" << 7 << 2;
        QTest::newRow("and were heard of first") << "0,1=s9 2=7" << 7 << 2;
        QTest::newRow("a crash") << "3=s11 0,1=s15" << 139 << 3;
        QTest::newRow("a crash, told by its bare number") << "0,1=s9 3=s11" << 11 << 3;
        QTest::newRow("somebody killed a rank") << "1=s9 0,2=s15" << 137 << 1;
        QTest::newRow("the launcher has a status of its own") << "0=s15 1=5" << 255 << 1;
        QTest::newRow("and all were killed") << "2=s9 0=s15" << 1 << 2;
        QTest::newRow("two in the same way") << "1,3=4" << 4 << -1;
        QTest::newRow("one after the other in the same way") << "3=4 1=4" << 4 << 3;
    }
    void isTheRankThatBroughtTheJobDown()
    {
        QFETCH(QString, ends);
        QFETCH(int, status);
        QFETCH(int, rank);
        FirstFailure failure;
        for (const QString& one : ends.split(' ', Qt::SkipEmptyParts))
            failure.note(end(one));
        const auto found = failure.rankFor(status);
        QCOMPARE(found ? static_cast<int>(found->value()) : -1, rank);
    }
};

DBGR_TEST(TestFirstFailure);

} // namespace tst_first_failure

#include "tst_first_failure.moc"
