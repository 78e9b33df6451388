// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/tool/event_router.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_event_router {

using namespace dbgr::pmix;

namespace {

Event eventOf(Status code, bool nonDefault = false)
{
    Event made;
    made.code = code;
    if (nonDefault)
        made.infos.emplace_back(keys::kEventNonDefault, Value::boolean(true));
    return made;
}

bool yes()
{
    return true;
}

} // namespace

class TestEventRouter : public QObject
{
    Q_OBJECT

private slots:
    void handlersRunInTheOrderOfTheirMaking();
    void defaultHandlerGetsTheRest();
    void handlersMayRemoveEachOther();
    void stopsWhenToldTo();
};

void TestEventRouter::handlersRunInTheOrderOfTheirMaking()
{
    EventRouter router;
    std::string order;
    router.add({Status::ReadyForDebug}, [&](const Event&) { order += "a"; });
    router.add({Status::EventJobEnd, Status::ReadyForDebug}, [&](const Event&) { order += "b"; });
    router.add({Status::EventJobEnd}, [&](const Event&) { order += "c"; });
    router.dispatch(eventOf(Status::ReadyForDebug), yes);
    QCOMPARE(order, "ab");
}

void TestEventRouter::defaultHandlerGetsTheRest()
{
    EventRouter router;
    int rest = 0;
    router.add({Status::ReadyForDebug}, [](const Event&) {});
    router.add({}, [&](const Event&) { ++rest; });
    router.dispatch(eventOf(Status::ReadyForDebug), yes);
    QCOMPARE(rest, 0);
    router.dispatch(eventOf(Status::EventJobEnd, true), yes);
    QCOMPARE(rest, 0);
    router.dispatch(eventOf(Status::EventJobEnd), yes);
    QCOMPARE(rest, 1);
}

void TestEventRouter::handlersMayRemoveEachOther()
{
    EventRouter router;
    int second = 0;
    EventRouter::Id other = 0;
    router.add({Status::ReadyForDebug}, [&](const Event&) { router.remove(other); });
    other = router.add({Status::ReadyForDebug}, [&](const Event&) { ++second; });
    router.dispatch(eventOf(Status::ReadyForDebug), yes);
    QCOMPARE(second, 0);
}

void TestEventRouter::stopsWhenToldTo()
{
    EventRouter router;
    int calls = 0;
    for (int i = 0; i < 3; ++i)
        router.add({Status::ReadyForDebug}, [&](const Event&) { ++calls; });
    router.dispatch(eventOf(Status::ReadyForDebug), [&] { return calls < 2; });
    QCOMPARE(calls, 2);
}

DBGR_TEST(TestEventRouter);

} // namespace tst_event_router

#include "tst_event_router.moc"
