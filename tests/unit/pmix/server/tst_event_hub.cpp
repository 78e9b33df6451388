// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/server/event_hub.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <chrono>
#include <string>
#include <vector>

namespace tst_event_hub {

using namespace dbgr;
using namespace dbgr::pmix;
using namespace std::chrono_literals;

namespace {

constexpr std::string_view kJob = "job.1";
constexpr std::string_view kOther = "job.2";

Proc rank(std::string_view nspace, std::uint32_t number)
{
    return Proc{std::string(nspace), ProcRank(number)};
}

Proc all(std::string_view nspace)
{
    return Proc{std::string(nspace), kRankWildcard};
}

Requester client(std::uint64_t id, const Proc& proc)
{
    return Requester{PeerId(id), Peer{proc, "5.0.7", std::nullopt}, PeerRole::Client, {}};
}

Requester tool(std::uint64_t id)
{
    return Requester{PeerId(id), Peer{rank("tool", 0), "5.0.7", std::nullopt}, PeerRole::ToolNamed, {}};
}

Event eventOf(Status code, std::vector<Info> infos = {}, Proc source = rank("server", 0))
{
    return Event{code, std::move(source), std::move(infos)};
}

Info targets(const std::vector<Proc>& procs)
{
    return Info(keys::kEventCustomRange, Value::of<DataType::DataArray>(DataArray::of<DataType::Proc>(procs)));
}

Info flag(std::string_view key)
{
    return Info(key, Value::boolean(true));
}

std::string codeOf(const util::Result<void>& result)
{
    return result ? "" : toString(static_cast<Status>(result.error().code.value()));
}

/// A hub whose deliveries are noted as "peer:code", with "~" behind a replay.
struct Fixture
{
    explicit Fixture(std::size_t maxCached = 512)
        : hub(
              scheduler,
              [this](PeerId to, const Event& event, std::optional<DataRange> range) {
                  log += (log.empty() ? "" : " ") + std::to_string(to.value()) + ":" +
                         std::to_string(static_cast<int>(event.code)) + (range ? "" : "~");
              },
              maxCached, 120s)
    {}

    bool listen(const Requester& who, std::vector<Status> codes, std::vector<Info> infos = {})
    {
        return hub.registerCodes(who, {std::move(codes), std::move(infos)}).has_value();
    }
    std::string told() { return std::exchange(log, {}); }

    test::ManualScheduler scheduler;
    std::string log;
    EventHub hub;
};

constexpr Status kCode{-5001};
constexpr Status kCode2{-5002};

} // namespace

class TestEventHub : public QObject
{
    Q_OBJECT

private slots:
    void tellsThoseWhoRegisteredTheCode();
    void defaultHandlersGetEveryCode();
    void nonDefaultEventsDoNotReachDefaultHandlers();
    void onePeerGetsAnEventOnceHoweverManyRegistrationsMatch();
    void theSourceDoesNotGetItsOwnEvent();
    void theHostMayTellAProcessOfItself();
    void deregisteredCodesAreSilent();
    void droppedPeersAreSilent();

    void rangeDecidesWhoIsTold_data();
    void rangeDecidesWhoIsTold();
    void oneTargetMayBeNamedWithoutAnArray();
    void targetsNeedTheCustomRange();
    void aCustomRangeNeedsTargets();
    void anUnknownRangeIsRefused();

    void affectedProcessesMustMeetWhenBothSidesRestrict_data();
    void affectedProcessesMustMeetWhenBothSidesRestrict();
    void registeringWithoutRestrictionLiftsAnEarlierOne();
    void restrictionsOfOnePeerAddUp();

    void lateRegistrantsGetCachedEventsWithoutRange();
    void aReplayIsNotGivenTwice();
    void whoGotItLiveGetsNoReplay();
    void replaysObeyTheRange();
    void replaysObeyAffectedProcesses();
    void replaysOfNonDefaultEventsDoNotReachDefaultHandlers();
    void eventsThatAskForItAreNotCached();
    void eventsForTheHostAloneAreNotCached();
    void cachedEventsEndWithTheirLifetime();
    void theOldestEventLeavesAFullCache();
    void hugeEventsAreDeliveredButNotCached();
    void theCacheIsBoundedInBytes();
    void targetedEventsLeaveTheCacheOnceAllHaveThem();

    void releasesReachRanksThatComeLate();
    void releasesDoNotReachAnotherJob();
    void untargetedReleasesAreNotCached();
    void releasesAreForgottenWithTheirJob();
    void releasesOutlastANoisyClient();
    void releasesOfClientsDoNotOutlastOthers();

    void tooManyCodesAreRefusedWhole();
    void tooManyAffectedProcessesAreRefused();
};

void TestEventHub::tellsThoseWhoRegisteredTheCode()
{
    Fixture f;
    QVERIFY(f.listen(client(1, rank(kJob, 0)), {kCode}));
    QVERIFY(f.listen(client(2, rank(kJob, 1)), {kCode2}));
    QVERIFY(f.hub.notify(eventOf(kCode), DataRange::Global, std::nullopt));
    QCOMPARE(f.told(), "1:-5001");
}

void TestEventHub::defaultHandlersGetEveryCode()
{
    Fixture f;
    QVERIFY(f.listen(tool(1), {}));
    QVERIFY(f.hub.notify(eventOf(kCode), DataRange::Session, std::nullopt));
    QVERIFY(f.hub.notify(eventOf(kCode2), DataRange::Session, std::nullopt));
    QCOMPARE(f.told(), "1:-5001 1:-5002");
}

void TestEventHub::nonDefaultEventsDoNotReachDefaultHandlers()
{
    Fixture f;
    QVERIFY(f.listen(tool(1), {}));
    QVERIFY(f.listen(client(2, rank(kJob, 0)), {kCode}));
    QVERIFY(f.hub.notify(eventOf(kCode, {flag(keys::kEventNonDefault)}), DataRange::Session, std::nullopt));
    QCOMPARE(f.told(), "2:-5001");
}

void TestEventHub::onePeerGetsAnEventOnceHoweverManyRegistrationsMatch()
{
    Fixture f;
    QVERIFY(f.listen(tool(1), {}));
    QVERIFY(f.listen(tool(1), {kCode}));
    QVERIFY(f.listen(tool(1), {kCode, kCode2}));
    QVERIFY(f.hub.notify(eventOf(kCode), DataRange::Session, std::nullopt));
    QCOMPARE(f.told(), "1:-5001");
}

void TestEventHub::theSourceDoesNotGetItsOwnEvent()
{
    Fixture f;
    QVERIFY(f.listen(client(1, rank(kJob, 0)), {kCode}));
    QVERIFY(f.listen(client(2, rank(kJob, 1)), {kCode}));
    QVERIFY(f.hub.notify(eventOf(kCode, {}, rank(kJob, 0)), DataRange::Global, PeerId(1)));
    QCOMPARE(f.told(), "2:-5001");
    QVERIFY(f.listen(client(3, rank(kJob, 0)), {kCode})); // the same process once more
    QCOMPARE(f.told(), "");
}

void TestEventHub::theHostMayTellAProcessOfItself()
{
    Fixture f;
    QVERIFY(f.listen(client(1, rank(kJob, 0)), {kCode}));
    QVERIFY(f.hub.notify(eventOf(kCode, {}, rank(kJob, 0)), DataRange::Global, std::nullopt));
    QCOMPARE(f.told(), "1:-5001");
}

void TestEventHub::deregisteredCodesAreSilent()
{
    Fixture f;
    QVERIFY(f.listen(tool(1), {kCode, kCode2}));
    QVERIFY(f.listen(tool(1), {}));
    f.hub.deregisterCodes(PeerId(1), {kDefaultHandlerStatus, kCode});
    f.hub.deregisterCodes(PeerId(1), {});
    f.hub.deregisterCodes(PeerId(7), {kCode});
    QVERIFY(f.hub.notify(eventOf(kCode), DataRange::Session, std::nullopt));
    QVERIFY(f.hub.notify(eventOf(kCode2), DataRange::Session, std::nullopt));
    QCOMPARE(f.told(), "1:-5002");
}

void TestEventHub::droppedPeersAreSilent()
{
    Fixture f;
    QVERIFY(f.listen(tool(1), {kCode}));
    QVERIFY(f.listen(tool(1), {}));
    f.hub.dropPeer(PeerId(1));
    f.hub.dropPeer(PeerId(1));
    QVERIFY(f.hub.notify(eventOf(kCode), DataRange::Session, std::nullopt));
    QCOMPARE(f.told(), "");
}

void TestEventHub::rangeDecidesWhoIsTold_data()
{
    QTest::addColumn<int>("range");
    QTest::addColumn<QString>("told"); // 1, 2: ranks of the source's job; 3: another job; 4: a tool. The source is 1.
    QTest::newRow("undef") << int(DataRange::Undef) << "1 2 3 4";
    QTest::newRow("resource manager") << int(DataRange::ResourceManager) << "";
    QTest::newRow("local") << int(DataRange::Local) << "1 2 3 4";
    QTest::newRow("namespace") << int(DataRange::Namespace) << "1 2";
    QTest::newRow("session") << int(DataRange::Session) << "1 2 3 4";
    QTest::newRow("global") << int(DataRange::Global) << "1 2 3 4";
    QTest::newRow("process") << int(DataRange::ProcLocal) << "1";
    QTest::newRow("custom") << int(DataRange::Custom) << "2 3 4";
}

void TestEventHub::rangeDecidesWhoIsTold()
{
    QFETCH(int, range);
    QFETCH(QString, told);
    Fixture f;
    QVERIFY(f.listen(client(1, rank(kJob, 0)), {kCode}));
    QVERIFY(f.listen(client(2, rank(kJob, 1)), {kCode}));
    QVERIFY(f.listen(client(3, rank(kOther, 0)), {kCode}));
    QVERIFY(f.listen(tool(4), {kCode}));
    std::vector<Info> infos;
    if (static_cast<DataRange>(range) == DataRange::Custom)
        infos.push_back(targets({rank(kJob, 1), all(kOther), all("tool")}));
    QVERIFY(f.hub.notify(eventOf(kCode, infos, rank(kJob, 0)), static_cast<DataRange>(range), std::nullopt));
    std::string expected;
    for (const QString& peer : told.split(' ', Qt::SkipEmptyParts))
        expected += (expected.empty() ? "" : " ") + peer.toStdString() + ":-5001";
    QCOMPARE(f.told(), expected);
}

void TestEventHub::oneTargetMayBeNamedWithoutAnArray()
{
    Fixture f;
    QVERIFY(f.listen(client(1, rank(kJob, 0)), {kCode}));
    QVERIFY(f.listen(client(2, rank(kJob, 1)), {kCode}));
    const Info one(keys::kEventCustomRange, Value::proc(rank(kJob, 1)));
    QVERIFY(f.hub.notify(eventOf(kCode, {one}), DataRange::Custom, std::nullopt));
    QCOMPARE(f.told(), "2:-5001");
}

void TestEventHub::targetsNeedTheCustomRange()
{
    Fixture f;
    QVERIFY(f.listen(client(1, rank(kJob, 0)), {kCode}));
    QCOMPARE(codeOf(f.hub.notify(eventOf(kCode, {targets({all(kJob)})}), DataRange::Global, PeerId(9))),
             "PMIX_ERR_BAD_PARAM");
    QCOMPARE(f.told(), "");
}

void TestEventHub::aCustomRangeNeedsTargets()
{
    Fixture f;
    QVERIFY(f.listen(client(1, rank(kJob, 0)), {kCode}));
    QCOMPARE(codeOf(f.hub.notify(eventOf(kCode), DataRange::Custom, PeerId(9))), "PMIX_ERR_BAD_PARAM");
    QCOMPARE(codeOf(f.hub.notify(eventOf(kCode, {targets({})}), DataRange::Custom, PeerId(9))), "PMIX_ERR_BAD_PARAM");
    const Info text(keys::kEventCustomRange, Value::string("everybody"));
    QCOMPARE(codeOf(f.hub.notify(eventOf(kCode, {text}), DataRange::Custom, PeerId(9))), "PMIX_ERR_BAD_PARAM");
    QCOMPARE(f.told(), "");
}

void TestEventHub::anUnknownRangeIsRefused()
{
    Fixture f;
    QCOMPARE(codeOf(f.hub.notify(eventOf(kCode), DataRange::Invalid, PeerId(9))), "PMIX_ERR_BAD_PARAM");
    QCOMPARE(codeOf(f.hub.notify(eventOf(kCode), static_cast<DataRange>(8), PeerId(9))), "PMIX_ERR_BAD_PARAM");
}

void TestEventHub::affectedProcessesMustMeetWhenBothSidesRestrict_data()
{
    QTest::addColumn<QString>("wanted"); // what the registration names
    QTest::addColumn<QString>("about");  // what the event names
    QTest::addColumn<bool>("told");
    QTest::newRow("neither") << ""
                             << "" << true;
    QTest::newRow("only the registration") << "0"
                                           << "" << true;
    QTest::newRow("only the event") << ""
                                    << "0" << true;
    QTest::newRow("the same") << "0"
                              << "0" << true;
    QTest::newRow("different ranks") << "0"
                                     << "1" << false;
    QTest::newRow("wildcard wanted") << "*"
                                     << "1" << true;
    QTest::newRow("wildcard told of") << "1"
                                      << "*" << true;
    QTest::newRow("both wildcards") << "*"
                                    << "*" << true;
    QTest::newRow("one of several") << "2 0 1"
                                    << "3 1" << true;
    QTest::newRow("none of several") << "2 0"
                                     << "3 1" << false;
}

void TestEventHub::affectedProcessesMustMeetWhenBothSidesRestrict()
{
    QFETCH(QString, wanted);
    QFETCH(QString, about);
    QFETCH(bool, told);
    const auto infos = [](const QString& ranks) {
        std::vector<Proc> procs;
        for (const QString& each : ranks.split(' ', Qt::SkipEmptyParts))
            procs.push_back(each == "*" ? all(kJob) : rank(kJob, each.toUInt()));
        if (procs.empty())
            return std::vector<Info>();
        if (procs.size() == 1)
            return std::vector{Info(keys::kEventAffectedProc, Value::proc(procs.front()))};
        return std::vector{
            Info(keys::kEventAffectedProcs, Value::of<DataType::DataArray>(DataArray::of<DataType::Proc>(procs)))};
    };
    Fixture f;
    QVERIFY(f.listen(tool(1), {kCode}, infos(wanted)));
    QVERIFY(f.hub.notify(eventOf(kCode, infos(about)), DataRange::Session, std::nullopt));
    QCOMPARE(f.told(), told ? "1:-5001" : "");
}

void TestEventHub::registeringWithoutRestrictionLiftsAnEarlierOne()
{
    Fixture f;
    QVERIFY(f.listen(tool(1), {kCode}, {Info(keys::kEventAffectedProc, Value::proc(rank(kJob, 0)))}));
    QVERIFY(f.listen(tool(1), {kCode}));
    QVERIFY(f.listen(tool(1), {kCode}, {Info(keys::kEventAffectedProc, Value::proc(rank(kJob, 2)))}));
    QVERIFY(f.hub.notify(eventOf(kCode, {Info(keys::kEventAffectedProc, Value::proc(rank(kJob, 1)))}),
                         DataRange::Session, std::nullopt));
    QCOMPARE(f.told(), "1:-5001");
}

void TestEventHub::restrictionsOfOnePeerAddUp()
{
    Fixture f;
    for (const std::uint32_t each : {0U, 1U})
        QVERIFY(f.listen(tool(1), {kCode}, {Info(keys::kEventAffectedProc, Value::proc(rank(kJob, each)))}));
    for (const std::uint32_t each : {0U, 1U, 2U})
        QVERIFY(f.hub.notify(eventOf(kCode, {Info(keys::kEventAffectedProc, Value::proc(rank(kJob, each)))}),
                             DataRange::Session, std::nullopt));
    QCOMPARE(f.told(), "1:-5001 1:-5001");
}

void TestEventHub::lateRegistrantsGetCachedEventsWithoutRange()
{
    Fixture f;
    QVERIFY(f.hub.notify(eventOf(kCode), DataRange::Session, std::nullopt));
    QVERIFY(f.hub.notify(eventOf(kCode2), DataRange::Session, std::nullopt));
    QVERIFY(f.listen(tool(1), {kCode}));
    QCOMPARE(f.told(), "1:-5001~");
    QVERIFY(f.listen(tool(1), {}));
    QCOMPARE(f.told(), "1:-5002~");
}

void TestEventHub::aReplayIsNotGivenTwice()
{
    Fixture f;
    QVERIFY(f.hub.notify(eventOf(kCode), DataRange::Session, std::nullopt));
    QVERIFY(f.listen(tool(1), {kCode}));
    QVERIFY(f.listen(tool(1), {kCode}));
    f.hub.deregisterCodes(PeerId(1), {kCode});
    QVERIFY(f.listen(tool(1), {kCode}));
    QCOMPARE(f.told(), "1:-5001~");
    QVERIFY(f.listen(tool(2), {kCode}));
    QCOMPARE(f.told(), "2:-5001~");
}

void TestEventHub::whoGotItLiveGetsNoReplay()
{
    Fixture f;
    QVERIFY(f.listen(tool(1), {kCode}));
    QVERIFY(f.hub.notify(eventOf(kCode), DataRange::Session, std::nullopt));
    QVERIFY(f.listen(tool(1), {}));
    QCOMPARE(f.told(), "1:-5001");
}

void TestEventHub::replaysObeyTheRange()
{
    Fixture f;
    QVERIFY(f.hub.notify(eventOf(kCode, {}, rank(kJob, 0)), DataRange::Namespace, std::nullopt));
    QVERIFY(f.hub.notify(eventOf(kCode2, {targets({rank(kJob, 1)})}), DataRange::Custom, std::nullopt));
    QVERIFY(f.listen(client(1, rank(kOther, 1)), {kCode, kCode2}));
    QVERIFY(f.listen(client(2, rank(kJob, 0)), {kCode, kCode2}));
    QVERIFY(f.listen(client(3, rank(kJob, 1)), {kCode, kCode2}));
    QCOMPARE(f.told(), "2:-5001~ 3:-5001~ 3:-5002~");
}

void TestEventHub::replaysObeyAffectedProcesses()
{
    Fixture f;
    QVERIFY(f.hub.notify(eventOf(kCode, {Info(keys::kEventAffectedProc, Value::proc(all(kJob)))}), DataRange::Session,
                         std::nullopt));
    QVERIFY(f.listen(tool(1), {kCode}, {Info(keys::kEventAffectedProc, Value::proc(all(kOther)))}));
    QVERIFY(f.listen(tool(2), {kCode}, {Info(keys::kEventAffectedProc, Value::proc(rank(kJob, 3)))}));
    QCOMPARE(f.told(), "2:-5001~");
}

void TestEventHub::replaysOfNonDefaultEventsDoNotReachDefaultHandlers()
{
    Fixture f;
    QVERIFY(f.hub.notify(eventOf(kCode, {flag(keys::kEventNonDefault)}), DataRange::Session, std::nullopt));
    QVERIFY(f.listen(tool(1), {}));
    QCOMPARE(f.told(), "");
    QVERIFY(f.listen(tool(1), {kCode}));
    QCOMPARE(f.told(), "1:-5001~");
}

void TestEventHub::eventsThatAskForItAreNotCached()
{
    Fixture f;
    QVERIFY(f.hub.notify(eventOf(kCode, {flag(keys::kEventDoNotCache)}), DataRange::Session, std::nullopt));
    QVERIFY(f.listen(tool(1), {kCode}));
    QCOMPARE(f.told(), "");
}

void TestEventHub::eventsForTheHostAloneAreNotCached()
{
    Fixture f(1);
    QVERIFY(f.hub.notify(eventOf(kCode), DataRange::Session, std::nullopt));
    QVERIFY(f.hub.notify(eventOf(kCode2), DataRange::ResourceManager, PeerId(9)));
    QVERIFY(f.hub.notify(eventOf(kCode2), DataRange::ProcLocal, PeerId(9)));
    QVERIFY(f.listen(tool(1), {kCode, kCode2}));
    QCOMPARE(f.told(), "1:-5001~");
}

void TestEventHub::cachedEventsEndWithTheirLifetime()
{
    Fixture f;
    QVERIFY(f.hub.notify(eventOf(kCode), DataRange::Session, std::nullopt));
    f.scheduler.advance(60s);
    QVERIFY(f.hub.notify(eventOf(kCode2), DataRange::Session, std::nullopt));
    f.scheduler.advance(60s);
    QVERIFY(f.listen(tool(1), {kCode, kCode2}));
    QCOMPARE(f.told(), "1:-5002~");
}

void TestEventHub::theOldestEventLeavesAFullCache()
{
    Fixture f(2);
    for (const int code : {-5001, -5002, -5003})
        QVERIFY(f.hub.notify(eventOf(Status{code}), DataRange::Session, std::nullopt));
    QVERIFY(f.listen(tool(1), {}));
    QCOMPARE(f.told(), "1:-5002~ 1:-5003~");
}

void TestEventHub::hugeEventsAreDeliveredButNotCached()
{
    Fixture f;
    QVERIFY(f.listen(tool(1), {kCode}));
    const Info text(keys::kEventTextMessage, Value::string(std::string(EventHub::kMaxCachedBytes / 8, 'x')));
    QVERIFY(f.hub.notify(eventOf(kCode, {text}), DataRange::Session, std::nullopt));
    QVERIFY(f.listen(tool(2), {kCode}));
    QCOMPARE(f.told(), "1:-5001");
}

void TestEventHub::theCacheIsBoundedInBytes()
{
    Fixture f;
    const Info text(keys::kEventTextMessage, Value::string(std::string(EventHub::kMaxCachedBytes / 8 - 1000, 'x')));
    QVERIFY(f.hub.notify(eventOf(kCode), DataRange::Session, std::nullopt));
    for (int i = 0; i < 9; ++i)
        QVERIFY(f.hub.notify(eventOf(kCode2, {text}), DataRange::Session, std::nullopt));
    QVERIFY(f.listen(tool(1), {kCode}));
    QCOMPARE(f.told(), "");
    QVERIFY(f.listen(tool(1), {kCode2}));
    QCOMPARE(QString::fromStdString(f.told()).count("1:-5002~"), 8);
}

void TestEventHub::targetedEventsLeaveTheCacheOnceAllHaveThem()
{
    Fixture f(1);
    QVERIFY(f.listen(client(1, rank(kJob, 0)), {kCode}));
    const Event targeted = eventOf(kCode, {targets({rank(kJob, 0), rank(kJob, 1)})});
    QVERIFY(f.hub.notify(targeted, DataRange::Custom, std::nullopt));
    QVERIFY(f.listen(client(2, rank(kJob, 1)), {kCode}));
    QCOMPARE(f.told(), "1:-5001 2:-5001~");
    f.hub.dropPeer(PeerId(2));
    QVERIFY(f.listen(client(3, rank(kJob, 1)), {kCode}));
    QCOMPARE(f.told(), "");

    QVERIFY(f.hub.notify(targeted, DataRange::Custom, std::nullopt)); // both are there
    QVERIFY(f.listen(client(4, rank(kJob, 0)), {kCode}));
    QCOMPARE(f.told(), "1:-5001 3:-5001");
}

void TestEventHub::releasesReachRanksThatComeLate()
{
    Fixture f;
    QVERIFY(f.listen(client(1, rank(kJob, 0)), {Status::DebuggerRelease}));
    const EventNotice release = EventNotice::debuggerRelease({all(kJob)});
    QVERIFY(f.hub.notify(eventOf(release.code, release.infos), release.range, PeerId(9)));
    f.scheduler.advance(1h);
    QVERIFY(f.listen(client(2, rank(kJob, 1)), {Status::DebuggerRelease}));
    QCOMPARE(f.told(), "1:-3 2:-3~");
}

void TestEventHub::releasesDoNotReachAnotherJob()
{
    Fixture f;
    const EventNotice release = EventNotice::debuggerRelease({all(kJob)});
    QVERIFY(f.listen(client(1, rank(kOther, 0)), {Status::DebuggerRelease}));
    QVERIFY(f.hub.notify(eventOf(release.code, release.infos), release.range, PeerId(9)));
    QVERIFY(f.listen(client(2, rank(kOther, 1)), {Status::DebuggerRelease}));
    QVERIFY(f.listen(client(3, rank("", 0)), {Status::DebuggerRelease}));
    QCOMPARE(f.told(), "");
}

void TestEventHub::untargetedReleasesAreNotCached()
{
    Fixture f;
    QVERIFY(f.listen(client(1, rank(kJob, 0)), {Status::DebuggerRelease}));
    QVERIFY(f.hub.notify(eventOf(Status::DebuggerRelease), DataRange::Session, PeerId(9)));
    QVERIFY(f.listen(client(2, rank(kOther, 0)), {Status::DebuggerRelease}));
    QCOMPARE(f.told(), "1:-3");
}

void TestEventHub::releasesAreForgottenWithTheirJob()
{
    Fixture f;
    const EventNotice both = EventNotice::debuggerRelease({rank(kJob, 0), all(kOther)});
    QVERIFY(f.hub.notify(eventOf(both.code, both.infos), both.range, PeerId(9)));
    f.hub.forgetJob(std::string(kJob));
    QVERIFY(f.listen(client(1, rank(kJob, 0)), {Status::DebuggerRelease}));
    QVERIFY(f.listen(client(2, rank(kOther, 0)), {Status::DebuggerRelease}));
    f.hub.forgetJob(std::string(kOther));
    QVERIFY(f.listen(client(3, rank(kOther, 1)), {Status::DebuggerRelease}));
    QCOMPARE(f.told(), "2:-3~");
}

void TestEventHub::releasesOutlastANoisyClient()
{
    Fixture f(4);
    f.hub.addPeer(client(1, rank(kOther, 0)));
    const EventNotice release = EventNotice::debuggerRelease({all(kJob)});
    QVERIFY(f.hub.notify(eventOf(release.code, release.infos), release.range, PeerId(9)));
    for (int i = 0; i < 20; ++i)
        QVERIFY(f.hub.notify(eventOf(kCode, {}, rank(kOther, 0)), DataRange::Session, PeerId(1)));
    QVERIFY(f.listen(client(2, rank(kJob, 0)), {Status::DebuggerRelease}));
    QCOMPARE(f.told(), "2:-3~");
}

void TestEventHub::releasesOfClientsDoNotOutlastOthers()
{
    Fixture f(4);
    f.hub.addPeer(client(1, rank(kOther, 0)));
    const EventNotice release = EventNotice::debuggerRelease({all(kJob)});
    QVERIFY(f.hub.notify(eventOf(release.code, release.infos), release.range, PeerId(9)));
    const EventNotice fake = EventNotice::debuggerRelease({all("nobody")});
    for (int i = 0; i < 20; ++i)
        QVERIFY(f.hub.notify(eventOf(fake.code, fake.infos, rank(kOther, 0)), fake.range, PeerId(1)));
    QVERIFY(f.listen(client(2, rank(kJob, 0)), {Status::DebuggerRelease}));
    QCOMPARE(f.told(), "2:-3~");
}

void TestEventHub::tooManyCodesAreRefusedWhole()
{
    Fixture f;
    std::vector<Status> codes;
    for (std::size_t i = 0; i <= EventHub::kMaxCodes; ++i)
        codes.push_back(static_cast<Status>(-5001 - static_cast<int>(i)));
    QCOMPARE(codeOf(f.hub.registerCodes(tool(1), {codes, {}})), "PMIX_ERR_OUT_OF_RESOURCE");
    QVERIFY(f.hub.notify(eventOf(kCode), DataRange::Session, std::nullopt));
    QCOMPARE(f.told(), "");
    codes.pop_back();
    QVERIFY(f.listen(tool(1), codes));
    QVERIFY(f.listen(tool(1), codes)); // those that it has already take no room
    QVERIFY(!f.listen(tool(1), {}));
    QVERIFY(f.listen(tool(2), codes));
}

void TestEventHub::tooManyAffectedProcessesAreRefused()
{
    Fixture f;
    std::vector<Proc> procs;
    for (std::uint32_t i = 0; i <= EventHub::kMaxAffected; ++i)
        procs.push_back(rank(kJob, i));
    const Info affected(keys::kEventAffectedProcs,
                        Value::of<DataType::DataArray>(DataArray::of<DataType::Proc>(procs)));
    QCOMPARE(codeOf(f.hub.registerCodes(tool(1), {{kCode}, {affected}})), "PMIX_ERR_OUT_OF_RESOURCE");
    procs.resize(EventHub::kMaxAffected / 2 + 1); // which each code has for itself
    const Info half(keys::kEventAffectedProcs, Value::of<DataType::DataArray>(DataArray::of<DataType::Proc>(procs)));
    QCOMPARE(codeOf(f.hub.registerCodes(tool(1), {{kCode, kCode2}, {half}})), "PMIX_ERR_OUT_OF_RESOURCE");
    QVERIFY(f.hub.notify(eventOf(kCode), DataRange::Session, std::nullopt));
    QCOMPARE(f.told(), "");
}

DBGR_TEST(TestEventHub, QCoreApplication);

} // namespace tst_event_hub

#include "tst_event_hub.moc"
