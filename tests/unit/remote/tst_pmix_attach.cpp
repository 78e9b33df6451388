// SPDX-License-Identifier: GPL-3.0-or-later
// The link to a PMIx launcher that is not ours, with a tool that the test answers for.
#include "session/remote/links/pmix_attach.h"

#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/remote/fake_tool.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <algorithm>

namespace tst_pmix_attach {

using namespace dbgr;
using namespace dbgr::session;
using namespace std::chrono_literals;
using namespace std::string_literals;

namespace {

namespace keys = pmix::keys;

const std::string kJob = "prterun-n01-100@1";

pmix::Event jobEnd(const std::string& nspace, int status)
{
    return {pmix::Status::EventJobEnd,
            {nspace, pmix::ProcRank(0)},
            {{keys::kNspace, pmix::Value::string(nspace)},
             {keys::kJobTermStatus, pmix::Value::of<pmix::DataType::Status>(pmix::Status{status})}}};
}

pmix::QueryReply namespaces(const std::string& list)
{
    return {pmix::Status::Success, {{keys::kQueryNamespaces, pmix::Value::string(list)}}};
}

pmix::QueryReply procTable()
{
    std::vector<pmix::ProcInfo> procs;
    for (std::uint32_t i = 0; i < 2; ++i)
        procs.push_back({{kJob, pmix::ProcRank(i)}, "n01", "/w/ring", util::Pid(200), pmix::ProcState::Connected});
    return {pmix::Status::Success,
            {{keys::kQueryProcTable, pmix::Value::of<pmix::DataType::DataArray>(
                                         pmix::DataArray::of<pmix::DataType::ProcInfo>(std::move(procs)))}}};
}

struct Rig
{
    explicit Rig(launchers::AttachTarget target = launchers::NamedJob{"prterun-n01-100@0"})
    {
        launchers::AttachSpec spec;
        spec.target = std::move(target);
        spec.patience = 20s;
        auto made = std::make_unique<test::FakeTool>();
        tool = made.get();
        link = std::make_unique<PmixAttach>(scheduler, std::move(made), spec, std::nullopt);
        LauncherLink::Events events;
        events.tell = [this](BackendEvent event) { take(std::move(event)); };
        events.launched = [this](const JobLaunched& job) { story << QString("launched %1").arg(job.ranks.size()); };
        events.settled = [this](std::optional<launchers::HoldPoint> held) { story << (held ? "held" : "settled"); };
        events.jobEnded = [this](const JobEnded& ended) {
            story << (ended.status ? QString("ended %1").arg(*ended.status)
                                   : "ended: " + QString::fromStdString(ended.text));
        };
        events.failed = [this](util::Error error) {
            story << "failed";
            failure = std::move(error);
        };
        link->start(std::move(events));
    }
    void take(BackendEvent event)
    {
        if (const auto* started = std::get_if<LauncherStarted>(&event))
            story << (started->found ? "found" : "started");
        else if (const auto* output = std::get_if<OutputBytes>(&event))
            story << QString("%1: %2").arg(output->rank->value()).arg(QString::fromStdString(output->data));
        else if (std::holds_alternative<BackendWarning>(event))
            story << "warning";
    }
    void connect(const std::string& launcher = "prterun-n01-100@0")
    {
        tool->peer = pmix::Peer{{launcher, pmix::ProcRank(0)}, "5.0.7", std::nullopt};
        tool->connects.back()(util::ok());
    }
    void answer(util::Result<pmix::QueryReply> reply)
    {
        const auto done = tool->queries.front();
        tool->queries.erase(tool->queries.begin());
        done(std::move(reply));
    }
    void tellJob()
    {
        answer(namespaces(kJob));
        answer(procTable());
        answer(util::fail(pmix::Status::ErrNotFound, ""));
    }
    void attach(const std::string& launcher = "prterun-n01-100@0")
    {
        connect(launcher);
        tellJob();
        tool->pulled(pmix::IoPull{1, 40});
        story.clear();
        tool->asked.clear();
    }
    [[nodiscard]] bool asked(const std::string& what) const
    {
        return std::ranges::find(tool->asked, what) != tool->asked.end();
    }

    test::ManualScheduler scheduler;
    test::FakeTool* tool = nullptr;
    std::unique_ptr<PmixAttach> link;
    QStringList story;
    std::optional<util::Error> failure;
};

} // namespace

class TestPmixAttach : public QObject
{
    Q_OBJECT

private slots:
    void getsHoldOfARunningJob();
    void takesACopyOfTheOutput();
    void anEndWhileSearchingIsSaid_data();
    void anEndWhileSearchingIsSaid();
    void otherJobsEndsAreNotOurs();
    void theEndOfTheJobIsToldOnce();
    void aCodeOfTheLauncherIsNoExitStatus();
    void aLauncherThatVanishesIsSaid();
    void failuresNameTheTarget();
    void patienceIsLimited();
    void leavingARunningJobEndsTheCopyFirst();
    void leavingAnEndedJobWaitsForTheLauncher();
    void leavingADvmWaitsForTheLastOutputOnly();
    void killingIsForTheWholeJob();
    void withoutOutputTheJobCanBeDebugged();
};

void TestPmixAttach::getsHoldOfARunningJob()
{
    Rig rig;
    QVERIFY(!rig.link->isOurs());
    rig.connect();
    QCOMPARE(rig.story, QStringList{"found"});
    rig.tellJob();
    QCOMPARE(rig.story, (QStringList{"found", "launched 2", "settled"}));
    rig.scheduler.advance(60s); // its patience was for this
    QVERIFY(!rig.failure);
}

void TestPmixAttach::takesACopyOfTheOutput()
{
    Rig rig;
    rig.connect();
    rig.tellJob();
    QVERIFY(rig.asked("pull " + kJob));
    QCOMPARE(rig.tool->directives, (std::vector<pmix::Info>{{keys::kIofCopy, pmix::Value::boolean(true)}}));
    rig.story.clear();
    rig.tool->output({kJob, pmix::ProcRank(1)}, pmix::IofChannel::Stdout, "hello");
    QCOMPARE(rig.story, QStringList{"1: hello"});
}

void TestPmixAttach::anEndWhileSearchingIsSaid_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("words");
    QTest::newRow("an exit status") << 3 << "ended meanwhile, with status 3";
    QTest::newRow("a code") << -180 << "ended meanwhile: the job was cancelled (PMIX_ERR_JOB_CANCELED)";
}

void TestPmixAttach::anEndWhileSearchingIsSaid()
{
    QFETCH(const int, status);
    QFETCH(const QString, words);
    Rig rig;
    rig.connect();
    rig.tool->events(jobEnd(kJob, status));
    rig.tellJob();
    QVERIFY(rig.failure);
    QCOMPARE(rig.failure->code, make_error_code(AttachErrc::JobEnded));
    QVERIFY(rig.failure->detail.ends_with("the job " + kJob + " " + words.toStdString()));
}

void TestPmixAttach::otherJobsEndsAreNotOurs()
{
    Rig rig;
    rig.attach();
    rig.tool->events(jobEnd("prterun-n01-100@2", 0));
    QVERIFY(rig.story.isEmpty());
}

void TestPmixAttach::theEndOfTheJobIsToldOnce()
{
    Rig rig;
    rig.attach();
    rig.tool->events(jobEnd(kJob, 3));
    rig.tool->events(jobEnd(kJob, 3));
    rig.tool->lost({make_error_code(pmix::Status::ErrLostConnection), "closed", ""});
    QCOMPARE(rig.story, QStringList{"ended 3"});
}

void TestPmixAttach::aCodeOfTheLauncherIsNoExitStatus()
{
    Rig rig;
    rig.attach();
    rig.tool->events(jobEnd(kJob, static_cast<int>(pmix::Status::ErrJobCanceled)));
    QCOMPARE(rig.story, QStringList{"ended: the job was cancelled (PMIX_ERR_JOB_CANCELED)"});
}

void TestPmixAttach::aLauncherThatVanishesIsSaid()
{
    Rig rig;
    rig.attach();
    rig.tool->lost({make_error_code(pmix::Status::ErrLostConnection), "closed", ""});
    QCOMPARE(rig.story, QStringList{"failed"});
    QCOMPARE(rig.failure->code, make_error_code(AttachErrc::LauncherGone));

    Rig early;
    early.connect();
    early.tool->lost({make_error_code(pmix::Status::ErrLostConnection), "closed", ""});
    QCOMPARE(early.failure->code, make_error_code(AttachErrc::LauncherGone));
}

void TestPmixAttach::failuresNameTheTarget()
{
    Rig rig(launchers::JobOfServer{"/tmp/dvm.uri"});
    rig.tool->connects.back()(util::fail(pmix::Status::ErrNotFound, "no such file"));
    QVERIFY(rig.failure);
    QVERIFY(rig.failure->detail.find("/tmp/dvm.uri") != std::string::npos);
    QVERIFY(rig.failure->detail.ends_with("no such file"));
}

void TestPmixAttach::patienceIsLimited()
{
    Rig rig;
    rig.scheduler.advance(21s);
    QVERIFY(rig.failure);
    QCOMPARE(rig.failure->code, make_error_code(pmix::Status::ErrTimeout));
}

void TestPmixAttach::leavingARunningJobEndsTheCopyFirst()
{
    Rig rig;
    rig.attach();
    bool left = false;
    rig.link->leave(false, [&] { left = true; });
    QCOMPARE(rig.tool->asked, (std::vector<std::string>{"deregister", "finalize"}));
    rig.tool->goodbyes.back()();
    QVERIFY(left);
}

void TestPmixAttach::leavingAnEndedJobWaitsForTheLauncher()
{
    Rig rig;
    rig.attach();
    rig.link->leave(true, [] {});
    QCOMPARE(rig.tool->asked, std::vector<std::string>{"leave"});
}

void TestPmixAttach::leavingADvmWaitsForTheLastOutputOnly()
{
    Rig rig(launchers::JobOfServer{"system"});
    rig.attach("prte-n01-100@0");
    rig.link->leave(true, [] {});
    QVERIFY(rig.tool->asked.empty());
    rig.tool->output({kJob, pmix::ProcRank(1)}, pmix::IofChannel::Stdout, "last");
    QCOMPARE(rig.story, QStringList{"1: last"});
    rig.scheduler.advance(PmixAttach::kOutputMayFollow);
    QCOMPARE(rig.tool->asked, std::vector<std::string>{"finalize"});
}

void TestPmixAttach::killingIsForTheWholeJob()
{
    Rig rig;
    rig.link->killJob(); // there is none yet
    QVERIFY(!rig.asked("job control"));
    rig.attach();
    rig.link->killJob();
    QVERIFY(rig.asked("job control"));
}

void TestPmixAttach::withoutOutputTheJobCanBeDebugged()
{
    Rig rig;
    rig.connect();
    rig.tellJob();
    rig.story.clear();
    rig.tool->pulled(util::fail(pmix::Status::ErrNotSupported, "no output for you"));
    QCOMPARE(rig.story, QStringList{"warning"});
}

DBGR_TEST(TestPmixAttach, QCoreApplication);

} // namespace tst_pmix_attach

#include "tst_pmix_attach.moc"
