// SPDX-License-Identifier: GPL-3.0-or-later
// Which launcher it is, and what it is told.
#include "launchers/launch_plan.h"
#include "launchers/launcher_error.h"
#include "launchers/orte_plan.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/builders.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <set>

namespace tst_launch_plan {

using namespace dbgr;
using namespace dbgr::launchers;
using namespace dbgr::test;

namespace {

/// Programs by name, and what is in their files.
class FakeFiles final : public LauncherFiles
{
public:
    struct File
    {
        std::string target; ///< where links lead
        std::string bytes;
    };
    std::map<std::string, File, std::less<>> files;

    std::optional<std::string> findProgram(std::string_view name, std::string_view searchPath,
                                           std::string_view) const override
    {
        askedPath = searchPath;
        const std::string path =
            name.find('/') == std::string_view::npos ? "/bin/" + std::string(name) : std::string(name);
        return files.contains(path) ? std::optional(path) : std::nullopt;
    }
    std::optional<std::string> ownProgram(std::string_view name) const override
    {
        return own.contains(name) ? std::optional("/opt/dbgr/bin/" + std::string(name)) : std::nullopt;
    }
    std::string resolved(const std::string& path) const override
    {
        const auto it = files.find(path);
        return it == files.end() || it->second.target.empty() ? path : it->second.target;
    }
    std::string contents(const std::string& path, std::size_t maxBytes) const override
    {
        const auto it = files.find(path);
        return it == files.end() ? "" : it->second.bytes.substr(0, maxBytes);
    }
    std::set<std::string, std::less<>> own;
    mutable std::string askedPath;
};

FakeFiles openMpi5()
{
    FakeFiles files;
    files.files["/bin/mpiexec"] = {"/bin/mpirun.openmpi", ""};
    files.files["/bin/mpirun.openmpi"] = {"", std::string("\x7f"
                                                          "ELF..\0%s%sprterun\0no-prterun-found",
                                                          38)};
    return files;
}

bool has(const LaunchPlan& plan, const Directive& directive)
{
    return std::count(plan.directives.begin(), plan.directives.end(), directive) == 1;
}

bool hasKey(const LaunchPlan& plan, std::string_view key)
{
    return std::any_of(plan.directives.begin(), plan.directives.end(),
                       [&](const Directive& directive) { return directive.key == key; });
}

} // namespace

class TestLaunchPlan : public QObject
{
    Q_OBJECT

private slots:
    void recognisesLaunchers_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("target");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("family");
        const auto row = [](const char* what, const char* path, const char* target, QByteArray bytes,
                            LauncherFamily family) {
            QTest::newRow(what) << path << target << bytes << static_cast<int>(family);
        };
        row("prterun", "/bin/prterun", "",
            "\x7f"
            "ELF",
            LauncherFamily::Prrte);
        row("dbgrun", "/bin/dbgrun", "",
            "\x7f"
            "ELF",
            LauncherFamily::Dbgrun);
        row("link to prte", "/bin/mylauncher", "/opt/bin/prte", "", LauncherFamily::Prrte);
        row("Open MPI 5", "/bin/mpirun", "/bin/mpirun.openmpi",
            "\x7f"
            "ELF %s%sprterun",
            LauncherFamily::Prrte);
        row("PRRTE by its library", "/bin/mpiexec", "",
            "\x7f"
            "ELF libprrte.so.3",
            LauncherFamily::Prrte);
        row("Open MPI 4 by its link", "/bin/mpirun", "/usr/bin/orterun", "", LauncherFamily::OpenMpi4);
        row("Open MPI 4 by its library", "/bin/mpirun", "",
            "\x7f"
            "ELF libopen-rte.so.40",
            LauncherFamily::OpenMpi4);
        row("MPICH by its link", "/bin/mpiexec", "/usr/bin/mpiexec.hydra", "", LauncherFamily::Hydra);
        row("MPICH by its proxy", "/bin/mpiexec", "",
            "\x7f"
            "ELF hydra_pmi_proxy",
            LauncherFamily::Hydra);
        row("srun", "/bin/srun", "",
            "\x7f"
            "ELF",
            LauncherFamily::Slurm);
        row("srun by its library", "/bin/mpiexec", "",
            "\x7f"
            "ELF libslurm.so",
            LauncherFamily::Slurm);
        row("script for PRRTE", "/bin/mpiexec", "",
            "#!/bin/sh\nexport OMPI_ALLOW_RUN_AS_ROOT=1\nexec /r/ld.so --argv0 prterun /r/usr/bin/prte --personality "
            "ompi \"$@\"\n",
            LauncherFamily::Prrte);
        row("script for Open MPI 4", "/bin/mpiexec", "", "#!/bin/sh\nexec /opt/bin/orterun \"$@\"\n",
            LauncherFamily::OpenMpi4);
        row("script that does not say", "/bin/mpiexec", "", "#!/bin/sh\nexec \"$REAL\" \"$@\"\n",
            LauncherFamily::Script);
        row("words in words", "/bin/mpiexec", "", "#!/bin/sh\n# interprterunner\n", LauncherFamily::Script);
        row("not a launcher", "/bin/ls", "",
            "\x7f"
            "ELF libc.so.6",
            LauncherFamily::Unknown);
        row("unreadable", "/bin/mpiexec", "", "", LauncherFamily::Unknown);
    }

    void recognisesLaunchers()
    {
        QFETCH(QString, path);
        QFETCH(QString, target);
        QFETCH(QByteArray, bytes);
        QFETCH(int, family);
        FakeFiles files;
        files.files[path.toStdString()] = {target.toStdString(), bytes.toStdString()};
        if (!target.isEmpty())
            files.files[target.toStdString()] = {"", bytes.toStdString()};
        const LauncherKind kind = recogniseLauncher(path.toStdString(), files);
        QCOMPARE(static_cast<int>(kind.family), family);
        QCOMPARE(QString::fromStdString(kind.path), path);
        QVERIFY(!kind.name.empty());
    }

    void theCommandLineStaysAsItIs()
    {
        const FakeFiles files = openMpi5();
        const auto plan = planLaunch(launchSpec("-n 4 --whatever ./ring a b"), files);
        QVERIFY(plan);
        QCOMPARE(plan->argv, (std::vector<std::string>{"/bin/mpiexec", "-n", "4", "--whatever", "./ring", "a", "b"}));
        QCOMPARE(plan->launcher.name, std::string("Open MPI (PRRTE)"));
        QCOMPARE(files.askedPath, std::string("/opt/bin:/usr/bin"));
        QCOMPARE(plan->workingDirectory, std::string("/work"));
    }

    void dbgrunIsTheOneThatCameWithDbgr()
    {
        FakeFiles files;
        files.files["/bin/dbgrun"] = {};
        LaunchSpec spec = launchSpec("-n 4 ./ring");
        spec.argv.front() = "dbgrun";
        spec.hold = HoldPoint::Exec;
        QCOMPARE(planLaunch(spec, files)->argv.front(), std::string("/bin/dbgrun"));
        files.own.insert("dbgrun");
        const auto plan = planLaunch(spec, files);
        QCOMPARE(plan->argv.front(), std::string("/opt/dbgr/bin/dbgrun"));
        QCOMPARE(plan->environment, spec.environment); // no cure for PRRTE
    }

    void holdsWhereItIsAsked_data()
    {
        QTest::addColumn<int>("hold");
        QTest::addColumn<QString>("key");
        QTest::newRow("init") << int(HoldPoint::Init) << "pmix.dbg.init";
        QTest::newRow("exec") << int(HoldPoint::Exec) << "pmix.dbg.exec";
        QTest::newRow("app") << int(HoldPoint::App) << "pmix.dbg.notify";
        QTest::newRow("none") << int(HoldPoint::None) << "";
    }

    void holdsWhereItIsAsked()
    {
        QFETCH(int, hold);
        QFETCH(QString, key);
        LaunchSpec spec = launchSpec();
        spec.hold = static_cast<HoldPoint>(hold);
        const auto plan = planLaunch(spec, openMpi5());
        QCOMPARE(plan->hold, spec.hold);
        for (const char* one : {"pmix.dbg.init", "pmix.dbg.exec", "pmix.dbg.notify"})
            QCOMPARE(hasKey(*plan, one), key == one);
        QVERIFY(has(*plan, {"pmix.note.jev", true}));
        for (const char* one : {"pmix.fwd.stdout", "pmix.fwd.stderr"}) // which would come beside what is pulled
            QVERIFY(has(*plan, {one, false}));
    }

    void stoppingOnExecStartsRanksOneByOne()
    {
        LaunchSpec spec = launchSpec();
        const auto init = planLaunch(spec, openMpi5());
        QCOMPARE(init->environment, spec.environment);
        spec.hold = HoldPoint::Exec;
        const auto exec = planLaunch(spec, openMpi5());
        QCOMPARE(exec->environment.back(), std::string("PRTE_MCA_odls_base_cutoff=100000"));
        spec.environment.emplace_back("PRTE_MCA_odls_base_cutoff=7");
        const auto chosen = planLaunch(spec, openMpi5());
        QCOMPARE(chosen->environment, spec.environment);
    }

    void everyRankGetsInputUnlessTheUserChose()
    {
        QVERIFY(has(*planLaunch(launchSpec(), openMpi5()), {"pmix.stdin", std::string("all")}));
        QVERIFY(!hasKey(*planLaunch(launchSpec("--stdin none -n 2 ./ring"), openMpi5()), "pmix.stdin"));
        QVERIFY(!hasKey(*planLaunch(launchSpec("--stdin=1 -n 2 ./ring"), openMpi5()), "pmix.stdin"));
    }

    void aMissingLauncherIsSaid()
    {
        const auto plan = planLaunch(launchSpec(), FakeFiles());
        QVERIFY(plan.error().code == Errc::NotFound);
        QCOMPARE(plan.error().message(), std::string("launching mpiexec: no such program in PATH"));
        QVERIFY(!plan.error().advice.empty());
    }

    void hydraIsServedByDbgrExec()
    {
        FakeFiles files;
        files.files["/bin/mpiexec"] = {"", "hydra_pmi_proxy"};
        files.own.insert("dbgr-exec");
        const auto plan = planLaunch(launchSpec(), files);
        QVERIFY(plan && plan->way == LaunchWay::Agent);
        QVERIFY(std::count(plan->argv.begin(), plan->argv.end(), "/opt/dbgr/bin/dbgr-exec") == 1);
    }

    void anUnknownLauncherIsServedByDbgrExecIfItIsThere()
    {
        FakeFiles files;
        files.files["/bin/mpiexec"] = {"", "libc.so.6"};
        QVERIFY(!planLaunch(launchSpec("-x 2 ./ring"), files));
        const auto plan = planLaunch(launchSpec("-x 2 dbgr-exec ./ring"), files);
        QVERIFY(plan && plan->way == LaunchWay::Agent);
        QVERIFY((plan->argv == std::vector<std::string>{"/bin/mpiexec", "-x", "2", "dbgr-exec", "./ring"}));
    }

    void anUnsupportedLauncherIsNamedAndWhatWillWork_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("name");
        QTest::newRow("other") << QByteArray("libc.so.6") << "no launcher that dbgr knows";
    }

    void anUnsupportedLauncherIsNamedAndWhatWillWork()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, name);
        FakeFiles files;
        files.files["/bin/mpiexec"] = {"", bytes.toStdString()};
        const auto plan = planLaunch(launchSpec(), files);
        QVERIFY(plan.error().code == Errc::Unsupported);
        QVERIFY(QString::fromStdString(plan.error().message()).contains(name));
        const QString text = QString::fromStdString(plan.error().message() + "\n" + plan.error().advice);
        QVERIFY(text.contains("/bin/mpiexec"));
        QVERIFY(text.contains("dbgr-exec"));
    }

    void openMpi4IsToldByItsEnvironment()
    {
        FakeFiles files;
        files.files["/bin/mpiexec"] = {"", "libopen-rte.so"};
        LaunchSpec spec = launchSpec();
        spec.environment.push_back("OMPI_MCA_orte_tag_output=0");
        spec.argv = {"mpiexec", "--stdin", "1", "./ring"};
        auto plan = planLaunch(spec, files);
        QVERIFY(plan.has_value());
        QVERIFY(plan->way == LaunchWay::Orte && plan->directives.empty());
        QCOMPARE(plan->stdinChoice.value_or(""), std::string("1"));
        const auto has = [&plan](const char* variable) {
            return std::ranges::find(plan->environment, variable) != plan->environment.end();
        };
        QVERIFY(has("OMPI_MCA_orte_in_parallel_debugger=1") && has("OMPI_MPIR_DO_NOT_WARN=1"));
        QVERIFY2(has("OMPI_MCA_orte_tag_output=0") && !has("OMPI_MCA_orte_tag_output=1"),
                 "the user's word is the last");

        spec.hold = HoldPoint::None;
        plan = planLaunch(spec, files);
        QVERIFY(plan.has_value());
        QVERIFY2(!has("OMPI_MCA_orte_in_parallel_debugger=1"), "ranks would wait for a release");
        QVERIFY(!plan->environment.empty() && withoutOrtePlan(plan->environment).size() < plan->environment.size());

        spec.hold = HoldPoint::Exec;
        QVERIFY(planLaunch(spec, files).error().code == Errc::Incomplete);
        files.own = {"dbgr-exec"};
        plan = planLaunch(spec, files);
        QVERIFY(plan.has_value() && plan->way == LaunchWay::Agent);
        QVERIFY(has("OMPI_MCA_orte_fork_agent=/opt/dbgr/bin/dbgr-exec") &&
                !has("OMPI_MCA_orte_in_parallel_debugger=1"));
    }

    void aScriptThatDoesNotSayIsTried()
    {
        FakeFiles files;
        files.files["/bin/mpiexec"] = {"", "#!/bin/sh\nexec \"$REAL\" \"$@\"\n"};
        QVERIFY(planLaunch(launchSpec(), files));
    }

    void noCommandIsRefused() { QVERIFY(!planLaunch(LaunchSpec(), FakeFiles())); }
};

DBGR_TEST(TestLaunchPlan);

} // namespace tst_launch_plan

#include "tst_launch_plan.moc"
