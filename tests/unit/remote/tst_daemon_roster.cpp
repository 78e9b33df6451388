// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/remote/daemon_roster.h"

#include "debug/debug_error.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_daemon_roster {

using namespace dbgr;
using namespace dbgr::session;
using util::Rank;
using util::RankSet;

namespace {

/// Ranks 0-1 on n01, 2-3 on n02.
JobLaunched job(const std::string& domain = {})
{
    JobLaunched launched;
    for (std::uint32_t rank = 0; rank < 4; ++rank)
        launched.ranks.push_back({Rank(rank), (rank < 2 ? "n01" : "n02") + domain, util::Pid(100), "ring"});
    return launched;
}

debug::RanksAttached attached(std::initializer_list<std::uint32_t> ranks)
{
    debug::RanksAttached event;
    for (const std::uint32_t rank : ranks)
        event.ranks.push_back({Rank(rank), util::Pid(100), "ring"});
    return event;
}

} // namespace

class TestDaemonRoster : public QObject
{
    Q_OBJECT

private slots:
    void aDaemonServesTheRanksOfItsHost()
    {
        DaemonRoster roster(job());
        QVERIFY(roster.hosts() == (std::vector<std::string>{"n01", "n02"}));
        QCOMPARE(roster.missingHosts(), std::string("n01, n02"));
        QCOMPARE(roster.join("n02").value().toString(), std::string("2-3"));
        QCOMPARE(roster.missingHosts(), std::string("n01"));
    }

    void hostNamesAreComparedWithoutTheirDomain()
    {
        DaemonRoster roster(job(".cluster.local"));
        QVERIFY(roster.join("n01"));
        QVERIFY(!roster.join("n01.cluster.local")); // it has called before
    }

    void ofASubsetOnlyItsHostsAreAwaited()
    {
        DaemonRoster roster(job(".cluster"), RankSet(Rank(3)));
        QVERIFY(roster.hosts() == std::vector<std::string>{"n02.cluster"});
        QVERIFY(!roster.join("n01"));
        QCOMPARE(roster.join("n02").value().toString(), std::string("3"));
        roster.note(attached({3}));
        QVERIFY(roster.complete());
    }

    void theProcessesOfAHostAreThoseOfTheProctable()
    {
        const DaemonRoster roster(job(), *RankSet::parse("1-3", {}));
        QVERIFY(roster.processesOn("n01.cluster") ==
                (std::vector<debug::LocalProcess>{{Rank(1), util::Pid(100), "ring"}}));
        QCOMPARE(roster.processesOn("n02").size(), std::size_t(2));
        QVERIFY(roster.processesOn("elsewhere").empty());
    }

    void strangersServeNobody()
    {
        DaemonRoster roster(job());
        QVERIFY(!roster.join("elsewhere"));
    }

    void oneHostIsKnownAsSuch()
    {
        JobLaunched launched = job();
        launched.ranks.resize(2);
        QVERIFY(DaemonRoster(launched).onlyOn("n01.cluster"));
        QVERIFY(!DaemonRoster(launched).onlyOn("n02"));
        QVERIFY(!DaemonRoster(job()).onlyOn("n01"));
    }

    void itIsCompleteWhenEveryRankIsAccountedFor()
    {
        DaemonRoster roster(job());
        roster.note(attached({0, 1, 2}));
        QVERIFY(!roster.complete());
        QCOMPARE(roster.unheard().toString(), std::string("3"));
        roster.note(debug::AttachFailed{RankSet(Rank(3)), {}});
        QVERIFY(roster.complete());
        QCOMPARE(roster.everAttached().toString(), std::string("0-2"));
        QCOMPARE(roster.failed().toString(), std::string("3"));
    }

    void ranksThatLeaveAreNotOursAnyMore()
    {
        DaemonRoster roster(job());
        roster.note(attached({0, 1, 2, 3}));
        roster.note(debug::RanksExited{RankSet(Rank(0)), 0, 0});
        roster.note(debug::RanksDetached{RankSet(Rank(1))});
        roster.note(debug::RanksLost{RankSet(Rank(2)), {}});
        QCOMPARE(roster.ours().toString(), std::string("3"));
        QCOMPARE(roster.lost().toString(), std::string("2"));
        QCOMPARE(roster.everAttached().size(), std::uint64_t(4));
    }

    void aLostDaemonAccountsForRanksThatItNeverAttached()
    {
        DaemonRoster roster(job());
        roster.note(attached({0, 1, 2}));
        QCOMPARE(roster.lose(*RankSet::parse("2-3", {})).toString(), std::string("2-3"));
        QVERIFY(roster.lose(*RankSet::parse("2-3", {})).empty());
        QVERIFY(roster.complete());
        QCOMPARE(roster.ours().toString(), std::string("0-1"));
        QCOMPARE(roster.failed().toString(), std::string("3"));
        QCOMPARE(roster.lost().toString(), std::string("2-3"));
        QCOMPARE(roster.placesOf(roster.lost()), std::string("n02 (ranks 2-3)"));
        QCOMPARE(roster.placesOf(*RankSet::parse("0-2", {})), std::string("n01 (ranks 0-1), n02 (rank 2)"));
    }

    void whatHappensToARankBeforeItWasAttachedAccountsForIt()
    {
        DaemonRoster roster(job());
        roster.note(attached({0}));
        roster.note(debug::RanksExited{RankSet(Rank(1)), 0, 0});
        roster.note(debug::RanksDetached{RankSet(Rank(2))});
        roster.note(debug::RanksLost{RankSet(Rank(3)), {}});
        QVERIFY(roster.complete());
        QCOMPARE(roster.failed().toString(), std::string("1-3"));
    }

    void lostRanksAreTakenBackAndTheirHostMayCallOnceMore()
    {
        DaemonRoster roster(job());
        QVERIFY(roster.join("n01") && roster.join("n02"));
        debug::RanksAttached known = attached({0, 1, 2});
        known.ranks[2].pid = util::Pid(202);
        known.ranks[2].executable = "/bin/ring";
        roster.note(known);
        roster.note(debug::AttachFailed{RankSet(Rank(3)), {}});
        QVERIFY(roster.takeBack().empty());
        roster.note(debug::RanksExited{RankSet(Rank(0)), 0, 0});
        QCOMPARE(roster.lose(*RankSet::parse("2-3", {})).toString(), std::string("2"));
        QCOMPARE(roster.takeBack().toString(), std::string("2"));
        QVERIFY(roster.lost().empty() && !roster.failed().contains(Rank(2)));
        QCOMPARE(roster.unheard().toString(), std::string("2"));
        QVERIFY(roster.hostsOf(roster.unheard()) == std::vector<std::string>{"n02"});
        QCOMPARE(roster.missingHosts(), std::string("n02"));
        QVERIFY(!roster.join("n01"));
        QCOMPARE(roster.join("n02").value().toString(), std::string("2")); // not the one that was never attached to
        QVERIFY(roster.processesOn("n02") ==
                (std::vector<debug::LocalProcess>{{Rank(2), util::Pid(202), "/bin/ring"}}));
        QVERIFY(!roster.join("n02"));
        roster.note(attached({2}));
        QVERIFY(roster.ours().contains(Rank(2)) && roster.unheard().empty());
    }

    void whoDoesNotComeBackCanBeTakenBackOnceMore()
    {
        DaemonRoster roster(job());
        QVERIFY(roster.join("n01") && roster.join("n02"));
        roster.note(attached({0, 1, 2, 3}));
        roster.lose(*RankSet::parse("0-3", {}));
        QCOMPARE(roster.takeBack().toString(), std::string("0-3"));
        QVERIFY(roster.join("n01"));
        QVERIFY(roster.abandonMissing({"n01"}).empty());
        QCOMPARE(roster.abandonMissing({"n01", "n02.site"}).toString(), std::string("2-3"));
        QVERIFY(!roster.join("n02")); // too late
        roster.note(debug::AttachFailed{RankSet(Rank(0)), {debug::Errc::PtraceRefused, "", ""}});
        roster.note(debug::AttachFailed{RankSet(Rank(1)), {debug::Errc::Ended, "", ""}});
        QVERIFY(roster.unheard().empty());
        QCOMPARE(roster.takeBack().toString(), std::string("0,2-3")); // rank 1 is no more
    }

    void anEmptyJobIsNeverComplete() { QVERIFY(!DaemonRoster().complete()); }
};

DBGR_TEST(TestDaemonRoster);

} // namespace tst_daemon_roster

#include "tst_daemon_roster.moc"
