// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/remote/job_ending.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <csignal>

namespace tst_job_ending {

using namespace dbgr;
using namespace dbgr::session;
using namespace std::chrono_literals;
using Kind = net::ExitStatus::Kind;

namespace {

/// Writes down what JobEnding says and does, in order.
struct Recorder
{
    test::ManualScheduler scheduler;
    QStringList story;
    JobEnding ending{scheduler,
                     {[this](BackendEvent event) { story << told(event); }, [this] { story << "dismiss daemons"; },
                      [this] { story << "leave tool"; },
                      [this](int signal) { story << QString("signal %1").arg(signal); },
                      [](net::ExitStatus status) {
                          return util::Error{{}, "launcher gone: " + status.toString(), ""};
                      }}};

    static QString told(const BackendEvent& event)
    {
        if (const auto* ended = std::get_if<JobEnded>(&event))
            return QString("job ended %1").arg(ended->status.value_or(-1));
        if (const auto* exited = std::get_if<LauncherExited>(&event))
            return QString("launcher exited %1").arg(exited->status);
        if (const auto* failed = std::get_if<BackendFailed>(&event))
            return "failed: " + QString::fromStdString(failed->error.message());
        return std::holds_alternative<Finished>(event) ? "finished" : "?";
    }
    void ours()
    {
        ending.daemonsGone();
        ending.toolClosed();
    }
};

const QStringList kLeaving{"dismiss daemons", "leave tool"};

} // namespace

class TestJobEnding : public QObject
{
    Q_OBJECT

private slots:
    void theUsualEndIsToldInOrder()
    {
        Recorder r;
        r.ending.launcherStarted();
        r.ending.jobEnded({3, {}, ""}, true);
        QCOMPARE(r.story, QStringList()); // the ranks' own ends come first
        r.ending.ranksGone();
        r.ours();
        r.ending.launcherExited({Kind::Exited, 3, false});
        QCOMPARE(r.story, QStringList("job ended 3") + kLeaving + QStringList({"launcher exited 3", "finished"}));
    }

    void ranksWhoseEndIsNeverToldAreNotWaitedForLong()
    {
        Recorder r;
        r.ending.launcherStarted();
        r.ending.jobEnded({0, {}, ""}, true);
        r.scheduler.advance(JobEnding::kRanksMayFollow);
        QCOMPARE(r.story, QStringList("job ended 0") + kLeaving);
    }

    /// Launchers whose own end is the only word on their jobs.
    void aLaunchersEndDoesNotCutOffTheRanksOwn()
    {
        Recorder r;
        r.ending.launcherStarted();
        r.ending.jobEnded({7, {}, ""}, true);
        r.ending.launcherExited({Kind::Exited, 7, false});
        QCOMPARE(r.story, QStringList());
        r.scheduler.advance(JobEnding::kRanksMayFollow / 2);
        r.ending.ranksGone();
        r.ours();
        QCOMPARE(r.story, QStringList("job ended 7") + kLeaving + QStringList({"launcher exited 7", "finished"}));
    }

    void afterALaunchersEndRanksAreNotWaitedForLong()
    {
        Recorder r;
        r.ending.launcherStarted();
        r.ending.jobEnded({7, {}, ""}, true);
        r.ending.launcherExited({Kind::Exited, 7, false});
        r.scheduler.advance(JobEnding::kRanksMayFollow);
        r.ours();
        QCOMPARE(r.story, QStringList("job ended 7") + kLeaving + QStringList({"launcher exited 7", "finished"}));
    }

    void aLauncherThatWeEndIsNoFailure_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<bool>("signalled");
        QTest::newRow("it went by itself") << 143 << false;
        QTest::newRow("our SIGTERM ended it") << int(SIGTERM) << true;
    }
    void aLauncherThatWeEndIsNoFailure()
    {
        QFETCH(int, status);
        QFETCH(bool, signalled);
        Recorder r;
        r.ending.launcherStarted();
        r.ending.killed();
        r.ending.launcherExited({signalled ? Kind::Signalled : Kind::Exited, status, false});
        r.scheduler.advance(JobEnding::kEventMayFollow);
        r.ours();
        QCOMPARE(r.story, QStringList("job ended 143") + kLeaving + QStringList({"launcher exited 143", "finished"}));
    }

    void aLauncherThatHadToBeKilledHasNotSaidThatItsJobEnded()
    {
        Recorder r;
        r.ending.launcherStarted();
        r.ending.killed();
        r.ending.launcherExited({Kind::Signalled, SIGKILL, false});
        r.scheduler.advance(JobEnding::kEventMayFollow);
        r.ours();
        QCOMPARE(r.story, QStringList("launcher exited 137") + kLeaving + QStringList("finished"));
    }

    void whatFailsAfterAKillIsNotTold()
    {
        Recorder r;
        r.ending.launcherStarted();
        r.ending.killed();
        r.ending.fail({{}, "no daemons", ""}, SIGTERM);
        QCOMPARE(r.story, kLeaving + QStringList("signal 15"));
        r.ours();
        r.ending.launcherExited({Kind::Exited, 143, false});
        QCOMPARE(r.story.mid(3), QStringList({"job ended 143", "launcher exited 143", "finished"}));
    }

    void aLauncherThatEndsFirstMayHaveSpokenStill()
    {
        Recorder r;
        r.ending.launcherStarted();
        r.ending.launcherExited({Kind::Exited, 0, false});
        r.ending.jobEnded({0, {}, ""}, false);
        r.scheduler.advance(JobEnding::kEventMayFollow);
        r.ours();
        QCOMPARE(r.story, QStringList("job ended 0") + kLeaving + QStringList({"launcher exited 0", "finished"}));
    }

    void aLauncherThatVanishesIsAFailure()
    {
        Recorder r;
        r.ending.launcherStarted();
        r.ending.launcherExited({Kind::Signalled, SIGKILL, false});
        r.scheduler.advance(JobEnding::kEventMayFollow);
        r.ours();
        QCOMPARE(r.story, QStringList({"failed: launcher gone: signal 9 (Killed)", "launcher exited 137"}) + kLeaving +
                              QStringList("finished"));
    }

    void aLauncherThatDoesNotEndIsMadeTo()
    {
        Recorder r;
        r.ending.launcherStarted();
        r.ending.jobEnded({0, {}, ""}, false);
        r.ours();
        r.story.clear();
        r.scheduler.advance(JobEnding::kLauncherMayTake);
        QCOMPARE(r.story, QStringList("signal 15"));
        r.scheduler.advance(JobEnding::kAfterSigterm);
        QCOMPARE(r.story, QStringList({"signal 15", "signal 9"}));
        r.scheduler.advance(JobEnding::kAfterSigterm);
        QCOMPARE(r.story.last(), QString("finished"));
    }

    void daemonsThatDoNotGoAreGivenUp()
    {
        Recorder r;
        r.ending.launcherStarted();
        r.ending.jobEnded({0, {}, ""}, false);
        r.ending.launcherExited({Kind::Exited, 0, false});
        r.scheduler.advance(JobEnding::kDaemonsMayTake);
        QCOMPARE(r.story.last(), QString("finished"));
    }

    void aFailureEndsTheLauncher()
    {
        Recorder r;
        r.ending.launcherStarted();
        r.ending.fail({{}, "no daemons", ""}, SIGTERM);
        QCOMPARE(r.story, QStringList("failed: no daemons") + kLeaving + QStringList("signal 15"));
        r.ours();
        r.ending.launcherExited({Kind::Exited, 1, false});
        QCOMPARE(r.story.mid(4), QStringList({"launcher exited 1", "finished"}));
    }

    /// A job that ran to its end before it could be had keeps its status, and its launcher ends by itself.
    void aJobThatEndsEarlyIsNotEndedByUs()
    {
        Recorder r;
        r.ending.launcherStarted();
        r.ending.failAtEnd({{}, "never called MPI_Init", ""}, {3, {}, ""});
        QCOMPARE(r.story, QStringList({"failed: never called MPI_Init", "job ended 3"}) + kLeaving);
        r.ours();
        r.ending.launcherExited({Kind::Exited, 3, false});
        QCOMPARE(r.story.mid(4), QStringList({"launcher exited 3", "finished"}));
    }

    void aFailureBeforeALauncherFinishesAtOnce()
    {
        Recorder r;
        r.ending.fail({{}, "no such launcher", ""}, SIGKILL);
        r.ours();
        QCOMPARE(r.story, QStringList("failed: no such launcher") + kLeaving + QStringList("finished"));
    }

    void afterDetachTheLauncherIsNotWaitedFor()
    {
        Recorder r;
        r.ending.launcherStarted();
        r.ending.letLauncherLive();
        r.ours();
        QCOMPARE(r.story, kLeaving + QStringList("finished"));
        r.scheduler.advance(1min);
        QCOMPARE(r.story.size(), 3);
    }

    void theJobsEndIsToldOnce()
    {
        Recorder r;
        r.ending.launcherStarted();
        r.ending.jobEnded({1, {}, ""}, false);
        r.ending.jobEnded({1, {}, ""}, false);
        QCOMPARE(r.story.count("job ended 1"), 1);
    }
};

DBGR_TEST(TestJobEnding);

} // namespace tst_job_ending

#include "tst_job_ending.moc"
