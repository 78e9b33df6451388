// SPDX-License-Identifier: GPL-3.0-or-later
// The list of running jobs as the window asks for it, and a look at the ranks of one, with real launchers.
#include <QtTest>

#include "net/child_spec.h"
#include "net/event_loop.h"
#include "session/remote/remote_job_directory.h"
#include "tests/support/batch/job_environment.h"
#include "tests/support/launchers/user_job.h"
#include "tests/support/run/test_class.h"

#include <optional>

namespace tst_job_directory {

using namespace dbgr;
using namespace dbgr::test;

class TestJobDirectory : public QObject
{
    Q_OBJECT

    std::unique_ptr<net::EventLoop> m_loop;
    std::unique_ptr<session::RemoteJobDirectory> m_directory;

    bool runUntil(const std::function<bool()>& done)
    {
        const QDeadlineTimer limit(30000);
        while (!done() && !limit.hasExpired())
            m_loop->runOnce(std::chrono::milliseconds(50));
        return done();
    }
    using Ranks = util::Result<session::JobLaunched>;
    Ranks inspect(const launchers::AttachTarget& target)
    {
        std::optional<Ranks> answer;
        const auto asking = m_directory->inspect(target, [&](Ranks ranks) { answer = std::move(ranks); });
        if (!runUntil([&] { return answer.has_value(); }))
            return util::fail(std::make_error_code(std::errc::timed_out), "no answer");
        return *answer;
    }

private slots:
    void init()
    {
        m_loop = *net::EventLoop::create();
        m_directory = std::make_unique<session::RemoteJobDirectory>(*m_loop, *m_loop, net::currentEnvironment());
    }
    void cleanup()
    {
        m_directory.reset();
        m_loop.reset();
    }
    void ranksOfARunningJobAreSeen_data()
    {
        QTest::addColumn<QString>("launcher");
        QTest::addColumn<QString>("program");
        QTest::newRow("prterun") << openMpi5Bin() + "/prterun"
                                 << "launcher_rank_plain";
        QTest::newRow("dbgrun") << builtProgram("dbgrun") << "launcher_rank_plain";
        QTest::newRow("mpiexec, Open MPI 4") << "mpiexec.openmpi"
                                             << "launcher_rank_openmpi4";
        QTest::newRow("mpiexec, MPICH") << "mpiexec.hydra"
                                        << "launcher_rank_mpich";
    }
    void ranksOfARunningJobAreSeen()
    {
        QFETCH(QString, launcher);
        QFETCH(QString, program);
        UserJob job;
        for (const char* name : {"OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"})
            job.environment().insert(name, "1");
        if (program.endsWith("openmpi4"))
            job.environment().insert("OMPI_MCA_btl", "self,vader");
        job.start({launcher, "-n", "2", builtProgram("debuggees/" + program), "120", job.folder()});
        QVERIFY2(job.turns(2), job.transcript());

        std::optional<launchers::JobListing> listing;
        const auto listed = m_directory->list([&](launchers::JobListing found) { listing = std::move(found); });
        QVERIFY(runUntil([&] { return listing.has_value(); }));
        const auto found = std::ranges::find(listing->jobs, util::Pid(job.launcherPid()), &launchers::RunningJob::pid);
        QVERIFY(found != listing->jobs.end());
        const Ranks ranks = inspect(found->target);
        QVERIFY2(ranks, ranks ? "" : ranks.error().message().c_str());
        QCOMPARE(ranks->nspace, found->nspace);
        QCOMPARE(ranks->ranks.size(), std::size_t(2));
        for (int rank = 0; rank < 2; ++rank) {
            QCOMPARE(ranks->ranks[std::size_t(rank)].rank, util::Rank(std::uint32_t(rank)));
            QCOMPARE(ranks->ranks[std::size_t(rank)].pid, util::Pid(job.rankPid(rank)));
            QVERIFY(!ranks->ranks[std::size_t(rank)].host.empty());
        }
        QVERIFY(job.turns(2));
        job.stop();
        QVERIFY(runUntil([&] { return job.exitStatus(10) == 0; }));
    }
    void whoHasGoneGetsNoAnswer()
    {
        bool called = false;
        {
            const auto asking = m_directory->list([&](const launchers::JobListing&) { called = true; });
            const auto question = m_directory->inspect(launchers::LooseProcesses{{util::Pid(::getpid())}},
                                                       [&](const Ranks&) { called = true; });
        }
        std::optional<launchers::JobListing> later; // all that was asked before is done by then
        const auto asking = m_directory->list([&](launchers::JobListing found) { later = std::move(found); });
        QVERIFY(runUntil([&] { return later.has_value(); }));
        QVERIFY(!called);
    }
    void processesAreNumberedAsTheyWereGiven()
    {
        const Ranks ranks = inspect(launchers::LooseProcesses{{util::Pid(::getpid())}});
        QVERIFY(ranks);
        QCOMPARE(ranks->ranks.size(), std::size_t(1));
        QVERIFY(ranks->ranks[0].executable.ends_with("integration_jobs"));
    }
    void whatCannotBeSeenIsAnError()
    {
        const Ranks gone = inspect(launchers::RunningLauncher{util::Pid(0x3fffff0), {}});
        QVERIFY(!gone);
        QCOMPARE(gone.error().code, std::make_error_code(std::errc::no_such_process));
        QVERIFY(!inspect(launchers::CoreFiles{{"core"}, {}}));
        QVERIFY(!inspect(launchers::JobOfServer{"/nowhere/contact"}));
    }
};

DBGR_TEST(TestJobDirectory, QCoreApplication);

} // namespace tst_job_directory

#include "tst_job_directory.moc"
