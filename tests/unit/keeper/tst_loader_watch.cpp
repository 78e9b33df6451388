// SPDX-License-Identifier: GPL-3.0-or-later
#include "keeper/stub/loader_watch.h"
#include "tests/support/dbgdaemon/fake_loader.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <fcntl.h>
#include <unistd.h>

namespace tst_loader_watch {

using namespace dbgr;
using namespace dbgr::keeper;
using namespace dbgr::test;

namespace {

using Verdict = LoaderWatch::Verdict;

using Ran = LoaderWatch::Ran;

constexpr std::optional<RemoteAddress> kInterrupted = std::nullopt;
constexpr std::optional<RemoteAddress> kAtLoader{FakeLoader::kTrap};

struct Rank
{
    explicit Rank(LoaderStops stops, std::shared_ptr<BarrenLibraries> shared = std::make_shared<BarrenLibraries>())
        : barren(std::move(shared))
    {
        wish = {stops, 1};
        static_cast<void>(watch.listing());
        watch.onResume(Ran::Freely);
    }

    /// LLDB hears of it, reads the list, does what it does to step over its breakpoint, and goes on.
    void learn(std::optional<RemoteAddress> inserts = {})
    {
        QVERIFY(watch.onStop(kAtLoader) == Verdict::TellWithNews);
        static_cast<void>(watch.listing());
        if (inserts)
            watch.onInsert(*inserts);
        watch.onResume(Ran::LoneStep);
        watch.onInsert(RemoteAddress(FakeLoader::kTrap));
        watch.onResume(Ran::Freely);
    }

    FakeLoader loader;
    std::shared_ptr<BarrenLibraries> barren;
    LoaderWish wish;
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
        QVERIFY(rank.watch.leftOut() == kAtLoader);
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
        static_cast<void>(rank.watch.listing());
        QVERIFY(rank.watch.onStop(kInterrupted) == Verdict::Tell);
        rank.loader.load({});
        QVERIFY(rank.watch.onStop(kInterrupted) == Verdict::TellWithNews);
    }

    void aLibraryInTheVeryPlaceOfAnotherIsNews()
    {
        Rank rank(LoaderStops::None);
        rank.loader.load({"/lib/a.so"});
        static_cast<void>(rank.watch.listing());
        rank.loader.load({"/lib/b.so"});
        QVERIFY(rank.watch.onStop(kInterrupted) == Verdict::TellWithNews);
    }

    void oneInstructionLoadsNothing()
    {
        Rank rank(LoaderStops::None);
        rank.loader.load({"/lib/a.so"});
        rank.watch.onResume(Ran::LoneStep);
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
        rank.learn(0x10020_at);
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
        rank.watch.onResume(Ran::WithAStep);
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
            static_cast<void>(rank.watch.listing());
            QVERIFY(!rank.watch.leftOut());
            rank.loader.setState(r_debug::RT_CONSISTENT);
            QVERIFY(rank.watch.onStop(kAtLoader) == Verdict::Tell);
            static_cast<void>(rank.watch.listing());
            QVERIFY(rank.watch.onStop(kAtLoader) == Verdict::PassOver);
        }
    }

    void theListIsTheLoaders()
    {
        Rank rank(LoaderStops::None);
        rank.loader.load({"/lib/<a>#.so"});
        QCOMPARE(rank.watch.listing(), "<library-list-svr4 version=\"1.0\"><library name=\"/lib/&#60;a&#62;#.so\" "
                                       "lm=\"0x1100\" l_addr=\"0x10000\" l_ld=\"0x10100\" /></library-list-svr4>");
    }

    void breakpointsElsewhereAreNotTheLoaders()
    {
        Rank rank(LoaderStops::None);
        QVERIFY(rank.watch.isTrap(RemoteAddress(FakeLoader::kTrap)));
        QVERIFY(!rank.watch.isTrap(RemoteAddress(FakeLoader::kTrap + 1)));
        QVERIFY(rank.watch.onStop(RemoteAddress(FakeLoader::kTrap + 1)) == Verdict::Tell);
    }

    void wishesAreSharedByTheFile()
    {
        const Wishes ours = Wishes::create().value();
        const Wishes theirs = Wishes::open(util::UniqueFd(::dup(ours.file())), {}).value();
        QVERIFY(theirs.loader(3).stops == LoaderStops::All);
        ours.loaderSayer(3)({LoaderStops::OfNews, (1U << 30) - 1});
        QVERIFY(theirs.loader(3).stops == LoaderStops::OfNews);
        QCOMPARE(theirs.loader(3).about, (1U << 30) - 1);
        QVERIFY(theirs.loader(2).stops == LoaderStops::All);
        ours.loaderSayer(Wishes::kMaxSlots)({LoaderStops::None, 1});
        QVERIFY(theirs.loader(Wishes::kMaxSlots).stops == LoaderStops::All);
        QVERIFY(!Wishes::open(util::UniqueFd(::open("/dev/null", O_RDWR)), {}));
    }
};

DBGR_TEST(TestLoaderWatch);

} // namespace tst_loader_watch

#include "tst_loader_watch.moc"
