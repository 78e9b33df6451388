// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the engine that need neither LLDB at work nor a process.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "dbgdaemon/engine/busy_watch.h"
#include "dbgdaemon/engine/departures.h"
#include "dbgdaemon/engine/lldb/command_ticket.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/run/test_class.h"

#include <vector>

namespace tst_engine_parts {

using namespace dbgr;
using daemon::BusyWatch;
using daemon::CommandTicket;
using daemon::Departures;
using util::Rank;
using util::RankSet;

class TstEngineParts : public QObject
{
    Q_OBJECT

private slots:
    void quickWorkIsNotBusy();
    void slowWorkIsToldAgainAndAgain();
    void oldestWorkIsTold();
    void ticketRunsWhenNobodyCancels();
    void ticketCancelledBeforeItsTurnDoesNotRun();
    void ticketCancelledWhileRunningInterruptsOnce();
    void ticketCancelledAfterItsEndDoesNothing();
    void departuresWaitForEachRank();
    void departuresOfNobodyAreDoneAtOnce();
};

void TstEngineParts::quickWorkIsNotBusy()
{
    test::ManualScheduler net;
    int told = 0;
    BusyWatch watch(net, [&](const debug::EngineBusy&) { ++told; });
    for (int i = 0; i < 10; ++i) {
        auto work = watch.begin(RankSet::firstN(1), "print");
        net.advance(std::chrono::milliseconds(1900));
    }
    QCOMPARE(told, 0);
    QCOMPARE(net.pendingTimers(), std::size_t(0));
}

void TstEngineParts::slowWorkIsToldAgainAndAgain()
{
    test::ManualScheduler net;
    std::vector<debug::EngineBusy> told;
    BusyWatch watch(net, [&](debug::EngineBusy busy) { told.push_back(std::move(busy)); });
    auto work = watch.begin(RankSet::firstN(3), "locals");
    net.advance(std::chrono::seconds(5));
    QCOMPARE(told.size(), std::size_t(2));
    QCOMPARE(told.at(0).what, std::string("locals"));
    QCOMPARE(told.at(0).ranks, RankSet::firstN(3));
    QCOMPARE(told.at(1).since, std::chrono::seconds(4));
    work.cancel();
    net.advance(std::chrono::seconds(10));
    QCOMPARE(told.size(), std::size_t(2));
}

void TstEngineParts::oldestWorkIsTold()
{
    test::ManualScheduler net;
    std::vector<std::string> told;
    BusyWatch watch(net, [&](const debug::EngineBusy& busy) { told.push_back(busy.what); });
    auto first = watch.begin({}, "first");
    auto second = watch.begin({}, "second");
    net.advance(std::chrono::seconds(2));
    first.cancel();
    net.advance(std::chrono::seconds(2));
    QCOMPARE(told, (std::vector<std::string>{"first", "second"}));
}

void TstEngineParts::ticketRunsWhenNobodyCancels()
{
    CommandTicket ticket;
    QVERIFY(ticket.begin());
    QVERIFY(!ticket.cancelled());
    QVERIFY(!ticket.end());
}

void TstEngineParts::ticketCancelledBeforeItsTurnDoesNotRun()
{
    CommandTicket ticket;
    ticket.cancel([] { QFAIL("nothing runs that could be interrupted"); });
    QVERIFY(!ticket.begin());
}

void TstEngineParts::ticketCancelledWhileRunningInterruptsOnce()
{
    CommandTicket ticket;
    int interrupts = 0;
    QVERIFY(ticket.begin());
    ticket.cancel([&] { ++interrupts; });
    ticket.cancel([&] { ++interrupts; });
    QVERIFY(ticket.cancelled());
    QVERIFY(ticket.end());
    QCOMPARE(interrupts, 1);
}

void TstEngineParts::ticketCancelledAfterItsEndDoesNothing()
{
    CommandTicket ticket;
    QVERIFY(ticket.begin());
    QVERIFY(!ticket.end());
    ticket.cancel([] { QFAIL("the next command would be interrupted"); });
}

void TstEngineParts::departuresWaitForEachRank()
{
    Departures departures;
    std::vector<int> done;
    departures.await(RankSet::firstN(2), [&] { done.push_back(1); });
    departures.await(RankSet{Rank(1)}, [&] { done.push_back(2); });
    departures.gone(Rank(5));
    departures.gone(Rank(1));
    QCOMPARE(done, std::vector<int>{2});
    departures.gone(Rank(0));
    QCOMPARE(done, (std::vector<int>{2, 1}));
}

void TstEngineParts::departuresOfNobodyAreDoneAtOnce()
{
    Departures departures;
    bool done = false;
    departures.await({}, [&] { done = true; });
    QVERIFY(done);
}

DBGR_TEST(TstEngineParts);

} // namespace tst_engine_parts

#include "tst_engine_parts.moc"
