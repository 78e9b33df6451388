// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "jobs/attach_obstacles.h"
#include "jobs/find_jobs.h"
#include "tests/support/jobs/fake_proc.h"
#include "tests/support/run/test_class.h"

#include <filesystem>
#include <unistd.h>

namespace tst_job_refusals {

using namespace dbgr;
using namespace std::chrono_literals;
using launchers::RunningJob;
using Strings = std::vector<std::string>;

class TestJobRefusals : public QObject
{
    Q_OBJECT

    static void addOpenMpi4(test::FakeProc& proc, int ranks = 2)
    {
        proc.add({.pid = 100, .argv = {"mpirun", "./ring"}, .exe = "/usr/bin/orterun"});
        for (int i = 0; i < ranks; ++i)
            addRank(proc, {.pid = 101 + i}, ranks);
    }
    /// The next rank of launcher 100.
    static void addRank(test::FakeProc& proc, test::FakeProcess rank, int size)
    {
        rank.parent = 100;
        rank.argv = {"./ring"};
        rank.environment = {"PMIX_NAMESPACE=1", "PMIX_RANK=" + std::to_string(rank.pid - 101),
                            "OMPI_COMM_WORLD_SIZE=" + std::to_string(size)};
        if (rank.exe.empty())
            rank.exe = "/opt/app/ring";
        proc.add(rank);
    }
    static RunningJob onlyJob(const test::FakeProc& proc)
    {
        auto listing = jobs::findJobs(proc.places());
        return listing.jobs.size() == 1 ? std::move(listing.jobs.front()) : RunningJob{};
    }
    static bool says(const RunningJob& job, const char* words)
    {
        return job.refusal && job.refusal->detail.starts_with("attaching to launcher 100: ") &&
               job.refusal->detail.find(words) != std::string::npos && !job.refusal->advice.empty();
    }

private slots:
    void nothingForbidsAnOrdinaryJob()
    {
        test::FakeProc proc;
        addOpenMpi4(proc);
        proc.setYama(0, false);
        QCOMPARE(onlyJob(proc).ranksHere, std::uint32_t(2));
        QVERIFY(!onlyJob(proc).refusal);
    }

    void yamaForbidsWhatIsNotOurChild()
    {
        test::FakeProc proc;
        addOpenMpi4(proc);
        proc.setYama(1, false);
        QVERIFY(says(onlyJob(proc), "own descendants only"));
        proc.setYama(1, true);
        QVERIFY(!onlyJob(proc).refusal);
        proc.setYama(2, false);
        QVERIFY(says(onlyJob(proc), "CAP_SYS_PTRACE"));
        proc.setYama(3, true);
        QVERIFY(says(onlyJob(proc), "until the node is started anew"));
    }

    void ranksThatNameTheirLauncherAreOnesOwnWithYamas1()
    {
        test::FakeProc proc;
        const jobs::ProcFiles files(proc.places().proc);
        const jobs::AttachObstacles obstacles(files, "here");
        proc.setYama(1, false);
        QVERIFY(!obstacles.ptraceScope("attaching", true));
        QVERIFY(obstacles.ptraceScope("attaching", false));
        proc.setYama(2, false);
        QVERIFY(obstacles.ptraceScope("attaching", true));
    }

    void aContainerIsEnteredByNobody()
    {
        test::FakeProc proc;
        proc.add({.pid = 100, .argv = {"mpirun"}, .exe = "/usr/bin/orterun", .mountSpace = "mnt:[2]"});
        QVERIFY(says(onlyJob(proc), "in a container"));
        proc.end(100);
        proc.add({.pid = 100, .argv = {"mpirun"}, .exe = "/usr/bin/orterun", .pidSpace = "pid:[2]"});
        QVERIFY(says(onlyJob(proc), "in a container"));
    }

    void allRanksInTheHandsOfAnotherDebugger()
    {
        test::FakeProc proc;
        proc.add({.pid = 100, .argv = {"mpirun", "./ring"}, .exe = "/usr/bin/orterun"});
        proc.add({.pid = 500, .argv = {"/usr/bin/gdb", "-p", "101"}, .exe = "/usr/bin/gdb"});
        addRank(proc, {.pid = 101, .tracer = 500}, 2);
        QCOMPARE(onlyJob(proc).debuggedBy, std::string("gdb (process 500)"));
        QVERIFY2(!onlyJob(proc).refusal, "the other rank is elsewhere, and free");
        addRank(proc, {.pid = 102}, 2);
        QVERIFY2(!onlyJob(proc).refusal, "one rank is free");
        proc.end(102);
        addRank(proc, {.pid = 102, .tracer = 500}, 2);
        QVERIFY(says(onlyJob(proc), "traced already, by gdb (process 500)"));
    }

    void anotherDbgrIsNamedByItsFrontEnd()
    {
        test::FakeProc proc;
        proc.add({.pid = 100, .argv = {"mpirun", "./ring"}, .exe = "/usr/bin/orterun"});
        proc.add(
            {.pid = 500, .argv = {"/opt/dbgr/dbgd", "--ranks=told", "--for", "n01:4711"}, .exe = "/opt/dbgr/dbgd"});
        proc.add({.pid = 501, .parent = 500, .argv = {"lldb-server-19", "gdbserver"}, .exe = "/usr/bin/lldb-server"});
        proc.add({.pid = 600, .argv = {"dbgd", "--for=login:12"}, .exe = "/opt/dbgr/dbgd"});
        addRank(proc, {.pid = 101, .tracer = 501}, 3);
        QCOMPARE(onlyJob(proc).debuggedBy, std::string("dbgr (process 4711)"));
        addRank(proc, {.pid = 102, .tracer = 600}, 3);
        addRank(proc, {.pid = 103}, 3);
        QCOMPARE(onlyJob(proc).debuggedBy, std::string("dbgr (process 12 on login), dbgr (process 4711)"));
    }

    void a32BitProgram()
    {
        test::FakeProc proc;
        proc.add({.pid = 100, .argv = {"mpirun", "./ring"}, .exe = "/usr/bin/orterun"});
        const std::string program = proc.addFile("bin", "ring", std::string("\x7f") + "ELF\x01\x01");
        addRank(proc, {.pid = 101, .exe = program}, 1);
        QVERIFY(says(onlyJob(proc), "32-bit"));
    }

    void anExecutableThatIsGoneOrNewIsNoted()
    {
        test::FakeProc proc;
        proc.add({.pid = 100, .argv = {"mpirun", "./ring"}, .exe = "/usr/bin/orterun"});
        const std::string program = proc.addFile("bin", "ring", "new");
        addRank(proc, {.pid = 101, .exe = program + " (deleted)"}, 1);
        QVERIFY(!onlyJob(proc).refusal);
        QCOMPARE(onlyJob(proc).note, program + " was built anew since the job started: source lines may not fit");
        std::filesystem::remove(program);
        QCOMPARE(onlyJob(proc).note, program + " was removed since the job started");
    }

    void aPmixLauncherWithoutItsContactFile()
    {
        test::FakeProc proc;
        proc.add({.pid = 100,
                  .argv = {"mpirun", "./ring"},
                  .exe = "/usr/bin/prte",
                  .environment = {"TMPDIR=" + proc.tmp()}});
        QVERIFY(says(onlyJob(proc), "no contact file"));
        proc.end(100);
        proc.add({.pid = 100,
                  .argv = {"mpirun", "./ring"},
                  .exe = "/usr/bin/prte",
                  .environment = {"TMPDIR=/nowhere/at/all"}});
        QVERIFY(says(onlyJob(proc), "/nowhere/at/all, its TMPDIR, which is gone"));
        proc.end(100);
        proc.add({.pid = 100, .argv = {"mpirun", "./ring"}, .exe = "/usr/bin/prte", .age = 1s});
        QVERIFY(says(onlyJob(proc), "started just now"));
    }

    void aContactFileOfAnEarlierProcessOfThatNumberIsNone()
    {
        test::FakeProc proc;
        proc.add({.pid = 100,
                  .argv = {"mpirun", "./ring"},
                  .exe = "/usr/bin/prte",
                  .environment = {"TMPDIR=" + proc.tmp()},
                  .age = 60s});
        proc.addContactFile("prterun.n01.100.0", "pmix.n01.tool.100", 100, "prterun-n01-100@0", 300s);
        QVERIFY(says(onlyJob(proc), "no contact file"));
    }

    void theContactFileIsFoundInTheLaunchersOwnPlaces()
    {
        test::FakeProc proc;
        auto places = proc.places();
        places.contactFiles.sessionDir = places.contactFiles.systemDir = proc.tmp() + "/mine";
        proc.add({.pid = 100,
                  .argv = {"mpirun", "./ring"},
                  .exe = "/usr/bin/prte",
                  .environment = {"TMPDIR=" + proc.tmp() + "/its"}});
        proc.addContactFile("its/prterun.n01.100.0", "pmix.n01.tool.100", 100, "prterun-n01-100@0");
        QVERIFY(!jobs::findJobs(places).jobs.at(0).refusal);
        // Where only its ranks know it.
        proc.end(100);
        proc.add(
            {.pid = 100,
             .argv = {"mpirun", "--prtemca", "prte_tmpdir_base", "x", "./ring"},
             .exe = "/usr/bin/prte",
             .environment = {"TMPDIR=" + proc.tmp() + "/mine"}}); // /tmp has files of tests that run beside this one
        QVERIFY(jobs::findJobs(places).jobs.at(0).refusal.has_value());
        proc.add({.pid = 101,
                  .parent = 100,
                  .argv = {"./ring"},
                  .exe = "/opt/app/ring",
                  .environment = {"PMIX_NAMESPACE=prterun-n01-100@1", "PMIX_RANK=0",
                                  "PMIX_SERVER_TMPDIR=" + proc.tmp() + "/its/prterun.n01.100.0"}});
        const auto job = jobs::findJobs(places).jobs.at(0);
        QVERIFY(!job.refusal);
        const auto* const server = std::get_if<launchers::JobOfServer>(&job.target);
        QVERIFY2(server != nullptr, "who attaches by the process alone would not find it");
        QVERIFY(server->where.ends_with("/its/prterun.n01.100.0/pmix.n01.tool.100"));
    }

    void anUnusableContactFileIsTheReason()
    {
        test::FakeProc proc;
        proc.add({.pid = 100,
                  .argv = {"mpirun", "./ring"},
                  .exe = "/usr/bin/prte",
                  .environment = {"TMPDIR=" + proc.tmp()}});
        proc.addFile("prterun.n01.100.0", "pmix.n01.tool.100", "no URI\n");
        QVERIFY(says(onlyJob(proc), "pmix.n01.tool.100"));
        QVERIFY2(jobs::findJobs(proc.places()).problems.empty(), "the job tells it");
    }

    void anUnusableContactFileOfAnUnknownProcessIsAProblem()
    {
        test::FakeProc proc;
        proc.add({.pid = 100, .argv = {"somelauncher"}, .exe = "/opt/somelauncher"});
        proc.addFile("x", "pmix.n01.tool.100", "no URI\n");
        const auto listing = jobs::findJobs(proc.places());
        QVERIFY(listing.jobs.empty());
        QCOMPARE(listing.problems.size(), std::size_t(1));
        QVERIFY(listing.problems[0].detail.find("process 100") != std::string::npos);
        QVERIFY(!listing.problems[0].advice.empty());
    }

    void otherUsersJobsAreNotListed()
    {
        test::FakeProc proc;
        addOpenMpi4(proc);
        auto places = proc.places();
        places.uid += 1;
        QVERIFY(jobs::findJobs(places).jobs.empty());
    }
};

DBGR_TEST(TestJobRefusals, QCoreApplication);

} // namespace tst_job_refusals

#include "tst_job_refusals.moc"
