// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/remote/launch_sequence.h"

#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "session/remote/remote_error.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/remote/fake_tool.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_launch_sequence {

using namespace dbgr;
using namespace dbgr::session;
using namespace std::chrono_literals;

namespace {

const std::string kLauncher = "prterun-n01-100@0";
const std::string kJob = "prterun-n01-100@1";

pmix::Event eventOf(pmix::Status code, const std::string& job)
{
    return {code, {kLauncher, pmix::ProcRank(0)}, {{pmix::keys::kNspace, pmix::Value::string(job)}}};
}

pmix::QueryReply procTable(std::size_t ranks, pmix::ProcState state)
{
    std::vector<pmix::ProcInfo> procs(ranks);
    for (std::size_t i = 0; i < ranks; ++i)
        procs[i] = {
            {kJob, pmix::ProcRank(static_cast<std::uint32_t>(ranks - 1 - i))}, "n01", "ring", util::Pid(7), state};
    pmix::QueryReply reply;
    reply.infos.emplace_back(
        pmix::keys::kQueryProcTable,
        pmix::Value::of<pmix::DataType::DataArray>(pmix::DataArray::of<pmix::DataType::ProcInfo>(std::move(procs))));
    return reply;
}

/// A sequence that is under way, and what it says.
struct Rig
{
    explicit Rig(launchers::HoldPoint hold = launchers::HoldPoint::Init)
        : sequence(scheduler, tool, hold, 60s, callbacks())
    {
        sequence.start({}, {{pmix::keys::kDebugStopInInit, pmix::Value::boolean(true)}});
        scheduler.runUntilIdle();
    }

    LaunchSequence::Callbacks callbacks()
    {
        LaunchSequence::Callbacks made;
        made.tell = [this](BackendEvent event) {
            if (std::holds_alternative<BackendWarning>(event))
                story << "warning";
        };
        made.launcherStarted = [this](pmix::LauncherStarted) { story << "started"; };
        made.launcherHeld = [this](const pmix::LauncherHeld&) { story << "launcher held"; };
        made.launcherReleased = [this] { story << "released"; };
        made.launched = [this](const JobLaunched& job) {
            story << QString("launched %1").arg(job.ranks.size());
            lowestRank = job.ranks.at(0).rank;
        };
        made.nearlySettled = [this] {
            story << "nearly";
            if (abandonWhenNearly)
                sequence.abandon();
        };
        made.settled = [this](bool held, const util::RankSet& atExec) {
            story << (held ? "held" : "not held");
            if (!atExec.empty())
                story << "at exec: " + QString::fromStdString(atExec.toString());
        };
        made.output = [](const pmix::Proc&, pmix::IofChannel, std::string_view) {};
        made.failed = [this](util::Error error) {
            story << "failed";
            failure = std::move(error);
        };
        return made;
    }
    void connect() { tool.held(pmix::LauncherHeld{{kLauncher, pmix::ProcRank(0)}, util::Pid(100), "5.0.7"}); }
    void answer(util::Result<pmix::QueryReply> reply)
    {
        const auto done = tool.queries.back();
        tool.queries.pop_back();
        done(std::move(reply));
    }
    /// Lets time pass, answering every question the same.
    void pass(util::Duration time, const pmix::QueryReply& table)
    {
        for (util::Duration gone{}; gone < time && !sequence.over(); gone += 10ms) {
            while (!tool.queries.empty())
                answer(table);
            scheduler.advance(10ms);
        }
    }

    test::ManualScheduler scheduler;
    test::FakeTool tool;
    QStringList story;
    util::Error failure;
    util::Rank lowestRank{99};
    bool abandonWhenNearly = false;
    LaunchSequence sequence;
};

} // namespace

class TestLaunchSequence : public QObject
{
    Q_OBJECT

private slots:
    void goesFromTheCommandToHeldRanks()
    {
        Rig rig;
        QCOMPARE(rig.tool.directives.size(), std::size_t(1));
        rig.connect();
        rig.sequence.onEvent(eventOf(pmix::Status::LaunchComplete, kJob));
        rig.sequence.onEvent(eventOf(pmix::Status::ReadyForDebug, kJob));
        rig.pass(1s, procTable(4, pmix::ProcState::Connected));
        QCOMPARE(rig.story, QStringList({"started", "launcher held", "released", "launched 4", "nearly", "held"}));
        QCOMPARE(rig.lowestRank, util::Rank(0)); // the proctable came in another order
        QCOMPARE(rig.sequence.jobNspace(), kJob);
    }

    void programsWithoutMpiAreHeldWhereTheLauncherSays_data()
    {
        QTest::addColumn<bool>("all");
        QTest::newRow("all ranks") << true;
        QTest::newRow("some") << false;
    }
    void programsWithoutMpiAreHeldWhereTheLauncherSays()
    {
        QFETCH(bool, all);
        Rig rig;
        rig.connect();
        rig.sequence.onEvent(eventOf(pmix::Status::LaunchComplete, kJob));
        pmix::Event ready = eventOf(pmix::Status::ReadyForDebug, kJob);
        ready.infos.emplace_back(pmix::keys::kBreakpoint, pmix::Value::string("exec"));
        const std::vector<pmix::Proc> some{{kJob, pmix::ProcRank(1)}, {kJob, pmix::ProcRank(77)}};
        if (!all)
            ready.infos.emplace_back(
                pmix::keys::kEventAffectedProcs,
                pmix::Value::of<pmix::DataType::DataArray>(pmix::DataArray::of<pmix::DataType::Proc>(some)));
        rig.sequence.onEvent(ready);
        rig.pass(all ? 50ms : 3s, procTable(4, all ? pmix::ProcState::Running : pmix::ProcState::Connected));
        QCOMPARE(rig.story.mid(4), QStringList({"nearly", "held", all ? "at exec: 0-3" : "at exec: 1"}));
    }

    void outputIsPulledBeforeTheLauncherMayStartTheJob()
    {
        Rig rig;
        rig.connect();
        const std::vector<std::string> expected{"spawn launcher", "pull ", "release launcher"};
        QVERIFY(rig.tool.asked == expected);
    }

    void eventsOfOtherJobsAreNotOurs()
    {
        Rig rig;
        rig.connect();
        rig.sequence.onEvent(eventOf(pmix::Status::ReadyForDebug, "prterun-n01-99@1")); // an old one, replayed
        rig.sequence.onEvent(eventOf(pmix::Status::ReadyForDebug, kLauncher));
        QVERIFY(rig.tool.queries.empty());
        rig.sequence.onEvent(eventOf(pmix::Status::LaunchComplete, kJob));
        QCOMPARE(rig.tool.asked.back(), "query " + kJob);
        rig.sequence.onEvent(eventOf(pmix::Status::ReadyForDebug, "prterun-n01-100@2")); // our daemons, perhaps
        rig.pass(1s, procTable(4, pmix::ProcState::Running));
        QVERIFY(!rig.sequence.over());
    }

    void aProctableThatIsNotThereYetIsAskedForAgain()
    {
        Rig rig;
        rig.connect();
        rig.sequence.onEvent(eventOf(pmix::Status::ReadyForDebug, kJob));
        rig.answer(util::fail(make_error_code(pmix::Status::ErrNotFound), "no such job"));
        rig.scheduler.advance(50ms);
        QCOMPARE(rig.tool.queries.size(), std::size_t(1));
        rig.pass(1s, procTable(2, pmix::ProcState::Connected));
        QCOMPARE(rig.story.last(), QString("held"));
    }

    void aProgramWithoutInitIsToldOfAndLetRun()
    {
        Rig rig;
        rig.connect();
        rig.sequence.onEvent(eventOf(pmix::Status::LaunchComplete, kJob));
        rig.pass(6s, procTable(2, pmix::ProcState::Running));
        QCOMPARE(rig.story.mid(3), QStringList({"launched 2", "nearly", "warning", "not held"}));
    }

    void aLaunchThatTakesTooLongFails()
    {
        Rig rig;
        rig.connect();
        rig.scheduler.advance(60s);
        QCOMPARE(rig.story.last(), QString("failed"));
        QVERIFY(rig.failure.code == LaunchErrc::TimedOut);
        QVERIFY(rig.sequence.over());
    }

    void aLauncherThatCannotBeStartedFails()
    {
        test::ManualScheduler scheduler;
        test::FakeTool tool;
        tool.started = util::fail(std::make_error_code(std::errc::permission_denied), "executing mpiexec");
        util::Error failure;
        LaunchSequence::Callbacks callbacks;
        callbacks.failed = [&](util::Error error) { failure = std::move(error); };
        LaunchSequence sequence(scheduler, tool, launchers::HoldPoint::Init, 60s, callbacks);
        sequence.start({}, {});
        QVERIFY(failure.detail.empty()); // never inside the call
        scheduler.runUntilIdle();
        QVERIFY(failure.code == std::errc::permission_denied);
    }

    void aLauncherThatEndsFirstIsLeftToWhoSeesItsExit()
    {
        Rig rig;
        rig.tool.held(util::fail(make_error_code(pmix::Status::ErrJobTermWoSync), "it ended"));
        QVERIFY(rig.sequence.over());
        QCOMPARE(rig.story, QStringList("started"));
    }

    void nothingFollowsWhenTheDaemonsCannotBeHad()
    {
        Rig rig;
        rig.abandonWhenNearly = true;
        rig.connect();
        rig.sequence.onEvent(eventOf(pmix::Status::ReadyForDebug, kJob));
        rig.pass(2s, procTable(2, pmix::ProcState::Connected));
        QCOMPARE(rig.story.last(), QString("nearly"));
        rig.scheduler.advance(2min);
        QCOMPARE(rig.story.last(), QString("nearly"));
    }
};

DBGR_TEST(TestLaunchSequence);

} // namespace tst_launch_sequence

#include "tst_launch_sequence.moc"
