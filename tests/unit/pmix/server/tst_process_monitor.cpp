// SPDX-License-Identifier: GPL-3.0-or-later
// \std "Process and Job Monitoring"
#include "pmix/server/process_monitor.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <QTemporaryDir>

#include <chrono>
#include <fstream>
#include <string>
#include <vector>

namespace tst_process_monitor {

using namespace dbgr;
using namespace dbgr::pmix;
using namespace std::chrono_literals;

namespace {

Requester peer(std::uint64_t id)
{
    return Requester{PeerId(id),
                     Peer{Proc{"job", ProcRank(static_cast<std::uint32_t>(id))}, "5.0.7", std::nullopt},
                     PeerRole::Client,
                     {}};
}

Info seconds(std::string_view key, std::uint32_t number)
{
    return Info(key, Value::of<DataType::Uint32>(number));
}

MonitorRequest heartbeat(std::uint32_t interval, std::uint32_t drops = 0, std::string id = {})
{
    MonitorRequest request;
    request.monitor = Info(keys::kMonitorHeartbeat, Value::boolean(true));
    request.directives = {seconds(keys::kMonitorHeartbeatTime, interval), seconds(keys::kMonitorHeartbeatDrops, drops)};
    if (!id.empty())
        request.directives.emplace_back(keys::kMonitorId, Value::string(id));
    return request;
}

MonitorRequest cancel(const std::string& id)
{
    MonitorRequest request;
    request.monitor = Info(keys::kMonitorCancel, Value::string(id));
    return request;
}

MonitorRequest file(const std::string& path, std::uint32_t interval)
{
    MonitorRequest request;
    request.monitor = Info(keys::kMonitorFile, Value::string(path));
    request.directives = {seconds(keys::kMonitorFileCheckTime, interval)};
    return request;
}

/// The status of a refusal; Success where there is none.
template <class T>
Status statusOf(const util::Result<T>& result)
{
    return result ? Status::Success : Status{result.error().code.value()};
}

struct Scenario
{
    Scenario()
    {
        EventRegistration all;
        all.codes = {Status::MonitorHeartbeatAlert, Status::MonitorFileAlert, Status::EventNodeDown};
        (void)hub.registerCodes(peer(9), all);
    }
    test::ManualScheduler scheduler;
    std::vector<Event> told;
    EventHub hub{scheduler, [this](PeerId, const Event& event, auto) { told.push_back(event); }, 16, 60s};
    ProcessMonitor monitor{scheduler, hub};
};

} // namespace

class TestProcessMonitor : public QObject
{
    Q_OBJECT

private slots:
    void silenceIsToldOnce();
    void dropsAreLetPass();
    void aSignEndsTheSilence();
    void theEventIsTheCallersChoice();
    void aFileThatChangesIsAlive();
    void aFileThatGoesIsNot();
    void watchesEndWithTheirPeer();
    void watchesAreCancelledByName();
    void refusals();
    void thereIsALimit();
};

void TestProcessMonitor::silenceIsToldOnce()
{
    Scenario s;
    QVERIFY(s.monitor.request(peer(1), heartbeat(2)));
    s.scheduler.advance(1999ms);
    QVERIFY(s.told.empty());
    s.scheduler.advance(2ms);
    QCOMPARE(s.told.size(), std::size_t{1});
    QVERIFY(s.told[0].code == Status::MonitorHeartbeatAlert);
    QVERIFY(s.told[0].find(keys::kEventAffectedProc)->asProc() == peer(1).proc());
    s.scheduler.advance(60s);
    QCOMPARE(s.told.size(), std::size_t{1});
}

void TestProcessMonitor::dropsAreLetPass()
{
    Scenario s;
    QVERIFY(s.monitor.request(peer(1), heartbeat(1, 2)));
    s.scheduler.advance(2500ms);
    s.monitor.beat(PeerId(1)); // in time: the count begins anew
    s.scheduler.advance(2500ms);
    QVERIFY(s.told.empty());
    s.scheduler.advance(2s);
    QCOMPARE(s.told.size(), std::size_t{1});
}

void TestProcessMonitor::aSignEndsTheSilence()
{
    Scenario s;
    QVERIFY(s.monitor.request(peer(1), heartbeat(1)));
    s.scheduler.advance(5s);
    MonitorRequest sign;
    sign.monitor = Info(keys::kSendHeartbeat, Value::boolean(true));
    QVERIFY(s.monitor.request(peer(1), sign));
    s.monitor.beat(PeerId(2)); // somebody else's
    s.scheduler.advance(1s);
    QCOMPARE(s.told.size(), std::size_t{1});
    s.scheduler.advance(1s);
    QCOMPARE(s.told.size(), std::size_t{2}); // a silence of its own
}

void TestProcessMonitor::theEventIsTheCallersChoice()
{
    Scenario s;
    MonitorRequest request = heartbeat(1, 0, "mine");
    request.error = Status::EventNodeDown;
    QVERIFY(s.monitor.request(peer(1), request));
    s.scheduler.advance(1s);
    QVERIFY(s.told.size() == 1 && s.told[0].code == Status::EventNodeDown);
    QVERIFY(s.told[0].find(keys::kMonitorId)->asString() == "mine");
}

void TestProcessMonitor::aFileThatChangesIsAlive()
{
    Scenario s;
    QTemporaryDir folder;
    const std::string path = folder.filePath("log").toStdString();
    std::ofstream log(path);
    QVERIFY(s.monitor.request(peer(1), file(path, 1)));
    for (int i = 0; i < 3; ++i) {
        log << "more" << std::flush;
        s.scheduler.advance(1s);
    }
    QVERIFY(s.told.empty());
    s.scheduler.advance(1s);
    QVERIFY(s.told.size() == 1 && s.told[0].code == Status::MonitorFileAlert);
}

void TestProcessMonitor::aFileThatGoesIsNot()
{
    Scenario s;
    QTemporaryDir folder;
    const std::string path = folder.filePath("log").toStdString();
    std::ofstream(path) << "text";
    QVERIFY(s.monitor.request(peer(1), file(path, 1)));
    QVERIFY(QFile::remove(folder.filePath("log")));
    s.scheduler.advance(3s);
    QCOMPARE(s.told.size(), std::size_t{1});
}

void TestProcessMonitor::watchesEndWithTheirPeer()
{
    Scenario s;
    QVERIFY(s.monitor.request(peer(1), heartbeat(1)));
    QVERIFY(s.monitor.request(peer(2), heartbeat(1)));
    s.monitor.dropPeer(PeerId(1));
    s.scheduler.advance(2s);
    QVERIFY(s.told.size() == 1 && s.told[0].source == peer(2).proc());
    s.monitor.dropPeer(PeerId(2));
    QCOMPARE(s.scheduler.pendingTimers(), std::size_t{0});
}

void TestProcessMonitor::watchesAreCancelledByName()
{
    Scenario s;
    QVERIFY(s.monitor.request(peer(1), heartbeat(1, 0, "a")));
    QVERIFY(s.monitor.request(peer(1), heartbeat(1, 0, "b")));
    QVERIFY(statusOf(s.monitor.request(peer(2), cancel("a"))) == Status::ErrNotFound); // not theirs
    QVERIFY(s.monitor.request(peer(1), cancel("a")));
    QVERIFY(statusOf(s.monitor.request(peer(1), cancel("a"))) == Status::ErrNotFound);
    QVERIFY(s.monitor.request(peer(1), cancel("")));
    s.scheduler.advance(3s);
    QVERIFY(s.told.empty());
}

void TestProcessMonitor::refusals()
{
    Scenario s;
    QVERIFY(statusOf(s.monitor.request(peer(1), heartbeat(0))) == Status::ErrBadParam);
    QVERIFY(statusOf(s.monitor.request(peer(1), file("relative", 1))) == Status::ErrBadParam);
    QVERIFY(statusOf(s.monitor.request(peer(1), file("/no/such/file", 1))) == Status::ErrNotFound);
    QVERIFY(statusOf(s.monitor.request(peer(1), file("/", 0))) == Status::ErrBadParam);
    MonitorRequest unknown;
    unknown.monitor = Info("weather", Value::boolean(true));
    QVERIFY(statusOf(s.monitor.request(peer(1), unknown)) == Status::ErrNotSupported);
    QCOMPARE(s.scheduler.pendingTimers(), std::size_t{0});
}

void TestProcessMonitor::thereIsALimit()
{
    Scenario s;
    for (std::size_t i = 0; i < ProcessMonitor::kMaxWatches; ++i)
        QVERIFY(s.monitor.request(peer(1), heartbeat(UINT32_MAX)));
    QVERIFY(statusOf(s.monitor.request(peer(1), heartbeat(1))) == Status::ErrOutOfResource);
    QVERIFY(s.monitor.request(peer(2), heartbeat(1)));
}

DBGR_TEST(TestProcessMonitor, QCoreApplication);

} // namespace tst_process_monitor

#include "tst_process_monitor.moc"
