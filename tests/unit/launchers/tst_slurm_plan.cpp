// SPDX-License-Identifier: GPL-3.0-or-later
// What srun is told, and what its command line says of its standard input.
#include "launchers/agent_plan.h"
#include "launchers/environment.h"
#include "launchers/launcher_error.h"
#include "launchers/slurm_plan.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/builders.h"

#include "util/string_util.h"

#include <QTest>

#include <map>

namespace tst_slurm_plan {

using namespace dbgr;
using namespace dbgr::launchers;
using namespace dbgr::test;

namespace {

/// srun, dbgr-exec, and the programs of the map.
class Programs final : public LauncherFiles
{
public:
    explicit Programs(std::string srun) : m_srun(std::move(srun)) {}

    std::optional<std::string> findProgram(std::string_view name, std::string_view path,
                                           std::string_view folder) const override
    {
        if (name == "srun")
            return "/bin/srun";
        std::string file(name);
        if (!name.starts_with('/'))
            file = name.find('/') == std::string_view::npos ? (path.empty() ? std::string() : "/usr/bin/" + file)
                                                            : std::string(folder) + file.substr(file.find('/'));
        return m_files.contains(file) ? std::optional(file) : std::nullopt;
    }
    std::optional<std::string> ownProgram(std::string_view name) const override
    {
        return installed ? std::optional("/opt/dbgr/bin/" + std::string(name)) : std::nullopt;
    }
    std::string resolved(const std::string& path) const override
    {
        return path == "/usr/bin/mysh" ? "/usr/bin/bash" : path;
    }
    std::string contents(const std::string& path, std::size_t maxBytes) const override
    {
        if (path == "/bin/srun")
            return m_srun.substr(0, maxBytes);
        const auto at = m_files.find(path);
        return at == m_files.end() ? "" : at->second.substr(0, maxBytes);
    }
    bool installed = true;

private:
    std::string m_srun;
    std::map<std::string, std::string> m_files = {
        {"/usr/bin/bash", "\x7f"
                          "ELF"},
        {"/usr/bin/mysh", "\x7f"
                          "ELF"},
        {"/usr/bin/env", "\x7f"
                         "ELF"},
        {"/usr/bin/numactl", "\x7f"
                             "ELF"},
        {"/usr/bin/python3", "\x7f"
                             "ELF"},
        {"/work/ring", "\x7f"
                       "ELF"},
        {"/work/run.sh", "#!/bin/sh\n./ring\n"},
        {"/work/there/run.sh", "#! /usr/bin/env bash\n./ring\n"},
        {"/work/run.py", "#!/usr/bin/python3\n"},
        {"/work/empty", ""},
        {"/work/all", "0 ./ring\n1-2 env A=1 ./ring\n"},
        {"/work/plain", "0 ./ring\n1-2 ./ring 2\n"},
        {"/work/written", "* dbgr-exec ./run.sh\n"},
    };
};

util::Result<LaunchPlan> plan(std::string_view words, std::vector<std::string> environment = {},
                              std::string bytes = "\x7f"
                                                  "ELF")
{
    LaunchSpec spec = launchSpec(words);
    spec.argv.front() = "srun";
    environment.push_back("PATH=/usr/bin");
    spec.environment = std::move(environment);
    return planLaunch(spec, Programs(std::move(bytes)));
}

std::string text(const std::vector<std::string>& argv)
{
    return util::join(argv, " ");
}

constexpr const char* kAgent = "/opt/dbgr/bin/dbgr-exec";

} // namespace

class TestSlurmPlan : public QObject
{
    Q_OBJECT

private slots:
    void goesTheWayOfSlurmAndIsLabelled()
    {
        const auto slurm = plan("-n 4 ./ring");
        QVERIFY(slurm);
        QVERIFY(slurm->way == LaunchWay::Slurm);
        QVERIFY(slurm->directives.empty());
        QCOMPARE(slurm->argv.front(), std::string("/bin/srun"));
        QCOMPARE(environmentValue(slurm->environment, "SLURM_LABELIO"), std::string_view("1"));
        QVERIFY(!slurm->stdinChoice);
    }

    void theAgentThatTheUserWroteIsUsed()
    {
        const auto slurm = plan("-n 4 /opt/bin/dbgr-exec ./run.sh");
        QVERIFY(slurm);
        QVERIFY(slurm->way == LaunchWay::Agent);
        QVERIFY(slurm->hold == HoldPoint::Exec);
        QCOMPARE(environmentValue(slurm->environment, "SLURM_LABELIO"), std::string_view("1"));
    }

    /// srun would hold the shell, which has not started anything yet.
    void theAgentStandsInFrontOfWhatStartsOthers_data()
    {
        QTest::addColumn<std::string>("words");
        QTest::addColumn<std::string>("planned"); // "@" is dbgr-exec; "": left to srun itself
        const auto row = [](const char* words, const char* planned) {
            QTest::newRow(words) << std::string(words) << std::string(planned);
        };
        row("-n 4 ./run.sh 1", "-n 4 @ /work/run.sh 1");
        row("-n 4 -D there ./run.sh 1", "-n 4 -D there @ /work/there/run.sh 1");
        row("-n 4 --chdir=/work/there ./run.sh", "-n 4 --chdir=/work/there @ /work/there/run.sh");
        row("run.sh", "@ /work/run.sh");
        row("-ln 4 bash -c x", "-ln 4 @ /usr/bin/bash -c x");
        row("mysh", "@ /usr/bin/mysh");
        row("-n 4 env A=1 ./ring", "-n 4 @ /usr/bin/env A=1 ./ring");
        row("-n 4 -- numactl -N 0 ./ring", "-n 4 -- @ /usr/bin/numactl -N 0 ./ring");
        row("-n 4 ./ring bash", "");
        row("-n 4 ./run.py", "");
        row("-n 4 ./empty", "");
        row("-n 4 ./only/on/the/nodes.sh", "");
        row("-n 4 --bcast=/tmp/x ./run.sh", "");
        row("-n 4 ./run.sh : -n 2 ./ring", "");
        row("-n 4", "");
    }
    void theAgentStandsInFrontOfWhatStartsOthers()
    {
        QFETCH(std::string, words);
        QFETCH(std::string, planned);
        const auto slurm = plan(words);
        QVERIFY(slurm);
        QVERIFY(slurm->way == (planned.empty() ? LaunchWay::Slurm : LaunchWay::Agent));
        std::string expected = "/bin/srun " + (planned.empty() ? words : planned);
        if (const auto at = expected.find('@'); at != std::string::npos)
            expected.replace(at, 1, kAgent);
        QCOMPARE(text(slurm->argv), expected);
        QVERIFY(!slurm->changedFile);
    }

    void programsInAFileGetItInACopy()
    {
        const auto changed = plan("-n 3 --multi-prog all");
        QVERIFY(changed && changed->way == LaunchWay::Agent);
        QCOMPARE(text(changed->argv), std::string("/bin/srun -n 3 --multi-prog all"));
        const std::string agent = kAgent;
        QVERIFY(changed->changedFile == (ChangedFile{4, "0 " + agent + " ./ring\n1-2 " + agent + " env A=1 ./ring\n"}));
        QVERIFY(plan("-n 3 --multi-prog plain")->way == LaunchWay::Slurm);
        QVERIFY(plan("-n 3 --multi-prog not-there")->way == LaunchWay::Slurm);
        const auto written = plan("-n 3 --multi-prog written");
        QVERIFY(written->way == LaunchWay::Agent && !written->changedFile);
    }

    void ranksThatGetOnlySomeVariablesGetOurs_data()
    {
        QTest::addColumn<std::string>("words");
        QTest::addColumn<std::string>("variable");
        QTest::addColumn<std::string>("option"); // "@" are ours; "" there is none
        const auto row = [](const char* name, const char* words, const char* variable, const char* option) {
            QTest::newRow(name) << std::string(words) << std::string(variable) << std::string(option);
        };
        row("not said", "./run.sh", "", "");
        row("all", "--export=ALL ./run.sh", "", "--export=ALL");
        row("all and one", "--export=ALL,A=1 ./run.sh", "", "--export=ALL,A=1");
        row("one", "--export=A=1 ./run.sh", "", "--export=A=1,@");
        row("apart", "--export A ./run.sh", "", "A,@");
        row("none", "--export=NONE ./run.sh", "", "--export=@");
        row("nil", "--export nil ./run.sh", "", "@");
        row("by a variable", "./run.sh", "NIL", "--export=@");
        row("all by a variable", "./run.sh", "ALL", "");
        row("the option counts", "--export=ALL ./run.sh", "NONE", "--export=ALL");
        row("the user wrote dbgr-exec", "--export=B dbgr-exec ./run.sh", "", "--export=B,@");
    }
    void ranksThatGetOnlySomeVariablesGetOurs()
    {
        QFETCH(std::string, words);
        QFETCH(std::string, variable);
        QFETCH(std::string, option);
        const auto slurm =
            plan(words, variable.empty() ? std::vector<std::string>{} : std::vector{"SLURM_EXPORT_ENV=" + variable});
        QVERIFY(slurm && slurm->way == LaunchWay::Agent);
        const auto ours = variablesForAgent();
        QVERIFY(ours.find("DBGR_SECRET") != std::string::npos);
        if (const auto at = option.find('@'); at != std::string::npos)
            option.replace(at, 1, ours);
        const std::string all = text(slurm->argv);
        QVERIFY2(option.empty() ? all.find("export") == std::string::npos : all.find(option + ' ') != std::string::npos,
                 all.c_str());
    }

    void withoutTheAgentSrunHoldsWhatThereIs()
    {
        LaunchSpec spec = launchSpec("-n 2 ./run.sh");
        spec.argv.front() = "srun";
        Programs programs("\x7f"
                          "ELF");
        programs.installed = false;
        QVERIFY(planLaunch(spec, programs)->way == LaunchWay::Slurm);
        programs.installed = true;
        QVERIFY(planLaunch(spec, programs)->way == LaunchWay::Agent);
        spec.hold = HoldPoint::None;
        QVERIFY(planLaunch(spec, programs)->way == LaunchWay::Slurm);
    }

    void findsWhoGetsInput_data()
    {
        QTest::addColumn<std::string>("words");
        QTest::addColumn<std::string>("choice");
        QTest::newRow("long") << std::string("--input=1 ./a") << std::string("1");
        QTest::newRow("long, apart") << std::string("--input 1 ./a") << std::string("1");
        QTest::newRow("short") << std::string("-i2 -n4 ./a") << std::string("2");
        QTest::newRow("short, apart") << std::string("-n 4 -i none ./a") << std::string("none");
        QTest::newRow("behind a flag") << std::string("--label -l --input=0 ./a") << std::string("0");
        QTest::newRow("behind a value") << std::string("--ntasks 4 --mpi pmi2 --input=0 ./a") << std::string("0");
        QTest::newRow("the last counts") << std::string("-i 1 -i 2 ./a") << std::string("2");
        QTest::newRow("of the program") << std::string("-n 4 ./a --input=1 -i 3") << std::string();
        QTest::newRow("behind the end of options") << std::string("-n 4 -- --input=1") << std::string();
        QTest::newRow("without a value") << std::string("--input") << std::string();
        QTest::newRow("none") << std::string() << std::string();
    }
    void findsWhoGetsInput()
    {
        QFETCH(std::string, words);
        QFETCH(std::string, choice);
        const auto slurm = plan(words);
        QVERIFY(slurm);
        QCOMPARE(slurm->stdinChoice.value_or(""), choice);
    }

    void theEnvironmentChoosesToo()
    {
        QCOMPARE(plan("./a", {"SLURM_STDINMODE=3"})->stdinChoice.value_or(""), std::string("3"));
        QCOMPARE(plan("-i all ./a", {"SLURM_STDINMODE=3"})->stdinChoice.value_or(""), std::string("all"));
    }

    void aScriptIsRefusedWithWhatToDo()
    {
        const auto script = plan("-n 4 ./a", {}, "#!/bin/sh\nexec /opt/srun \"$@\"\n");
        QVERIFY(!script);
        QVERIFY(script.error().code == Errc::Unsupported);
        QVERIFY(!script.error().advice.empty());
    }
};

DBGR_TEST(TestSlurmPlan);

} // namespace tst_slurm_plan

#include "tst_slurm_plan.moc"
