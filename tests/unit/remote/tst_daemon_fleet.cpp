// SPDX-License-Identifier: GPL-3.0-or-later
// The fleet against daemons that only talk: over real sockets, with TLS.
#include <QtTest>

#include <set>

#include "dbgwire/wire_error.h"
#include "debug/debug_error.h"
#include "net/tcp_connect.h"
#include "net/tls_stream.h"
#include "session/remote/daemon_fleet.h"
#include "session/remote/remote_error.h"
#include "tests/support/net/run_until.h"
#include "tests/support/run/test_class.h"
#include "util/build_facts.h"
#include "util/host_name.h"

#include <algorithm>
#include <csignal>
#include <unistd.h>

namespace tst_daemon_fleet {

using namespace dbgr;
using namespace dbgr::session;
using dbgwire::RanksFrom;
using util::Rank;
using util::RankSet;

namespace {

/// The value of a variable of a daemon's environment.
std::string valueOf(const DaemonCommand& command, const std::string& name)
{
    for (const std::string& entry : command.environment)
        if (entry.starts_with(name + "="))
            return entry.substr(name.size() + 1);
    return {};
}

/// Calls, says hello, and notes its orders.
class TalkingDaemon
{
public:
    TalkingDaemon(net::EventLoop& loop, const DaemonCommand& command, std::string host,
                  std::string program = "dbgd " DBGR_VERSION, std::uint32_t version = dbgwire::kHighestVersion,
                  std::string_view sources = util::sourceId())
    {
        m_hello.program = std::move(program);
        m_hello.sources = sources;
        m_hello.lowestVersion = m_hello.highestVersion = version;
        m_hello.host = std::move(host);
        m_hello.features = {std::string(dbgwire::kCancelFeature)};
        const auto address = net::Address::parse(valueOf(command, "DBGR_FRONTEND")).value();
        const auto secret = net::Secret::fromHex(valueOf(command, "DBGR_SECRET")).value();
        m_connecting = net::connectTcp(loop, address, std::chrono::seconds(5), [this, &loop, secret](auto stream) {
            dbgwire::Channel::Handlers handlers;
            handlers.onHello = [this](const dbgwire::Hello&) { greeted = true; };
            handlers.onAttach = [this](debug::AttachOrder order) { orders.push_back(std::move(order)); };
            handlers.onRequest = [this](util::RequestId, const debug::EngineCommand& wanted,
                                        dbgwire::Channel::Respond answer) {
                ++requests;
                asked = wanted;
                respond = std::move(answer);
            };
            handlers.onCancel = [this](util::RequestId) { ++cancels; };
            handlers.onClosed = [this](const util::Result<void>&) { sentHome = true; };
            m_socket = (*stream).get();
            channel = std::make_unique<dbgwire::Channel>(loop, net::tlsClient(loop, *std::move(stream), secret).value(),
                                                         m_hello, std::move(handlers));
        });
    }

    /// As a process that is killed.
    void vanish() { m_socket->close(); }

    std::unique_ptr<dbgwire::Channel> channel;
    std::vector<debug::AttachOrder> orders;
    int requests = 0;
    int cancels = 0;
    debug::EngineCommand asked; ///< last
    dbgwire::Channel::Respond respond;
    bool greeted = false;
    bool sentHome = false;

private:
    net::ByteStream* m_socket = nullptr; ///< of the channel
    dbgwire::Hello m_hello;
    util::Subscription m_connecting;
};

/// Notes what it is to start.
struct NotingStarter : DaemonStarter
{
    void startDaemons(const DaemonCommand& theCommand, const std::vector<std::string>& theHosts,
                      std::function<void(util::Error)> onFailed) override
    {
        command = theCommand;
        hosts = theHosts;
        failed = std::move(onFailed);
    }
    DaemonCommand command;
    std::vector<std::string> hosts;
    std::function<void(util::Error)> failed;
};

/// Ranks 0-1 on the first host, 2-3 on n02.
JobLaunched job(const std::string& first = "n01")
{
    JobLaunched launched;
    for (std::uint32_t rank = 0; rank < 4; ++rank)
        launched.ranks.push_back(
            {Rank(rank), rank < 2 ? first : "n02", util::Pid(static_cast<std::int32_t>(100 + rank)), "/ring"});
    return launched;
}

struct Rig
{
    explicit Rig(RanksFrom ranksFrom = RanksFrom::Pmix)
        : loop(net::EventLoop::create().value()),
          fleet(*loop, {"/bin/true", {"DBGR_DAEMON_LOG=/log"}}, ranksFrom,
                {[this](BackendEvent event) { events.push_back(std::move(event)); },
                 [this](const std::string& host, const debug::RanksFound& found) {
                     foundOn = host + ":" + std::to_string(found.ranks.size());
                 },
                 [this] { attached = true; }, [this](util::Error error) { failure = std::move(error); }, [] {}, [] {}})
    {}
    bool until(const std::function<bool()>& done) { return test::runUntil(*loop, done, std::chrono::seconds(10)); }
    /// Time for what must not happen.
    void aWhile()
    {
        static_cast<void>(test::runUntil(
            *loop, [] { return false; }, std::chrono::milliseconds(100)));
    }
    DaemonCommand open() { return fleet.open(true).value(); }
    static debug::RanksAttached attachedEvent(const std::string& host, const std::vector<std::uint32_t>& ranks)
    {
        debug::RanksAttached attached{host, {}};
        for (const std::uint32_t rank : ranks)
            attached.ranks.push_back({Rank(rank), util::Pid(static_cast<std::int32_t>(200 + rank)), "/bin/ring"});
        return attached;
    }
    /// All ranks are attached to. \return the daemon on the first host
    std::unique_ptr<TalkingDaemon> attachBoth(const std::string& host = "n01")
    {
        fleet.setJob(job(host), {});
        fleet.start(starter);
        fleet.mayAttach();
        auto first = std::make_unique<TalkingDaemon>(*loop, starter.command, host);
        second = std::make_unique<TalkingDaemon>(*loop, starter.command, "n02");
        if (!until([&] { return !first->orders.empty() && !second->orders.empty(); }))
            qFatal("the daemons were not called on");
        first->channel->sendEvent(attachedEvent(host, {0, 1}));
        second->channel->sendEvent(attachedEvent("n02", {2, 3}));
        if (!until([&] { return attached; }))
            qFatal("the ranks were not attached to");
        return first;
    }
    template <class Event>
    std::vector<Event> told()
    {
        std::vector<Event> found;
        for (const BackendEvent& event : events)
            if (const auto* one = std::get_if<Event>(&event))
                found.push_back(*one);
        return found;
    }

    std::unique_ptr<net::EventLoop> loop;
    std::vector<BackendEvent> events;
    std::string foundOn;
    bool attached = false;
    std::optional<util::Error> failure;
    NotingStarter starter;
    DaemonFleet fleet;
    std::unique_ptr<TalkingDaemon> second;
};

} // namespace

class TestDaemonFleet : public QObject
{
    Q_OBJECT

private slots:
    void theCommandKeepsTheSecretOutOfSight()
    {
        Rig rig(RanksFrom::Told);
        const DaemonCommand command = rig.open();
        QCOMPARE(command.program, std::string("/bin/true"));
        QCOMPARE(command.arguments.size(), std::size_t(3));
        QCOMPARE(command.arguments[0], std::string("--ranks=told"));
        QCOMPARE(command.arguments[1], std::string("--for"));
        QVERIFY(command.arguments[2].ends_with(":" + std::to_string(::getpid())));
        QCOMPARE(valueOf(command, "DBGR_SECRET").size(), std::size_t(64));
        QCOMPARE(valueOf(command, "DBGR_DAEMON_LOG"), std::string("/log"));
        QVERIFY(rig.open().environment == command.environment); // once only
    }

    void aMissingDaemonIsAnError()
    {
        Rig rig;
        DaemonFleet fleet(*rig.loop, {"/nowhere/dbgd", {}}, RanksFrom::Pmix, {});
        QVERIFY(fleet.open(true).error().code == LaunchErrc::DaemonMissing);
    }

    void callersThatCameBeforeTheJobServeItThen()
    {
        Rig rig(RanksFrom::Agents);
        const DaemonCommand command = rig.open();
        TalkingDaemon first(*rig.loop, command, "n01.cluster"), stranger(*rig.loop, command, "elsewhere");
        QVERIFY(rig.until([&] { return first.greeted && stranger.greeted; }));
        first.channel->sendEvent(debug::RanksFound{{{Rank(0), util::Pid(7), ""}, {Rank(1), util::Pid(8), ""}}, 4});
        QVERIFY(rig.until([&] { return rig.foundOn == "n01.cluster:2"; }));
        QVERIFY(rig.events.empty() && !stranger.sentHome);

        rig.fleet.setJob(job(), {});
        QCOMPARE(rig.told<NodeJoined>().size(), std::size_t(1));
        QCOMPARE(rig.told<NodeJoined>()[0].ranks.toString(), std::string("0-1"));
        QVERIFY(rig.until([&] { return stranger.sentHome; }));
        QCOMPARE(stranger.orders.size(), std::size_t(1));
        QVERIFY(stranger.orders[0] == (debug::AttachOrder{RankSet(), {}, {}})); // to nothing
    }

    void nobodyAttachesBeforeItMay()
    {
        Rig rig;
        const DaemonCommand command = rig.open();
        rig.fleet.setJob(job(), RankSet::range(Rank(1), Rank(2)));
        TalkingDaemon first(*rig.loop, command, "n01");
        QVERIFY(rig.until([&] { return !rig.told<NodeJoined>().empty(); }));
        QCOMPARE(rig.told<NodeJoined>()[0].ranks.toString(), std::string("1"));
        rig.aWhile();
        QVERIFY(first.orders.empty());
        rig.fleet.mayAttach();
        TalkingDaemon late(*rig.loop, command, "n02");
        QVERIFY(rig.until([&] { return !first.orders.empty() && !late.orders.empty(); }));
        QVERIFY(first.orders[0] == (debug::AttachOrder{RankSet::range(Rank(1), Rank(2)), {}, {}}));
        QVERIFY(late.orders[0] == first.orders[0]);
    }

    void daemonsThatCannotKnowAreToldTheirsOnly()
    {
        Rig rig(RanksFrom::Told);
        const DaemonCommand command = rig.open();
        rig.fleet.setJob(job(), {});
        rig.fleet.setCores({{Rank(3), "/tmp/core.3", ""}});
        rig.fleet.mayAttach();
        TalkingDaemon first(*rig.loop, command, "n01"), second(*rig.loop, command, "n02");
        QVERIFY(rig.until([&] { return !first.orders.empty() && !second.orders.empty(); }));
        const std::vector<debug::LocalProcess> ofFirst{{Rank(0), util::Pid(100), "/ring"},
                                                       {Rank(1), util::Pid(101), "/ring"}};
        QVERIFY(first.orders[0] == (debug::AttachOrder{std::nullopt, ofFirst, {}}));
        const std::vector<debug::LocalProcess> ofSecond{{Rank(2), util::Pid(102), "/ring"}};
        QVERIFY(second.orders[0] == (debug::AttachOrder{std::nullopt, ofSecond, {{Rank(3), "/tmp/core.3", ""}}}));
    }

    void whatBecameOfTheRanksIsToldWhenAllIsKnown()
    {
        Rig rig;
        const DaemonCommand command = rig.open();
        rig.fleet.setJob(job(), {});
        auto first = std::make_unique<TalkingDaemon>(*rig.loop, command, "n01");
        TalkingDaemon second(*rig.loop, command, "n02");
        QVERIFY(rig.until([&] { return rig.told<NodeJoined>().size() == 2; }));
        first.reset(); // it dies too early
        QVERIFY(rig.until([&] { return !rig.told<NodeLost>().empty(); }));
        rig.fleet.mayAttach();
        QVERIFY(rig.until([&] { return !second.orders.empty(); }));
        QVERIFY(!rig.attached);
        debug::RanksAttached attached{"n02", {}};
        for (const std::uint32_t rank : {2u, 3u})
            attached.ranks.push_back({Rank(rank), util::Pid(100), "/ring"});
        second.channel->sendEvent(attached);
        QVERIFY(rig.until([&] { return rig.attached; }));
        QCOMPARE(rig.told<JobAttached>()[0].attached.toString(), std::string("2-3"));
        QCOMPARE(rig.told<JobAttached>()[0].failed.toString(), std::string("0-1"));
    }

    void theDeathOfAllDaemonsBeforeAnyAttachIsAFailure()
    {
        Rig rig;
        const DaemonCommand command = rig.open();
        rig.fleet.setJob(job(), RankSet(Rank(0)));
        auto daemon = std::make_unique<TalkingDaemon>(*rig.loop, command, "n01");
        QVERIFY(rig.until([&] { return !rig.told<NodeJoined>().empty(); }));
        daemon.reset();
        QVERIFY(rig.until([&] { return rig.failure.has_value(); }));
        QCOMPARE(rig.failure->code, make_error_code(LaunchErrc::DaemonUnreachable));
        QVERIFY(rig.failure->message().find("dbgd on n01 ended before it had attached") != std::string::npos);
        rig.fleet.mayAttach();
        QVERIFY(!rig.attached);
    }

    void ranksThatALostDaemonWasStillToAttachToAreLostToo()
    {
        Rig rig;
        const DaemonCommand command = rig.open();
        rig.fleet.setJob(job(), {});
        auto first = std::make_unique<TalkingDaemon>(*rig.loop, command, "n01");
        TalkingDaemon second(*rig.loop, command, "n02");
        QVERIFY(rig.until([&] { return rig.told<NodeJoined>().size() == 2; }));
        first.reset();
        QVERIFY(rig.until([&] { return !rig.told<NodeLost>().empty(); }));
        QCOMPARE(rig.told<NodeLost>()[0].ranks.toString(), std::string("0-1"));
    }

    void theEndOfACallerWhoSaidNothingTellsThatTheStartFailed()
    {
        Rig rig;
        rig.fleet.setJob(job(), RankSet(Rank(3)));
        NotingStarter starter;
        rig.fleet.start(starter);
        auto caller = std::make_unique<TalkingDaemon>(*rig.loop, starter.command, "n03"); // nobody awaits it
        QVERIFY(rig.until([&] { return caller->channel != nullptr; }));
        starter.failed({make_error_code(LaunchErrc::DaemonUnreachable), "it does not start", ""});
        caller.reset();
        QVERIFY(rig.until([&] { return rig.failure.has_value(); }));
    }

    void anotherReleaseIsToldOnceAndServes()
    {
        Rig rig;
        const DaemonCommand command = rig.open();
        rig.fleet.setJob(job(), {});
        TalkingDaemon first(*rig.loop, command, "n01", "dbgd 0.0.9"), second(*rig.loop, command, "n02", "dbgd 0.0.9");
        QVERIFY(rig.until([&] { return rig.told<NodeJoined>().size() == 2; }));
        const auto warnings = rig.told<BackendWarning>();
        QCOMPARE(warnings.size(), std::size_t(1));
        const std::string words = warnings[0].error.message();
        QVERIFY2(words.starts_with("dbgd 0.0.9 on n0") &&
                     words.find(" is of another release than this dbgr " DBGR_VERSION) != std::string::npos,
                 words.c_str());
        QVERIFY(!rig.failure);
    }

    void anotherBuildOfThisReleaseIsToldOnceAndServes_data()
    {
        QTest::addColumn<QString>("sources");
        QTest::newRow("others") << "0123456789abcdef";
        QTest::newRow("none are told") << "";
    }
    void anotherBuildOfThisReleaseIsToldOnceAndServes()
    {
        QFETCH(QString, sources);
        const std::string others = sources.toStdString();
        Rig rig;
        const DaemonCommand command = rig.open();
        rig.fleet.setJob(job(), {});
        const auto call = [&](const char* host, std::string_view ofThese) {
            return std::make_unique<TalkingDaemon>(*rig.loop, command, host, "dbgd " DBGR_VERSION,
                                                   dbgwire::kHighestVersion, ofThese);
        };
        const auto same = call("n01", util::sourceId());
        QVERIFY(rig.until([&] { return rig.told<NodeJoined>().size() == 1; }));
        QVERIFY(rig.told<BackendWarning>().empty());
        const auto other = call("n02", others);
        QVERIFY(rig.until([&] { return rig.told<NodeJoined>().size() == 2; }));
        const auto warnings = rig.told<BackendWarning>();
        QCOMPARE(warnings.size(), std::size_t(1));
        QCOMPARE(warnings[0].error.detail,
                 std::string("dbgd " DBGR_VERSION " on n02 is made of other sources than this "
                             "dbgr " DBGR_VERSION ": some commands may not work on its ranks"));
        QVERIFY(!rig.failure);
    }

    void aDaemonThatSpeaksAnotherProtocolIsAFailureAtOnce()
    {
        Rig rig;
        const DaemonCommand command = rig.open();
        rig.fleet.setJob(job(), {});
        rig.fleet.mayAttach();
        const TalkingDaemon old(*rig.loop, command, "n01", "dbgd 0.0.1", dbgwire::kLowestVersion - 1);
        QVERIFY(rig.until([&] { return rig.failure.has_value(); }));
        QVERIFY(rig.failure->code == dbgwire::Errc::VersionMismatch);
        const std::string words = rig.failure->message();
        QVERIFY2(words.find("dbgd 0.0.1 on n01 speaks version 1") != std::string::npos, words.c_str());
    }

    void aWarningOfManyNodesIsToldOnce()
    {
        Rig rig;
        const DaemonCommand command = rig.open();
        rig.fleet.setJob(job(), {});
        TalkingDaemon first(*rig.loop, command, "n01"), second(*rig.loop, command, "n02");
        QVERIFY(rig.until([&] { return first.greeted && second.greeted; }));
        const util::Error error{debug::Errc::NoDebugInfo, "the program has changed", ""};
        first.channel->sendEvent(debug::RankWarning{RankSet(Rank(0)), error});
        second.channel->sendEvent(debug::RankWarning{RankSet(Rank(2)), error});
        second.channel->sendEvent(debug::RanksResumed{RankSet(Rank(2))}); // comes behind it
        QVERIFY(
            rig.until([&] { return !rig.told<BackendWarning>().empty() && !rig.told<debug::DaemonEvent>().empty(); }));
        rig.aWhile();
        QCOMPARE(rig.told<BackendWarning>().size(), std::size_t(1));
    }

    void eachEndOfLldbIsToldAndWhere()
    {
        Rig rig;
        const DaemonCommand command = rig.open();
        rig.fleet.setJob(job(), {});
        TalkingDaemon first(*rig.loop, command, "n01"), second(*rig.loop, command, "n02");
        QVERIFY(rig.until([&] { return first.greeted && second.greeted; }));
        const util::Error error{debug::Errc::EngineFailed, "LLDB's process ended (signal 11)", ""};
        first.channel->sendEvent(debug::RankWarning{RankSet(Rank(0)), error});
        second.channel->sendEvent(debug::RankWarning{RankSet(Rank(2)), error});
        second.channel->sendEvent(debug::RankWarning{RankSet(Rank(2)), error});
        QVERIFY(rig.until([&] { return rig.told<BackendWarning>().size() == 3; }));
        std::multiset<std::string> words;
        for (const BackendWarning& warning : rig.told<BackendWarning>())
            words.insert(warning.error.message());
        const std::string what = "LLDB's process ended (signal 11)";
        QVERIFY(words ==
                (std::multiset<std::string>{"dbgd on n01: " + what, "dbgd on n02: " + what, "dbgd on n02: " + what}));
    }

    void theStarterHearsWhereAndTellsOfItsFailure()
    {
        Rig rig;
        rig.fleet.setJob(job(), RankSet(Rank(3)));
        NotingStarter starter;
        rig.fleet.start(starter);
        QVERIFY(starter.hosts == std::vector<std::string>{"n02"});
        QCOMPARE(starter.command.arguments[0], std::string("--ranks=pmix"));
        starter.failed({std::make_error_code(std::errc::permission_denied), "no daemons today", ""});
        QVERIFY(rig.failure);
        QCOMPARE(rig.failure->detail, std::string("no daemons today"));
    }

    void aDaemonsLastWordIsToldWithItsLoss()
    {
        Rig rig;
        auto first = rig.attachBoth();
        first->channel->sendEvent(debug::DaemonDying{SIGSEGV, "print vec", RankSet(Rank(0))});
        rig.aWhile();
        QVERIFY(rig.told<NodeLost>().empty());
        first.reset();
        QVERIFY(rig.until([&] { return !rig.told<NodeLost>().empty(); }));
        const NodeLost lost = rig.told<NodeLost>()[0];
        QCOMPARE(lost.host, std::string("n01"));
        QCOMPARE(lost.ranks.toString(), std::string("0-1"));
        QCOMPARE(lost.signal, SIGSEGV);
        QCOMPARE(lost.request, std::string("print vec"));
        QVERIFY(lost.error.detail.starts_with("dbgd on n01 was ended by SIGSEGV in 'print vec' of rank 0; "));
    }

    void withoutALastWordWhatWasNotAnsweredIsTold()
    {
        Rig rig;
        auto first = rig.attachBoth();
        bool answered = false;
        rig.fleet.submit({RankSet(Rank(1)), debug::GetVariables{}}, std::chrono::seconds(10),
                         [&](const util::Result<debug::EngineReply>&) { answered = true; });
        rig.aWhile();
        first->vanish();
        QVERIFY(rig.until([&] { return !rig.told<NodeLost>().empty() && answered; }));
        const NodeLost lost = rig.told<NodeLost>()[0];
        QCOMPARE(lost.signal, 0);
        QCOMPARE(lost.request, std::string("locals"));
        const std::string& words = lost.error.detail;
        QVERIFY2(words.starts_with("dbgd on n01 ended without a word (killed,") &&
                     words.find("and did not answer 'locals' of rank 1") != std::string::npos &&
                     words.find("TLS") == std::string::npos,
                 words.c_str());
    }

    void lostRanksAreAttachedToAgainAndNoOthers()
    {
        Rig rig;
        auto first = rig.attachBoth();
        first.reset();
        QVERIFY(rig.until([&] { return !rig.told<NodeLost>().empty(); }));
        rig.fleet.attachAgain();
        QVERIFY(rig.starter.hosts == std::vector<std::string>{"n01"});
        QCOMPARE(rig.starter.command.arguments[0], std::string("--ranks=told"));
        TalkingDaemon again(*rig.loop, rig.starter.command, "n01"), needless(*rig.loop, rig.starter.command, "n02");
        QVERIFY(rig.until([&] { return !again.orders.empty() && needless.sentHome; }));
        const std::vector<debug::LocalProcess> processes{{Rank(0), util::Pid(200), "/bin/ring"},
                                                         {Rank(1), util::Pid(201), "/bin/ring"}};
        QVERIFY(again.orders[0] == (debug::AttachOrder{std::nullopt, processes, {}, true}));
        QVERIFY(needless.orders[0] == (debug::AttachOrder{RankSet(), {}, {}}));
        QVERIFY(rig.told<AttachedAgain>().empty());
        again.channel->sendEvent(Rig::attachedEvent("n01", {0}));
        again.channel->sendEvent(debug::AttachFailed{RankSet(Rank(1)), {debug::Errc::Ended, "it is gone", ""}});
        QVERIFY(rig.until([&] { return !rig.told<AttachedAgain>().empty(); }));
        QCOMPARE(rig.told<AttachedAgain>()[0].attached.toString(), std::string("0"));
        QCOMPARE(rig.told<AttachedAgain>()[0].failed.toString(), std::string("1"));
        QCOMPARE(rig.told<JobAttached>().size(), std::size_t(1)); // that was the first time
        QCOMPARE(rig.fleet.ranks().toString(), std::string("0,2-3"));
    }

    void daemonsThatDoNotStartAgainAreToldAndMayBeTriedOnceMore()
    {
        Rig rig;
        auto first = rig.attachBoth();
        first.reset();
        QVERIFY(rig.until([&] { return !rig.told<NodeLost>().empty(); }));
        rig.fleet.attachAgain();
        rig.starter.failed({std::make_error_code(std::errc::permission_denied), "no daemons today", ""});
        QCOMPARE(rig.told<AttachedAgain>().size(), std::size_t(1));
        QCOMPARE(rig.told<AttachedAgain>()[0].failed.toString(), std::string("0-1"));
        QVERIFY(!rig.failure); // the job goes on, and the other ranks with it
        rig.fleet.attachAgain();
        TalkingDaemon again(*rig.loop, rig.starter.command, "n01");
        QVERIFY(rig.until([&] { return !again.orders.empty(); }));
        QCOMPARE(again.orders[0].processes.size(), std::size_t(2));
    }

    void thisNodeIsAttachedToAgainWhereOthersAreRefused()
    {
        const std::string here = util::hostName();
        Rig rig;
        auto first = rig.attachBoth(here);
        first.reset();
        rig.second.reset();
        QVERIFY(rig.until([&] { return rig.told<NodeLost>().size() == 2; }));
        rig.fleet.attachAgain();
        QVERIFY(rig.starter.hosts == std::vector<std::string>{"n02"}); // here we start one ourselves
        rig.starter.failed({std::make_error_code(std::errc::not_supported), "not there", ""});
        QVERIFY(rig.told<AttachedAgain>().empty());
        TalkingDaemon again(*rig.loop, rig.starter.command, here);
        QVERIFY(rig.until([&] { return !again.orders.empty(); }));
        again.channel->sendEvent(Rig::attachedEvent(here, {0, 1}));
        QVERIFY(rig.until([&] { return !rig.told<AttachedAgain>().empty(); }));
        QCOMPARE(rig.told<AttachedAgain>()[0].attached.toString(), std::string("0-1"));
        QCOMPARE(rig.told<AttachedAgain>()[0].failed.toString(), std::string("2-3"));
    }

    void anotherNodesEndIsNotThatOfTheDaemonHere()
    {
        Rig rig;
        auto first = rig.attachBoth(util::hostName());
        first.reset();
        QVERIFY(rig.until([&] { return !rig.told<NodeLost>().empty(); }));
        rig.fleet.attachAgain(); // /bin/true here, which ends at once and well
        rig.aWhile();
        rig.second.reset();
        QVERIFY(rig.until([&] { return rig.told<NodeLost>().size() == 2; }));
        const std::string words = rig.told<NodeLost>()[1].error.detail;
        QVERIFY2(words.starts_with("dbgd on n02") && words.find("exit status") == std::string::npos, words.c_str());
    }

    void ranksThatALivingDaemonLostGoToTheNewOne()
    {
        Rig rig;
        auto first = rig.attachBoth();
        first->channel->sendEvent(debug::RanksLost{RankSet(Rank(1)), {debug::Errc::KeeperFailed, "", ""}});
        QVERIFY(rig.until([&] { return rig.fleet.lostRanks().contains(Rank(1)); }));
        rig.fleet.attachAgain();
        TalkingDaemon again(*rig.loop, rig.starter.command, "n01");
        QVERIFY(rig.until([&] { return !again.orders.empty(); }));
        QCOMPARE(again.orders[0].processes.size(), std::size_t(1));
        again.channel->sendEvent(Rig::attachedEvent("n01", {1}));
        QVERIFY(rig.until([&] { return !rig.told<AttachedAgain>().empty(); }));
        rig.fleet.submit({RankSet(Rank(1)), debug::GetThreads{}}, std::chrono::seconds(10), [](const auto&) {});
        QVERIFY(rig.until([&] { return again.requests == 1; }));
        QCOMPARE(first->requests, 0);
    }

    /// It would take them for rubbish, and hang up.
    void anOlderDaemonIsNotAskedWhatItDoesNotKnow()
    {
        Rig rig;
        const auto first = rig.attachBoth(); // says hello without any feature
        std::optional<util::Result<debug::EngineReply>> answer;
        rig.fleet.submit({RankSet(Rank(1)), debug::Assign{"n", "3", 1}}, std::chrono::seconds(10),
                         [&](util::Result<debug::EngineReply> reply) { answer = std::move(reply); });
        QVERIFY(rig.until([&] { return answer.has_value(); }));
        QVERIFY(answer->has_value());
        QCOMPARE((*answer)->failures.size(), std::size_t(1));
        QCOMPARE((*answer)->failures[0].ranks, RankSet(Rank(1)));
        QCOMPARE((*answer)->failures[0].error.detail, std::string("dbgd on n01 is an older one that cannot do 'set'"));
        answer.reset();
        rig.fleet.submit({RankSet(Rank(1)), debug::GetStatistics{"n"}}, std::chrono::seconds(10),
                         [&](util::Result<debug::EngineReply> reply) { answer = std::move(reply); });
        QVERIFY(rig.until([&] { return answer.has_value(); }));
        QVERIFY(answer->has_value());
        QCOMPARE((*answer)->failures.at(0).error.detail,
                 std::string("dbgd on n01 is an older one that cannot do 'stats'"));
        for (const debug::EngineRequest& request :
             {debug::EngineRequest(debug::Step{debug::StepKind::Over, 1, true}),
              {debug::FreezeThreads{}},
              {debug::GetStacks{10, debug::StacksBy::Thread}}, // would be answered by rank
              {debug::Describe{debug::Describe::What::Declaration, "n"}}}) {
            answer.reset();
            rig.fleet.submit({RankSet(Rank(1)), request}, std::chrono::seconds(10),
                             [&](util::Result<debug::EngineReply> reply) { answer = std::move(reply); });
            QVERIFY(rig.until([&] { return answer.has_value(); }));
            QVERIFY(answer->has_value() && (*answer)->failures.size() == 1);
        }
        rig.aWhile();
        QCOMPARE(first->requests, 0);
        QVERIFY(first->channel->isOpen());
    }

    /// Somebody asks in the moment in which the job has ended and its daemons are gone.
    void withoutDaemonsEachQuestionIsAnsweredThatTheyAreLost()
    {
        Rig rig;
        const auto first = rig.attachBoth();
        rig.fleet.dismiss();
        for (int times = 0; times < 2; ++times) { // while they leave, and then
            std::optional<util::Result<debug::EngineReply>> answer;
            rig.fleet.submit({RankSet::range(Rank(0), Rank(3)), debug::GetStacks{}}, std::chrono::seconds(10),
                             [&](util::Result<debug::EngineReply> reply) { answer = std::move(reply); });
            QVERIFY(rig.until([&] { return answer.has_value(); }));
            QVERIFY(answer->has_value());
            RankSet without;
            for (const auto& failure : (*answer)->failures)
                without |= failure.ranks;
            QCOMPARE(without, RankSet::range(Rank(0), Rank(3)));
            rig.aWhile();
        }
    }

    void withNothingLostThereIsNothingToDo()
    {
        Rig rig;
        const auto first = rig.attachBoth();
        rig.fleet.attachAgain();
        QCOMPARE(rig.told<AttachedAgain>().size(), std::size_t(1));
        QVERIFY(rig.told<AttachedAgain>()[0].attached.empty());
    }

    /// What the first daemon says of its ranks is there long before the second one says anything.
    void aSlowDaemonDoesNotHoldBackTheOthers_data()
    {
        QTest::addColumn<QString>("slow");
        for (const char* what : {"answers", "is cancelled", "is cancelled, and silent", "is lost"})
            QTest::newRow(what) << what;
    }
    void aSlowDaemonDoesNotHoldBackTheOthers()
    {
        QFETCH(QString, slow);
        Rig rig;
        const auto first = rig.attachBoth();
        std::optional<debug::EngineReply> part, whole;
        RankSet awaited;
        const auto valueOf = [](const RankSet& ranks) {
            return debug::EngineReply{debug::ValuesReply{{{ranks, "7", "int", ""}}}, {}};
        };
        const auto ranksIn = [](const debug::EngineReply& reply) {
            return std::get<debug::ValuesReply>(reply.body).values.at(0).ranks.toString();
        };
        const util::RequestId id = rig.fleet.submit(
            {RankSet::firstN(6), debug::Evaluate{"x", {}, {}}}, std::chrono::seconds(100),
            [&](util::Result<debug::EngineReply> reply) { whole = *std::move(reply); },
            [&](debug::EngineReply soFar, RankSet rest) {
                part = std::move(soFar);
                awaited = std::move(rest);
            });
        QVERIFY(rig.until([&] { return first->requests > 0 && rig.second->requests > 0; }));
        QCOMPARE(first->asked.ranks.toString(), std::string("0-1"));
        QCOMPARE(rig.second->asked.ranks.toString(), std::string("2-3"));
        first->respond(valueOf(first->asked.ranks));
        QVERIFY(rig.until([&] { return part.has_value(); }));
        QVERIFY(!whole);
        QCOMPARE(ranksIn(*part), std::string("0-1"));
        QCOMPARE(awaited.toString(), std::string("2-3"));
        QCOMPARE(part->failures.at(0).ranks.toString(), std::string("4-5")); // nobody has these
        if (slow == "answers")
            rig.second->respond(valueOf(rig.second->asked.ranks));
        else if (slow == "is lost")
            rig.second->vanish();
        else
            rig.fleet.cancel(id);
        if (slow == "is cancelled") {
            QVERIFY(rig.until([&] { return rig.second->cancels > 0; }));
            rig.second->respond(debug::EngineReply{
                debug::DoneReply{}, {{rig.second->asked.ranks, {debug::Errc::Cancelled, "given up", {}}}}});
        }
        QVERIFY(rig.until([&] { return whole.has_value(); }));
        QCOMPARE(first->cancels, 0); // it has answered
        const bool isAll = slow == "answers";
        QCOMPARE(ranksIn(*whole), std::string(isAll ? "0-3" : "0-1"));
        QCOMPARE(whole->failures.size(), std::size_t(isAll ? 1 : 2));
        if (slow.startsWith("is cancelled"))
            QVERIFY(whole->failures.at(0).ranks.toString() == "2-3" &&
                    whole->failures.at(0).error.code == debug::Errc::Cancelled);
        rig.fleet.cancel(id); // of no effect
    }

    void aStrangerWithoutTheSecretHearsNothing()
    {
        Rig rig;
        DaemonCommand command = rig.open();
        rig.fleet.setJob(job(), {});
        rig.fleet.mayAttach();
        std::string& secret = *std::ranges::find_if(
            command.environment, [](const std::string& entry) { return entry.starts_with("DBGR_SECRET="); });
        secret.back() = secret.back() == '0' ? '1' : '0';
        TalkingDaemon liar(*rig.loop, command, "n01");
        QVERIFY(rig.until([&] { return liar.sentHome; }));
        QVERIFY(!liar.greeted && liar.orders.empty() && rig.events.empty());
    }
};

DBGR_TEST(TestDaemonFleet, QCoreApplication);

} // namespace tst_daemon_fleet

#include "tst_daemon_fleet.moc"
