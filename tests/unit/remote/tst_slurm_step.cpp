// SPDX-License-Identifier: GPL-3.0-or-later
// What Slurm is asked for beside a job step, and whom srun's input reaches.
#include <QtTest>

#include "session/remote/links/mpir_watch.h"
#include "session/remote/links/slurm_input.h"
#include "session/remote/links/slurm_step.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/run/test_class.h"

#include <cstring>

namespace tst_slurm_step {

using namespace dbgr;
using namespace dbgr::session;
using namespace dbgr::test;
using util::Rank;
using util::RankSet;

namespace {

/// srun's variables, as they stand in its memory: numbers, and texts that pointers lead to.
struct SrunMemory final : util::ProcessMemory
{
    static constexpr std::uint64_t kSize = 0, kTable = 8, kJob = 16, kStep = 24, kEntries = 32, kTexts = 256;
    std::string bytes = std::string(4096, '\0');

    bool read(util::RemoteAddress at, std::span<std::byte> out) override
    {
        const std::uint64_t address = at.value();
        if (address > bytes.size() || out.size() > bytes.size() - address)
            return false;
        if (!out.empty())
            std::memcpy(out.data(), bytes.data() + address, out.size());
        return true;
    }
    bool write(util::RemoteAddress, std::span<const std::byte>) override { return false; }
    void reopen() override {}

    template <class T>
    void put(std::uint64_t address, const T& value)
    {
        std::memcpy(bytes.data() + address, &value, sizeof value);
    }
    void text(std::uint64_t variable, std::uint64_t at, const char* words)
    {
        put(variable, at);
        std::memcpy(bytes.data() + at, words, std::strlen(words) + 1);
    }
};

struct Srun
{
    std::unique_ptr<SrunMemory> owned = std::make_unique<SrunMemory>();
    SrunMemory& memory = *owned;
    mpir::Target target{std::move(owned),
                        {{"MPIR_proctable_size", {SrunMemory::kSize, 4}},
                         {"MPIR_proctable", {SrunMemory::kTable, 8}},
                         {"totalview_jobid", {SrunMemory::kJob, 8}},
                         {"totalview_stepid", {SrunMemory::kStep, 8}}}};
};

} // namespace

class TestSlurmStep : public QObject
{
    Q_OBJECT

private slots:
    void isNamedAsSlurmDoes()
    {
        Srun srun;
        srun.memory.text(SrunMemory::kJob, 256, "4711");
        srun.memory.text(SrunMemory::kStep, 272, "3");
        QCOMPARE(stepOf(srun.target, "/bin/srun", {}).name(), std::string("4711.3"));
    }

    void believesNothingButNumbers()
    {
        Srun srun;
        srun.memory.text(SrunMemory::kJob, 256, "--version");
        QCOMPARE(stepOf(srun.target, "/bin/srun", {}).name(), std::string("srun"));
        QCOMPARE(stepOf(srun.target, "/bin/srun", {"SLURM_JOB_ID=12"}).name(), std::string("12.0"));
    }

    void daemonsShareTheNodesOfTheStep()
    {
        const SlurmStep step{"/opt/bin/srun", {}, "4711", "0"};
        const std::vector<std::string> command = besideStep(step, {"n1", "n7"});
        QCOMPARE(command.front(), std::string("/opt/bin/srun"));
        for (const char* option : {"--jobid=4711", "--overlap", "--nodes=2", "--ntasks=2", "--ntasks-per-node=1",
                                   "--nodelist=n1,n7", "--mpi=none", "--input=none"})
            QVERIFY2(std::count(command.begin(), command.end(), option) == 1, option);
    }

    void theUsersSettingsAreNotForOurCommands()
    {
        const std::vector<std::string> kept = {"PATH=/bin", "SLURM_CONF=/etc/slurm.conf", "SLURM_CLUSTERS=a"};
        std::vector<std::string> environment = kept;
        environment.insert(environment.begin() + 1, {"SLURM_LABELIO=1", "SLURM_NTASKS=8", "SLURM_EXPORT_ENV=NONE"});
        QCOMPARE(withoutSettings(environment), kept);
    }

    void waitsForTheWholeTable()
    {
        ManualScheduler scheduler;
        Srun srun;
        SrunMemory& memory = srun.memory;
        bool spawned = false;
        std::optional<JobLaunched> job;
        MpirWatch watch(
            scheduler, std::move(srun.target), [&](mpir::Target&) { return spawned; },
            [&](const mpir::Proctable& table) { job = jobOf(table, "1.0"); });
        memory.put(SrunMemory::kSize, std::int32_t(2));
        memory.put(SrunMemory::kTable, SrunMemory::kEntries);
        for (const std::uint64_t entry : {SrunMemory::kEntries, SrunMemory::kEntries + 24}) {
            memory.text(entry, 256, "n1");
            memory.text(entry + 8, 272, "./ring");
        }
        memory.put(SrunMemory::kEntries + 16, std::int32_t(11));
        scheduler.advance(std::chrono::seconds(1));
        QVERIFY(!job);
        memory.put(SrunMemory::kEntries + 40, std::int32_t(12));
        scheduler.advance(std::chrono::seconds(1));
        QVERIFY(!job); // full, but the launcher is not where it is awaited
        spawned = true;
        scheduler.advance(std::chrono::seconds(1));
        QVERIFY(job);
        QCOMPARE(job->ranks.size(), std::size_t(2));
        QCOMPARE(job->ranks[1].pid, util::Pid(12));
        QCOMPARE(job->ranks[1].host, std::string("n1"));
        QCOMPARE(scheduler.pendingTimers(), std::size_t(0));
    }

    void inputIsForAllUnlessSrunWasToldOtherwise()
    {
        const RankSet all = RankSet::firstN(4);
        const RankSet two = RankSet(Rank(2));
        QVERIFY(checkSlurmInput({}, all, all));
        QVERIFY(checkSlurmInput("all", all - two, all - two)); // rank 2 has ended
        QVERIFY(!checkSlurmInput({}, two, all));
        QVERIFY(checkSlurmInput("2", two, all));
        QVERIFY(!checkSlurmInput("2", all, all));
        QVERIFY(!checkSlurmInput("none", all, all));
        QVERIFY(!checkSlurmInput("/dev/null", two, all));
        QVERIFY(QString::fromStdString(checkSlurmInput("2", all, all).error().detail).contains("rank 2 only"));
    }
};

DBGR_TEST(TestSlurmStep, QCoreApplication);

} // namespace tst_slurm_step

#include "tst_slurm_step.moc"
