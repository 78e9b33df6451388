// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"
#include "ui/bridge/current_place.h"
#include "ui/bridge/session_bridge.h"

namespace tst_current_place {

using namespace dbgr;
using ui::CurrentPlace;
using ui::SessionBridge;

namespace {

/// A job whose ranks all have the stack read() < work() < main(), of which read() has no source.
struct Job : test::SessionFixture
{
    Job()
    {
        fake->answersQuery = [](const debug::EngineCommand& command) -> std::optional<debug::EngineReply> {
            if (!std::holds_alternative<debug::GetFrames>(command.request))
                return std::nullopt;
            debug::FramesReply reply;
            command.ranks.forEach([&](util::Rank rank) {
                reply.ranks.push_back({rank,
                                       {},
                                       util::ThreadId(1),
                                       {test::frame("read"), test::frame("work", "/src/ring.cpp", 107),
                                        test::frame("main", "/src/ring.cpp", 185)}});
            });
            return debug::EngineReply{std::move(reply), {}};
        };
        bringUpRunning(4);
    }
    void settle()
    {
        run();
        bridge.flush();
        run();
        bridge.flush();
    }

    SessionBridge bridge{*session};
    CurrentPlace place{bridge};
};

} // namespace

class TestCurrentPlace : public QObject
{
    Q_OBJECT

private slots:
    void showsTheInnermostFrameThatHasSource();
    void isStaleWhileTheRankRuns();
    void followsTheLeadingRank();
    void movesOverTheStackAndNotBeyondIt();
    void aPinnedOneStaysWithItsRank();
};

void TestCurrentPlace::showsTheInnermostFrameThatHasSource()
{
    Job job;
    std::vector<std::uint32_t> lines;
    connect(&job.place, &CurrentPlace::sourceWanted, this,
            [&](const debug::SourceLocation& where) { lines.push_back(where.line); });
    job.fake->stop(test::ranks("1-2"), test::breakpointHit(1));
    job.settle();

    QCOMPARE(job.place.rank(), std::optional(util::Rank(1)));
    QCOMPARE(job.place.frames().size(), std::size_t(3));
    QCOMPARE(job.place.frameIndex(), 1U);
    QVERIFY(!job.place.isStale());
    QCOMPARE(lines, (std::vector<std::uint32_t>{107}));
}

void TestCurrentPlace::isStaleWhileTheRankRuns()
{
    Job job;
    job.fake->stop(test::ranks("0-3"), test::breakpointHit(1));
    job.settle();
    QVERIFY(job.session->continueRanks(job.session->focus()).has_value());
    job.settle();

    QVERIFY(job.place.isStale());
    QCOMPARE(job.place.frames().size(), std::size_t(3)); // what was known stays
}

void TestCurrentPlace::followsTheLeadingRank()
{
    Job job;
    job.fake->stop(test::ranks("0-3"), test::breakpointHit(1));
    job.settle();
    QVERIFY(job.session->setLeadingRank(util::Rank(3)).has_value());
    job.settle();
    QCOMPARE(job.place.rank(), std::optional(util::Rank(3)));
    QCOMPARE(job.fake->last<debug::GetFrames>().command.ranks.toString(), "3");
}

void TestCurrentPlace::movesOverTheStackAndNotBeyondIt()
{
    Job job;
    job.fake->stop(test::ranks("0-3"), test::breakpointHit(1));
    job.settle();
    job.place.moveOut();
    QCOMPARE(job.place.frame()->function, "main");
    job.place.moveOut();
    QCOMPARE(job.place.frameIndex(), 2U);
    job.place.chooseFrame(0);
    QCOMPARE(job.place.frame()->function, "read");
    job.place.moveIn();
    QCOMPARE(job.place.frameIndex(), 0U);
}

void TestCurrentPlace::aPinnedOneStaysWithItsRank()
{
    Job job;
    CurrentPlace pinned(job.bridge, util::Rank(2));
    const CurrentPlace missing(job.bridge, util::Rank(9));
    QCOMPARE(pinned.rank(), std::optional(util::Rank(2)));
    QVERIFY(pinned.isStale() && !missing.rank());
    job.fake->stop(test::ranks("0-3"), test::breakpointHit(1));
    job.settle();
    QVERIFY(!pinned.isStale());
    QCOMPARE(pinned.frame()->function, "work");
    QCOMPARE(pinned.ranks(), test::ranks("2"));
    QCOMPARE(job.place.rank(), std::optional(util::Rank(0)));
    QCOMPARE(job.place.ranks(), test::ranks("0-3"));
    QVERIFY(job.session->setFocus(test::ranks("0")).has_value());
    job.settle();
    QCOMPARE(pinned.rank(), std::optional(util::Rank(2)));
    const CurrentPlace later(job.bridge, util::Rank(1)); // which stands already
    job.settle();
    QCOMPARE(later.frames().size(), std::size_t(3));
}

DBGR_TEST(TestCurrentPlace, QCoreApplication);

} // namespace tst_current_place

#include "tst_current_place.moc"
