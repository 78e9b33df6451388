// SPDX-License-Identifier: GPL-3.0-or-later
// What srun is told, and what its command line says of its standard input.
#include "launchers/environment.h"
#include "launchers/launcher_error.h"
#include "launchers/slurm_plan.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/builders.h"

#include <QTest>

namespace tst_slurm_plan {

using namespace dbgr;
using namespace dbgr::launchers;
using namespace dbgr::test;

namespace {

class OneFile final : public LauncherFiles
{
public:
    explicit OneFile(std::string bytes) : m_bytes(std::move(bytes)) {}
    std::optional<std::string> findProgram(std::string_view, std::string_view, std::string_view) const override
    {
        return "/bin/srun";
    }
    std::optional<std::string> ownProgram(std::string_view) const override { return std::nullopt; }
    std::string resolved(const std::string& path) const override { return path; }
    std::string contents(const std::string&, std::size_t maxBytes) const override
    {
        return m_bytes.substr(0, maxBytes);
    }

private:
    std::string m_bytes;
};

util::Result<LaunchPlan> plan(std::string_view words, std::vector<std::string> environment = {},
                              std::string bytes = "\x7f"
                                                  "ELF")
{
    LaunchSpec spec = launchSpec(words);
    spec.argv.front() = "srun";
    spec.environment = std::move(environment);
    return planLaunch(spec, OneFile(std::move(bytes)));
}

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
