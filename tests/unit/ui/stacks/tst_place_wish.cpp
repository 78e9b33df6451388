// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/stack_job.h"
#include "ui/stacks/place_wish.h"

namespace tst_place_wish {

using namespace dbgr;
using ui::PlaceWish;

namespace {

constexpr auto kStacks = "0-3: main@/s/ring.cpp:185 work@/s/ring.cpp:107 work@/s/ring.cpp:107\n"
                         "0-3: clone!libc.so.6 progress!libpmix.so\n"
                         "0-3: clone!libc.so.6 worker@/s/ring.cpp:7 compute@/s/ring.cpp:9";

struct Job : test::StackJob<>
{
    Job() : StackJob(4)
    {
        put(kStacks);
        stop("0-3");
    }

    PlaceWish wish{bridge, place};
};

} // namespace

class TestPlaceWish : public QObject
{
    Q_OBJECT

private slots:
    void choosesAFrameOfTheRankThatLeads();
    void makesTheRankLeadFirst();
    void framesAtTheSamePlaceAreToldByTheirDepth();
    void looksForTheFrameInOtherThreads();
    void choosesAThreadOfAnotherRank();
    void aWishThatCannotComeTrueIsGivenUp();
    void aRankThatRunsOnEndsTheWish();
};

void TestPlaceWish::choosesAFrameOfTheRankThatLeads()
{
    Job job;
    job.wish.chooseFrame(util::Rank(0), test::frame("main", "/s/ring.cpp", 185), 0);
    QCOMPARE(job.place.frameIndex(), 2U);
}

void TestPlaceWish::makesTheRankLeadFirst()
{
    Job job;
    job.wish.chooseFrame(util::Rank(2), test::frame("main", "/s/ring.cpp", 185), 0);
    QCOMPARE(job.place.frameIndex(), 0U); // still about rank 0
    job.settle();
    QCOMPARE(job.place.rank(), std::optional(util::Rank(2)));
    QCOMPARE(job.place.frameIndex(), 2U);
}

void TestPlaceWish::framesAtTheSamePlaceAreToldByTheirDepth()
{
    Job job;
    job.wish.chooseFrame(util::Rank(0), test::frame("work", "/s/ring.cpp", 107), 1);
    QCOMPARE(job.place.frameIndex(), 1U);
    job.wish.chooseFrame(util::Rank(0), test::frame("work", "/s/ring.cpp", 107), 2);
    QCOMPARE(job.place.frameIndex(), 0U);
}

void TestPlaceWish::looksForTheFrameInOtherThreads()
{
    Job job;
    job.wish.chooseFrame(util::Rank(1), test::frame("worker", "/s/ring.cpp", 7), 1);
    job.settle();
    QCOMPARE(job.place.rank(), std::optional(util::Rank(1)));
    QCOMPARE(job.place.thread(), std::optional(util::ThreadId(1013)));
    QCOMPARE(job.place.frameIndex(), 1U);
}

void TestPlaceWish::choosesAThreadOfAnotherRank()
{
    Job job;
    job.wish.chooseThread(util::Rank(3), util::ThreadId(1033));
    job.settle();
    QCOMPARE(job.place.rank(), std::optional(util::Rank(3)));
    QCOMPARE(job.place.thread(), std::optional(util::ThreadId(1033)));
    QCOMPARE(job.place.frame()->function, "compute");
}

void TestPlaceWish::aWishThatCannotComeTrueIsGivenUp()
{
    Job job;
    job.wish.chooseFrame(util::Rank(0), test::frame("nowhere", "/s/ring.cpp", 1), 0);
    job.settle();
    const std::size_t asked = job.fake->count<debug::GetFrames>();
    job.place.chooseFrame(1);
    job.settle();
    QCOMPARE(job.place.frameIndex(), 1U);
    QCOMPARE(job.fake->count<debug::GetFrames>(), asked);
}

void TestPlaceWish::aRankThatRunsOnEndsTheWish()
{
    Job job;
    job.answers = false;
    job.wish.chooseFrame(util::Rank(1), test::frame("main", "/s/ring.cpp", 185), 0);
    job.settle();
    job.answers = true;
    job.stepTo(kStacks);
    QCOMPARE(job.place.rank(), std::optional(util::Rank(1)));
    QCOMPARE(job.place.frameIndex(), 0U);
}

DBGR_TEST(TestPlaceWish, QCoreApplication);

} // namespace tst_place_wish

#include "tst_place_wish.moc"
