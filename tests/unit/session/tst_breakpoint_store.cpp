// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/breakpoint_store.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/builders.h"

#include <QTest>

namespace tst_breakpoint_store {

using namespace dbgr;
using namespace dbgr::session;
using namespace dbgr::test;
using util::BreakpointId;

namespace {

debug::BreakpointStatus status(BreakpointId id, std::string_view resolved, std::string_view pending, std::uint32_t line)
{
    debug::BreakpointStatus news;
    news.id = id;
    news.resolved = ranks(resolved);
    news.pending = ranks(pending);
    news.actual.file = "ring.cpp";
    news.actual.line = line;
    return news;
}

debug::BreakpointPlace place(std::string function, std::uint32_t line, std::string_view inRanks)
{
    return {{"ring.cpp", std::move(function), "ring", 0},
            {"/src/ring.cpp", line, 0},
            "/bin/ring",
            0x1000 + line,
            ranks(inRanks)};
}

/// "work(int)@10 [0-1]|..."; those that are off in brackets.
QString placesOf(const BreakpointStore& store, BreakpointId id)
{
    const Breakpoint& breakpoint = *store.find(id);
    QStringList all;
    for (const debug::BreakpointPlace& one : breakpoint.places) {
        const QString text = QString::fromStdString(one.name.function + "@" + std::to_string(one.where.line) + " [" +
                                                    one.ranks.toString() + "]");
        all << (breakpoint.isOff(one) ? "(" + text + ")" : text);
    }
    return all.join("|");
}

} // namespace

class TestBreakpointStore : public QObject
{
    Q_OBJECT

private slots:
    void idsAreNeverUsedAgain()
    {
        BreakpointStore store;
        QCOMPARE(store.add(breakIn("a")), BreakpointId(1));
        QVERIFY(store.remove(BreakpointId(1)));
        QVERIFY(!store.remove(BreakpointId(1)));
        QCOMPARE(store.add(breakIn("b")), BreakpointId(2));
        QCOMPARE(store.find(BreakpointId(2))->spec.id, BreakpointId(2));
    }

    void aTemporaryOneIsPassedByEachRankOnce()
    {
        BreakpointStore store;
        const BreakpointId always = store.add(breakIn("a"));
        const BreakpointId once = store.addTemporary(breakIn("b"));
        QVERIFY(store.update(status(once, "0-2", "", 28)));
        QCOMPARE(store.pass({always, once, BreakpointId(9)}, ranks("1")), std::vector{once});
        QCOMPARE(store.find(once)->status.resolved, ranks("0,2"));
        QVERIFY(store.passedBy(ranks("0-2")).empty());
        QVERIFY(store.update(status(once, "0-2", "", 28))); // late news
        QCOMPARE(store.find(once)->status.resolved, ranks("0,2"));
        QCOMPARE(store.pass({once}, ranks("0,2")), std::vector{once});
        QCOMPARE(store.passedBy(ranks("0-2")), std::vector{once});
        store.forgetJob();
        QVERIFY(store.passedBy(ranks("0-2")).empty());
        QVERIFY(store.find(once)->passed.empty());
    }

    void placesHaveNumbersInTheOrderOfTheirLines()
    {
        BreakpointStore store;
        const BreakpointId id = store.add(breakIn("work"));
        debug::BreakpointStatus news = status(id, "0-1", "", 10);
        news.placeList = {place("work(double)", 20, "0-1"), place("work(int)", 10, "0")};
        QVERIFY(store.update(news));
        QCOMPARE(placesOf(store, id), QString("work(int)@10 [0]|work(double)@20 [0-1]"));
        // A library came: what there is keeps its number.
        news.placeList = {place("work(char)", 5, "0"), place("work(double)", 20, "0"), place("work(int)", 10, "0")};
        news.resolved = ranks("0");
        QVERIFY(store.update(news));
        QCOMPARE(placesOf(store, id), QString("work(int)@10 [0]|work(double)@20 [0-1]|work(char)@5 [0]"));
        QCOMPARE(store.find(id)->listedPlaces(), (std::vector<std::uint32_t>{1, 2, 3}));
        news.placeList = {place("work(double)", 20, "0")}; // and went
        QVERIFY(store.update(news));
        QCOMPARE(store.find(id)->listedPlaces(), std::vector<std::uint32_t>());
        QCOMPARE(placesOf(store, id), QString("work(int)@10 []|work(double)@20 [0-1]|work(char)@5 []"));
    }

    void placesThatAreOffStaySo()
    {
        BreakpointStore store;
        const BreakpointId id = store.add(breakIn("work"));
        debug::BreakpointStatus news = status(id, "0", "", 10);
        news.placeList = {place("work(double)", 20, "0"), place("work(int)", 10, "0")};
        QVERIFY(store.update(news));
        QVERIFY(store.switchPlace(id, 2, false));
        QVERIFY(!store.switchPlace(id, 2, false)); // it is
        for (const std::uint32_t none : {0U, 3U})
            QVERIFY(!store.switchPlace(id, none, false));
        QCOMPARE(placesOf(store, id), QString("work(int)@10 [0]|(work(double)@20 [0])"));
        store.forgetJob();
        QCOMPARE(placesOf(store, id), QString("(work(double)@0 [])"));
        QCOMPARE(store.find(id)->listedPlaces(), std::vector<std::uint32_t>{1});
        // Built again: other lines, the same places, the same numbers.
        news.placeList = {place("work(double)", 24, "0"), place("work(int)", 14, "0")};
        QVERIFY(store.update(news));
        QCOMPARE(placesOf(store, id), QString("work(int)@14 [0]|(work(double)@24 [0])"));
        QVERIFY(store.switchPlace(id, 2, true));
        QCOMPARE(placesOf(store, id), QString("work(int)@14 [0]|work(double)@24 [0]"));
        debug::BreakpointSpec kept = breakIn("kept");
        kept.off = {place("kept()", 1, "").name};
        QCOMPARE(placesOf(store, store.add(kept)), QString("(kept()@0 [])"));
    }

    void placesAreSharedByOthersForOtherRanks()
    {
        BreakpointStore store;
        debug::BreakpointSpec spec = breakIn("a");
        spec.ranks = ranks("0-1");
        store.add(spec);
        QVERIFY(store.sameAs(breakIn("a"))); // which is for all
        spec.ranks = ranks("1-2");
        QVERIFY(store.sameAs(spec));
        spec.ranks = ranks("2");
        QVERIFY(!store.sameAs(spec));
    }

    void aTemporaryOneOfSomeGoesWhenTheseHaveStopped()
    {
        BreakpointStore store;
        debug::BreakpointSpec spec = breakIn("a");
        spec.ranks = ranks("1-2");
        const BreakpointId once = store.addTemporary(spec);
        QCOMPARE(meant(*store.find(once), ranks("0-3")), ranks("1-2"));
        QCOMPARE(store.pass({once}, ranks("1")), std::vector{once});
        QCOMPARE(meant(*store.find(once), ranks("0-3")), ranks("2"));
        QVERIFY(store.passedBy(ranks("0-3")).empty());
        QCOMPARE(store.pass({once}, ranks("2")), std::vector{once});
        QCOMPARE(store.passedBy(ranks("0-3")), std::vector{once});
    }

    void dataOfACallIsNotForRanksOfAnotherJob()
    {
        BreakpointStore store;
        debug::BreakpointSpec spec;
        spec.where = debug::WatchedData{"local"};
        const BreakpointId local = store.add(spec);
        spec.where = debug::WatchedData{"g_total"};
        const BreakpointId global = store.add(spec);
        QVERIFY(!store.keepFrom(local, ranks("0"))); // nobody has said that it is of a call
        debug::BreakpointStatus news = status(local, "0-1", "", 0);
        news.scope = "work(int)";
        QVERIFY(store.update(news));
        QVERIFY(store.update(status(global, "0-1", "", 0)));
        store.forgetJob();
        QVERIFY(store.find(local)->status.scope.empty());
        QVERIFY(!store.keepFrom(global, ranks("0-1")));
        QVERIFY(store.keepFrom(local, ranks("0-1")));
        QCOMPARE(store.find(local)->status.pending, ranks("0-1"));
        QCOMPARE(store.find(local)->status.problem,
                 std::string("it was data of a call of work(int); 'enable 1' looks for it where the ranks stand then"));
        QVERIFY(store.change(local, "", false));
        QVERIFY(store.keepFrom(local, ranks("0-1")));
        QVERIFY(store.change(local, "", true));
        QVERIFY(store.update(status(local, "0-1", "", 0)));
        QVERIFY(!store.keepFrom(local, ranks("0-1")));
    }

    void registersAreThoseOfTheRankThatTakesMost()
    {
        BreakpointStore store;
        debug::BreakpointSpec spec;
        spec.where = debug::WatchedData{"g_wide"};
        const BreakpointId id = store.add(spec);
        const auto hear = [&](const char* in, std::uint32_t taken) {
            debug::BreakpointStatus news = status(id, in, "", 0);
            news.registers = {taken, 4};
            return store.update(news) ? store.find(id)->status.registers.taken : 99;
        };
        QCOMPARE(hear("0-1", 1), 1U);
        QCOMPARE(hear("2-3", 2), 2U); // of another node, where it lies across a border
        QCOMPARE(hear("0-1", 1), 2U);
        QVERIFY(store.change(id, "", false)); // ranks will say
        QCOMPARE(store.find(id)->status.registers, debug::WatchRegisters{});
        QCOMPARE(hear("0-3", 1), 1U);
        QVERIFY(store.update(status(id, "", "0-3", 0))); // its call is over
        QCOMPARE(store.find(id)->status.registers, debug::WatchRegisters{});
    }

    void ranksThatRefuseItDoNotHaveIt()
    {
        BreakpointStore store;
        debug::BreakpointSpec spec;
        spec.where = debug::WatchedData{"local"};
        const BreakpointId id = store.add(spec);
        debug::BreakpointStatus news = status(id, "0-3", "", 0);
        news.scope = "work(int)";
        QVERIFY(store.update(news));
        QVERIFY(!store.lack(id, {}));
        const util::Error error{debug::Errc::NoSuchPlace, "'local' cannot be watched: no room", {}};
        QVERIFY(store.lack(id, {{ranks("1,3"), error}}));
        QCOMPARE(store.find(id)->status.resolved, ranks("0,2"));
        QCOMPARE(store.find(id)->status.pending, ranks("1,3"));
        QCOMPARE(store.find(id)->status.problem, error.message());
        QCOMPARE(store.find(id)->status.scope, std::string("work(int)"));
        QVERIFY(store.lack(id, {{ranks("0,2"), error}}));
        QCOMPARE(store.find(id)->status.scope, std::string("work(int)")); // enabled anew, it is found anew
        QVERIFY(!store.lack(BreakpointId(99), {{ranks("1"), error}}));
    }

    void aTemporaryOneThatNobodyHasMetStays()
    {
        BreakpointStore store;
        (void)store.addTemporary(breakIn("b"));
        QVERIFY(store.passedBy({}).empty()); // all ranks have ended
    }

    void whatNodesSayAddsUp()
    {
        BreakpointStore store;
        const BreakpointId id = store.add(breakAt("ring.cpp", 28));
        QVERIFY(store.update(status(id, "2", "3", 30)));
        QVERIFY(store.update(status(id, "0-1", "", 29)));
        const debug::BreakpointStatus& known = store.find(id)->status;
        QCOMPARE(known.resolved, ranks("0-2"));
        QCOMPARE(known.pending, ranks("3"));
        QCOMPARE(known.actual.line, 29u); // of the lowest rank, whoever said it last
        QVERIFY(store.update(status(id, "3", "", 31)));
        QCOMPARE(known.actual.line, 29u);
        QCOMPARE(known.pending, ranks(""));
    }

    void aPlaceCanBeLostAgain()
    {
        BreakpointStore store;
        const BreakpointId id = store.add(breakAt("plugin.cpp", 5));
        QVERIFY(store.update(status(id, "0", "", 5)));
        QVERIFY(store.update(status(id, "", "0", 0)));
        QVERIFY(store.find(id)->status.resolved.empty());
        QVERIFY(!store.find(id)->status.actual.known());
    }

    void countsHitsOfThoseThatItKnows()
    {
        BreakpointStore store;
        const BreakpointId id = store.add(breakIn("work"));
        QCOMPARE(store.countHits({id, BreakpointId(77)}, 3), (std::vector{id}));
        QCOMPARE(store.countHits({id}, 1).size(), std::size_t(1));
        QCOMPARE(store.find(id)->hits, std::uint64_t(4));
        QVERIFY(!store.update(status(BreakpointId(77), "0", "", 1)));
    }
};

DBGR_TEST(TestBreakpointStore);

} // namespace tst_breakpoint_store

#include "tst_breakpoint_store.moc"
