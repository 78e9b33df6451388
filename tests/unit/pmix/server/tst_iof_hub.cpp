// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/server/iof_hub.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

namespace tst_iof_hub {

using namespace dbgr;
using namespace dbgr::pmix;
using namespace std::chrono_literals;

namespace {

constexpr IofChannel kOut = IofChannel::Stdout;
constexpr IofChannel kErr = IofChannel::Stderr;
constexpr std::size_t kCacheBytes = 16;

Proc rank(std::string_view nspace, std::uint32_t number)
{
    return Proc{std::string(nspace), ProcRank(number)};
}

Proc all(std::string_view nspace)
{
    return Proc{std::string(nspace), kRankWildcard};
}

const Proc kRank0 = rank("job", 0);
const Proc kRank1 = rank("job", 1);

Requester tool(std::uint64_t id, std::string version = "5.0.7")
{
    return Requester{PeerId(id), Peer{rank("tool", 0), std::move(version), std::nullopt}, PeerRole::ToolNamed, {}};
}

Requester client(std::uint64_t id, const Proc& proc)
{
    return Requester{PeerId(id), Peer{proc, "5.0.7", std::nullopt}, PeerRole::Client, {}};
}

Info flag(std::string_view key, bool on = true)
{
    return Info(key, Value::boolean(on));
}

Info number(std::string_view key, std::uint32_t value)
{
    return Info(key, Value::of<DataType::Uint32>(value));
}

template <class T>
std::string codeOf(const util::Result<T>& result)
{
    return result ? "" : toString(static_cast<Status>(result.error().code.value()));
}

/// A hub whose deliveries are noted as "peer/number rank(channel)=bytes"; "!" is an end.
struct Fixture
{
    std::uint64_t pull(const Requester& who, std::vector<Proc> sources, IofChannels channels, std::uint64_t localId,
                       std::vector<Info> directives = {})
    {
        const auto id = hub.pull(who, {std::move(sources), std::move(directives), channels, localId});
        if (id)
            hub.replay(*id);
        return id.value_or(0);
    }
    void note(PeerId to, const IoDelivery& delivery)
    {
        log += (log.empty() ? "" : " ") + std::to_string(to.value()) + "/" + std::to_string(delivery.localId) + " " +
               delivery.source.nspace + "." + std::to_string(delivery.source.rank.value()) +
               (delivery.channel == kOut ? "" : "e") + (delivery.bytes.empty() ? "!" : "=" + delivery.bytes);
    }
    std::string told() { return std::exchange(log, {}); }

    test::ManualScheduler scheduler;
    std::string log;
    IofHub hub{scheduler, [this](PeerId to, const IoDelivery& delivery) { note(to, delivery); }, kCacheBytes};
};

} // namespace

class TestIofHub : public QObject
{
    Q_OBJECT

private slots:
    void deliversUnderTheNumberOfThePuller();
    void sourcesDecideWhoGetsWhat_data();
    void sourcesDecideWhoGetsWhat();
    void channelsDecideWhoGetsWhat();
    void everyRegistrationOfAPeerGetsACopy();
    void oneRegistrationGetsOneCopyHoweverManyOfItsSourcesMatch();
    void deregisteringEndsIt();
    void onlyItsOwnerMayDeregister();
    void droppedPeersGetNothing();
    void outputDoesNotGoBackToItsProducer();

    void pullingRedirectsUnlessACopyIsAskedFor();
    void outputIsShownAgainWhenTheToolHasGone();
    void outputOfNobodysInterestIsShown();

    void theFirstPullerGetsWhatWasCached();
    void theReplayComesBeforeLiveOutput();
    void theCacheIsOfTheSourcesAndChannelsThatWerePulled();
    void longReplaysComeInPieces();
    void newestBytesAreDroppedByDefault();
    void oldestBytesAreDroppedWhenAskedFor();
    void pullsMaySetTheSizeOfTheCache();
    void spawnsMaySetTheSizeOfTheCache();
    void allCachesTogetherAreBounded();

    void holdsOutputBackUntilItIsEnough();
    void holdsOutputBackUntilItIsOldEnough();
    void deregisteringFlushes();
    void theEndFlushesFirst();
    void heldOutputIsBounded();
    void aTimerOfAPeerThatHasGoneDoesNothing();

    void theEndOfAStreamIsTold();
    void latePullersAreToldOfTheEnd();
    void librariesOf3AreNotToldOfTheEnd();

    void forwardedOutputHasNumberZero();
    void whoPullsGetsNoSecondCopyOfWhatIsForwarded();
    void forwardingReplaysTheCache();
    void forwardedOutputCannotBeDeregistered();
    void stopEndsWhatIsForwarded();
    void stopEndsSomeSourcesOfAPull();

    void forgottenJobsLeaveNothing();
    void aPullOfAForgottenJobMayBeDeregistered();

    void badRequestsAreRefused_data();
    void badRequestsAreRefused();
    void clientsMayOnlyPullTheirOwnJob();
    void aClientMayPullTheJobThatItSpawned();
    void pullsOfOnePeerAreBounded();
};

void TestIofHub::deliversUnderTheNumberOfThePuller()
{
    Fixture f;
    QVERIFY(f.pull(tool(1), {kRank0}, kOut, 7) != 0);
    QVERIFY(f.pull(tool(2), {kRank0}, kOut, 9) != 0);
    f.hub.deliver(kRank0, kOut, "a");
    QCOMPARE(f.told(), "1/7 job.0=a 2/9 job.0=a");
}

void TestIofHub::sourcesDecideWhoGetsWhat_data()
{
    QTest::addColumn<QString>("sources"); // nspace:rank
    QTest::addColumn<QString>("told");
    QTest::newRow("one rank") << "job:1"
                              << "job.1";
    QTest::newRow("some ranks") << "job:1 other:0"
                                << "job.1 other.0";
    QTest::newRow("a job") << "job:*"
                           << "job.0 job.1";
    QTest::newRow("a job and more") << "job:* other:1"
                                    << "job.0 job.1 other.1";
    QTest::newRow("all jobs") << ":*"
                              << "job.0 job.1 other.0 other.1";
    QTest::newRow("one rank of all jobs") << ":1"
                                          << "job.1 other.1";
    QTest::newRow("a job to come") << "later:*"
                                   << "";
}

void TestIofHub::sourcesDecideWhoGetsWhat()
{
    QFETCH(QString, sources);
    QFETCH(QString, told);
    std::vector<Proc> procs;
    for (const QString& each : sources.split(' ')) {
        const QStringList parts = each.split(':');
        procs.push_back(parts[1] == "*" ? all(parts[0].toStdString())
                                        : rank(parts[0].toStdString(), parts[1].toUInt()));
    }
    Fixture f;
    QVERIFY(f.pull(tool(1), procs, kOut, 1) != 0);
    for (const std::string_view job : {"job", "other"}) {
        for (const std::uint32_t each : {0U, 1U})
            f.hub.deliver(rank(job, each), kOut, "x");
    }
    std::string expected;
    for (const QString& each : told.split(' ', Qt::SkipEmptyParts))
        expected += (expected.empty() ? "" : " ") + ("1/1 " + each.toStdString() + "=x");
    QCOMPARE(f.told(), expected);
}

void TestIofHub::channelsDecideWhoGetsWhat()
{
    Fixture f;
    QVERIFY(f.pull(tool(1), {all("job")}, kErr, 1) != 0);
    QVERIFY(f.pull(tool(2), {all("job")}, IofChannels::fromBits(0xff), 1) != 0);
    f.hub.deliver(kRank0, kOut, "o");
    f.hub.deliver(kRank0, kErr, "e");
    QCOMPARE(f.told(), "2/1 job.0=o 1/1 job.0e=e 2/1 job.0e=e");
}

void TestIofHub::everyRegistrationOfAPeerGetsACopy()
{
    Fixture f;
    QVERIFY(f.pull(tool(1), {kRank0}, kOut, 1) != 0);
    QVERIFY(f.pull(tool(1), {all("job")}, kOut, 2) != 0);
    f.hub.deliver(kRank0, kOut, "a");
    QCOMPARE(f.told(), "1/1 job.0=a 1/2 job.0=a");
}

void TestIofHub::oneRegistrationGetsOneCopyHoweverManyOfItsSourcesMatch()
{
    Fixture f;
    QVERIFY(f.pull(tool(1), {kRank0, all("job"), all(""), kRank0}, kOut, 1) != 0);
    f.hub.deliver(kRank0, kOut, "a");
    QCOMPARE(f.told(), "1/1 job.0=a");
}

void TestIofHub::deregisteringEndsIt()
{
    Fixture f;
    const std::uint64_t id = f.pull(tool(1), {kRank0}, kOut, 1);
    QVERIFY(f.hub.deregister(PeerId(1), id));
    f.hub.deliver(kRank0, kOut, "a");
    QCOMPARE(f.told(), "");
    QCOMPARE(codeOf(f.hub.deregister(PeerId(1), id)), "PMIX_ERR_NOT_FOUND");
}

void TestIofHub::onlyItsOwnerMayDeregister()
{
    Fixture f;
    const std::uint64_t id = f.pull(tool(1), {kRank0}, kOut, 1);
    QCOMPARE(codeOf(f.hub.deregister(PeerId(2), id)), "PMIX_ERR_NOT_FOUND");
    f.hub.deliver(kRank0, kOut, "a");
    QCOMPARE(f.told(), "1/1 job.0=a");
}

void TestIofHub::droppedPeersGetNothing()
{
    Fixture f;
    QVERIFY(f.pull(tool(1), {kRank0}, kOut, 1) != 0);
    QVERIFY(f.pull(tool(1), {all("")}, kOut, 2) != 0);
    f.hub.dropPeer(PeerId(1));
    f.hub.deliver(kRank0, kOut, "a");
    QCOMPARE(f.told(), "");
}

void TestIofHub::outputDoesNotGoBackToItsProducer()
{
    Fixture f;
    QVERIFY(f.pull(client(1, kRank0), {all("job")}, kOut, 1) != 0);
    QVERIFY(f.hub.deliver(kRank0, kOut, "a"));
    QVERIFY(!f.hub.deliver(kRank1, kOut, "b"));
    QCOMPARE(f.told(), "1/1 job.1=b");
}

void TestIofHub::pullingRedirectsUnlessACopyIsAskedFor()
{
    Fixture f;
    QVERIFY(f.pull(tool(1), {kRank0}, kOut, 1, {flag(keys::kIofCopy)}) != 0);
    QVERIFY(f.hub.deliver(kRank0, kOut, "a"));
    QVERIFY(f.pull(tool(2), {kRank0}, kOut, 1) != 0);
    QVERIFY(!f.hub.deliver(kRank0, kOut, "b"));
    QVERIFY(f.pull(tool(3), {kRank1}, kOut, 1, {flag(keys::kIofRedirect)}) != 0);
    QVERIFY(!f.hub.deliver(kRank1, kOut, "c"));
    QVERIFY(f.hub.deliver(kRank1, kErr, "d"));
}

void TestIofHub::outputIsShownAgainWhenTheToolHasGone()
{
    Fixture f;
    QVERIFY(f.pull(tool(1), {kRank0}, kOut, 1) != 0);
    QVERIFY(!f.hub.deliver(kRank0, kOut, "a"));
    f.hub.dropPeer(PeerId(1));
    QVERIFY(f.hub.deliver(kRank0, kOut, "b"));
}

void TestIofHub::outputOfNobodysInterestIsShown()
{
    Fixture f;
    QVERIFY(f.hub.deliver(kRank0, kOut, "a"));
    QVERIFY(f.hub.deliver(kRank0, kOut, ""));
}

void TestIofHub::theFirstPullerGetsWhatWasCached()
{
    Fixture f;
    f.hub.deliver(kRank0, kOut, "a");
    f.hub.deliver(kRank0, kErr, "e");
    f.hub.deliver(kRank0, kOut, "b");
    f.hub.deliver(kRank1, kOut, "c");
    QVERIFY(f.pull(tool(1), {all("job")}, kOut | kErr, 1) != 0);
    QCOMPARE(f.told(), "1/1 job.0=ab 1/1 job.0e=e 1/1 job.1=c");
    QVERIFY(f.pull(tool(2), {all("job")}, kOut | kErr, 1) != 0);
    QCOMPARE(f.told(), "");
}

void TestIofHub::theReplayComesBeforeLiveOutput()
{
    Fixture f;
    f.hub.deliver(kRank0, kOut, "a");
    const auto id = f.hub.pull(tool(1), {{kRank0}, {}, kOut, 1});
    QVERIFY(id);
    QVERIFY(f.hub.deliver(kRank0, kOut, "b"));
    QCOMPARE(f.told(), "");
    f.hub.replay(*id);
    f.hub.deliver(kRank0, kOut, "c");
    QCOMPARE(f.told(), "1/1 job.0=ab 1/1 job.0=c");
}

void TestIofHub::theCacheIsOfTheSourcesAndChannelsThatWerePulled()
{
    Fixture f;
    f.hub.deliver(kRank0, kOut, "a");
    f.hub.deliver(kRank0, kErr, "b");
    f.hub.deliver(kRank1, kOut, "c");
    f.hub.deliver(rank("other", 0), kOut, "d");
    QVERIFY(f.pull(tool(1), {kRank1}, kOut, 1) != 0);
    QCOMPARE(f.told(), "1/1 job.1=c");
    QVERIFY(f.pull(tool(2), {all("job")}, kErr, 1) != 0);
    QCOMPARE(f.told(), "2/1 job.0e=b");
    QVERIFY(f.pull(tool(3), {rank("", 0)}, kOut, 1) != 0);
    QCOMPARE(f.told(), "3/1 job.0=a 3/1 other.0=d");
}

void TestIofHub::longReplaysComeInPieces()
{
    Fixture f;
    f.hub.forward(tool(1), "job", {}, {number(keys::kIofCacheSize, 1 << 20)});
    f.hub.deliver(kRank0, kOut, std::string(IofHub::kReplayPieceBytes + 1, 'x'));
    QVERIFY(f.pull(tool(1), {kRank0}, kOut, 1) != 0);
    QCOMPARE(f.told(), "1/1 job.0=" + std::string(IofHub::kReplayPieceBytes, 'x') + " 1/1 job.0=x");
}

void TestIofHub::newestBytesAreDroppedByDefault()
{
    Fixture f;
    f.hub.deliver(kRank0, kOut, "0123456789");
    f.hub.deliver(kRank0, kOut, "abcdefghij");
    f.hub.deliver(kRank0, kOut, "z");
    QVERIFY(f.pull(tool(1), {kRank0}, kOut, 1) != 0);
    QCOMPARE(f.told(), "1/1 job.0=0123456789abcdef");
}

void TestIofHub::oldestBytesAreDroppedWhenAskedFor()
{
    Fixture f;
    f.hub.forward(tool(1), "job", {}, {flag(keys::kIofDropOldest)});
    f.hub.deliver(kRank0, kOut, "0123456789");
    f.hub.deliver(kRank0, kOut, "abcdefghij");
    f.hub.deliver(kRank0, kOut, "z");
    f.hub.deliver(kRank1, kOut, "0123456789abcdefghij");
    QVERIFY(f.pull(tool(1), {all("job")}, kOut, 1) != 0);
    QCOMPARE(f.told(), "1/1 job.0=56789abcdefghijz 1/1 job.1=456789abcdefghij");
}

void TestIofHub::pullsMaySetTheSizeOfTheCache()
{
    Fixture f;
    f.hub.deliver(kRank1, kErr, "0123456789");
    const std::uint64_t id = f.pull(tool(1), {all("job")}, kOut, 1, {number(keys::kIofCacheSize, 4)});
    QVERIFY(f.hub.deregister(PeerId(1), id));
    f.hub.deliver(kRank0, kOut, "0123456789");
    f.hub.deliver(rank("other", 0), kOut, "0123456789");
    QVERIFY(f.pull(tool(2), {all("")}, kOut | kErr, 1) != 0);
    QCOMPARE(f.told(), "2/1 job.0=0123 2/1 job.1e=0123456789 2/1 other.0=0123456789");
}

void TestIofHub::spawnsMaySetTheSizeOfTheCache()
{
    Fixture f;
    f.hub.deliver(kRank0, kOut, "0123456789");
    f.hub.forward(tool(1), "job", {}, {number(keys::kIofCacheSize, 4), flag(keys::kIofDropNewest)});
    f.hub.deliver(kRank0, kOut, "a");
    QVERIFY(f.pull(tool(1), {kRank0}, kOut, 1) != 0);
    QCOMPARE(f.told(), "1/1 job.0=0123");
}

void TestIofHub::allCachesTogetherAreBounded()
{
    Fixture f;
    f.hub.forward(tool(1), "job", {}, {number(keys::kIofCacheSize, UINT32_MAX)});
    const std::string piece(std::size_t{8} << 20, 'x');
    for (std::uint32_t i = 0; i < 10; ++i)
        f.hub.deliver(rank("job", i), kOut, piece);
    QVERIFY(f.pull(tool(1), {all("job")}, kOut, 1) != 0);
    const std::string told = f.told();
    QCOMPARE(std::size_t(std::count(told.begin(), told.end(), 'x')), OutputStore::kMaxBytes);
    f.hub.dropPeer(PeerId(1));
    f.hub.deliver(kRank0, kOut, "again"); // what was taken is room again
    QVERIFY(f.pull(tool(2), {kRank0}, kOut, 1) != 0);
    QCOMPARE(f.told(), "2/1 job.0=again");
}

void TestIofHub::holdsOutputBackUntilItIsEnough()
{
    Fixture f;
    QVERIFY(f.pull(tool(1), {all("job")}, kOut, 1, {number(keys::kIofBufferingSize, 4)}) != 0);
    f.hub.deliver(kRank0, kOut, "ab");
    f.hub.deliver(kRank1, kOut, "xyz");
    QCOMPARE(f.told(), "");
    f.hub.deliver(kRank0, kOut, "cde");
    QCOMPARE(f.told(), "1/1 job.0=abcde");
    f.hub.deliver(kRank0, kOut, "f");
    QCOMPARE(f.told(), "");
}

void TestIofHub::holdsOutputBackUntilItIsOldEnough()
{
    Fixture f;
    QVERIFY(f.pull(tool(1), {all("job")}, kOut, 1,
                   {number(keys::kIofBufferingSize, 100), number(keys::kIofBufferingTime, 2)}) != 0);
    f.hub.deliver(kRank0, kOut, "a");
    f.scheduler.advance(1s);
    f.hub.deliver(kRank0, kOut, "b");
    QCOMPARE(f.told(), "");
    f.scheduler.advance(1s);
    QCOMPARE(f.told(), "1/1 job.0=ab");
    QCOMPARE(f.scheduler.pendingTimers(), std::size_t(0));
}

void TestIofHub::deregisteringFlushes()
{
    Fixture f;
    const std::uint64_t id = f.pull(tool(1), {all("job")}, kOut, 1, {number(keys::kIofBufferingSize, 100)});
    f.hub.deliver(kRank0, kOut, "a");
    f.hub.deliver(kRank1, kOut, "b");
    QVERIFY(f.hub.deregister(PeerId(1), id));
    QCOMPARE(f.told(), "1/1 job.0=a 1/1 job.1=b");
}

void TestIofHub::theEndFlushesFirst()
{
    Fixture f;
    QVERIFY(f.pull(tool(1), {all("job")}, kOut, 1, {number(keys::kIofBufferingSize, 100)}) != 0);
    f.hub.deliver(kRank0, kOut, "a");
    f.hub.end(kRank0, kOut);
    QCOMPARE(f.told(), "1/1 job.0=a 1/1 job.0!");
}

void TestIofHub::heldOutputIsBounded()
{
    Fixture f;
    QVERIFY(f.pull(tool(1), {all("job")}, kOut, 1, {number(keys::kIofBufferingSize, UINT32_MAX)}) != 0);
    const std::string half(IofHub::kMaxHeldBytes / 2, 'x');
    f.hub.deliver(kRank0, kOut, half);
    QCOMPARE(f.told(), "");
    f.hub.deliver(kRank1, kOut, half);
    QCOMPARE(f.told(), "1/1 job.1=" + half);
}

void TestIofHub::aTimerOfAPeerThatHasGoneDoesNothing()
{
    Fixture f;
    QVERIFY(f.pull(tool(1), {all("job")}, kOut, 1, {number(keys::kIofBufferingTime, 2)}) != 0);
    f.hub.deliver(kRank0, kOut, "a");
    f.hub.dropPeer(PeerId(1));
    f.scheduler.advance(5s);
    QCOMPARE(f.told(), "");
}

void TestIofHub::theEndOfAStreamIsTold()
{
    Fixture f;
    QVERIFY(f.pull(tool(1), {all("job")}, kOut, 1) != 0);
    f.hub.deliver(kRank0, kOut, "a");
    f.hub.end(kRank0, kOut);
    f.hub.end(kRank0, kErr);
    QCOMPARE(f.told(), "1/1 job.0=a 1/1 job.0!");
}

void TestIofHub::latePullersAreToldOfTheEnd()
{
    Fixture f;
    f.hub.deliver(kRank0, kOut, "a");
    f.hub.end(kRank0, kOut);
    QVERIFY(f.pull(tool(1), {all("job")}, kOut, 1) != 0);
    QVERIFY(f.pull(tool(2), {all("")}, kOut, 1) != 0);
    QCOMPARE(f.told(), "1/1 job.0=a 1/1 job.0! 2/1 job.0!");
}

void TestIofHub::librariesOf3AreNotToldOfTheEnd()
{
    Fixture f;
    f.hub.end(kRank1, kOut);
    QVERIFY(f.pull(tool(1, "3.2.5"), {all("job")}, kOut, 1) != 0);
    f.hub.deliver(kRank0, kOut, "a");
    f.hub.end(kRank0, kOut);
    QCOMPARE(f.told(), "1/1 job.0=a");
}

void TestIofHub::forwardedOutputHasNumberZero()
{
    Fixture f;
    f.hub.forward(tool(1), "job", kOut, {});
    QVERIFY(!f.hub.deliver(kRank0, kOut, "a"));
    QVERIFY(f.hub.deliver(kRank0, kErr, "b"));
    f.hub.end(kRank0, kOut);
    QCOMPARE(f.told(), "1/0 job.0=a 1/0 job.0!");
}

void TestIofHub::whoPullsGetsNoSecondCopyOfWhatIsForwarded()
{
    Fixture f;
    f.hub.forward(tool(1), "job", kOut | kErr, {});
    QVERIFY(f.pull(tool(1), {all("job")}, kOut, 3) != 0);
    QVERIFY(f.pull(tool(2), {all("job")}, kErr, 4) != 0);
    f.hub.deliver(kRank0, kOut, "a");
    f.hub.deliver(kRank0, kErr, "b");
    QCOMPARE(f.told(), "1/3 job.0=a 1/0 job.0e=b 2/4 job.0e=b");
}

void TestIofHub::forwardingReplaysTheCache()
{
    Fixture f;
    f.hub.deliver(kRank0, kOut, "a");
    f.hub.forward(tool(1), "job", kOut, {});
    QCOMPARE(f.told(), "1/0 job.0=a");
}

void TestIofHub::forwardedOutputCannotBeDeregistered()
{
    Fixture f;
    f.hub.forward(tool(1), "job", kOut, {});
    for (const std::uint64_t id : {0U, 1U, 2U})
        QCOMPARE(codeOf(f.hub.deregister(PeerId(1), id)), "PMIX_ERR_NOT_FOUND");
}

void TestIofHub::stopEndsWhatIsForwarded()
{
    Fixture f;
    f.hub.forward(tool(1), "job", kOut | kErr, {});
    f.pull(tool(1), {all("job")}, kOut, 1, {flag(keys::kIofStop)});
    QVERIFY(f.hub.deliver(kRank0, kOut, "a"));
    f.hub.deliver(kRank0, kErr, "b");
    QCOMPARE(f.told(), "1/0 job.0e=b");
}

void TestIofHub::stopEndsSomeSourcesOfAPull()
{
    Fixture f;
    const std::uint64_t id = f.pull(tool(1), {kRank0, kRank1, rank("other", 0)}, kOut, 1);
    QVERIFY(f.pull(tool(2), {kRank0}, kOut, 1) != 0);
    QCOMPARE(f.pull(tool(1), {all("job")}, kOut, 1, {flag(keys::kIofStop)}), id);
    f.hub.deliver(kRank0, kOut, "a");
    f.hub.deliver(kRank1, kOut, "b");
    f.hub.deliver(rank("other", 0), kOut, "c");
    QCOMPARE(f.told(), "2/1 job.0=a 1/1 other.0=c");
}

void TestIofHub::forgottenJobsLeaveNothing()
{
    Fixture f;
    QVERIFY(f.pull(tool(1), {all("job")}, kErr, 1, {number(keys::kIofBufferingSize, 100)}) != 0);
    f.hub.forward(tool(2), "job", IofChannel::Stddiag, {number(keys::kIofCacheSize, 1)});
    f.hub.deliver(kRank0, kErr, "held");
    f.hub.deliver(kRank0, kOut, "cached");
    f.hub.deliver(rank("other", 0), kOut, "kept");
    f.hub.forgetJob("job");
    QCOMPARE(f.told(), "1/1 job.0e=held");
    QVERIFY(f.pull(tool(3), {all("")}, kOut, 1) != 0);
    QCOMPARE(f.told(), "3/1 other.0=kept");
    f.hub.dropPeer(PeerId(3));
    f.hub.deliver(kRank0, kOut, "new"); // not cut: the old job's limit has gone with it
    QVERIFY(f.pull(tool(3), {all("job")}, kOut, 1) != 0);
    QCOMPARE(f.told(), "3/1 job.0=new");
}

void TestIofHub::aPullOfAForgottenJobMayBeDeregistered()
{
    Fixture f;
    const std::uint64_t id = f.pull(tool(1), {all("job")}, kOut, 1);
    f.hub.forgetJob("job");
    QVERIFY(f.hub.deregister(PeerId(1), id));
}

void TestIofHub::badRequestsAreRefused_data()
{
    using Sources = std::vector<Proc>;
    QTest::addColumn<Sources>("sources");
    QTest::addColumn<int>("channels");
    QTest::addColumn<std::vector<Info>>("directives");
    QTest::addColumn<QString>("code");
    const std::vector<Info> none;
    const std::vector<Info> text{Info(keys::kIofCacheSize, Value::string("much"))};
    const std::vector<Info> list{Info(keys::kIofCopy, Value::string("yes"))};
    const std::vector<Info> required{Info("no.such.thing", Value::boolean(true), info_flags::kRequired)};
    QTest::newRow("no source") << Sources{} << 2 << none << "PMIX_ERR_BAD_PARAM";
    QTest::newRow("no channel") << Sources{all("job")} << 0 << none << "PMIX_ERR_BAD_PARAM";
    QTest::newRow("no rank") << Sources{Proc{"job", kRankUndef}} << 2 << none << "PMIX_ERR_BAD_PARAM";
    QTest::newRow("standard input") << Sources{all("job")} << 1 << none << "PMIX_ERR_NOT_SUPPORTED";
    QTest::newRow("a size that is none") << Sources{all("job")} << 2 << text << "PMIX_ERR_BAD_PARAM";
    QTest::newRow("a flag that is none") << Sources{all("job")} << 2 << list << "PMIX_ERR_BAD_PARAM";
    QTest::newRow("unknown, but required") << Sources{all("job")} << 2 << required << "PMIX_ERR_NOT_SUPPORTED";
    QTest::newRow("too many") << Sources(IofHub::kMaxSources + 1, all("job")) << 2 << none
                              << "PMIX_ERR_OUT_OF_RESOURCE";
}

void TestIofHub::badRequestsAreRefused()
{
    QFETCH(std::vector<Proc>, sources);
    QFETCH(int, channels);
    QFETCH(std::vector<Info>, directives);
    QFETCH(QString, code);
    Fixture f;
    const auto id =
        f.hub.pull(tool(1), {sources, directives, IofChannels::fromBits(static_cast<std::uint16_t>(channels)), 1});
    QCOMPARE(codeOf(id), code.toStdString());
    f.hub.deliver(kRank0, kOut, "a");
    QCOMPARE(f.told(), "");
}

void TestIofHub::clientsMayOnlyPullTheirOwnJob()
{
    Fixture f;
    const Requester who = client(1, kRank0);
    QCOMPARE(codeOf(f.hub.pull(who, {{all("other")}, {}, kOut, 1})), "PMIX_ERR_NO_PERMISSIONS");
    QCOMPARE(codeOf(f.hub.pull(who, {{kRank1, all("")}, {}, kOut, 1})), "PMIX_ERR_NO_PERMISSIONS");
    QVERIFY(f.hub.pull(who, {{kRank1}, {}, kOut, 1}));
}

void TestIofHub::aClientMayPullTheJobThatItSpawned()
{
    Fixture f;
    f.hub.forward(client(1, kRank0), "child", kErr, {});
    QVERIFY(f.pull(client(1, kRank0), {all("child")}, kOut, 1) != 0);
    QCOMPARE(codeOf(f.hub.pull(client(2, kRank1), {{all("child")}, {}, kOut, 1})), "PMIX_ERR_NO_PERMISSIONS");
    f.hub.deliver(rank("child", 0), kOut, "a");
    QCOMPARE(f.told(), "1/1 child.0=a");
}

void TestIofHub::pullsOfOnePeerAreBounded()
{
    Fixture f;
    for (std::size_t i = 0; i < IofHub::kMaxPullsOfPeer; ++i)
        QVERIFY(f.hub.pull(tool(1), {{all(i == 3 ? "short" : "job")}, {}, kOut, i}));
    QCOMPARE(codeOf(f.hub.pull(tool(1), {{all("job")}, {}, kOut, 1})), "PMIX_ERR_OUT_OF_RESOURCE");
    QVERIFY(f.hub.pull(tool(2), {{all("job")}, {}, kOut, 1}));
    const std::vector<Proc> many(IofHub::kMaxSources, all("job"));
    QVERIFY(f.hub.pull(tool(3), {many, {}, kOut, 1}));
    f.pull(tool(4), {many.begin(), many.begin() + 2}, kOut, 1);
    QCOMPARE(codeOf(f.hub.pull(tool(4), {many, {}, kOut, 1})), "PMIX_ERR_OUT_OF_RESOURCE");
    f.hub.forgetJob("short"); // a registration for what is no more makes way
    QVERIFY(f.hub.pull(tool(1), {{all("job")}, {}, kOut, 1}));
}

DBGR_TEST(TestIofHub, QCoreApplication);

} // namespace tst_iof_hub

#include "tst_iof_hub.moc"
