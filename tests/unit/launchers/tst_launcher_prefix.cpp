// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in front of a launcher, and what is inside of a script that runs one.
#include "launchers/environment.h"
#include "launchers/launch_plan.h"
#include "launchers/launcher_error.h"
#include "launchers/launcher_prefix.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/builders.h"
#include "util/string_util.h"

#include <QTest>

#include <map>

namespace tst_launcher_prefix {

using namespace dbgr;
using namespace dbgr::launchers;
using namespace dbgr::test;

namespace {

/// Programs by their paths, with their bytes; a search path has one folder.
class Programs final : public LauncherFiles
{
public:
    std::map<std::string, std::string, std::less<>> files{
        {"/bin/env", "ELF"},
        {"/bin/nice", "ELF"},
        {"/bin/time", "ELF"},
        {"/bin/touch", "ELF"},
        {"/bin/mpiexec", "ELF libopen-rte.so"},
        {"/bin/srun", "ELF libslurm"},
        {"/opt/bin/mpiexec", "ELF libprrte.so"},
        {"/opt/bin/mpiexec.hydra", "ELF hydra_pmi_proxy"},
        {"/work/ring", "ELF"},
    };

    std::optional<std::string> findProgram(std::string_view name, std::string_view searchPath,
                                           std::string_view workingDirectory) const override
    {
        const std::string folder(name.find('/') != std::string_view::npos ? workingDirectory : searchPath);
        const std::string path = name.starts_with('/') ? std::string(name) : folder + "/" + std::string(name);
        return files.contains(path) ? std::optional(path) : std::nullopt;
    }
    std::optional<std::string> ownProgram(std::string_view name) const override { return "/dbgr/" + std::string(name); }
    std::string resolved(const std::string& path) const override { return path; }
    std::string contents(const std::string& path, std::size_t maxBytes) const override
    {
        const auto it = files.find(path);
        return it == files.end() ? "" : it->second.substr(0, maxBytes);
    }
};

LaunchSpec typed(const std::string& line)
{
    LaunchSpec spec = launchSpec();
    spec.argv.clear();
    for (const std::string_view word : util::split(line, ' '))
        spec.argv.emplace_back(word);
    spec.environment = {"PATH=/bin", "HOME=/root", "MPI=/opt"};
    return spec;
}

} // namespace

class TestLauncherPrefix : public QObject
{
    Q_OBJECT

private slots:
    void whatStandsInFrontIsTakenOff_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("prefix");
        QTest::addColumn<QString>("rest");
        const auto row = [](const char* line, const char* prefix, const char* rest) {
            QTest::newRow(line) << line << prefix << rest;
        };
        row("mpiexec -n 2 env A=1 ./ring", "", "mpiexec -n 2 env A=1 ./ring");
        row("X=1 mpiexec -n 2 ./ring", "", "mpiexec -n 2 ./ring");
        row("X=1 Y= mpiexec ./ring", "", "mpiexec ./ring");
        row("env X=1 mpiexec ./ring", "", "mpiexec ./ring");
        row("env -u HOME -- X=1 mpiexec ./ring", "", "mpiexec ./ring");
        row("env -C /tmp mpiexec ./ring", "env -C /tmp", "mpiexec ./ring");
        row("nice mpiexec ./ring", "nice", "mpiexec ./ring");
        row("nice -n 5 mpiexec ./ring", "nice -n 5", "mpiexec ./ring");
        row("/bin/time -p nice mpiexec ./ring", "/bin/time -p nice", "mpiexec ./ring");
        row("X=1 nice env Y=2 mpiexec ./ring", "nice env Y=2", "mpiexec ./ring");
        row("touch mpiexec", "", "touch mpiexec");         // no program that is known to run others
        row("nice touch /tmp/x", "", "nice touch /tmp/x"); // nothing that is a launcher
        row("=1 mpiexec", "", "=1 mpiexec");               // sets nothing
        row("./a=b mpiexec", "", "./a=b mpiexec");
    }
    void whatStandsInFrontIsTakenOff()
    {
        QFETCH(QString, line);
        const PrefixedCommand command = takePrefix(typed(line.toStdString()), Programs());
        QTEST(QString::fromStdString(util::join(command.prefix, " ")), "prefix");
        QTEST(QString::fromStdString(util::join(command.spec.argv, " ")), "rest");
    }

    void variablesAreSetAsTyped()
    {
        const auto environment = [](const char* line) { return takePrefix(typed(line), Programs()).spec.environment; };
        QVERIFY(environmentValue(environment("X=a=b mpiexec"), "X") == "a=b");
        QVERIFY(environmentValue(environment("HOME=/x mpiexec"), "HOME") == "/x");
        QCOMPARE(environment("HOME=/x mpiexec").size(), std::size_t(3));
        QVERIFY(environmentValue(environment("env -u HOME mpiexec"), "HOME").empty());
        QCOMPARE(environment("env -i PATH=/bin mpiexec"), (std::vector<std::string>{"PATH=/bin"}));
    }

    /// The path that is typed counts, not ours.
    void aVariableChoosesTheLauncher()
    {
        const auto plan = planLaunch(typed("PATH=/opt/bin mpiexec -n 2 ./ring"), Programs());
        QVERIFY(plan);
        QVERIFY(plan->launcher.family == LauncherFamily::Prrte);
        QCOMPARE(plan->argv, (std::vector<std::string>{"/opt/bin/mpiexec", "-n", "2", "./ring"}));
        QVERIFY(!plan->wrapped);
    }

    void whatRunsTheLauncherIsStarted()
    {
        const auto plan = planLaunch(typed("nice -n 5 mpiexec -n 2 ./ring"), Programs());
        QVERIFY(plan);
        QVERIFY(plan->launcher.family == LauncherFamily::OpenMpi4);
        QCOMPARE(plan->argv, (std::vector<std::string>{"/bin/nice", "-n", "5", "/bin/mpiexec", "-n", "2", "./ring"}));
        QVERIFY(plan->wrapped && plan->warnings.empty());
    }

    void dbgrExecIsPutBehindThePrefix()
    {
        const auto plan = planLaunch(typed("nice /opt/bin/mpiexec.hydra -n 2 ./ring"), Programs());
        QVERIFY(plan);
        QCOMPARE(plan->argv, (std::vector<std::string>{"/bin/nice", "/opt/bin/mpiexec.hydra", "-prepend-rank", "-n",
                                                       "2", "/dbgr/dbgr-exec", "./ring"}));
    }

    void theShellsTimeIsLeftOut()
    {
        Programs programs;
        programs.files.erase("/bin/time");
        const auto plan = planLaunch(typed("time -p mpiexec ./ring"), programs);
        QVERIFY(plan);
        QCOMPARE(plan->argv, (std::vector<std::string>{"/bin/mpiexec", "./ring"}));
        QCOMPARE(plan->warnings.size(), std::size_t(1));
        QVERIFY(plan->warnings[0].detail.find("'time -p'") != std::string::npos);
    }

    void srunIsStartedItself()
    {
        const auto plan = planLaunch(typed("X=1 nice srun -n 2 ./ring"), Programs());
        QVERIFY(plan);
        QCOMPARE(plan->argv, (std::vector<std::string>{"/bin/srun", "-n", "2", "./ring"}));
        QVERIFY(environmentValue(plan->environment, "X") == "1");
        QCOMPARE(plan->warnings.size(), std::size_t(1));
    }

    void nothingBehindVariablesIsRefused()
    {
        QVERIFY(planLaunch(typed("X=1"), Programs()).error().code == std::errc::invalid_argument);
    }

    void scriptIsWhatItRuns_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<int>("family");
        const auto row = [](const char* script, LauncherFamily family) {
            QTest::newRow(script) << script << int(family);
        };
        row("exec mpiexec \"$@\"", LauncherFamily::OpenMpi4);
        row("/bin/mpiexec \"$@\"", LauncherFamily::OpenMpi4);
        row("exec $MPI/bin/mpiexec \"$@\"", LauncherFamily::Prrte);
        row("exec \"${MPI}/bin/mpiexec.hydra\" \"$@\"", LauncherFamily::Hydra);
        row("RUN=/bin/mpiexec; $RUN \"$@\"", LauncherFamily::OpenMpi4);
        row("# mpiexec", LauncherFamily::Script);
        row("exec /no/such/mpiexec", LauncherFamily::Script);
        row("exec my_mpiexec", LauncherFamily::Script);
        row("exec /work/inner/mpiexec", LauncherFamily::OpenMpi4);         // a script, too
        row("exec /work/mpiexec", LauncherFamily::Script);                 // itself
        row("a /bin/mpiexec\nb /opt/bin/mpiexec", LauncherFamily::Script); // who knows
    }
    void scriptIsWhatItRuns()
    {
        QFETCH(QString, script);
        Programs programs;
        programs.files["/work/mpiexec"] = "#!/bin/sh\n" + script.toStdString() + "\n";
        programs.files["/work/inner/mpiexec"] = "#!/bin/sh\nexec /bin/mpiexec \"$@\"\n";
        const auto plan = planLaunch(typed("/work/mpiexec -n 2 ./ring"), programs);
        QVERIFY(plan);
        QTEST(int(plan->launcher.family), "family");
        QCOMPARE(plan->argv[0], std::string("/work/mpiexec"));
        QVERIFY(plan->wrapped);
    }
};

DBGR_TEST(TestLauncherPrefix);

} // namespace tst_launcher_prefix

#include "tst_launcher_prefix.moc"
