// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks that LLDB is not connected to: what is told of them, what is done without LLDB, and what connects them.
#include "dbgdaemon/engine/process/unconnected_ranks.h"
#include "debug/debug_error.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/run/test_class.h"
#include "util/overloaded.h"

#include <QTest>

namespace tst_unconnected_ranks {

using namespace dbgr;
using namespace dbgr::daemon;
using namespace dbgr::test;
using util::Rank;
using util::RankSet;
using State = UnconnectedRanks::State;

namespace {

class FakeHolder final : public RankHolder
{
public:
    FakeHolder() : m_wishes(keeper::Wishes::create().value()) {}

    using RankHolder::open;
    util::Result<util::UniqueFd> open(Rank, util::Pid, AtFirst) override { return util::UniqueFd(); }
    util::Result<util::UniqueFd> openAgain(Rank) override { return util::UniqueFd(); }
    void setListener(std::function<void(Rank, HolderNews)> listener) override { tell = std::move(listener); }
    void run(Rank rank) override { log("run", rank); }
    void stand(Rank rank) override { log("stand", rank); }
    void catchMpiErrors(Rank rank, bool isWanted) override { log(isWanted ? "catch" : "let", rank); }
    void sample(Rank, std::function<void(util::Result<util::UniqueFd>)>) override {}
    void serveMemory(util::UniqueFd) override {}
    void release(Rank rank) override { log("release", rank); }
    std::uint32_t slotOf(Rank) const override { return 0; }
    const keeper::Wishes& wishes() const override { return m_wishes; }
    std::optional<util::Error> whyEnded(Rank) override { return util::Error{debug::Errc::KeeperFailed, "why", {}}; }
    std::optional<util::RankEnd> endingOf(Rank) override { return ending; }
    void shutdown(std::function<void()> done) override { done(); }
    util::Pid tracer() const override { return {}; }

    QString taken() { return std::exchange(m_log, {}).trimmed(); }

    std::function<void(Rank, HolderNews)> tell;
    util::RankEnd ending;

private:
    void log(const char* what, Rank rank) { m_log += QString("%1 %2; ").arg(what).arg(rank.value()); }

    keeper::Wishes m_wishes;
    QString m_log;
};

QString textOf(const EngineEvent& event)
{
    const auto with = [](const char* what, Rank rank) { return QString("%1 %2").arg(what).arg(rank.value()); };
    return std::visit(
        util::Overloaded{
            [&](const debug::AttachedRank& e) { return with("attached", e.rank); },
            [&](const RankAttachFailed& e) {
                return with("failed", e.rank) + ": " + QString::fromStdString(e.error.message());
            },
            [&](const debug::StopEvent& e) { return with("stop", e.rank) + " for " + debug::name(e.cause.reason); },
            [&](const RankResumed& e) { return with("resumed", e.rank); },
            [&](const RankExited& e) { return with("exited", e.rank) + QString(" %1 %2").arg(e.status).arg(e.signal); },
            [&](const RankDetached& e) { return with("detached", e.rank); },
            [](const auto&) { return QString("something else"); },
        },
        event);
}

struct Rig
{
    explicit Rig(unsigned count = 2)
    {
        std::vector<AttachTarget> targets;
        for (unsigned rank = 0; rank < count; ++rank)
            targets.push_back({Rank(rank), util::Pid(1 << 22), {}, "/x"}); // there is no such process
        ranks.add(std::move(targets));
    }
    void hold()
    {
        ranks.ranks().forEach([&](Rank rank) { holder.tell(rank, HolderNews::Held); });
        static_cast<void>(told());
    }
    bool perform(const RankSet& which, const debug::EngineRequest& request)
    {
        bool isDone = false;
        resumed = ranks.perform(which, request, [&] { isDone = true; });
        return isDone;
    }
    QString told() { return std::exchange(events, {}).join("; "); }

    QStringList events;
    RankSet connected; // asked for
    RankSet resumed;
    ManualScheduler scheduler;
    FakeHolder holder;
    UnconnectedRanks ranks{scheduler,
                           holder,
                           {[this](const EngineEvent& event) { events += textOf(event); },
                            [this](const RankSet& more) { connected |= more; }}};
};

const RankSet kBoth = RankSet::firstN(2);
const RankSet kFirst = RankSet::firstN(1);
const RankSet kSecond(Rank(1));

const struct
{
    debug::EngineRequest request;
    const char* beyond;
} kRequests[] = {{debug::Continue{}, "2"},    {debug::Interrupt{}, "1-2"},
                 {debug::Detach{}, ""},       {debug::Kill{}, ""},
                 {debug::Step{}, "0-2"},      {debug::SetBreakpoint{}, "0-2"},
                 {debug::GetStacks{}, "0-2"}, {debug::Evaluate{}, "0-2"},
                 {debug::SetSignal{}, "0-2"}, {debug::RemoveBreakpoint{}, "0-2"}};

} // namespace

class TestUnconnectedRanks : public QObject
{
    Q_OBJECT

private slots:
    void aHeldRankIsAttachedAndStands()
    {
        Rig rig;
        rig.holder.tell(Rank(1), HolderNews::Held);
        QCOMPARE(rig.told(), QString("attached 1; stop 1 for attached"));
        QVERIFY(rig.connected.empty());
    }

    void whatCannotBeHeldFails_data()
    {
        QTest::addColumn<int>("news");
        QTest::addColumn<QString>("told");
        QTest::newRow("refused") << int(HolderNews::NotHeld) << "failed 0: why";
        QTest::newRow("ended") << int(HolderNews::Ended) << "failed 0: the process has ended";
    }
    void whatCannotBeHeldFails()
    {
        QFETCH(int, news);
        QFETCH(QString, told);
        Rig rig;
        rig.holder.tell(Rank(0), HolderNews(news));
        QCOMPARE(rig.told(), told);
        QCOMPARE(rig.ranks.ranks(), kSecond);
        rig.holder.tell(Rank(0), HolderNews(news)); // nobody's any more
        QCOMPARE(rig.told(), QString());
    }

    void oneThatNeverStandsIsGivenUp()
    {
        Rig rig;
        rig.holder.tell(Rank(0), HolderNews::Held);
        static_cast<void>(rig.told());
        rig.scheduler.advance(UnconnectedRanks::kAttachLimit);
        QCOMPARE(rig.told(), QString("failed 1: it did not stop for being attached to"));
    }

    void theyRunWithoutBeingConnected()
    {
        Rig rig;
        rig.hold();
        QVERIFY(rig.perform(kFirst, debug::Continue{}));
        QCOMPARE(rig.resumed, kFirst);
        QCOMPARE(rig.holder.taken(), QString("run 0;"));
        QVERIFY(rig.perform(kBoth, debug::Continue{}));
        QCOMPARE(rig.resumed, kSecond);
        QCOMPARE(rig.holder.taken(), QString("run 1;"));
        rig.scheduler.advance(std::chrono::seconds(5));
        QVERIFY(rig.connected.empty());
    }

    void oneThatIsToKeepRunningDoes()
    {
        Rig rig(0);
        AttachTarget target{Rank(5), util::Pid(1 << 22), {}, "/x"};
        target.keepRunning = true;
        std::vector<AttachTarget> targets;
        targets.push_back(std::move(target));
        rig.ranks.add(std::move(targets));
        rig.holder.tell(Rank(5), HolderNews::Held);
        QCOMPARE(rig.holder.taken(), QString()); // it runs
        QCOMPARE(rig.told(), QString("attached 5; stop 5 for attached; resumed 5"));
        rig.scheduler.advance(std::chrono::seconds(5));
        QVERIFY(rig.connected.empty());
    }

    void theOnesThatStandAreConnectedWhenNobodyAsks()
    {
        Rig rig;
        rig.hold();
        QVERIFY(rig.perform(kFirst, debug::Continue{}));
        rig.scheduler.advance(UnconnectedRanks::kIdle - std::chrono::milliseconds(1));
        QVERIFY(rig.connected.empty());
        rig.scheduler.advance(std::chrono::milliseconds(1));
        QCOMPARE(rig.connected, kSecond);
    }

    void whoIsLookedAtIsNotConnectedMeanwhile()
    {
        Rig rig;
        rig.hold();
        rig.ranks.putOffIdle();
        rig.scheduler.advance(std::chrono::seconds(5));
        QVERIFY(rig.connected.empty());
        rig.ranks.awaitIdle();
        rig.scheduler.advance(UnconnectedRanks::kIdle);
        QCOMPARE(rig.connected, kBoth);
    }

    void onlyThoseStandThatHaveNotRun()
    {
        Rig rig(3); // the last one is being attached to
        rig.holder.tell(Rank(0), HolderNews::Held);
        rig.holder.tell(Rank(1), HolderNews::Held);
        QVERIFY(rig.ranks.allStand(kBoth));
        QVERIFY(!rig.ranks.allStand(RankSet::firstN(3)));
        QVERIFY(!rig.ranks.allStand(RankSet(Rank(7)))); // is not here
        QVERIFY(rig.perform(kSecond, debug::Continue{}));
        QVERIFY(!rig.ranks.allStand(kBoth));
        QVERIFY(rig.ranks.allStand(kFirst));
        rig.holder.tell(Rank(1), HolderNews::Stopped); // for what is LLDB's to tell
        QVERIFY(!rig.ranks.allStand(kBoth));
    }

    void whatTakesLldb_data()
    {
        QTest::addColumn<std::size_t>("row");
        for (std::size_t row = 0; row < std::size(kRequests); ++row)
            QTest::newRow(debug::name(kRequests[row].request)) << row;
    }
    void whatTakesLldb()
    {
        QFETCH(std::size_t, row);
        Rig rig(4); // 0 stands, 1 runs, 2 is being attached to, 3 is not asked for
        rig.holder.tell(Rank(0), HolderNews::Held);
        rig.holder.tell(Rank(1), HolderNews::Held);
        rig.perform(kSecond, debug::Continue{});
        const RankSet beyond = rig.ranks.beyondUs(RankSet::firstN(3), kRequests[row].request);
        QCOMPARE(QString::fromStdString(beyond.toString()), QString(kRequests[row].beyond));
    }

    void aStopConnectsTheRank_data()
    {
        QTest::addColumn<int>("news");
        QTest::addColumn<int>("state");
        QTest::newRow("stopped") << int(HolderNews::Stopped) << int(State::Stopped);
        QTest::newRow("another program") << int(HolderNews::BecameAnother) << int(State::Another);
    }
    void aStopConnectsTheRank()
    {
        QFETCH(int, news);
        QFETCH(int, state);
        Rig rig;
        rig.hold();
        rig.perform(kBoth, debug::Continue{});
        static_cast<void>(rig.holder.taken());
        rig.holder.tell(Rank(1), HolderNews(news));
        QCOMPARE(rig.connected, kSecond);
        QCOMPARE(rig.told(), QString()); // LLDB tells for what
        const auto taken = rig.ranks.take(kSecond);
        QCOMPARE(taken.size(), std::size_t(1));
        QVERIFY(taken[0].state == State(state));
        QCOMPARE(rig.holder.taken(), QString()); // it stands
    }

    void onesThatRunAreMadeToStandToBeConnected()
    {
        Rig rig(3);
        rig.hold();
        rig.perform(kBoth, debug::Continue{});
        static_cast<void>(rig.holder.taken());
        const auto taken = rig.ranks.take(RankSet::firstN(9));
        QCOMPARE(taken.size(), std::size_t(3));
        QCOMPARE(rig.holder.taken(), QString("stand 0; stand 1;"));
        QVERIFY(taken[0].state == State::Running && taken[2].state == State::Standing);
        QVERIFY(rig.ranks.ranks().empty());
    }

    void endsAreTold_data()
    {
        QTest::addColumn<bool>("runs");
        QTest::newRow("standing") << false;
        QTest::newRow("running") << true;
    }
    void endsAreTold()
    {
        QFETCH(bool, runs);
        Rig rig;
        rig.hold();
        if (runs)
            rig.perform(kBoth, debug::Continue{});
        rig.holder.ending = {3, 0};
        rig.holder.tell(Rank(0), HolderNews::Ended);
        rig.holder.ending = {std::nullopt, 11};
        rig.holder.tell(Rank(1), HolderNews::Ended);
        QCOMPARE(rig.told(), QString("exited 0 3 0; exited 1 0 11"));
    }

    void lettingGoIsDoneWhenAllAreGone_data()
    {
        QTest::addColumn<bool>("isKill");
        QTest::addColumn<QString>("asked");
        QTest::addColumn<QString>("told");
        QTest::newRow("detach") << false << "release 0; release 1;"
                                << "detached 0; exited 1 0 9";
        QTest::newRow("kill") << true << ""
                              << "detached 0; exited 1 0 9";
    }
    void lettingGoIsDoneWhenAllAreGone()
    {
        QFETCH(bool, isKill);
        QFETCH(QString, asked);
        QFETCH(QString, told);
        Rig rig(3);
        rig.hold();
        bool isDone = false;
        const debug::EngineRequest request = isKill ? debug::EngineRequest(debug::Kill{}) : debug::Detach{};
        rig.ranks.perform(kBoth, request, [&] { isDone = true; });
        QCOMPARE(rig.holder.taken(), asked);
        rig.holder.tell(Rank(0), HolderNews::Released);
        QVERIFY(!isDone);
        rig.holder.tell(Rank(1), HolderNews::Stopped); // on its way out
        QVERIFY(rig.connected.empty() && rig.ranks.take(kSecond).empty());
        rig.holder.ending = {std::nullopt, 9}; // ends in that moment
        rig.holder.tell(Rank(1), HolderNews::Ended);
        QVERIFY(isDone);
        QCOMPARE(rig.told(), told);
        QCOMPARE(rig.ranks.ranks(), RankSet(Rank(2)));
    }
};

DBGR_TEST(TestUnconnectedRanks);

} // namespace tst_unconnected_ranks

#include "tst_unconnected_ranks.moc"
