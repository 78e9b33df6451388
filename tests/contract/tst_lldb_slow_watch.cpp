// SPDX-License-Identifier: GPL-3.0-or-later
// Data that is watched by single steps, with LLDB, a keeper, and real processes.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "debug/debug_error.h"
#include "tests/contract/lldb_rig.h"
#include "tests/support/run/test_class.h"

namespace tst_lldb_slow_watch {

using namespace dbgr;
using debug::StopReason;
using debug::WatchedData;
using test::lineOf;
using test::LldbRig;

namespace {

constexpr util::BreakpointId kWatch{2};
constexpr util::BreakpointId kEnd{9};

WatchedData slowly(const std::string& expression)
{
    return {expression, WatchedData::Use::Change, true};
}

std::string shown(const debug::StopEvent& stop)
{
    std::string text = std::string(debug::name(stop.cause.reason)) + " " + stop.cause.place().function;
    for (const debug::WatchedChange& change : stop.watched)
        text += " " + std::to_string(change.id.value()) + ": " + change.before + " -> " + change.after + change.problem;
    return text;
}

} // namespace

class TstLldbSlowWatch : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_rig = std::make_unique<LldbRig>(); }
    void cleanup() { m_rig.reset(); }

    void changeOfAGlobalStops();
    void whoeverChangesItIsTold_data();
    void whoeverChangesItIsTold();
    void wideDataIsCompared();
    void conditionPicksTheChange();
    void changesArePassed();
    void disabledOneDoesNotStop();
    void enabledAnewItNeedsRoom();
    void localEndsWithItsCall();
    void whatTheKernelWritesIsFromOutside();
    void breakpointsAreMetBesideIt();
    void stepOverACallEndsAtTheChange();
    void stepGoesOnBehindAChangeThatIsNotMeant();
    void stepsAreCompared();
    void interruptedItStands();
    void detachedItRunsToItsEnd();
    void withoutItTheRankRunsToItsEnd();
    void whatCannotBeSlowIsRefused_data();
    void whatCannotBeSlowIsRefused();

private:
    /// Runs to start(), and forgets that breakpoint. \return whether it stands there
    bool begin(const std::string& way);
    bool set(const debug::BreakpointSpec& spec)
    {
        return client().ask(m_rig->all(), debug::SetBreakpoint{spec}).failures.empty();
    }
    bool watch(const std::string& expression) { return set({kWatch, slowly(expression), {}, true}); }
    void remove(util::BreakpointId id) { static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{id})); }
    debug::StopEvent runTo(const char* text)
    {
        return m_rig->resume(debug::RunTo{debug::SourceLine{"watched.cpp", lineOf("watched.cpp", text)}});
    }
    /// It runs to its end, and all is as it is without a debugger.
    bool endsWith(int status)
    {
        static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
        const auto end = client().next<daemon::RankExited>();
        return end && end->status == status && end->signal == 0;
    }
    std::string refusal(const debug::WatchedData& data);
    test::EngineClient& client() { return m_rig->client(); }

    std::unique_ptr<LldbRig> m_rig;
};

bool TstLldbSlowWatch::begin(const std::string& way)
{
    m_rig->start("watched", {way}, 1);
    if (!m_rig->attach())
        return false;
    const bool isThere = m_rig->runTo(debug::FunctionName{"start"}).cause.top.function == "start";
    remove(util::BreakpointId(1));
    return isThere && set({kEnd, debug::FunctionName{"end"}, {}, true});
}

void TstLldbSlowWatch::changeOfAGlobalStops()
{
    QVERIFY(begin("global"));
    QVERIFY(watch("g_total"));
    const debug::StopEvent stop = m_rig->resume();
    QCOMPARE(shown(stop), std::string("watchpoint inWay 2: 1 -> 2"));
    QCOMPARE(stop.cause.breakpoints, (std::vector{kWatch}));
    QCOMPARE(stop.cause.description, std::string("g_total"));
    QVERIFY(stop.cause.top.where.line - lineOf("watched.cpp", "// global") <= 1);
    QCOMPARE(shown(m_rig->resume()), std::string("watchpoint inWay 2: 2 -> 3")); // not the same value
    QCOMPARE(m_rig->resume().cause.breakpoints, (std::vector{kEnd}));
}

void TstLldbSlowWatch::whoeverChangesItIsTold_data()
{
    QTest::addColumn<QString>("way");
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QStringList>("stops");
    QTest::newRow("another thread") << "thread"
                                    << "g_total" << QStringList{"inThread 2: 1 -> 7"};
    QTest::newRow("threads that wait for each other, and ask nobody")
        << "gate"
        << "g_total" << QStringList{"withThread 2: 1 -> 6", "atGate 2: 6 -> 8"};
    QTest::newRow("threads that wait in the kernel")
        << "poll"
        << "g_total" << QStringList{"withThread 2: 1 -> 6", "inKernel 2: 6 -> 9"};
    QTest::newRow("a handler of a signal") << "handler"
                                           << "g_total" << QStringList{"onSignal 2: 1 -> 10"};
    QTest::newRow("beside a child") << "child"
                                    << "g_total" << QStringList{"inLaterWay 2: 1 -> 11"};
    QTest::newRow("member of an element") << "kinds"
                                          << "g_points[2].y" << QStringList{"inWay 2: 0 -> 11"};
    QTest::newRow("bit field") << "kinds"
                               << "g_flags.high" << QStringList{"inWay 2: 2 -> 7"};
    QTest::newRow("a library") << "both"
                               << "g_many[3]" << QStringList{"inWay 2: 0 -> 16843009"};
}

void TstLldbSlowWatch::whoeverChangesItIsTold()
{
    QFETCH(QString, way);
    QFETCH(QString, expression);
    QFETCH(QStringList, stops);
    QVERIFY(begin(way.toStdString()));
    QVERIFY(watch(expression.toStdString()));
    for (const QString& expected : stops)
        QCOMPARE(QString::fromStdString(shown(m_rig->resume())), "watchpoint " + expected);
    QCOMPARE(m_rig->resume().cause.breakpoints, (std::vector{kEnd}));
    QVERIFY(endsWith(0));
}

void TstLldbSlowWatch::wideDataIsCompared()
{
    QVERIFY(begin("wide"));
    QVERIFY(watch("g_wide"));
    debug::StopEvent stop = m_rig->resume();
    QCOMPARE(stop.cause.reason, StopReason::Watched);
    QCOMPARE(stop.cause.place().function, std::string("inLaterWay"));
    stop = m_rig->resume();
    QCOMPARE(stop.cause.reason, StopReason::Watched);
    QCOMPARE(m_rig->resume().cause.breakpoints, (std::vector{kEnd}));
}

void TstLldbSlowWatch::conditionPicksTheChange()
{
    QVERIFY(begin("often"));
    QVERIFY(set({kWatch, slowly("g_total"), "g_total == 50", true}));
    QCOMPARE(shown(m_rig->resume()), std::string("watchpoint inWay 2: 49 -> 50"));
    remove(kWatch);
    QCOMPARE(m_rig->resume().cause.reason, StopReason::Breakpoint);
}

void TstLldbSlowWatch::changesArePassed()
{
    QVERIFY(begin("often"));
    QVERIFY(set({kWatch, slowly("g_total"), {}, true, 3}));
    QCOMPARE(shown(m_rig->resume()), std::string("watchpoint inWay 2: 2 -> 3")); // 1 -> 0 was the first
    QCOMPARE(shown(m_rig->resume()), std::string("watchpoint inWay 2: 3 -> 4"));
}

void TstLldbSlowWatch::disabledOneDoesNotStop()
{
    QVERIFY(begin("global"));
    QVERIFY(watch("g_total"));
    QVERIFY(set({kWatch, slowly("g_total"), {}, false}));
    static_cast<void>(runTo("// again"));
    QVERIFY(watch("g_total"));
    QCOMPARE(shown(m_rig->resume()), std::string("watchpoint inWay 2: 2 -> 3"));
    remove(kWatch);
    QCOMPARE(m_rig->resume().cause.reason, StopReason::Breakpoint);
}

void TstLldbSlowWatch::enabledAnewItNeedsRoom()
{
    QVERIFY(begin("global"));
    QVERIFY(watch("g_total"));
    QVERIFY(set({kWatch, slowly("g_total"), {}, false}));
    const auto other = [](int i) { return util::BreakpointId(100 + static_cast<std::uint64_t>(i)); };
    for (int i = 0; i < int(util::kMostSlowAreas); ++i)
        QVERIFY(set({other(i), slowly("g_huge[" + std::to_string(i) + "]"), {}, true}));
    const std::string full = "'g_total' cannot be watched: so many places of a rank are watched slowly already: 8";
    QCOMPARE(refusal(slowly("g_total")), full);
    QCOMPARE(refusal(slowly("g_total")), full); // it did not become enabled by being asked for
    remove(other(3));
    QVERIFY(watch("g_total"));
    QCOMPARE(shown(m_rig->resume()), std::string("watchpoint inWay 2: 1 -> 2"));
}

void TstLldbSlowWatch::localEndsWithItsCall()
{
    QVERIFY(begin("local"));
    static_cast<void>(runTo("local is there"));
    QVERIFY(watch("local"));
    QCOMPARE(shown(m_rig->resume()), std::string("watchpoint change 2: 1 -> 2"));
    QCOMPARE(shown(m_rig->resume()), std::string("watchpoint change 2: 2 -> 3")); // not of the other call of work()
    const debug::StopEvent stop = m_rig->resume();
    QCOMPARE(shown(stop), std::string("scope-end inWay"));
    QCOMPARE(stop.cause.description, std::string("work"));
    const auto changed = client().next<debug::BreakpointChanged>();
    QVERIFY(changed);
    QVERIFY(changed->status.problem.starts_with("the call of work that it was of is over"));
    QCOMPARE(m_rig->resume().cause.breakpoints, (std::vector{kEnd}));
}

void TstLldbSlowWatch::whatTheKernelWritesIsFromOutside()
{
    QVERIFY(begin("kernel"));
    QVERIFY(watch("g_bytes"));
    debug::StopEvent stop = m_rig->resume();
    QCOMPARE(stop.cause.reason, StopReason::Watched);
    QCOMPARE(stop.cause.description, std::string("g_bytes, by the kernel or another process"));
    stop = m_rig->resume();
    QCOMPARE(stop.cause.reason, StopReason::Watched);
    QCOMPARE(stop.cause.description, std::string("g_bytes"));
    QCOMPARE(stop.cause.top.function, std::string("inWay"));
}

void TstLldbSlowWatch::breakpointsAreMetBesideIt()
{
    QVERIFY(begin("global"));
    QVERIFY(watch("g_total"));
    QVERIFY(
        set({util::BreakpointId(3), debug::SourceLine{"watched.cpp", lineOf("watched.cpp", "// global")}, {}, true}));
    QVERIFY(
        set({util::BreakpointId(4), debug::SourceLine{"watched.cpp", lineOf("watched.cpp", "// again")}, {}, true}));
    QCOMPARE(m_rig->resume().cause.breakpoints, (std::vector{util::BreakpointId(3)}));
    QCOMPARE(shown(m_rig->resume()), std::string("watchpoint inWay 2: 1 -> 2"));
    QCOMPARE(m_rig->resume().cause.breakpoints, (std::vector{util::BreakpointId(4)}));
    QCOMPARE(shown(m_rig->resume()), std::string("watchpoint inWay 2: 2 -> 3"));
    QCOMPARE(m_rig->resume().cause.breakpoints, (std::vector{kEnd}));
}

void TstLldbSlowWatch::stepOverACallEndsAtTheChange()
{
    QVERIFY(begin("local"));
    static_cast<void>(runTo("local is there"));
    QVERIFY(watch("local"));
    QCOMPARE(m_rig->resume(debug::Step{debug::StepKind::Over}).cause.reason, StopReason::Step);
    QCOMPARE(shown(m_rig->resume(debug::Step{debug::StepKind::Over})), std::string("watchpoint change 2: 1 -> 2"));
    QCOMPARE(m_rig->resume(debug::Step{debug::StepKind::Out}).cause.reason, StopReason::Step);
}

void TstLldbSlowWatch::stepGoesOnBehindAChangeThatIsNotMeant()
{
    QVERIFY(begin("local"));
    static_cast<void>(runTo("local is there"));
    QVERIFY(set({kWatch, slowly("local"), "local == 77", true}));
    for (int i = 0; i < 2; ++i) { // over the line, and over the call that changes it
        const debug::StopEvent stop = m_rig->resume(debug::Step{debug::StepKind::Over});
        QCOMPARE(stop.cause.reason, StopReason::Step);
        QCOMPARE(stop.cause.top.function, std::string("work"));
    }
    QCOMPARE(m_rig->value("local"), std::string("2"));
}

void TstLldbSlowWatch::stepsAreCompared()
{
    QVERIFY(begin("global"));
    static_cast<void>(runTo("// global"));
    QVERIFY(watch("g_total"));
    debug::StopEvent stop;
    for (int i = 0; i < 8 && stop.cause.reason != StopReason::Watched; ++i)
        stop = m_rig->resume(debug::Step{debug::StepKind::IntoInstruction});
    QCOMPARE(shown(stop), std::string("watchpoint inWay 2: 1 -> 2"));
}

void TstLldbSlowWatch::interruptedItStands()
{
    QVERIFY(begin("long"));
    QVERIFY(watch("g_total"));
    static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
    for (int i = 0; i < 3; ++i) {
        QTest::qWait(50);
        static_cast<void>(client().ask(m_rig->all(), debug::Interrupt{}));
        const auto stop = client().next<debug::StopEvent>();
        QVERIFY(stop);
        QCOMPARE(stop->cause.reason, StopReason::Interrupt);
        static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
    }
}

void TstLldbSlowWatch::detachedItRunsToItsEnd()
{
    QVERIFY(begin("long"));
    QVERIFY(watch("g_total"));
    static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
    QTest::qWait(50);
    static_cast<void>(client().ask(m_rig->all(), debug::Detach{}));
    QVERIFY(client().next<daemon::RankDetached>());
    constexpr int kStatus = 3;
    QCOMPARE(m_rig->process(0).waitForEnd(std::chrono::seconds(30)), std::optional(kStatus << 8));
}

void TstLldbSlowWatch::withoutItTheRankRunsToItsEnd()
{
    QVERIFY(begin("long"));
    QVERIFY(watch("g_total"));
    static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
    QTest::qWait(50);
    remove(kWatch); // while it runs
    const auto end = client().next<daemon::RankExited>(std::chrono::seconds(30));
    QVERIFY(end);
    QCOMPARE(end->status, 3);
}

void TstLldbSlowWatch::whatCannotBeSlowIsRefused_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<int>("use");
    QTest::addColumn<QString>("why");
    QTest::newRow("computed") << "g_total + 1" << int(WatchedData::Use::Change)
                              << "it is computed, and has no memory of its own";
    QTest::newRow("too large") << "g_huge" << int(WatchedData::Use::Change)
                               << "it is 8000 bytes, and at most 4096 are compared";
    QTest::newRow("read") << "g_total" << int(WatchedData::Use::Read)
                          << "what only is read leaves nothing that could be compared";
    QTest::newRow("write") << "g_total" << int(WatchedData::Use::Write)
                           << "a write of the value that is there leaves nothing that could be compared";
}

std::string TstLldbSlowWatch::refusal(const debug::WatchedData& data)
{
    const debug::EngineReply reply =
        client().ask(m_rig->all(), debug::SetBreakpoint{debug::BreakpointSpec{kWatch, data, {}, true}});
    return reply.failures.empty() ? "" : reply.failures.front().error.message();
}

void TstLldbSlowWatch::whatCannotBeSlowIsRefused()
{
    QFETCH(QString, expression);
    QFETCH(int, use);
    QFETCH(QString, why);
    QVERIFY(begin("global"));
    const QString said = QString::fromStdString(refusal({expression.toStdString(), WatchedData::Use(use), true}));
    QVERIFY2(said.contains("'" + expression + "' cannot be watched: " + why), qPrintable(said));
    QCOMPARE(m_rig->resume().cause.breakpoints, (std::vector{kEnd}));
}

DBGR_TEST(TstLldbSlowWatch, QCoreApplication);

} // namespace tst_lldb_slow_watch

#include "tst_lldb_slow_watch.moc"
