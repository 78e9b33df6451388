// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of ranks over a process table: what every job has, what the user makes of them, and what is refused.
#include "session/rank_groups.h"
#include "session/session_error.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/builders.h"

#include <QElapsedTimer>
#include <QTest>

namespace tst_rank_groups {

using namespace dbgr;
using namespace dbgr::session;
using namespace dbgr::test;
using util::Rank;
using util::RankSet;

namespace {

/// Ranks 0-5: 0-2 on n01, 3-5 on n02; 0-3 are ring, 4-5 are "my heat". 0-1 run, 2 has crashed, 3 stands, 4 is held, 5
/// has ended.
struct GroupsFixture
{
    ProcessTable table;
    RankGroups groups{table};

    GroupsFixture() { begin(6); }

    void begin(std::uint32_t size)
    {
        std::vector<RankPlace> places;
        for (std::uint32_t i = 0; i < size; ++i)
            places.push_back({Rank(i), i < 3 ? "n01" : "n02", {}, i < 4 ? "/work/ring" : "/work/my heat"});
        table.reset(places);
        table.hold(ranks("4"));
        table.resumed(table.all());
        stop("2", crash(11));
        stop("3-4", breakpointHit(1));
        table.exited(ranks("5"), RankExit{});
        table.putOnHold(ranks("1"));
        table.silent(ranks("3-5"), true); // what has ended is known for good
    }
    void stop(const char* set, debug::StopCause cause)
    {
        debug::StopGroup group;
        group.ranks = ranks(set);
        group.cause = std::move(cause);
        group.stopIds = {{group.ranks, util::StopId(++m_stops)}};
        table.stopped(group);
    }
    [[nodiscard]] QString read(const std::string& text) const
    {
        const auto found = groups.read(text);
        return QString::fromStdString(found ? found->toString() : found.error().detail);
    }
    /// "" or why not.
    QString define(const std::string& name, const std::string& definition)
    {
        const auto made = groups.define(name, definition);
        return QString::fromStdString(made ? "" : made.error().detail);
    }

private:
    std::uint32_t m_stops = 0;
};

} // namespace

class TestRankGroups : public QObject
{
    Q_OBJECT

private slots:
    void everyJobHasGroups_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("ranks");
        const auto row = [](const char* text, const char* meant) { QTest::newRow(text) << text << meant; };
        row("all", "0-5");
        row("none", "");
        row("running", "0-1");
        row("stopped", "2-4"); // whatever can be looked at
        row("Stopped", "2-4");
        row("crashed", "2");
        row("held", "4");
        row("ended", "5");
        row("lost", "");
        row("onhold", "1");
        row("silent", "3-4");
        row("host:n01", "0-2");
        row("host:n02 - held", "3,5");
        row("program:ring", "0-3");
        row("program:\"my heat\"", "4-5");
        row("starting", "");
    }
    void everyJobHasGroups()
    {
        QFETCH(QString, text);
        const GroupsFixture f;
        QTEST(f.read(text.toStdString()), "ranks");
    }

    void groupsOfTheJobFollowIt()
    {
        GroupsFixture f;
        QCOMPARE(f.read("running"), QString("0-1"));
        f.stop("1", breakpointHit(1));
        QCOMPARE(f.read("running"), QString("0"));
        QCOMPARE(f.groups.predefined().hosts().size(), std::size_t(2));
        f.table.attached({"n09", {{Rank(1), {}, "/work/other"}}}); // it is somewhere else than was said
        QCOMPARE(f.read("host:n01"), QString("0,2"));
        QCOMPARE(f.read("program:other"), QString("1"));
    }

    void aGroupFollowsItsDefinition()
    {
        GroupsFixture f;
        QCOMPARE(f.define("bad", "crashed | 0"), QString());
        QCOMPARE(f.define("rest", "!bad"), QString());
        QCOMPARE(f.define("some", "1-2"), QString());
        QCOMPARE(f.read("bad"), QString("0,2"));
        QCOMPARE(f.read("rest"), QString("1,3-5"));
        f.stop("1", crash(6));
        QCOMPARE(f.read("bad"), QString("0-2"));
        QCOMPARE(f.read("rest & some"), QString(""));
        QVERIFY(f.groups.find("rest")->follows());
        QVERIFY(!f.groups.find("some")->follows());
    }

    void whatIsFrozenStays()
    {
        GroupsFixture f;
        QVERIFY(f.groups.freeze("then", *f.groups.read("stopped"), ":= stopped"));
        f.table.resumed(ranks("3"));
        QCOMPARE(f.read("then"), QString("2-4"));
        QVERIFY(!f.groups.find("then")->follows());
        QVERIFY(f.groups.freeze("nobody", {}, "where x"));
        QCOMPARE(f.read("nobody"), QString());
    }

    void groupsOutliveTheJob()
    {
        GroupsFixture f;
        QCOMPARE(f.define("some", "1,5"), QString());
        QCOMPARE(f.define("here", "host:n01"), QString());
        f.begin(2); // another job, with fewer ranks
        QCOMPARE(f.read("some"), QString("1"));
        QCOMPARE(f.read("here"), QString("0-1"));
        QCOMPARE(f.read("5"), QString("5")); // a number is meant as it stands
        f.table.reset({});
        QCOMPARE(f.read("some"), QString());
        QCOMPARE(f.define("far", "host:n77 | 900"), QString()); // nobody knows what the next job will have
    }

    void anotherGroupOfThatNameTakesItsPlace()
    {
        GroupsFixture f;
        QCOMPARE(f.define("a", "0"), QString());
        QCOMPARE(f.define("b", "a | 1"), QString());
        QCOMPARE(f.define("a", "2"), QString());
        QCOMPARE(f.groups.all().size(), std::size_t(2));
        QCOMPARE(f.groups.all().front().name, std::string("a"));
        QCOMPARE(f.read("b"), QString("1-2"));
        QCOMPARE(f.groups.ranksOfAll(), (std::vector<RankSet>{ranks("2"), ranks("1-2")}));
    }

    void ranksComeAndGo()
    {
        GroupsFixture f;
        QCOMPARE(f.define("bad", "crashed"), QString());
        QVERIFY(f.groups.freeze("then", ranks("1,9"), ":= stopped")); // 9 is of another job
        QVERIFY(f.groups.add("bad", ranks("0,4")));
        QVERIFY(f.groups.add("then", ranks("0")));
        QCOMPARE(f.read("bad"), QString("0,2,4"));
        QVERIFY(f.groups.find("bad")->follows());
        QCOMPARE(f.groups.find("then")->definition.text(), std::string("0-1,9"));
        QVERIFY(!f.groups.find("then")->follows());
        QCOMPARE(f.groups.find("then")->origin, std::string()); // that is not what chose these
        f.stop("1", crash(6));
        QVERIFY(f.groups.takeOut("bad", ranks("0-1")));
        QCOMPARE(f.read("bad"), QString("2,4"));
        QCOMPARE(f.groups.find("bad")->definition.text(), std::string("crashed - 0-1 | 4"));
        QVERIFY(f.groups.takeOut("then", ranks("0-1")));
        QCOMPARE(f.read("then"), QString());
        QCOMPARE(f.groups.find("then")->definition.text(), std::string("9"));
    }

    void ranksThatWereThereChangeNothing()
    {
        GroupsFixture f;
        QVERIFY(f.groups.freeze("then", ranks("2-4"), ":= stopped"));
        QVERIFY(f.groups.add("then", ranks("3")));
        QVERIFY(f.groups.takeOut("then", ranks("0")));
        QCOMPARE(f.groups.find("then")->origin, std::string(":= stopped"));
    }

    void ranksThatCannotComeAreRefused()
    {
        GroupsFixture f;
        QCOMPARE(f.define("bad", "crashed"), QString());
        const auto refused = f.groups.add("bad", ranks("4,9"));
        QCOMPARE(refused.error().detail, std::string("group 'bad' of rank 9: the job has ranks 0-5 only"));
        QVERIFY(f.groups.takeOut("bad", ranks("9")).error().code == Errc::NoSuchRank);
        QVERIFY(f.groups.add("bad", {}).error().code == Errc::NoRanks);
        QVERIFY(f.groups.add("gone", ranks("1")).error().code == Errc::NoSuchGroup);
        QCOMPARE(f.groups.add("crashed", ranks("1")).error().detail,
                 std::string("group 'crashed': every job has a group of that name"));
        QVERIFY(f.groups.add("host:n01", ranks("5")).error().code == Errc::BadGroup);
        QCOMPARE(f.groups.find("bad")->definition.text(), std::string("crashed"));
    }

    void refusesBadDefinitions_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("definition");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* name, const char* definition, const char* why) {
            QTest::newRow(why) << name << definition << why;
        };
        row("2x", "0", "group '2x': a name is a letter or _, then letters, digits or _, at most 64 of them");
        row("Crashed", "0", "group 'Crashed': every job has a group of that name");
        row("where", "0", "group 'where': the word means something else here");
        row("x", "crahsed", "there is no group 'crahsed'; the nearest is 'crashed'");
        row("x", "onne | 1", "there is no group 'onne'; the nearest is 'one'");
        row("x", "host:n1", "there is no group 'host:n1'; the nearest is 'host:n01'");
        row("x", "zebra", "there is no group 'zebra'");
        row("x", "3-9", "group 'x' of ranks 6-9: the job has ranks 0-5 only");
        row("one", "one | 3", "group 'one': it would be made of itself: one -> one");
        row("one", "all - three", "group 'one': it would be made of itself: one -> three -> one");
        row("one", "3 |",
            "'3 |' is not a set of ranks such as 0-3,7 or all: a rank or the name of a group is missing at "
            "the end");
    }
    void refusesBadDefinitions()
    {
        QFETCH(QString, name);
        QFETCH(QString, definition);
        GroupsFixture f;
        QCOMPARE(f.define("one", "1"), QString());
        QCOMPARE(f.define("two", "one"), QString());
        QCOMPARE(f.define("three", "two | one"), QString());
        QTEST(f.define(name.toStdString(), definition.toStdString()), "why");
        QCOMPARE(f.groups.all().size(), std::size_t(3));
        QCOMPARE(f.read("three"), QString("1"));
    }

    void whatOthersAreMadeOfIsNotDeleted()
    {
        GroupsFixture f;
        QCOMPARE(f.define("a", "0"), QString());
        QCOMPARE(f.define("b", "a"), QString());
        QCOMPARE(f.define("c", "!a"), QString());
        const auto refused = f.groups.remove("a");
        QVERIFY(refused.error().code == Errc::GroupInUse);
        QCOMPARE(refused.error().detail, std::string("deleting group 'a': made of it: 'b', 'c'"));
        QVERIFY(f.groups.remove("b"));
        QVERIFY(f.groups.remove("c"));
        QVERIFY(f.groups.remove("a"));
        QVERIFY(f.groups.all().empty());
        QVERIFY(f.groups.remove("a").error().code == Errc::NoSuchGroup);
        QVERIFY(f.groups.remove("crashed").error().code == Errc::NoSuchGroup);
    }

    void aNewNameIsKnownToWhatIsMadeOfIt()
    {
        GroupsFixture f;
        QCOMPARE(f.define("a", "0-1"), QString());
        QCOMPARE(f.define("b", "!a"), QString());
        QVERIFY(f.groups.rename("a", "front"));
        QCOMPARE(f.groups.find("b")->definition.text(), std::string("!front"));
        QCOMPARE(f.read("b"), QString("2-5"));
        QVERIFY(!f.groups.find("a"));
        QVERIFY(f.groups.rename("front", "b").error().code == Errc::BadGroup);
        QVERIFY(f.groups.rename("front", "all").error().code == Errc::BadGroup);
        QVERIFY(f.groups.rename("gone", "x").error().code == Errc::NoSuchGroup);
        QVERIFY(f.groups.rename("b", "b"));
    }

    void manyGroupsThatNameEachOtherAreCheap()
    {
        GroupsFixture f;
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(f.define("g0", "all"), QString());
        for (std::size_t i = 1; i < RankGroups::kMaxGroups; ++i) { // by hand, 2 to the power of 255
            const std::string before = "g" + std::to_string(i - 1);
            QCOMPARE(f.define("g" + std::to_string(i), before + " | " + before + " & " + before), QString());
        }
        QCOMPARE(f.read("g255"), QString("0-5"));
        QCOMPARE(f.groups.ranksOfAll().size(), RankGroups::kMaxGroups);
        QVERIFY(f.define("g0", "g255").startsWith("group 'g0': it would be made of itself: g0 -> g255 -> g254"));
        QCOMPARE(f.define("more", "1"), QString("group 'more': there are 256 groups already"));
        QCOMPARE(f.define("g255", "1"), QString()); // it is there already
        QVERIFY(f.groups.rename("g255", "last"));
        QVERIFY2(timer.elapsed() < 3000, "it has become slow");
    }

    void aMillionRanksAreCheap()
    {
        std::vector<RankPlace> places;
        for (std::uint32_t i = 0; i < 1'000'000; ++i)
            places.push_back({Rank(i), "n" + std::to_string(i / 1000), {}, "/work/ring"});
        GroupsFixture f;
        f.table.reset(places);
        QCOMPARE(f.groups.predefined().hosts().size(), std::size_t(1000)); // once a job
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(f.define("some", "host:n7 | host:n8 | !program:ring"), QString());
        for (int i = 0; i < 1000; ++i)
            QCOMPARE(f.groups.ranksOfAll().front().size(), std::uint64_t(2000));
        QVERIFY2(timer.elapsed() < 2000, "it has become slow");
    }
};

DBGR_TEST(TestRankGroups, QCoreApplication);

} // namespace tst_rank_groups

#include "tst_rank_groups.moc"
