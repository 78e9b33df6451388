// SPDX-License-Identifier: GPL-3.0-or-later
// Our own tool and our own server: found every way that there is, asked everything that a debugger asks.
#include "pmix/tool/tool.h"
#include "pmix/types/keys.h"
#include "tests/support/run/test_class.h"
#include "tests/unit/pmix/server/server_scenario.h"

#include <QTemporaryDir>
#include <QTest>

#include <optional>

namespace tst_server_tool {

using namespace dbgr::pmix;
using namespace dbgr::test;
using namespace dbgr;

namespace {

const Proc kSource{"job@1", ProcRank(0)};

/// A scenario whose server leaves files, and a tool.
struct ToolAndServer
{
    explicit ToolAndServer(ToolConfig toolConfig = {}) : scenario(config())
    {
        tool = Tool::create(*scenario.loop, std::move(toolConfig)).value();
    }
    ServerConfig config()
    {
        ServerConfig made;
        made.rendezvous.serverTmpdir = dir.filePath("session").toStdString();
        made.rendezvous.systemTmpdir = dir.path().toStdString();
        made.rendezvous.sessionFile = true;
        made.rendezvous.launcherFile = dir.filePath("launcher").toStdString();
        qputenv("PMIX_SERVER_TMPDIR", QByteArray::fromStdString(made.rendezvous.serverTmpdir));
        qputenv("PMIX_SYSTEM_TMPDIR", dir.path().toLocal8Bit());
        return made;
    }

    template <class T>
    util::Result<T> await(const std::function<void(Tool::Done<T>)>& start)
    {
        std::optional<util::Result<T>> result;
        start([&](util::Result<T> outcome) { result = std::move(outcome); });
        (void)scenario.wait([&] { return result.has_value(); });
        return result ? *result : util::fail(Status::ErrTimeout, "the test's patience");
    }
    util::Result<void> connect(const ServerSelection& selection)
    {
        return await<void>([&](auto done) { tool->connect(selection, {}, std::move(done)); });
    }
    util::Result<void> connect()
    {
        ServerSelection selection;
        selection.uri = scenario.server->uri();
        return connect(selection);
    }

    QTemporaryDir dir;
    ServerScenario scenario;
    std::unique_ptr<Tool> tool;
};

} // namespace

class TestServerTool : public QObject
{
    Q_OBJECT

private slots:
    void findsTheServer_data();
    void findsTheServer();
    void looksWhereAnotherEnvironmentLeads();
    void aRefusalIsTold();
    void aSpawnedToolIsAProcess();
    void queriesAndData();
    void spawnsAndControls();
    void eventsGoBothWays();
    void outputAndInput();
    void aCopyLeavesTheOutputWhereItIsShown();
    void saysGoodbye();
    void theServersEndIsTold();
};

void TestServerTool::findsTheServer_data()
{
    QTest::addColumn<QString>("way");
    for (const char* way : {"uri", "pid", "nspace", "system", "system first", "launcher file", "file uri", "search"})
        QTest::newRow(way) << way;
}

void TestServerTool::findsTheServer()
{
    QFETCH(QString, way);
    ToolAndServer both;
    ServerSelection selection;
    if (way == "uri")
        selection.uri = both.scenario.server->uri();
    else if (way == "pid")
        selection.pid = util::Pid(::getpid());
    else if (way == "nspace")
        selection.nspace = both.scenario.server->self().nspace;
    else if (way == "system")
        selection.systemOnly = true;
    else if (way == "system first")
        selection.systemFirst = true;
    else if (way == "launcher file")
        selection.attachFile = both.dir.filePath("launcher").toStdString();
    else if (way == "file uri")
        selection.uri = "file:" + both.dir.filePath("launcher").toStdString();
    const auto connected = both.connect(selection);
    QVERIFY2(connected, connected ? "" : connected.error().message().c_str());
    QCOMPARE(both.tool->self().nspace, "tool@1");
    QVERIFY(both.tool->server()->proc == both.scenario.server->self());
    QCOMPARE(both.tool->jobInfo().nspace, "tool@1");
    QVERIFY(find(both.scenario.host.visits.front().infos, keys::kProcPid) != nullptr);
}

void TestServerTool::looksWhereAnotherEnvironmentLeads()
{
    ToolAndServer both;
    ServerSelection selection;
    selection.pid = util::Pid(::getpid());
    selection.environment = {"TMPDIR=/nowhere", "PMIX_SERVER_TMPDIR=" + both.dir.filePath("session").toStdString()};
    qputenv("PMIX_SERVER_TMPDIR", "/nowhere");
    qputenv("PMIX_SYSTEM_TMPDIR", "/nowhere");
    const auto connected = both.connect(selection);
    QVERIFY2(connected, connected ? "" : connected.error().message().c_str());
    selection.environment = {"TMPDIR=/nowhere"};
    QVERIFY(!both.connect(selection));
}

void TestServerTool::aRefusalIsTold()
{
    ToolAndServer both;
    both.scenario.host.onVisit = [](const ToolVisit&, const Answer<Proc>& answer) {
        answer(util::fail(Status::ErrNoPermissions, "no tools today"));
    };
    const auto connected = both.connect();
    QVERIFY(!connected);
    QCOMPARE(connected.error().code, make_error_code(Status::ErrNoPermissions));
}

void TestServerTool::aSpawnedToolIsAProcess()
{
    ToolAndServer both;
    auto daemons = jobRecord(1, "daemons@2");
    daemons.info.values.push_back({std::string(keys::kDebugTarget), Value::proc(Proc{"job@1", kRankWildcard})});
    QVERIFY(both.scenario.server->registerJob(std::move(daemons)));
    std::vector<std::string> names;
    for (const std::string& variable : both.scenario.server->environmentFor(Proc{"daemons@2", ProcRank(0)})) {
        const std::size_t equals = variable.find('=');
        names.push_back(variable.substr(0, equals));
        qputenv(names.back().c_str(), QByteArray::fromStdString(variable.substr(equals + 1)));
    }
    const auto connected = both.await<void>([&](auto done) { both.tool->connectAsSpawned(std::move(done)); });
    for (const std::string& name : names)
        qunsetenv(name.c_str());
    QVERIFY2(connected, connected ? "" : connected.error().message().c_str());
    QVERIFY((both.tool->self() == Proc{"daemons@2", ProcRank(0)}));
    QCOMPARE(both.tool->jobInfo().debugTarget()->nspace, "job@1");
    QVERIFY(both.scenario.host.has("connected daemons@2.0"));
    QVERIFY(both.scenario.host.visits.empty());
}

void TestServerTool::queriesAndData()
{
    ToolAndServer both;
    QVERIFY(both.connect());
    const auto nspaces =
        both.await<QueryReply>([&](auto done) { both.tool->query({namespacesQuery()}, std::move(done)); });
    QVERIFY2(nspaces, nspaces ? "" : nspaces.error().message().c_str());
    QVERIFY(namespacesOf(*nspaces).value() == std::vector<std::string>{"answer"}); // the host's
    QVERIFY(both.scenario.host.has("query pmix.qry.ns"));
    const auto size = both.await<Value>([&](auto done) {
        both.tool->get(Proc{"job@1", kRankWildcard}, std::string(keys::kJobSize), std::move(done));
    });
    QVERIFY2(size, size ? "" : size.error().message().c_str());
    QCOMPARE(size->asUnsigned().value(), 4u);
    const auto missing = both.await<Value>([&](auto done) { both.tool->get(kSource, "no.such", std::move(done)); });
    QCOMPARE(missing.error().code, make_error_code(Status::ErrNotFound));
}

void TestServerTool::spawnsAndControls()
{
    ToolAndServer both;
    QVERIFY(both.connect());
    SpawnRequest request;
    request.apps.emplace_back().command = "a.out";
    const auto spawned = both.await<SpawnReply>([&](auto done) { both.tool->spawn(request, std::move(done)); });
    QCOMPARE(spawned.value().nspace, "spawned@1");
    QVERIFY(both.scenario.host.has("spawn of a.out by tool@1.0"));
    QVERIFY(both.await<void>([&](auto done) {
        both.tool->jobControl({kSource}, {Info(keys::kJobCtrlKill, Value::boolean(true))}, std::move(done));
    }));
    QVERIFY(both.scenario.host.has("job control by tool@1.0"));
}

void TestServerTool::eventsGoBothWays()
{
    ToolAndServer both;
    QVERIFY(both.connect());
    std::vector<Event> seen;
    std::optional<bool> registered;
    const auto subscription = both.tool->registerEvents(
        {Status::EventJobEnd}, [&](const Event& event) { seen.push_back(event); },
        [&](const util::Result<void>& result) { registered = result.has_value(); });
    QVERIFY(both.scenario.wait([&] { return registered == true; }));
    both.scenario.server->notify(Event{Status::EventJobEnd, kSource, {Info(keys::kNspace, Value::string("job@1"))}},
                                 DataRange::Session);
    both.scenario.server->notify(Event{Status::LaunchComplete, kSource, {}}, DataRange::Session);
    QVERIFY(both.scenario.wait([&] { return !seen.empty(); }));
    QCOMPARE(seen.size(), std::size_t(1));
    QCOMPARE(seen.front().affected()->nspace, "job@1");
    QVERIFY(both.await<void>([&](auto done) { both.tool->releaseProcesses({kSource}, std::move(done)); }));
    QVERIFY(both.scenario.host.has("notified -3 of tool@1.0"));
}

void TestServerTool::outputAndInput()
{
    ToolAndServer both;
    QVERIFY(both.connect());
    std::string got;
    const auto pulled = both.await<IoPull>([&](auto done) {
        both.tool->pullIo(
            {Proc{"job@1", kRankWildcard}}, IofChannel::Stdout,
            [&](const Proc&, IofChannel, std::string_view bytes) { got += bytes; }, std::move(done));
    });
    QVERIFY2(pulled, pulled ? "" : pulled.error().message().c_str());
    (void)both.scenario.server->deliverOutput(kSource, IofChannel::Stdout, "hello");
    QVERIFY(both.scenario.wait([&] { return got == "hello"; }));
    QVERIFY(both.await<void>([&](auto done) { both.tool->deregisterIo(*pulled, std::move(done)); }));
    QVERIFY(both.await<void>([&](auto done) { both.tool->pushIo({kSource}, "typed", std::move(done)); }));
    QVERIFY(both.await<void>([&](auto done) { both.tool->closeIo({kSource}, std::move(done)); }));
    QVERIFY(both.scenario.host.has("input typed") && both.scenario.host.has("input "));
}

/// Until somebody redirects it, the launcher shows output itself; a copy changes nothing of that.
void TestServerTool::aCopyLeavesTheOutputWhereItIsShown()
{
    ToolAndServer both;
    QVERIFY(both.connect());
    std::string got;
    QVERIFY(both.scenario.server->deliverOutput(kSource, IofChannel::Stdout, "before "));
    const auto pull = [&](std::vector<Info> directives) {
        return both.await<IoPull>([&](auto done) {
            both.tool->pullIo(
                {Proc{"job@1", kRankWildcard}}, IofChannel::Stdout,
                [&](const Proc&, IofChannel, std::string_view bytes) { got += bytes; }, std::move(done), directives);
        });
    };
    const auto copy = pull({{keys::kIofCopy, Value::boolean(true)}});
    QVERIFY2(copy, copy ? "" : copy.error().message().c_str());
    QVERIFY(both.scenario.server->deliverOutput(kSource, IofChannel::Stdout, "during"));
    QVERIFY(both.scenario.wait([&] { return got == "before during"; }));
    QVERIFY(both.await<void>([&](auto done) { both.tool->deregisterIo(*copy, std::move(done)); }));
    QVERIFY(both.scenario.server->deliverOutput(kSource, IofChannel::Stdout, "after"));
    QVERIFY(pull({}));
    QVERIFY(!both.scenario.server->deliverOutput(kSource, IofChannel::Stdout, "redirected"));
}

void TestServerTool::saysGoodbye()
{
    ToolAndServer both;
    QVERIFY(both.connect());
    bool done = false;
    both.tool->finalize([&] { done = true; });
    QVERIFY(both.scenario.wait([&] { return done && both.scenario.host.has("tool left tool@1.0"); }));
}

void TestServerTool::theServersEndIsTold()
{
    ToolAndServer both;
    QVERIFY(both.connect());
    bool lost = false;
    both.tool->onLostConnection([&](const util::Error&) { lost = true; });
    both.scenario.server.reset();
    QVERIFY(both.scenario.wait([&] { return lost; }));
    QVERIFY(!QFile::exists(both.dir.filePath("launcher")));
}

DBGR_TEST(TestServerTool, QCoreApplication);

} // namespace tst_server_tool

#include "tst_server_tool.moc"
