// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/types/keys.h"
#include "tests/support/run/test_class.h"
#include "tests/unit/pmix/tool/tool_scenario.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace tst_tool_connect {

using namespace dbgr::pmix;
using namespace dbgr::test;
using namespace std::chrono_literals;

class TestToolConnect : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void connectsAndFetchesItsJobInfo();
    void comesWithAnOwnNameWhenItHasOne();
    void refusedJobInfoIsNoFailure();
    void speaksTheOldFormToAnOldServer();
    void aRefusalIsTold();
    void breaksAtEveryByteAreTold_data();
    void breaksAtEveryByteAreTold();
    void waitsForTheAttachmentFile();
    void searchTriesEveryServer();
    void systemFirstGoesOnToTheSearch();
    void neverContactsOpenMpi4();
    void spawnedProcessUsesItsEnvironment();

private:
    void putContact(const QString& name, const std::string& uri, const char* version = "5.0.7") const
    {
        QVERIFY(QDir().mkpath(QFileInfo(m_dir->filePath(name)).path()));
        QFile file(m_dir->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(uri) + "\n" + version + "\n1\n0:0\nnow\n\n");
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestToolConnect::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    qputenv("TMPDIR", m_dir->path().toUtf8());
    qputenv("PMIX_HOSTNAME", "here");
    for (const char* name : {"PMIX_NAMESPACE", "PMIX_RANK", "PMIX_SERVER_URI41", "PMIX_SERVER_TMPDIR"})
        qunsetenv(name);
}

void TestToolConnect::connectsAndFetchesItsJobInfo()
{
    ToolScenario scenario;
    const auto connected = scenario.connect();
    QVERIFY2(connected, connected ? "" : connected.error().message().c_str());
    scenario.onLoop([&] {
        QCOMPARE(scenario.tool->self().nspace, "tool@7");
        QVERIFY(scenario.tool->server() != nullptr);
        QCOMPARE(scenario.tool->server()->proc.nspace, "server@0");
        QCOMPARE(scenario.tool->jobInfo().nspace, "tool@7");
        QCOMPARE(scenario.server->hellos.size(), 1u);
        QVERIFY(scenario.server->hellos[0].role == PeerRole::ToolNeedsName);
        QVERIFY(find(scenario.server->hellos[0].infos, keys::kCmdLine) != nullptr);
    });
}

void TestToolConnect::comesWithAnOwnNameWhenItHasOne()
{
    ToolConfig config;
    config.nspace = "my.tool";
    config.isLauncher = true;
    ToolScenario scenario(config);
    QVERIFY(scenario.connect());
    scenario.onLoop([&] {
        QVERIFY(scenario.server->hellos[0].role == PeerRole::LauncherNamed);
        QVERIFY(find(scenario.server->hellos[0].infos, keys::kLauncher) != nullptr);
        QCOMPARE(scenario.tool->self().nspace, "my.tool");
    });
}

void TestToolConnect::refusedJobInfoIsNoFailure()
{
    ToolScenario scenario;
    scenario.onLoop([&] { scenario.server->replies[Command::Request] = std::string("\x02\x5b", 2); }); // -46
    QVERIFY(scenario.connect());
    QVERIFY(scenario.onLoop([&] { return scenario.tool->jobInfo().nspace.empty(); }));
}

void TestToolConnect::speaksTheOldFormToAnOldServer()
{
    ToolScenario scenario;
    scenario.onLoop([&] { scenario.server->replies[Command::Request] = std::string("\0\0\0\1\0\0\0\2x", 10); });
    putContact("contact", scenario.onLoop([&] { return scenario.server->uri(); }), "3.2.5");
    ServerSelection selection;
    selection.attachFile = m_dir->filePath("contact").toStdString();
    const auto connected = scenario.connect(selection);
    QVERIFY2(connected, connected ? "" : connected.error().message().c_str());
    QVERIFY(scenario.onLoop([&] { return scenario.server->hellos[0].format.version; }) == WireVersion::V3);
    QVERIFY(scenario.onLoop([&] { return scenario.tool->server()->majorVersion(); }) == 3);
}

void TestToolConnect::aRefusalIsTold()
{
    ToolScenario scenario;
    scenario.onLoop([&] { scenario.server->verdict = Status::ErrNotSupported; });
    const auto connected = scenario.connect();
    QVERIFY(!connected);
    QCOMPARE(connected.error().code, make_error_code(Status::ErrNotSupported));
    QVERIFY(QString::fromStdString(connected.error().message()).contains("server@0"));
    QVERIFY(!connected.error().advice.empty());
}

void TestToolConnect::breaksAtEveryByteAreTold_data()
{
    QTest::addColumn<int>("bytes");
    // Status, our name, the server's name, status; then the frame with the job information.
    for (const int bytes : {0, 1, 3, 4, 5, 263, 264, 523, 524, 527, 528, 529, 543, 544, 550, 552})
        QTest::addRow("after %d", bytes) << bytes;
}

void TestToolConnect::breaksAtEveryByteAreTold()
{
    QFETCH(int, bytes);
    ToolScenario scenario;
    scenario.onLoop([&] { scenario.server->breakAfter = std::size_t(bytes); });
    const auto connected = scenario.connect();
    QVERIFY(!connected);
    QVERIFY(!connected.error().message().empty());
    QVERIFY(scenario.onLoop([&] { return scenario.tool->server() == nullptr; }));
}

void TestToolConnect::waitsForTheAttachmentFile()
{
    ToolScenario scenario;
    ServerSelection selection;
    selection.attachFile = m_dir->filePath("later").toStdString();
    const auto tooEarly = scenario.connect(selection);
    QCOMPARE(tooEarly.error().code, make_error_code(Status::ErrNotFound));

    const std::string uri = scenario.onLoop([&] { return scenario.server->uri(); });
    dbgr::util::Subscription timer;
    scenario.onLoop([&] { timer = scenario.loop->after(30ms, [&] { putContact("later", uri); }); });
    const auto connected = scenario.connect(selection, {5ms, 10s});
    scenario.onLoop([&] { timer.cancel(); });
    QVERIFY2(connected, connected ? "" : connected.error().message().c_str());
}

void TestToolConnect::searchTriesEveryServer()
{
    ToolScenario scenario;
    std::unique_ptr<ScriptServer> refusing;
    scenario.onLoop([&] {
        refusing = std::make_unique<ScriptServer>(*scenario.loop, "refusing@0");
        refusing->verdict = Status::ErrNotSupported;
    });
    putContact("a/pmix.here.tool.1", scenario.onLoop([&] { return refusing->uri(); }));
    putContact("b/pmix.here.tool.2", "dead.0;tcp4://127.0.0.1:1");
    putContact("c/pmix.here.tool.3", scenario.onLoop([&] { return scenario.server->uri(); }));
    const auto connected = scenario.connect(ServerSelection{});
    QVERIFY2(connected, connected ? "" : connected.error().message().c_str());
    QCOMPARE(scenario.onLoop([&] { return scenario.tool->server()->proc.nspace; }), "server@0");
    QCOMPARE(scenario.onLoop([&] { return refusing->hellos.size(); }), 1u);
    scenario.onLoop([&] { refusing.reset(); });
}

void TestToolConnect::systemFirstGoesOnToTheSearch()
{
    ToolScenario scenario;
    putContact("c/pmix.here.tool.3", scenario.onLoop([&] { return scenario.server->uri(); }));
    ServerSelection selection;
    selection.systemFirst = true;
    QVERIFY(scenario.connect(selection));
    selection.systemFirst = false;
    selection.systemOnly = true;
    QCOMPARE(scenario.connect(selection).error().code, make_error_code(Status::ErrNotFound));
}

void TestToolConnect::neverContactsOpenMpi4()
{
    ToolScenario scenario;
    std::unique_ptr<ScriptServer> orte;
    scenario.onLoop([&] { orte = std::make_unique<ScriptServer>(*scenario.loop, "498794496"); });
    ServerSelection selection;
    selection.uri = scenario.onLoop([&] { return orte->uri(); });
    const auto connected = scenario.connect(selection);
    QCOMPARE(connected.error().code, make_error_code(Status::ErrNotSupported));
    QCOMPARE(scenario.onLoop([&] { return orte->hellos.size(); }), 0u);
    scenario.onLoop([&] { orte.reset(); });
}

void TestToolConnect::spawnedProcessUsesItsEnvironment()
{
    ToolScenario scenario;
    const auto attempt = [&] {
        return scenario.await<void>([&](Tool::Done<void> done) { scenario.tool->connectAsSpawned(done); });
    };
    QCOMPARE(attempt().error().code, make_error_code(Status::ErrNotFound));
    qputenv("PMIX_NAMESPACE", "job@2");
    qputenv("PMIX_RANK", "1");
    qputenv("PMIX_SERVER_URI41", QByteArray::fromStdString(scenario.onLoop([&] { return scenario.server->uri(); })));
    const auto connected = attempt();
    QVERIFY2(connected, connected ? "" : connected.error().message().c_str());
    scenario.onLoop([&] {
        QVERIFY(scenario.server->hellos[0].role == PeerRole::ToolSpawned);
        QVERIFY((scenario.server->hellos[0].proc == Proc{"job@2", ProcRank(1)}));
        QVERIFY((scenario.tool->self() == Proc{"job@2", ProcRank(1)}));
    });
}

DBGR_TEST(TestToolConnect, QCoreApplication);

} // namespace tst_tool_connect

#include "tst_tool_connect.moc"
