// SPDX-License-Identifier: GPL-3.0-or-later
// The way of a tool to a launcher that somebody else started, and what becomes of ours when we die.
#include "tests/integration/pmix/tool_fixture.h"

#include "net/child_process.h"
#include "tests/support/run/test_class.h"

#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

namespace tst_tool_attach {

using namespace dbgr::pmix;
using namespace dbgr::test;
using dbgr::util::Pid;

class TestToolAttach : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { addLauncherRows(); }
    void init()
    {
        DBGR_NEED_OPENMPI5();
        QFETCH_GLOBAL(QString, launcher);
        m_launcher = launcherNamed(launcher.toStdString());
    }
    void attachesByPid();
    void attachesByNamespaceWhenItsFileAppears();
    void saysThatThereIsNoSuchServer();

private:
    void startJob(ToolFixture& fixture)
    {
        qputenv("TMPDIR", QByteArray::fromStdString(fixture.tmpDir()));
        dbgr::net::ChildSpec spec;
        spec.program = m_launcher.program;
        spec.arguments = {spec.program, "-n", "2", debuggee("mpi_spin"), "60", fixture.tmpDir()};
        spec.environment = launcherEnvironment(fixture.tmpDir());
        spec.standardInput = dbgr::net::Stdio::pipe();
        fixture.onLoop([&] { m_job = dbgr::net::ChildProcess::start(fixture.loop(), spec).value(); });
    }

    void endJob(ToolFixture& fixture)
    {
        fixture.onLoop([&] {
            QFile stop(QString::fromStdString(fixture.tmpDir()) + "/stop");
            (void)stop.open(QIODevice::WriteOnly);
        });
        QTRY_VERIFY_WITH_TIMEOUT(!fixture.onLoop([&] { return m_job->running(); }), 20000);
        QVERIFY(fixture.onLoop([&] { return m_job->status()->success(); }));
        fixture.onLoop([&] { m_job.reset(); });
    }

    LauncherUnderTest m_launcher;
    std::unique_ptr<dbgr::net::ChildProcess> m_job;
};

void TestToolAttach::attachesByPid()
{
    ToolFixture fixture;
    startJob(fixture);
    ServerSelection selection;
    selection.pid = m_job->pid();
    const auto connected = fixture.await<void>([&](Tool& t, Tool::Done<void> done) {
        t.connect(selection, {std::chrono::milliseconds(50), std::chrono::seconds(20)}, done);
    });
    QVERIFY2(connected, connected ? "" : connected.error().message().c_str());
    QVERIFY(fixture.onLoop([&] { return !fixture.tool().jobInfo().nspace.empty(); }));
    QCOMPARE(fixture.onLoop([&] { return fixture.tool().self().nspace; }),
             fixture.onLoop([&] { return fixture.tool().jobInfo().nspace; }));

    // Not by its number: tools that connect early take one.
    const std::string self = fixture.onLoop([&] { return fixture.tool().self().nspace; });
    std::string nspace;
    const auto findJob = [&] {
        const auto reply =
            fixture.await<QueryReply>([](Tool& t, Tool::Done<QueryReply> done) { t.query({namespacesQuery()}, done); });
        if (!reply)
            return false;
        for (const std::string& name : namespacesOf(*reply).value_or(std::vector<std::string>()))
            if (name != self)
                nspace = name;
        return !nspace.empty();
    };
    QTRY_VERIFY_WITH_TIMEOUT(findJob(), 10000);
    QVERIFY(fixture.listen({Status::EventJobEnd}));
    const auto reply = fixture.await<QueryReply>(
        [&](Tool& t, Tool::Done<QueryReply> done) { t.query({procTableQuery(nspace)}, done); });
    QVERIFY(reply);
    QCOMPARE(procTableOf(*reply).value().size(), 2u);

    endJob(fixture);
    QVERIFY(fixture.heard(Status::EventJobEnd, nspace));
}

void TestToolAttach::attachesByNamespaceWhenItsFileAppears()
{
    ToolFixture fixture;
    startJob(fixture);
    ServerSelection selection;
    std::array<char, 256> host{};
    QCOMPARE(::gethostname(host.data(), host.size() - 1), 0);
    const std::string shortHost = std::string(host.data()).substr(0, std::string(host.data()).find('.'));
    selection.nspace = m_launcher.nspacePrefix + "-" + shortHost + "-" + std::to_string(m_job->pid().value()) + "@0";
    const auto connected = fixture.await<void>([&](Tool& t, Tool::Done<void> done) {
        t.connect(selection, {std::chrono::milliseconds(20), std::chrono::seconds(20)}, done);
    });
    QVERIFY2(connected, connected ? "" : connected.error().message().c_str());
    QVERIFY(
        fixture.await<void>([](Tool& t, Tool::Done<void> done) { t.finalize([done] { done(dbgr::util::ok()); }); }));
    QVERIFY(fixture.onLoop([&] { return fixture.tool().server() == nullptr; }));
    endJob(fixture); // it went on
}

void TestToolAttach::saysThatThereIsNoSuchServer()
{
    ToolFixture fixture;
    qputenv("TMPDIR", QByteArray::fromStdString(fixture.tmpDir()));
    ServerSelection selection;
    selection.pid = Pid(::getpid());
    const auto connected = fixture.await<void>([&](Tool& t, Tool::Done<void> done) { t.connect(selection, {}, done); });
    QVERIFY(!connected);
    QCOMPARE(connected.error().code, make_error_code(Status::ErrNotFound));
}

DBGR_TEST(TestToolAttach, QCoreApplication);

} // namespace tst_tool_attach

#include "tst_tool_attach.moc"
