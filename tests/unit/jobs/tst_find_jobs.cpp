// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "jobs/find_jobs.h"
#include "jobs/shell_text.h"
#include "mpir/mpir_error.h"
#include "tests/support/jobs/fake_proc.h"
#include "tests/support/run/test_class.h"

namespace tst_find_jobs {

using namespace dbgr;
using namespace std::chrono_literals;
using launchers::LauncherFamily;
using launchers::RunningJob;
using launchers::RunningLauncher;
using Strings = std::vector<std::string>;

class TestFindJobs : public QObject
{
    Q_OBJECT

    static Strings pmixRank(const std::string& nspace, int rank, int size = 0)
    {
        Strings environment = {"PMIX_NAMESPACE=" + nspace, "PMIX_RANK=" + std::to_string(rank)};
        if (size > 0) {
            environment.push_back("OMPI_COMM_WORLD_SIZE=" + std::to_string(size));
            environment.push_back("OMPI_COMM_WORLD_LOCAL_SIZE=" + std::to_string(size));
        }
        return environment;
    }
    static void addPrterun(test::FakeProc& proc, int pid, std::chrono::seconds age = 60s)
    {
        const std::string number = std::to_string(pid);
        proc.add({.pid = pid,
                  .argv = {"mpirun", "-n", "2", "./ring", "a b"},
                  .exe = "/usr/bin/prte",
                  .environment = {"TMPDIR=" + proc.tmp()},
                  .age = age});
        proc.addContactFile("prterun.n01." + number + ".0", "pmix.n01.tool." + number, pid,
                            "prterun-n01-" + number + "@0", age);
    }
    static void addRank(test::FakeProc& proc, int pid, int parent, const Strings& environment,
                        const char* program = "./ring")
    {
        proc.add({.pid = pid,
                  .parent = parent,
                  .argv = {program, "a b"},
                  .exe = "/opt/app/ring",
                  .environment = environment});
    }
    static std::vector<RunningJob> jobsIn(const test::FakeProc& proc) { return jobs::findJobs(proc.places()).jobs; }

private slots:
    void aNodeWithoutLaunchersHasNoJobs()
    {
        test::FakeProc proc;
        proc.add({.pid = 20, .argv = {"bash"}, .exe = "/bin/bash"});
        const auto listing = jobs::findJobs(proc.places());
        QVERIFY(listing.jobs.empty());
        QVERIFY(listing.problems.empty());
    }

    void aJobOfOpenMpi5()
    {
        test::FakeProc proc;
        addPrterun(proc, 100);
        addRank(proc, 101, 100, pmixRank("prterun-n01-100@1", 0, 2));
        addRank(proc, 102, 100, pmixRank("prterun-n01-100@1", 1, 2));
        const auto found = jobsIn(proc);
        QCOMPARE(found.size(), std::size_t(1));
        const RunningJob& job = found.front();
        QCOMPARE(job.target, (launchers::AttachTarget(RunningLauncher{util::Pid(100), ""})));
        QCOMPARE(job.launcher.family, LauncherFamily::Prrte);
        QCOMPARE(job.launcher.name, std::string("Open MPI (PRRTE)"));
        QCOMPARE(job.pid, util::Pid(100));
        QCOMPARE(job.nspace, std::string("prterun-n01-100@1"));
        QCOMPARE(job.command, std::string("mpirun -n 2 ./ring 'a b'"));
        QCOMPARE(job.program, std::string("./ring"));
        QCOMPARE(job.ranks, std::optional(std::uint32_t(2)));
        QCOMPARE(job.ranksHere, std::uint32_t(2));
        QCOMPARE(job.hosts, std::optional(std::uint32_t(1)));
        QVERIFY2(!job.refusal, job.refusal ? job.refusal->detail.c_str() : "");
        QVERIFY(job.debuggedBy.empty());
        QVERIFY(job.note.empty());
        const auto age = std::chrono::system_clock::now() - job.started;
        QVERIFY(age > 55s && age < 65s);
    }

    void aPlainPmixJobDoesNotTellItsSize()
    {
        test::FakeProc proc;
        addPrterun(proc, 100);
        addRank(proc, 101, 100, pmixRank("prterun-n01-100@1", 0));
        const auto found = jobsIn(proc);
        QVERIFY(!found.at(0).ranks);
        QVERIFY(!found.at(0).hosts);
        QCOMPARE(found.at(0).ranksHere, std::uint32_t(1));
    }

    void aRankThatIsAScriptIsOneRank()
    {
        test::FakeProc proc;
        addPrterun(proc, 100);
        addRank(proc, 101, 100, pmixRank("prterun-n01-100@1", 0, 1), "./job.sh");
        addRank(proc, 102, 101, pmixRank("prterun-n01-100@1", 0, 1), "./ring");
        const auto found = jobsIn(proc);
        QCOMPARE(found.at(0).ranksHere, std::uint32_t(1));
        QCOMPARE(found.at(0).program, std::string("./job.sh"));
    }

    void programsOfAJobWithSeveralAreAllNamed()
    {
        test::FakeProc proc;
        addPrterun(proc, 100);
        addRank(proc, 101, 100, pmixRank("prterun-n01-100@1", 0, 3), "./a");
        addRank(proc, 102, 100, pmixRank("prterun-n01-100@1", 1, 3), "./b");
        addRank(proc, 103, 100, pmixRank("prterun-n01-100@1", 2, 3), "./b");
        QCOMPARE(jobsIn(proc).at(0).program, std::string("./a : ./b"));
    }

    void toolsDaemonsAreNoRanks()
    {
        test::FakeProc proc;
        addPrterun(proc, 100);
        addRank(proc, 101, 100, pmixRank("prterun-n01-100@1", 0, 1));
        addRank(proc, 102, 100, pmixRank("prterun-n01-100@2", 0, 1), "/opt/dbgr/dbgd");
        addRank(proc, 103, 102, pmixRank("prterun-n01-100@2", 0, 1), "lldb-server-19");
        const auto found = jobsIn(proc);
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found.at(0).ranksHere, std::uint32_t(1));
        QCOMPARE(found.at(0).target, (launchers::AttachTarget(RunningLauncher{util::Pid(100), ""})));
    }

    void aDvmHasAnEntryForEachOfItsJobs()
    {
        test::FakeProc proc;
        proc.add({.pid = 100, .argv = {"prte"}, .exe = "/usr/bin/prte"});
        proc.addContactFile("prte.n01.100.0", "pmix.n01.tool.100", 100, "prte-n01-100@0");
        QVERIFY2(jobsIn(proc).empty(), "a DVM without jobs is nothing to debug");
        addRank(proc, 101, 100, pmixRank("prte-n01-100@1", 0, 1), "./a");
        QCOMPARE(jobsIn(proc).at(0).target,
                 (launchers::AttachTarget(RunningLauncher{util::Pid(100), "prte-n01-100@1"})));
        addRank(proc, 102, 100, pmixRank("prte-n01-100@2", 0, 1), "./b");
        const auto found = jobsIn(proc);
        QCOMPARE(found.size(), std::size_t(2));
        QCOMPARE(found.at(0).program, std::string("./a"));
        QCOMPARE(found.at(1).program, std::string("./b"));
        QCOMPARE(found.at(1).nspace, std::string("prte-n01-100@2"));
    }

    void aLauncherWithAllItsRanksElsewhereIsListed()
    {
        test::FakeProc proc;
        addPrterun(proc, 100);
        const auto found = jobsIn(proc);
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found.at(0).ranksHere, std::uint32_t(0));
        QVERIFY(!found.at(0).ranks);
        QVERIFY(!found.at(0).refusal);
    }

    void aJobOfOpenMpi4()
    {
        test::FakeProc proc;
        proc.add({.pid = 100, .argv = {"mpiexec.openmpi", "-n", "4", "./ring"}, .exe = "/usr/bin/orterun"});
        // With a server for tools, which must not be contacted; it changes nothing.
        proc.addContactFile("ompi.n01.0/pid.100", "pmix.n01.tool.100", 100, "755957760");
        Strings environment = pmixRank("755957761", 0);
        environment.insert(environment.end(),
                           {"OMPI_COMM_WORLD_SIZE=4", "OMPI_COMM_WORLD_LOCAL_SIZE=2", "OMPI_MCA_orte_num_nodes=2"});
        addRank(proc, 101, 100, environment);
        const auto found = jobsIn(proc);
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found.at(0).launcher.family, LauncherFamily::OpenMpi4);
        QCOMPARE(found.at(0).ranks, std::optional(std::uint32_t(4)));
        QCOMPARE(found.at(0).ranksHere, std::uint32_t(1));
        QCOMPARE(found.at(0).hosts, std::optional(std::uint32_t(2)));
        QVERIFY(found.at(0).nspace.empty());
        QVERIFY(!found.at(0).refusal);
    }

    void theProctableOfAnMpirLauncherTellsAll()
    {
        test::FakeProc proc;
        proc.add({.pid = 100, .argv = {"srun", "-n", "3", "./ring"}, .exe = "/usr/bin/srun"});
        proc.add({.pid = 300, .parent = 250, .argv = {"/opt/app/ring"}, .exe = "/opt/app/ring"});
        auto places = proc.places();
        places.readProctable = [](util::Pid launcher) -> util::Result<mpir::Proctable> {
            if (launcher != util::Pid(100))
                return util::fail(mpir::Errc::NoTable, "a wrong process was asked");
            return mpir::Proctable{{"n01.site.org", "./ring", util::Pid(300)},
                                   {"n01.site.org", "./ring", util::Pid(301)}, // has ended
                                   {"n02.site.org", "./ring", util::Pid(300)}};
        };
        const auto found = jobs::findJobs(places).jobs;
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found.at(0).ranks, std::optional(std::uint32_t(3)));
        QCOMPARE(found.at(0).hosts, std::optional(std::uint32_t(2)));
        QCOMPARE(found.at(0).ranksHere, std::uint32_t(1));
        QCOMPARE(found.at(0).program, std::string("./ring"));
        QVERIFY(!found.at(0).refusal);
    }

    void anMpirLauncherWhoseRanksHaveEnded()
    {
        test::FakeProc proc;
        proc.add({.pid = 100, .argv = {"srun", "./ring"}, .exe = "/usr/bin/srun"});
        auto places = proc.places();
        places.readProctable = [](util::Pid) -> util::Result<mpir::Proctable> {
            return mpir::Proctable{{"n01", "./ring", util::Pid(301)}};
        };
        const auto refusal = jobs::findJobs(places).jobs.at(0).refusal;
        QVERIFY(refusal.has_value());
        QVERIFY(refusal->detail.find("all its ranks have ended") != std::string::npos);
        QVERIFY(!refusal->advice.empty());
    }

    void anMpirLauncherWithoutATableCannotBeAttachedTo()
    {
        test::FakeProc proc;
        proc.add({.pid = 100, .argv = {"srun", "./ring"}, .exe = "/usr/bin/srun"});
        auto places = proc.places();
        std::error_code why = mpir::Errc::NotFilled;
        places.readProctable = [&why](util::Pid) -> util::Result<mpir::Proctable> {
            return util::fail(why, "no table");
        };
        QVERIFY2(!jobs::findJobs(places).jobs.at(0).refusal, "a job that waits for its nodes");
        why = mpir::Errc::NoTable;
        const auto refusal = jobs::findJobs(places).jobs.at(0).refusal;
        QVERIFY(refusal.has_value());
        QCOMPARE(refusal->detail, std::string("attaching to launcher 100: no table"));
    }

    void openMpi4HasNoTableOfProgramsWithoutMpi()
    {
        test::FakeProc proc;
        proc.add({.pid = 100, .argv = {"mpirun", "./a"}, .exe = "/usr/bin/orterun"});
        addRank(proc, 101, 100, pmixRank("7", 0, 2));
        addRank(proc, 102, 100, pmixRank("7", 1, 2));
        auto places = proc.places();
        places.readProctable = [](util::Pid) -> util::Result<mpir::Proctable> {
            return util::fail(mpir::Errc::NotFilled, "empty");
        };
        const auto job = jobs::findJobs(places).jobs.at(0);
        QCOMPARE(job.ranks, std::optional(std::uint32_t(2)));
        QVERIFY(job.refusal.has_value());
        QVERIFY(job.refusal->advice.ends_with("dbgr --attach-pids 101,102"));
    }

    void aJobOfHydra()
    {
        test::FakeProc proc;
        proc.add({.pid = 100, .argv = {"mpiexec", "-n", "1", "./ring"}, .exe = "/usr/bin/mpiexec.hydra"});
        QVERIFY2(jobsIn(proc).empty(), "hydra without its proxies is something else");
        proc.add({.pid = 101,
                  .parent = 100,
                  .argv = {"/usr/bin/hydra_pmi_proxy", "--proxy-id", "0"},
                  .exe = "/usr/bin/hydra_pmi_proxy"});
        addRank(proc, 102, 101, {"PMI_RANK=0", "PMI_SIZE=1", "MPI_LOCALNRANKS=1"});
        const auto found = jobsIn(proc);
        QCOMPARE(found.at(0).launcher.family, LauncherFamily::Hydra);
        QCOMPARE(found.at(0).ranks, std::optional(std::uint32_t(1)));
        QCOMPARE(found.at(0).hosts, std::optional(std::uint32_t(1)));
        QCOMPARE(found.at(0).program, std::string("./ring"));
    }

    void helpersOfLaunchersAreNotListed()
    {
        test::FakeProc proc;
        proc.add({.pid = 100, .argv = {"srun", "-n", "2", "./ring"}, .exe = "/usr/bin/srun"});
        proc.add({.pid = 101, .parent = 100, .argv = {"srun", "-n", "2", "./ring"}, .exe = "/usr/bin/srun"});
        addPrterun(proc, 200);
        proc.add({.pid = 201, .parent = 200, .argv = {"srun", "-N", "2", "/usr/bin/prted"}, .exe = "/usr/bin/srun"});
        const auto found = jobsIn(proc);
        QCOMPARE(found.size(), std::size_t(2));
    }

    void aLauncherInsideARankHasItsOwnRanksOnly()
    {
        test::FakeProc proc;
        addPrterun(proc, 100);
        const Strings outer = pmixRank("prterun-n01-100@1", 0, 1);
        addRank(proc, 101, 100, outer, "./steer.sh");
        proc.add({.pid = 102,
                  .parent = 101,
                  .argv = {"mpiexec", "./ring"},
                  .exe = "/usr/bin/mpiexec.hydra",
                  .environment = outer});
        Strings inner = outer;
        proc.add({.pid = 103,
                  .parent = 102,
                  .argv = {"hydra_pmi_proxy"},
                  .exe = "/usr/bin/hydra_pmi_proxy",
                  .environment = inner});
        inner.insert(inner.end(), {"PMI_RANK=0", "PMI_SIZE=1"});
        addRank(proc, 104, 103, inner);
        auto found = jobsIn(proc);
        QCOMPARE(found.size(), std::size_t(2));
        std::ranges::sort(found, {}, &RunningJob::pid);
        QCOMPARE(found.at(0).ranksHere, std::uint32_t(1));
        QCOMPARE(found.at(0).program, std::string("./steer.sh"));
        QCOMPARE(found.at(1).ranksHere, std::uint32_t(1));
        QCOMPARE(found.at(1).program, std::string("./ring"));
    }

    void theNewestComesFirst()
    {
        test::FakeProc proc;
        addPrterun(proc, 100, 100s);
        addPrterun(proc, 101, 20s);
        addPrterun(proc, 102, 50s);
        const auto found = jobsIn(proc);
        QCOMPARE(found.at(0).pid, util::Pid(101));
        QCOMPARE(found.at(1).pid, util::Pid(102));
        QCOMPARE(found.at(2).pid, util::Pid(100));
    }

    void anUnknownServerIsListedWhenItHasRanks()
    {
        test::FakeProc proc;
        proc.add({.pid = 100, .argv = {"palsd"}, .exe = "/opt/palsd"});
        const std::string file = proc.addContactFile("", "pmix.sys.n01", 100, "pals");
        QVERIFY(jobsIn(proc).empty());
        addRank(proc, 101, 100, pmixRank("job7", 0, 1));
        const auto found = jobsIn(proc);
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found.at(0).target, (launchers::AttachTarget(launchers::JobOfServer{file})));
        QCOMPARE(found.at(0).nspace, std::string("job7"));
    }

    void staleFilesAreNoJobs()
    {
        test::FakeProc proc;
        proc.addContactFile("prterun.n01.100.0", "pmix.n01.tool.100", 100, "prterun-n01-100@0");
        // Its number has gone to a shell since.
        proc.addContactFile("prterun.n01.200.0", "pmix.n01.tool.200", 200, "prterun-n01-200@0", 9000s);
        proc.add({.pid = 200, .argv = {"bash"}, .exe = "/bin/bash"});
        proc.addFile("prterun.n01.300.0", "pmix.n01.tool.300", "");
        const auto listing = jobs::findJobs(proc.places());
        QVERIFY(listing.jobs.empty());
        QVERIFY(listing.problems.empty());
    }

    void aJobWhoseRanksEndMeanwhileIsListedWithoutThem()
    {
        test::FakeProc proc;
        addPrterun(proc, 100);
        addRank(proc, 101, 100, pmixRank("prterun-n01-100@1", 0, 2));
        proc.addVanishing(102);
        QCOMPARE(jobsIn(proc).at(0).ranksHere, std::uint32_t(1));
        proc.end(101);
        QCOMPARE(jobsIn(proc).at(0).ranksHere, std::uint32_t(0));
    }

    void commandsAreQuotedAsAShellTakesThem()
    {
        QCOMPARE(jobs::shellText({"mpirun", "-n", "2", "./a", "it's", "", "$HOME", "x=y"}),
                 std::string("mpirun -n 2 ./a 'it'\\''s' '' '$HOME' x=y"));
    }
};

DBGR_TEST(TestFindJobs, QCoreApplication);

} // namespace tst_find_jobs

#include "tst_find_jobs.moc"
