// SPDX-License-Identifier: GPL-3.0-or-later
// Where dbgr-exec is put in a launcher's command line.
#include "launchers/agent_plan.h"
#include "launchers/launcher_error.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <map>

namespace tst_agent_plan {

using namespace dbgr;
using namespace dbgr::launchers;

namespace {

/// "./app", and the programs that are named in `programs`.
class Files final : public LauncherFiles
{
public:
    std::optional<std::string> findProgram(std::string_view name, std::string_view, std::string_view) const override
    {
        const bool there = name == "./app" || name == "./other";
        return there ? std::optional("/work" + std::string(name.substr(1))) : std::nullopt;
    }
    std::optional<std::string> ownProgram(std::string_view name) const override
    {
        return installed ? std::optional("/opt/bin/" + std::string(name)) : std::nullopt;
    }
    std::string resolved(const std::string& path) const override { return path; }
    std::string contents(const std::string& path, std::size_t) const override
    {
        const auto at = texts.find(path);
        return at == texts.end() ? "" : at->second;
    }
    std::map<std::string, std::string> texts;
    bool installed = true;
};

std::vector<std::string> words(const QString& line)
{
    std::vector<std::string> argv;
    for (const QString& word : line.split(' ', Qt::SkipEmptyParts))
        argv.push_back(word.toStdString());
    return argv;
}

QString text(const std::vector<std::string>& argv)
{
    QStringList list;
    for (const std::string& word : argv)
        list << QString::fromStdString(word);
    return list.join(' ');
}

LaunchSpec specOf(const QString& line)
{
    LaunchSpec spec;
    spec.argv = words(line);
    spec.workingDirectory = "/work";
    spec.hold = HoldPoint::Exec;
    return spec;
}

util::Result<LaunchPlan> planned(const QString& line, const Files& files = {})
{
    LaunchPlan plan;
    const LaunchSpec spec = specOf(line);
    plan.argv = spec.argv;
    plan.launcher.path = spec.argv.front();
    if (auto done = planHydra(plan, spec, files); !done)
        return util::fail(done.error());
    return plan;
}

constexpr const char* kOurs =
    "DBGR_AGENT_SESSION,DBGR_AGENT_DAEMON,DBGR_AGENT_ARGUMENTS,DBGR_AGENT_HOLD,DBGR_AGENT_READERS,DBGR_FRONTEND,"
    "DBGR_SECRET,DBGR_DAEMON_LOG";

} // namespace

class TestAgentPlan : public QObject
{
    Q_OBJECT

private slots:
    void dbgrExecIsPutInFrontOfEveryProgram_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("run"); // @: dbgr-exec; the rest behind "mpiexec -prepend-rank"
        const auto row = [](const char* typed, const char* run) { QTest::newRow(typed) << typed << run; };
        row("./app", "@ ./app");
        row("-n 4 ./app", "-n 4 @ ./app");
        row("-np 4 ./app -n 7 -x", "-np 4 @ ./app -n 7 -x");
        row("--n 4 ./app", "--n 4 @ ./app");
        row("-n=4 ./app", "-n=4 @ ./app");
        row("-genv A B -n 2 ./app", "-genv A B -n 2 @ ./app");
        row("-genv A=B -n 2 ./app", "-genv A=B -n 2 @ ./app");
        row("-genv=A B -n 2 ./app", "-genv=A B -n 2 @ ./app");
        row("-genv=A=B -n 2 ./app", "-genv=A=B -n 2 @ ./app");
        row("-env A B ./app", "-env A B @ ./app");
        row("-genvall -envall ./app", "-genvall -envall @ ./app");
        row("-f hosts -ppn 2 -n 4 ./app", "-f hosts -ppn 2 -n 4 @ ./app");
        row("-machinefile ./app -n 1 ./app", "-machinefile ./app -n 1 @ ./app");
        row("-hosts a,b -wdir /w -n 2 ./app", "-hosts a,b -wdir /w -n 2 @ ./app");
        row("-launcher ssh -launcher-exec /bin/ssh -rmk slurm ./app",
            "-launcher ssh -launcher-exec /bin/ssh -rmk slurm @ ./app");
        row("-bind-to core -map-by socket -membind none ./app", "-bind-to core -map-by socket -membind none @ ./app");
        row("-verbose -print-all-exitcodes -dac ./app", "-verbose -print-all-exitcodes -dac @ ./app");
        row("-iface eth0 -usize 8 -order-nodes ascending ./app", "-iface eth0 -usize 8 -order-nodes ascending @ ./app");
        row("-outfile-pattern o.%r -errfile-pattern e.%r ./app", "-outfile-pattern o.%r -errfile-pattern e.%r @ ./app");
        row("-n 1 ./app : -n 3 ./other -v", "-n 1 @ ./app : -n 3 @ ./other -v");
        row("-n 1 ./app a : b c", "-n 1 @ ./app a : @ b c");
        row("-n 1 ./app a:b", "-n 1 @ ./app a:b");
        row("-n 1 ./app :", "-n 1 @ ./app :");
        row("-perhost 2 -rr -gtool x:0 ./app", "-perhost 2 -rr -gtool x:0 @ ./app"); // Intel MPI
        row("-s all -n 2 ./app", "-s all -n 2 @ ./app");
        // Options that nobody knows: one value, unless what follows is an option or a program.
        row("-newer 7 -n 2 ./app", "-newer 7 -n 2 @ ./app");
        row("-newer -n 2 ./app", "-newer -n 2 @ ./app");
        row("-newer=7 ./app", "-newer=7 @ ./app");
        row("-newer ./app", "-newer @ ./app");
        row("-n 2 mpi_only_there", "-n 2 @ mpi_only_there");
    }
    void dbgrExecIsPutInFrontOfEveryProgram()
    {
        QFETCH(QString, typed);
        QFETCH(QString, run);
        const auto plan = planned("mpiexec " + typed);
        QVERIFY2(plan, plan ? "" : plan.error().message().c_str());
        run.replace("@", "/opt/bin/dbgr-exec");
        QCOMPARE(text(plan->argv), "mpiexec -prepend-rank " + run);
        QVERIFY(plan->way == LaunchWay::Agent);
    }

    void whatIsMarkedIsNotMarkedAgain_data()
    {
        QTest::addColumn<QString>("options");
        for (const char* options : {"-prepend-rank", "-l", "--prepend-rank", "-prepend-pattern %r:"})
            QTest::newRow(options) << options;
    }
    void whatIsMarkedIsNotMarkedAgain()
    {
        QFETCH(QString, options);
        const auto plan = planned("mpiexec " + options + " -n 2 ./app");
        QCOMPARE(text(plan->argv), "mpiexec " + options + " -n 2 /opt/bin/dbgr-exec ./app");
    }

    void whatTheUserWroteStays()
    {
        const QString line = "mpiexec -n 2 /usr/bin/dbgr-exec ./app : ./other";
        QCOMPARE(text(planned(line)->argv), QString(line).replace("mpiexec", "mpiexec -prepend-rank"));
        LaunchPlan plan;
        plan.argv = words("weirdrun -x dbgr-exec ./app");
        QVERIFY(hasAgent(plan.argv));
        QVERIFY(planWrittenAgent(plan, specOf("weirdrun -x dbgr-exec ./app"), Files()));
        QCOMPARE(text(plan.argv), QString("weirdrun -x dbgr-exec ./app"));
        QVERIFY(!hasAgent(words("weirdrun ./dbgr-executor my-dbgr-exec")));
    }

    void launchersThatPassOnFewVariablesPassOnOurs()
    {
        const QString agent = " /opt/bin/dbgr-exec ./app";
        const QString start = "mpiexec -prepend-rank ";
        QCOMPARE(text(planned("mpiexec -genvlist A,B ./app")->argv), start + "-genvlist A,B," + kOurs + agent);
        // A variable of that name is no dbgr-exec.
        QCOMPARE(text(planned("mpiexec -genvlist dbgr-exec ./app")->argv),
                 start + "-genvlist dbgr-exec," + kOurs + agent);
        QCOMPARE(text(planned("mpiexec -envlist=A ./app")->argv), start + "-envlist=A," + kOurs + agent);
        QCOMPARE(text(planned("mpiexec -genvnone ./app")->argv), start + "-genvlist=" + kOurs + agent);
        QCOMPARE(text(planned("mpiexec --envnone ./app")->argv), start + "--envlist=" + kOurs + agent);
    }

    void ranksCanOnlyBeHeldOnExec()
    {
        LaunchPlan plan;
        for (const HoldPoint hold : {HoldPoint::Init, HoldPoint::Exec, HoldPoint::App, HoldPoint::None}) {
            LaunchSpec spec = specOf("mpiexec ./app");
            spec.hold = hold;
            plan.argv = spec.argv;
            QVERIFY(planHydra(plan, spec, Files()));
            QVERIFY(plan.hold == (hold == HoldPoint::None ? HoldPoint::None : HoldPoint::Exec));
        }
    }

    void theChoiceOfStandardInputIsKept()
    {
        QVERIFY(!planned("mpiexec ./app -s 3")->stdinChoice);
        QVERIFY(planned("mpiexec -s 3 ./app")->stdinChoice == "3");
        QVERIFY(planned("mpiexec -s=all ./app")->stdinChoice == "all");
    }

    void programsInAFileAreLeftToTheUser()
    {
        const auto refused = planned("mpiexec -configfile jobs");
        QVERIFY(!refused && refused.error().code == Errc::Unsupported);
        QVERIFY(refused.error().message().find("jobs") != std::string::npos);
        Files files;
        files.texts["/work/jobs"] = "-n 2 dbgr-exec ./app\n";
        QCOMPARE(text(planned("mpiexec -configfile jobs", files)->argv),
                 QString("mpiexec -prepend-rank -configfile jobs"));
        files.texts["/etc/jobs"] = "-n 2 dbgr-exec ./app\n";
        QVERIFY(planned("mpiexec -configfile=/etc/jobs", files));
    }

    void whatHasNoProgramIsRefused_data()
    {
        QTest::addColumn<QString>("line");
        for (const char* line :
             {"mpiexec", "mpiexec -n", "mpiexec -n 4", "mpiexec :", "mpiexec -genv A", "mpiexec -x y"})
            QTest::newRow(line) << line;
    }
    void whatHasNoProgramIsRefused()
    {
        QFETCH(QString, line);
        const auto plan = planned(line);
        QVERIFY(!plan && plan.error().code == Errc::Unsupported);
        QVERIFY(plan.error().advice.find("dbgr-exec") != std::string::npos);
    }

    void withoutDbgrExecThereIsNoWay()
    {
        Files files;
        files.installed = false;
        const auto plan = planned("mpiexec ./app", files);
        QVERIFY(!plan && plan.error().code == Errc::Incomplete);
        QVERIFY(plan.error().detail.find("dbgr-exec") != std::string::npos);
    }
};

DBGR_TEST(TestAgentPlan, QCoreApplication);

} // namespace tst_agent_plan

#include "tst_agent_plan.moc"
