// SPDX-License-Identifier: GPL-3.0-or-later
#include "dbgdaemon/guard/loader_watch.h"
#include "tests/support/dbgdaemon/fake_loader.h"

#include <QTest>

using namespace dbgr;
using namespace dbgr::daemon;
using namespace dbgr::test;

namespace {

using Verdict = LoaderWatch::Verdict;

constexpr const char* kQuestion = "qXfer:libraries-svr4:read::0,1ffff";
const std::string kInterrupted = "T13thread:a;threads:a;thread-pcs:5;reason:signal;";
const std::string kAtLoader = "T05thread:a;threads:a;thread-pcs:2060;reason:breakpoint;";

struct Rank
{
    explicit Rank(LoaderStops stops, std::shared_ptr<BarrenLibraries> shared = std::make_shared<BarrenLibraries>())
        : barren(std::move(shared))
    {
        wish = {stops, 1};
        static_cast<void>(watch.answer(kQuestion));
        watch.onResume("c");
    }

    /// LLDB hears of it, reads the list, does what it does to step over its breakpoint, and goes on.
    void learn(std::optional<std::uint64_t> inserts = {})
    {
        QVERIFY(watch.onStop(kAtLoader) == Verdict::TellWithNews);
        QVERIFY(watch.answer(kQuestion));
        if (inserts)
            watch.onInsert(*inserts);
        watch.onResume("vCont;s:a");
        watch.onInsert(FakeLoader::kTrap);
        watch.onResume("c");
    }

    FakeLoader loader;
    std::shared_ptr<BarrenLibraries> barren;
    BreakpointLedger::LoaderWish wish;
    LoaderWatch watch{[this] { return wish; }, loader.reader(), barren};
};

} // namespace

class TestLoaderWatch : public QObject
{
    Q_OBJECT

private slots:
    void whoWantsAllStopsGetsThemAsTheyAre()
    {
        Rank rank(LoaderStops::All);
        rank.loader.load({"/lib/a.so"});
        QVERIFY(!rank.watch.leftOut());
        QVERIFY(rank.watch.onStop(kAtLoader) == Verdict::Tell);
    }

    void withoutInterestTheLoaderDoesNotStop()
    {
        Rank rank(LoaderStops::None);
        QVERIFY(rank.watch.leftOut() == FakeLoader::kTrap);
        rank.loader.load({"/lib/a.so"});
        QVERIFY(rank.watch.onStop(kAtLoader) == Verdict::PassOver); // it was armed when the rank went on
    }

    void anyStopTellsOfNewsUntilTheListIsRead()
    {
        Rank rank(LoaderStops::None);
        QVERIFY(rank.watch.onStop(kInterrupted) == Verdict::Tell);
        rank.loader.load({"/lib/a.so"});
        QVERIFY(rank.watch.onStop(kInterrupted) == Verdict::TellWithNews);
        QVERIFY(rank.watch.onStop(kInterrupted) == Verdict::TellWithNews); // LLDB did not look at that one
        QVERIFY(rank.watch.answer(kQuestion));
        QVERIFY(rank.watch.onStop(kInterrupted) == Verdict::Tell);
        rank.loader.load({});
        QVERIFY(rank.watch.onStop(kInterrupted) == Verdict::TellWithNews);
    }

    void aLibraryInTheVeryPlaceOfAnotherIsNews()
    {
        Rank rank(LoaderStops::None);
        rank.loader.load({"/lib/a.so"});
        QVERIFY(rank.watch.answer(kQuestion));
        rank.loader.load({"/lib/b.so"});
        QVERIFY(rank.watch.onStop(kInterrupted) == Verdict::TellWithNews);
    }

    void oneInstructionLoadsNothing()
    {
        Rank rank(LoaderStops::None);
        rank.loader.load({"/lib/a.so"});
        rank.watch.onResume("vCont;s:a");
        QVERIFY(rank.watch.onStop(kInterrupted) == Verdict::Tell);
    }

    void withInterestOnlyWhatIsNewIsTold()
    {
        Rank rank(LoaderStops::OfNews);
        QVERIFY(!rank.watch.leftOut());
        QVERIFY(rank.watch.onStop(kAtLoader) == Verdict::PassOver);
        rank.loader.load({"/lib/a.so"});
        rank.loader.setState(r_debug::RT_ADD);
        QVERIFY(rank.watch.onStop(kAtLoader) == Verdict::PassOver);
        rank.loader.setState(r_debug::RT_CONSISTENT);
        QVERIFY(rank.watch.onStop(kAtLoader) == Verdict::TellWithNews);
    }

    void aBarrenLibraryIsToldOfOnce()
    {
        Rank rank(LoaderStops::OfNews);
        rank.loader.load({"/lib/a.so"});
        rank.learn();
        rank.loader.load({});
        QVERIFY(rank.watch.onStop(kAtLoader) == Verdict::PassOver);
        rank.loader.load({"/lib/b.so"});
        QVERIFY(rank.watch.onStop(kAtLoader) == Verdict::TellWithNews);

        Rank another(LoaderStops::OfNews, rank.barren);
        another.loader.load({"/lib/a.so"});
        QVERIFY(another.watch.onStop(kAtLoader) == Verdict::PassOver);
        QVERIFY(another.watch.onStop(kInterrupted) == Verdict::TellWithNews);
    }

    void aLibraryWithBreakpointsIsAlwaysToldOf()
    {
        Rank rank(LoaderStops::OfNews);
        rank.loader.load({"/lib/a.so"});
        rank.learn(0x10020);
        rank.loader.load({});
        rank.learn();
        rank.loader.load({"/lib/a.so"});
        // It went without a breakpoint in its place being set; that says nothing of its coming.
        QVERIFY(rank.watch.onStop(kAtLoader) == Verdict::TellWithNews);
    }

    void otherBreakpointsKnowNothingOfIt()
    {
        Rank rank(LoaderStops::OfNews);
        rank.loader.load({"/lib/a.so"});
        rank.learn();
        rank.loader.load({});
        rank.wish.about = 2;
        QVERIFY(rank.watch.onStop(kAtLoader) == Verdict::TellWithNews);
    }

    void aStepThatMeetsTheLoaderIsLldbs()
    {
        Rank rank(LoaderStops::OfNews);
        rank.watch.onResume("vCont;s:a;c");
        QVERIFY(rank.watch.onStop(kAtLoader) == Verdict::Tell);
    }

    /// LLDB follows the start of a program by itself, and must not miss a stop of it.
    void aStartingProgramIsLldbs()
    {
        for (const LoaderStops stops : {LoaderStops::None, LoaderStops::OfNews}) {
            Rank rank(stops);
            rank.watch.forget(); // exec
            QVERIFY(rank.watch.onStop(kInterrupted) == Verdict::Tell);
            rank.loader.setState(r_debug::RT_ADD);
            QVERIFY(rank.watch.onStop(kAtLoader) == Verdict::Tell);
            QVERIFY(rank.watch.answer(kQuestion));
            QVERIFY(!rank.watch.leftOut());
            rank.loader.setState(r_debug::RT_CONSISTENT);
            QVERIFY(rank.watch.onStop(kAtLoader) == Verdict::Tell);
            QVERIFY(rank.watch.answer(kQuestion));
            QVERIFY(rank.watch.onStop(kAtLoader) == Verdict::PassOver);
        }
    }

    void theListComesInPieces()
    {
        Rank rank(LoaderStops::None);
        rank.loader.load({"/lib/<a>#.so"});
        const std::string whole = rank.watch.answer(kQuestion).value();
        QCOMPARE(whole, "l<library-list-svr4 version=\"1.0\"><library name=\"/lib/&}\x03" // '#' is escaped
                        "60;a&}\x03"
                        "62;}\x03.so\" lm=\"0x1100\" l_addr=\"0x10000\" l_ld=\"0x10100\" /></library-list-svr4>");
        const std::string first = rank.watch.answer("qXfer:libraries-svr4:read::0,4").value();
        QCOMPARE(first, "m<lib");
        QCOMPARE(rank.watch.answer("qXfer:libraries-svr4:read::4,3").value(), "mrar");
        QVERIFY(!rank.watch.answer("qXfer:libraries-svr4:read::ffff,3"));
        QVERIFY(!rank.watch.answer("qXfer:libraries-svr4:read::"));
        QVERIFY(!rank.watch.answer("qXfer:auxv:read::0,4"));
    }
};

QTEST_APPLESS_MAIN(TestLoaderWatch)
#include "tst_loader_watch.moc"
