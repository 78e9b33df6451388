// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/client/event_chain.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_event_chain {

using namespace dbgr;
using namespace dbgr::pmix;
using Place = EventHandler::Place;

namespace {

/// A chain whose handlers write their names down.
struct Written
{
    EventChain chain;
    std::string order;

    util::Result<EventChain::Id> add(std::string name, std::vector<Status> codes, Place place = Place::Append,
                                     std::string neighbour = {}, Status says = Status::Success)
    {
        EventHandler handler;
        handler.name = name;
        handler.codes = std::move(codes);
        handler.place = place;
        handler.neighbour = std::move(neighbour);
        handler.run = [this, name, says](auto, const Event&, const auto&, const EventHandler::Finish& finish) {
            order += name;
            finish(says, {});
        };
        return chain.add(std::move(handler));
    }
    std::string raised(Event event)
    {
        order.clear();
        chain.raise(std::move(event), [this](bool) { order += "."; });
        return order;
    }
};

Event eventOf(Status code, std::vector<Info> infos = {})
{
    return Event{code, Proc{"job", ProcRank(0)}, std::move(infos)};
}

const std::vector<Status> kOne{Status::ReadyForDebug};
const std::vector<Status> kTwo{Status::ReadyForDebug, Status::EventJobEnd};

} // namespace

class TestEventChain : public QObject
{
    Q_OBJECT

private slots:
    void singlesComeBeforeMultisBeforeDefaults();
    void newHandlersComeFirstUnlessToldOtherwise();
    void neighboursAreFoundByName();
    void firstAndLastAreTakenOnce();
    void anActionThatIsCompleteEndsTheChain();
    void nonDefaultEventsPassTheDefaultHandler();
    void laterHandlersSeeTheResultsOfEarlierOnes();
    void aOneshotIsAskedOnce();
    void eventsAboutOthersAreNotHeard();
    void aHandlerMayFinishLaterButOnlyOnce();
    void handlersMayRemoveOthers();
    void theChainMayGoBeforeAHandlerFinishes();
    void whatNobodyActedOnIsTold();
};

void TestEventChain::singlesComeBeforeMultisBeforeDefaults()
{
    Written w;
    QVERIFY(w.add("d", {}));
    QVERIFY(w.add("m", kTwo));
    QVERIFY(w.add("s", kOne));
    QVERIFY(w.add("l", kOne, Place::Last));
    QVERIFY(w.add("f", kTwo, Place::First));
    QCOMPARE(w.raised(eventOf(Status::ReadyForDebug)), "fsmdl.");
    QCOMPARE(w.raised(eventOf(Status::EventJobEnd)), "fmd.");
    QCOMPARE(w.raised(eventOf(Status::EventNodeDown)), "d.");
}

void TestEventChain::newHandlersComeFirstUnlessToldOtherwise()
{
    Written w;
    QVERIFY(w.add("a", kOne, Place::Prepend));
    QVERIFY(w.add("b", kOne, Place::Prepend));
    QVERIFY(w.add("c", kOne, Place::Append));
    QCOMPARE(w.raised(eventOf(Status::ReadyForDebug)), "bac.");
}

void TestEventChain::neighboursAreFoundByName()
{
    Written w;
    QVERIFY(w.add("a", kOne));
    QVERIFY(w.add("b", kOne));
    QVERIFY(w.add("x", kOne, Place::Before, "b"));
    QVERIFY(w.add("y", kOne, Place::After, "b"));
    QCOMPARE(w.raised(eventOf(Status::ReadyForDebug)), "axby.");
    const auto lost = w.add("z", kOne, Place::After, "nobody");
    QVERIFY(!lost && lost.error().code == make_error_code(Status::ErrNotFound));
}

void TestEventChain::firstAndLastAreTakenOnce()
{
    Written w;
    for (const Place place : {Place::First, Place::Last}) {
        const auto id = w.add("a", kOne, place);
        QVERIFY(id);
        const auto second = w.add("b", kOne, place);
        QVERIFY(!second && second.error().code == make_error_code(Status::ErrEventRegistration));
        QVERIFY(w.chain.remove(*id));
        QVERIFY(w.add("b", kOne, place));
    }
}

void TestEventChain::anActionThatIsCompleteEndsTheChain()
{
    Written w;
    QVERIFY(w.add("a", kOne));
    QVERIFY(w.add("b", kOne, Place::Append, {}, Status::EventActionComplete));
    QVERIFY(w.add("c", kOne));
    QVERIFY(w.add("l", kOne, Place::Last));
    QCOMPARE(w.raised(eventOf(Status::ReadyForDebug)), "ab.");
}

void TestEventChain::nonDefaultEventsPassTheDefaultHandler()
{
    Written w;
    QVERIFY(w.add("d", {}));
    const Event event = eventOf(Status::ReadyForDebug, {Info(keys::kEventNonDefault, Value::boolean(true))});
    QVERIFY(!w.chain.wants(event));
    QCOMPARE(w.raised(event), ".");
}

void TestEventChain::laterHandlersSeeTheResultsOfEarlierOnes()
{
    EventChain chain;
    std::vector<Info> seen;
    EventHandler first;
    first.name = "first";
    first.codes = kOne;
    first.run = [](auto, const Event&, const auto&, const EventHandler::Finish& finish) {
        finish(Status::EventPartialActionTaken, {Info("mine", Value::string("x"))});
    };
    EventHandler second = first;
    second.place = Place::Append;
    second.run = [&](auto, const Event&, const std::vector<Info>& results, const EventHandler::Finish& finish) {
        seen = results;
        finish(Status::Success, {});
    };
    QVERIFY(chain.add(first));
    QVERIFY(chain.add(second));
    chain.raise(eventOf(Status::ReadyForDebug), nullptr);
    QCOMPARE(seen.size(), 2u);
    QCOMPARE(seen[0].key, "first");
    QVERIFY(seen[0].value.asStatus() == Status::EventPartialActionTaken);
    QCOMPARE(seen[1].key, "mine");
}

void TestEventChain::aOneshotIsAskedOnce()
{
    EventChain chain;
    int calls = 0;
    std::vector<Status> ended;
    chain.setEnded([&](const std::vector<Status>& codes) { ended = codes; });
    EventHandler handler;
    handler.codes = kOne;
    handler.oneshot = true;
    handler.run = [&](auto, const Event&, const auto&, const EventHandler::Finish& finish) {
        ++calls;
        finish(Status::Success, {});
    };
    QVERIFY(chain.add(handler));
    chain.raise(eventOf(Status::ReadyForDebug), nullptr);
    chain.raise(eventOf(Status::ReadyForDebug), nullptr);
    QCOMPARE(calls, 1);
    QVERIFY(ended == kOne);
}

void TestEventChain::eventsAboutOthersAreNotHeard()
{
    EventChain chain;
    EventHandler handler;
    handler.codes = kOne;
    handler.affected = {Proc{"mine", kRankWildcard}};
    handler.run = [](auto, const Event&, const auto&, const auto&) {};
    QVERIFY(chain.add(handler));
    const auto about = [](const char* nspace) {
        return eventOf(Status::ReadyForDebug, {Info(keys::kEventAffectedProc, Value::proc(Proc{nspace, ProcRank(3)}))});
    };
    QVERIFY(chain.wants(about("mine")));
    QVERIFY(!chain.wants(about("other")));
    QVERIFY(chain.wants(eventOf(Status::ReadyForDebug))); // about nobody in particular
}

void TestEventChain::aHandlerMayFinishLaterButOnlyOnce()
{
    Written w;
    EventHandler::Finish kept;
    EventHandler slow;
    slow.codes = kOne;
    slow.run = [&](auto, const Event&, const auto&, const EventHandler::Finish& finish) { kept = finish; };
    QVERIFY(w.chain.add(slow));
    QVERIFY(w.add("b", kOne));
    QCOMPARE(w.raised(eventOf(Status::ReadyForDebug)), "");
    kept(Status::Success, {});
    QCOMPARE(w.order, "b.");
    kept(Status::Success, {});
    QCOMPARE(w.order, "b.");
}

void TestEventChain::handlersMayRemoveOthers()
{
    Written w;
    EventChain::Id other = 0;
    EventHandler handler;
    handler.codes = kOne;
    handler.run = [&](auto, const Event&, const auto&, const EventHandler::Finish& finish) {
        QVERIFY(w.chain.remove(other));
        finish(Status::Success, {});
    };
    QVERIFY(w.chain.add(handler));
    other = w.add("b", kOne).value();
    QCOMPARE(w.raised(eventOf(Status::ReadyForDebug)), ".");
}

void TestEventChain::theChainMayGoBeforeAHandlerFinishes()
{
    EventHandler::Finish kept;
    {
        EventChain chain;
        EventHandler handler;
        handler.codes = kOne;
        handler.run = [&](auto, const Event&, const auto&, const EventHandler::Finish& finish) { kept = finish; };
        QVERIFY(chain.add(handler));
        chain.raise(eventOf(Status::ReadyForDebug), [](bool) { QFAIL("nobody is there to be told"); });
    }
    kept(Status::Success, {});
}

void TestEventChain::whatNobodyActedOnIsTold()
{
    Written w;
    std::string told;
    const auto tell = [&](bool handled) { told += handled ? "h" : "n"; };
    w.chain.raise(eventOf(Status::ReadyForDebug), tell);
    QVERIFY(w.add("a", kOne, Place::Append, {}, Status::EventNoActionTaken));
    w.chain.raise(eventOf(Status::ReadyForDebug), tell);
    QVERIFY(w.add("b", kOne));
    w.chain.raise(eventOf(Status::ReadyForDebug), tell);
    QCOMPARE(told, "nnh");
}

DBGR_TEST(TestEventChain);

} // namespace tst_event_chain

#include "tst_event_chain.moc"
