// SPDX-License-Identifier: GPL-3.0-or-later
// Which launcher a process is, as /proc shows it; and a real process or two.
#include "jobs/running_launcher.h"
#include "launchers/launcher_error.h"
#include "tests/support/run/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>

#include <unistd.h>

namespace tst_running_launcher {

using namespace dbgr;
using namespace dbgr::jobs;
using launchers::LauncherFamily;
using namespace std::string_literals;

namespace {

/// A stand-in for /proc.
class FakeProc
{
public:
    struct Process
    {
        std::string exe;
        std::string cmdline; ///< words apart by blanks
        int parent = 1;
        std::string maps = {};
        std::string environ = {};
    };

    void add(int pid, const Process& process)
    {
        const auto folder = std::filesystem::path(root()) / std::to_string(pid);
        std::filesystem::create_directories(folder);
        std::filesystem::create_symlink(process.exe, folder / "exe");
        std::ofstream(folder / "cmdline") << zeros(process.cmdline);
        std::ofstream(folder / "stat") << pid << " (a) b) S " << process.parent << " 1 1 0";
        std::ofstream(folder / "maps") << process.maps;
        std::ofstream(folder / "environ") << zeros(process.environ);
    }
    [[nodiscard]] std::string root() const { return m_dir.path().toStdString(); }

    [[nodiscard]] std::optional<LauncherFamily> familyOf(int pid) const
    {
        const auto process = lookAtProcess(util::Pid(pid), root());
        if (!process)
            return std::nullopt;
        const auto kind = recogniseRunning(*process, root());
        return kind ? std::optional(kind->family) : std::nullopt;
    }

private:
    static std::string zeros(std::string words)
    {
        if (words.empty())
            return words;
        std::ranges::replace(words, ' ', '\0');
        return words + '\0';
    }
    QTemporaryDir m_dir;
};

constexpr const char* kPrrteMaps = "7f00 r-xp 0 0:0 1 /usr/lib/libprrte.so.3.0.8\n";
constexpr const char* kOrteMaps = "7f00 r-xp 0 0:0 1 /usr/lib/libopen-rte.so.40.30.2\n";

} // namespace

class TestRunningLauncher : public QObject
{
    Q_OBJECT

private slots:
    void knowsEachFamily();
    void ranksAndNodeDaemonsAreNoLaunchers();
    void aProgramStartedThroughItsLoaderIsSeenAsItself();
    void openMpi5IsCalledByItsName();
    void aDvmIsPrteByItsOwnName();
    void memoryIsBelievedBeforeNames();
    void aReplacedExecutableIsKnownAllTheSame();
    void theOnlyLauncherBelowIsMeant();
    void severalBelowAreAnErrorThatNamesThem();
    void aRankIsToldOfItsLauncher();
    void prunIsToldOfItsDvm();
    void strangersAndTheDeadAreExplained();
    void theEnvironmentIsRead();
    void thisProcessIsNoLauncher();
};

void TestRunningLauncher::knowsEachFamily()
{
    FakeProc proc;
    proc.add(1001, {"/usr/bin/prterun", "prterun -n 2 ./a", 1, kPrrteMaps});
    proc.add(1002, {"/usr/bin/prte", "prte --daemonize", 1, kPrrteMaps});
    proc.add(1003, {"/usr/bin/orterun", "mpirun -n 2 ./a", 1, kOrteMaps});
    proc.add(1004, {"/usr/bin/mpiexec.hydra", "mpiexec -n 2 ./a", 1});
    proc.add(1005, {"/usr/bin/srun", "srun -n 2 ./a", 1});
    proc.add(1006, {"/opt/dbgr/bin/dbgrun", "dbgrun -n 2 ./a", 1});
    QCOMPARE(proc.familyOf(1001), LauncherFamily::Prrte);
    QCOMPARE(proc.familyOf(1002), LauncherFamily::Prrte);
    QCOMPARE(proc.familyOf(1003), LauncherFamily::OpenMpi4);
    QCOMPARE(proc.familyOf(1004), LauncherFamily::Hydra);
    QCOMPARE(proc.familyOf(1005), LauncherFamily::Slurm);
    QCOMPARE(proc.familyOf(1006), LauncherFamily::Dbgrun);
}

void TestRunningLauncher::ranksAndNodeDaemonsAreNoLaunchers()
{
    FakeProc proc;
    proc.add(1001, {"/usr/bin/prted", "prted", 1, kPrrteMaps});
    proc.add(1002, {"/usr/bin/orted", "orted", 1, kOrteMaps});
    proc.add(1003, {"/work/mpirun", "./mpirun", 1, kOrteMaps + "7f01 r-xp 0 0:0 1 /usr/lib/libmpi.so.40\n"s});
    proc.add(1004, {"/usr/bin/hydra_pmi_proxy", "hydra_pmi_proxy", 1});
    proc.add(1005, {"/usr/bin/sleep", "sleep 100", 1});
    proc.add(1006, {"/usr/bin/prun", "prun -n 2 ./a", 1, kPrrteMaps});
    for (int pid = 1001; pid <= 1006; ++pid)
        QVERIFY2(!proc.familyOf(pid), qPrintable(QString::number(pid)));
}

void TestRunningLauncher::aProgramStartedThroughItsLoaderIsSeenAsItself()
{
    FakeProc proc;
    proc.add(1001, {"/r/lib/ld-linux-x86-64.so.2",
                    "/r/lib/ld-linux-x86-64.so.2 --argv0 prterun --library-path /r/lib:/r/x /r/bin/prte -n 2 ./a", 1,
                    kPrrteMaps});
    const auto process = lookAtProcess(util::Pid(1001), proc.root());
    QVERIFY(process);
    QCOMPARE(process->executable, "/r/bin/prte"s);
    QCOMPARE(process->arguments, (std::vector<std::string>{"prterun", "-n", "2", "./a"}));
    QCOMPARE(proc.familyOf(1001), LauncherFamily::Prrte);
    proc.add(1002, {"/r/lib/ld-linux-x86-64.so.2", "/r/lib/ld-linux-x86-64.so.2 --help", 1});
    QVERIFY(!proc.familyOf(1002));
}

void TestRunningLauncher::openMpi5IsCalledByItsName()
{
    FakeProc proc;
    proc.add(1001, {"/usr/bin/prterun", "prterun --personality ompi -n 2 ./a", 1, kPrrteMaps});
    proc.add(1002, {"/usr/bin/prterun", "prterun -n 2 ./a", 1, kPrrteMaps});
    const auto name = [&](int pid) { return findRunningLauncher(util::Pid(pid), proc.root())->kind.name; };
    proc.add(1003, {"/usr/bin/prte", "prterun -n 2 ./a", 1, kPrrteMaps, "PRTE_MCA_schizo_proxy=ompi"});
    QCOMPARE(name(1001), "Open MPI (PRRTE)"s);
    QCOMPARE(name(1003), "Open MPI (PRRTE)"s);
    QCOMPARE(name(1002), "PRRTE"s);
}

void TestRunningLauncher::aDvmIsPrteByItsOwnName()
{
    const launchers::LauncherKind prrte{LauncherFamily::Prrte, "PRRTE", "/usr/bin/prte"};
    QVERIFY(isDvm({util::Pid(1), "/usr/bin/prte", {"/usr/bin/prte", "--daemonize"}}, prrte));
    QVERIFY(!isDvm({util::Pid(1), "/usr/bin/prte", {"prterun", "./a"}}, prrte));
    QVERIFY(!isDvm({util::Pid(1), "/usr/bin/srun", {"prte"}}, {LauncherFamily::Slurm, "", ""}));
}

void TestRunningLauncher::memoryIsBelievedBeforeNames()
{
    FakeProc proc; // somebody called Open MPI 4's launcher prterun: contacting it would make it crash
    proc.add(1001, {"/opt/x/prterun", "prterun -n 2 ./a", 1, kOrteMaps});
    QCOMPARE(proc.familyOf(1001), LauncherFamily::OpenMpi4);
}

void TestRunningLauncher::aReplacedExecutableIsKnownAllTheSame()
{
    FakeProc proc;
    proc.add(1001, {"/opt/gone/bin/mpirun (deleted)", "mpirun -n 2 ./a", 1, kOrteMaps});
    QCOMPARE(proc.familyOf(1001), LauncherFamily::OpenMpi4);
}

void TestRunningLauncher::theOnlyLauncherBelowIsMeant()
{
    FakeProc proc;
    proc.add(1001, {"/usr/bin/timeout", "timeout 60 run.sh", 1});
    proc.add(1002, {"/usr/bin/bash", "bash run.sh", 1001});
    proc.add(1003, {"/usr/bin/srun", "srun -n 2 ./a", 1002});
    proc.add(1004, {"/usr/bin/srun", "srun -n 2 ./a", 1003}); // srun has a helper process of its own
    const auto found = findRunningLauncher(util::Pid(1001), proc.root());
    QVERIFY2(found, found ? "" : found.error().message().c_str());
    QCOMPARE(found->process.pid, util::Pid(1003));
}

void TestRunningLauncher::severalBelowAreAnErrorThatNamesThem()
{
    FakeProc proc;
    proc.add(1001, {"/usr/bin/bash", "bash", 1});
    proc.add(1002, {"/usr/bin/srun", "srun -n 2 ./a", 1001});
    proc.add(1003, {"/usr/bin/srun", "srun -n 2 ./b", 1001});
    const auto found = findRunningLauncher(util::Pid(1001), proc.root());
    QVERIFY(!found);
    QCOMPARE(found.error().detail, "process 1001 (bash) started several launchers: 1002, 1003"s);
}

void TestRunningLauncher::aRankIsToldOfItsLauncher()
{
    FakeProc proc;
    proc.add(1001, {"/usr/bin/prterun", "prterun -n 2 ./a", 1, kPrrteMaps});
    proc.add(1002, {"/work/a", "./a", 1001});
    const auto found = findRunningLauncher(util::Pid(1002), proc.root());
    QVERIFY(!found);
    QCOMPARE(found.error().code, make_error_code(launchers::Errc::Unsupported));
    QCOMPARE(found.error().advice, "It runs under PRRTE, process 1001: attach to that one."s);
}

void TestRunningLauncher::prunIsToldOfItsDvm()
{
    FakeProc proc;
    proc.add(1001, {"/usr/bin/prun", "prun -n 2 ./a", 1, kPrrteMaps});
    const auto found = findRunningLauncher(util::Pid(1001), proc.root());
    QVERIFY(!found);
    QVERIFY(found.error().advice.starts_with("Attach to the DVM (prte)"));
}

void TestRunningLauncher::strangersAndTheDeadAreExplained()
{
    FakeProc proc;
    proc.add(1001, {"/usr/bin/sleep", "sleep 100", 1});
    const auto stranger = findRunningLauncher(util::Pid(1001), proc.root());
    QVERIFY(!stranger);
    QVERIFY(stranger.error().advice.find("--attach-pids 1001") != std::string::npos);
    const auto dead = findRunningLauncher(util::Pid(2001), proc.root());
    QVERIFY(!dead);
    QCOMPARE(dead.error().code, std::make_error_code(std::errc::no_such_process));
    QVERIFY(!findRunningLauncher(util::Pid(-1), proc.root()));
}

void TestRunningLauncher::theEnvironmentIsRead()
{
    FakeProc proc;
    proc.add(1001, {"/usr/bin/prterun", "prterun", 1, kPrrteMaps, "TMPDIR=/scratch A=b"});
    QCOMPARE(environmentOf(util::Pid(1001), proc.root()), (std::vector<std::string>{"TMPDIR=/scratch", "A=b"}));
    QVERIFY(environmentOf(util::Pid(2001), proc.root()).empty());
}

void TestRunningLauncher::thisProcessIsNoLauncher()
{
    const auto process = lookAtProcess(util::Pid(::getpid()));
    QVERIFY(process);
    QVERIFY(process->executable.ends_with("unit_jobs"));
    QVERIFY(!recogniseRunning(*process));
}

DBGR_TEST(TestRunningLauncher, QCoreApplication);

} // namespace tst_running_launcher

#include "tst_running_launcher.moc"
