// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/course.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/builders.h"

#include <QTest>

#include <algorithm>

namespace tst_course {

using namespace dbgr;
using session::Course;
using session::Standing;

namespace {

/// Outermost first: "main:30 work:7", where ":0" is a frame without debug information.
debug::RankFrames stack(const QString& text)
{
    debug::RankFrames stack;
    for (const QString& word : text.split(' ', Qt::SkipEmptyParts)) {
        const QStringList parts = word.split(':');
        const auto line = parts.at(1).toUInt();
        stack.frames.push_back(test::frame(parts.at(0).toStdString(), line != 0 ? "ring.cpp" : "", line));
    }
    std::reverse(stack.frames.begin(), stack.frames.end());
    return stack;
}

} // namespace

class TestCourse : public QObject
{
    Q_OBJECT

private slots:
    void stacksAreCompared_data()
    {
        QTest::addColumn<QString>("leader");
        QTest::addColumn<QString>("rank");
        QTest::addColumn<Course>("course");
        QTest::addColumn<unsigned>("deeper");
        QTest::newRow("same line") << "start:0 main:30"
                                   << "start:0 main:30" << Course::Together << 0U;
        QTest::newRow("same call") << "main:30 work:7"
                                   << "main:30 work:7" << Course::Together << 0U;
        QTest::newRow("line before") << "main:30"
                                     << "main:29" << Course::Behind << 0U;
        QTest::newRow("line behind") << "main:30"
                                     << "main:31" << Course::Ahead << 0U;
        QTest::newRow("line before, in the same call") << "main:30 work:7"
                                                       << "main:30 work:6" << Course::Behind << 0U;
        QTest::newRow("call that the leader has left") << "main:30"
                                                       << "main:30 work:7" << Course::Behind << 1U;
        QTest::newRow("two of them") << "main:30"
                                     << "main:30 work:7 helper:3" << Course::Behind << 2U;
        QTest::newRow("call of a line before") << "main:30"
                                               << "main:29 work:7 helper:3" << Course::Behind << 2U;
        QTest::newRow("call of a line behind") << "main:30"
                                               << "main:31 work:7" << Course::Ahead << 0U;
        QTest::newRow("leader in a call of a line behind") << "main:30 work:7"
                                                           << "main:29" << Course::Behind << 0U;
        QTest::newRow("leader in a call of a line before") << "main:30 work:7"
                                                           << "main:31" << Course::Ahead << 0U;
        QTest::newRow("leader in a call of the same line") << "main:30 work:7"
                                                           << "main:30" << Course::Elsewhere << 0U;
        QTest::newRow("another function, of the same line") << "main:30 work:7"
                                                            << "main:30 play:7" << Course::Elsewhere << 0U;
        QTest::newRow("another depth of recursion, at the same line") << "main:30 fib:5"
                                                                      << "main:30 fib:5 fib:5" << Course::Behind << 1U;
        QTest::newRow("leader deeper in it") << "main:30 fib:5 fib:5"
                                             << "main:30 fib:5" << Course::Elsewhere << 0U;
        QTest::newRow("in a library that the leader has not called")
            << "main:30"
            << "main:29 PMPI_Recv:0 poll:0" << Course::Behind << 2U;
        QTest::newRow("leader without a line") << "main:30 poll:0"
                                               << "main:30 poll:0" << Course::Elsewhere << 0U;
        QTest::newRow("another program") << "main:30"
                                         << "run:30" << Course::Elsewhere << 0U;
        QTest::newRow("nothing known of the rank") << "main:30"
                                                   << "" << Course::Elsewhere << 0U;
        QTest::newRow("nothing known of the leader") << ""
                                                     << "main:30" << Course::Elsewhere << 0U;
    }
    void stacksAreCompared()
    {
        QFETCH(QString, leader);
        QFETCH(QString, rank);
        QFETCH(Course, course);
        QFETCH(unsigned, deeper);
        const Standing standing = session::standingOf(stack(rank), stack(leader));
        QCOMPARE(name(standing.course), name(course));
        QCOMPARE(standing.deeper, deeper);
    }

    void ofStacksThatAreCutOffOnlyEqualOnesAreKnown()
    {
        debug::RankFrames leader = stack("fib:5 fib:5");
        debug::RankFrames rank = leader;
        leader.truncated = rank.truncated = true;
        QCOMPARE(name(session::standingOf(rank, leader).course), "together");
        rank.frames.front().where.line = 4;
        QCOMPARE(name(session::standingOf(rank, leader).course), "elsewhere");
    }
};

DBGR_TEST(TestCourse);

} // namespace tst_course

#include "tst_course.moc"
