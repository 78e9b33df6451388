// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "app/dbgr/jobs_listing.h"
#include "tests/support/run/test_class.h"

#include <nlohmann/json.hpp>

namespace tst_jobs_listing {

using namespace dbgr;
using namespace std::chrono_literals;
using launchers::LauncherFamily;
using launchers::RunningJob;

class TestJobsListing : public QObject
{
    Q_OBJECT

    const std::chrono::system_clock::time_point m_now{std::chrono::seconds(1'800'000'000)};

    [[nodiscard]] RunningJob ring() const
    {
        RunningJob job;
        job.target = launchers::RunningLauncher{util::Pid(4711), {}};
        job.launcher = {LauncherFamily::Prrte, "Open MPI (PRRTE)", "/usr/bin/prte"};
        job.pid = util::Pid(4711);
        job.nspace = "prterun-n01-4711@1";
        job.command = "mpirun -n 4 ./ring";
        job.program = "./ring";
        job.started = m_now - 12s;
        job.ranks = 4;
        job.ranksHere = 4;
        job.hosts = 1;
        return job;
    }

private slots:
    void aTableHasALineAJob()
    {
        RunningJob other = ring();
        other.pid = util::Pid(48);
        other.target = launchers::RunningLauncher{util::Pid(48), {}};
        other.launcher = {LauncherFamily::Slurm, "Slurm's srun", "/usr/bin/srun"};
        other.command = "srun -n 64 ./solve";
        other.started = m_now - 3h;
        other.ranks = 64;
        other.ranksHere = 32;
        other.hosts = 2;
        other.debuggedBy = "dbgr (process 9)";
        QCOMPARE(app::jobsAsText({{ring(), other}, {}}, m_now, 0),
                 std::string("PID   LAUNCHER      RANKS         HOSTS  AGE   STATE     COMMAND\n"
                             "4711  Open MPI      4             1      12 s  ready     mpirun -n 4 ./ring\n"
                             "48    Slurm's srun  64 (32 here)  2      3 h   debugged  srun -n 64 ./solve\n"
                             "\n"
                             "48: ranks of it are in the hands of dbgr (process 9)\n"
                             "To attach: dbgr --attach 4711\n"));
    }

    void whatIsNotKnownIsAQuestionMark()
    {
        RunningJob job = ring();
        job.ranks.reset();
        job.hosts.reset();
        job.ranksHere = 2;
        QVERIFY(app::jobsAsText({{job}, {}}, m_now, 0).find("2 here  ?") != std::string::npos);
        job.ranksHere = 0;
        QVERIFY(app::jobsAsText({{job}, {}}, m_now, 0).find("?      ?") != std::string::npos);
    }

    void aRefusalIsExplainedBelow()
    {
        RunningJob job = ring();
        job.refusal = util::Error{std::make_error_code(std::errc::not_supported),
                                  "attaching to launcher 4711: it runs in a container", "go there"};
        const std::string text = app::jobsAsText({{job}, {}}, m_now, 0);
        QVERIFY(text.find("  no     mpirun") != std::string::npos);
        QVERIFY(text.find("\n4711: attaching to launcher 4711: it runs in a container\n  What to do: go there\n") !=
                std::string::npos);
        QVERIFY2(text.find("To attach") == std::string::npos, "there is nothing to attach to");
    }

    void linesAreCutToTheTerminal()
    {
        RunningJob job = ring();
        job.command = "mpirun ./\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc";
        const std::string whole = app::jobsAsText({{job}, {}}, m_now, 0);
        QVERIFY(whole.find(job.command + "\n") != std::string::npos);
        const std::string header = whole.substr(0, whole.find("COMMAND"));
        const std::string cut = app::jobsAsText({{job}, {}}, m_now, header.size() + 15);
        QVERIFY2(cut.find("mpirun ./\u00fc\u00fc\u00fc...\n") != std::string::npos, cut.c_str());
    }

    void controlBytesOfACommandAreMadeVisible()
    {
        RunningJob job = ring();
        job.command = "mpirun \x1b[2J";
        job.note = "\x1b[2J";
        QVERIFY(app::jobsAsText({{job}, {}}, m_now, 0).find('\x1b') == std::string::npos);
    }

    void anEmptyListSaysWhatToDo()
    {
        const std::string text = app::jobsAsText({}, m_now, 0);
        QVERIFY(text.starts_with("No job of yours runs on this node"));
        QVERIFY(text.find("dbgr mpiexec -n 4 ./program") != std::string::npos);
        QVERIFY(app::jobsAsJson({}, m_now).empty());
    }

    void problemsAreToldAlsoWithoutJobs()
    {
        const launchers::JobListing listing{{},
                                            {{std::make_error_code(std::errc::permission_denied), "no way in", ""}}};
        QVERIFY(app::jobsAsText(listing, m_now, 0).find("no way in") != std::string::npos);
        const auto json = nlohmann::json::parse(app::jobsAsJson(listing, m_now));
        QCOMPARE(json.at("reply").get<std::string>(), std::string("problem"));
        QCOMPARE(json.at("detail").get<std::string>(), std::string("no way in"));
    }

    void aJobOfADvmIsAttachedToByItsName()
    {
        RunningJob job = ring();
        job.target = launchers::RunningLauncher{util::Pid(4711), "prte-n01-4711@2"};
        const std::string text = app::jobsAsText({{job}, {}}, m_now, 0);
        QVERIFY(text.find("prte-n01-4711@2: ./ring\n") != std::string::npos);
        QVERIFY(text.find("To attach: dbgr --attach prte-n01-4711@2\n") != std::string::npos);
    }

    void jsonHasEverything()
    {
        RunningJob job = ring();
        job.debuggedBy = "gdb (process 5)";
        job.note = "rebuilt";
        job.refusal = util::Error{std::make_error_code(std::errc::not_supported), "no", "ask"};
        const std::string line = app::jobsAsJson({{job}, {}}, m_now);
        QCOMPARE(line.find('\n'), line.size() - 1);
        const auto json = nlohmann::json::parse(line);
        QCOMPARE(json.at("reply").get<std::string>(), std::string("job"));
        QCOMPARE(json.at("pid").get<int>(), 4711);
        QCOMPARE(json.at("attach").get<std::vector<std::string>>(), (std::vector<std::string>{"--attach", "4711"}));
        QCOMPARE(json.at("launcher").at("family").get<std::string>(), std::string("prrte"));
        QCOMPARE(json.at("nspace").get<std::string>(), job.nspace);
        QCOMPARE(json.at("command").get<std::string>(), job.command);
        QCOMPARE(json.at("program").get<std::string>(), job.program);
        QCOMPARE(json.at("age").get<int>(), 12);
        QCOMPARE(json.at("started").get<std::string>(), std::string("2027-01-15T07:59:48Z"));
        QCOMPARE(json.at("ranks").get<int>(), 4);
        QCOMPARE(json.at("ranks_here").get<int>(), 4);
        QCOMPARE(json.at("hosts").get<int>(), 1);
        QCOMPARE(json.at("debugged_by").get<std::string>(), job.debuggedBy);
        QCOMPARE(json.at("note").get<std::string>(), job.note);
        QVERIFY(!json.at("ready").get<bool>());
        QCOMPARE(json.at("refusal").at("advice").get<std::string>(), std::string("ask"));
    }
};

DBGR_TEST(TestJobsListing, QCoreApplication);

} // namespace tst_jobs_listing

#include "tst_jobs_listing.moc"
