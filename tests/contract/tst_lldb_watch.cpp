// SPDX-License-Identifier: GPL-3.0-or-later
// Breakpoints about data and exceptions, and those that are passed a number of times, with LLDB and real processes.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "debug/debug_error.h"
#include "tests/contract/lldb_rig.h"
#include "tests/support/keeper/processor_watches.h"
#include "tests/support/run/test_class.h"

#include <set>

namespace tst_lldb_watch {

using namespace dbgr;
using debug::Moment;
using debug::StopReason;
using debug::WatchedData;
using test::lineOf;
using test::LldbRig;

namespace {

constexpr util::BreakpointId kWatch{2};

std::uint32_t watchedLine(const char* text)
{
    return lineOf("watched.cpp", text);
}

std::string shown(const debug::StopEvent& stop)
{
    std::string text = std::string(debug::name(stop.cause.reason)) + " " + stop.cause.place().function;
    for (const debug::WatchedChange& change : stop.watched)
        text += " " + std::to_string(change.id.value()) + ": " + change.before + " -> " + change.after + change.problem;
    return text;
}

} // namespace

class TstLldbWatch : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_rig.reset(); }

    void changeOfAGlobalStops();
    void readsAndUsesStop_data();
    void readsAndUsesStop();
    void eachKindOfDataIsWatched_data();
    void eachKindOfDataIsWatched();
    void conditionPicksTheChange();
    void changesArePassed();
    void disabledOneDoesNotStop();
    void twoThatOneInstructionWritesAreBothTold();
    void localEndsWithItsCall();
    void localOfACallThatWasLeftIsOver_data();
    void localOfACallThatWasLeftIsOver();
    void finishTellsItsOwnEndAndTheScopes();
    void otherThreadsAreSeen();
    void whatTheKernelWritesIsNotTold();
    void detachedRankRunsOn();
    void whatCannotBeWatchedIsRefused_data();
    void whatCannotBeWatchedIsRefused();
    void fifthIsRefusedWithTheNumbersOfTheOthers();
    void registersThatAreTakenAreThoseThatThereAre_data();
    void registersThatAreTakenAreThoseThatThereAre();
    void ranksInOtherFunctionsFindWhatIsShared();
    void exceptionsStopByTheirClass_data();
    void exceptionsStopByTheirClass();
    void breakpointIsPassedANumberOfTimes_data();
    void breakpointIsPassedANumberOfTimes();
    void whereTheProcessorWatchesNothingThatIsSaid();

private:
    /// Runs to start(), and forgets that breakpoint. \return whether it stands there
    bool begin(const std::string& way, unsigned ranks = 1);
    debug::BreakpointStatus watch(const std::string& expression, WatchedData::Use use = WatchedData::Use::Change,
                                  const std::string& condition = {});
    /// Why it was refused; "" it was not.
    std::string refusal(const std::string& expression);
    debug::StopEvent runTo(const char* text);
    test::EngineClient& client() { return m_rig->client(); }

    std::unique_ptr<LldbRig> m_rig;
};

void TstLldbWatch::init()
{
    const QByteArray name = QTest::currentTestFunction();
    const bool isWithout = name.startsWith("exceptions") || name.startsWith("breakpoint") || name.startsWith("where");
    if (!isWithout && !test::processorWatches())
        QSKIP(test::kWatchesNothing);
    m_rig = std::make_unique<LldbRig>();
}

bool TstLldbWatch::begin(const std::string& way, unsigned ranks)
{
    m_rig->start("watched", {way}, ranks);
    if (!m_rig->attach())
        return false;
    const bool isThere = m_rig->runTo(debug::FunctionName{"start"}).cause.top.function == "start";
    static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{util::BreakpointId(1)}));
    const debug::BreakpointSpec end{util::BreakpointId(9), debug::FunctionName{"end"}, {}, true};
    return isThere && client().ask(m_rig->all(), debug::SetBreakpoint{end}).failures.empty();
}

debug::BreakpointStatus TstLldbWatch::watch(const std::string& expression, WatchedData::Use use,
                                            const std::string& condition)
{
    const debug::BreakpointSpec spec{kWatch, WatchedData{expression, use}, condition, true};
    return client().get<debug::BreakpointReply>(m_rig->all(), debug::SetBreakpoint{spec}).status;
}

std::string TstLldbWatch::refusal(const std::string& expression)
{
    const debug::BreakpointSpec spec{kWatch, WatchedData{expression}, {}, true};
    const debug::EngineReply reply = client().ask(m_rig->all(), debug::SetBreakpoint{spec});
    return reply.failures.empty() ? "" : reply.failures.front().error.message();
}

debug::StopEvent TstLldbWatch::runTo(const char* text)
{
    return m_rig->resume(debug::RunTo{debug::SourceLine{"watched.cpp", watchedLine(text)}});
}

void TstLldbWatch::changeOfAGlobalStops()
{
    QVERIFY(begin("global", 2));
    const debug::BreakpointStatus status = watch("g_total");
    QCOMPARE(status.resolved, m_rig->all());
    QCOMPARE(status.scope, std::string());
    debug::StopEvent stop = m_rig->resume();
    QCOMPARE(shown(stop), std::string("watchpoint inWay 2: 1 -> 2"));
    QCOMPARE(stop.cause.breakpoints, (std::vector{kWatch}));
    QCOMPARE(stop.cause.description, std::string("g_total"));
    QVERIFY(stop.cause.top.where.line - watchedLine("// global") <= 1);
    QCOMPARE(shown(m_rig->resume()),
             std::string("watchpoint inWay 2: 2 -> 3")); // not the same value
    QCOMPARE(m_rig->resume().cause.breakpoints, (std::vector{util::BreakpointId(9)}));
}

void TstLldbWatch::readsAndUsesStop_data()
{
    QTest::addColumn<int>("use");
    QTest::addColumn<QStringList>("stops");
    // x86 tells reads from writes only by their effect.
    QTest::newRow("read") << int(WatchedData::Use::Read) << QStringList{"2 -> 2", "2 -> 2"};
    QTest::newRow("write") << int(WatchedData::Use::Write) << QStringList{"1 -> 2", "2 -> 2", "2 -> 3"};
    QTest::newRow("any") << int(WatchedData::Use::Any) << QStringList{"1 -> 2", "2 -> 2", "2 -> 2", "2 -> 3"};
}

void TstLldbWatch::readsAndUsesStop()
{
    QFETCH(int, use);
    QFETCH(QStringList, stops);
    QVERIFY(begin("global"));
    QCOMPARE(watch("g_total", WatchedData::Use(use)).resolved, m_rig->all());
    for (const QString& expected : stops)
        QCOMPARE(QString::fromStdString(shown(m_rig->resume())), "watchpoint inWay 2: " + expected);
    QCOMPARE(m_rig->resume().cause.reason, StopReason::Breakpoint);
}

void TstLldbWatch::eachKindOfDataIsWatched_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("change");
    QTest::newRow("double") << "g_ratio"
                            << "0.5 -> 2.5";
    QTest::newRow("bit field") << "g_flags.high"
                               << "2 -> 7";
    QTest::newRow("record of bits") << "g_flags"
                                    << "{low = 1, high = 2} -> {low = 4, high = 2}";
    QTest::newRow("member of an element") << "g_points[2].y"
                                          << "0 -> 11";
    QTest::newRow("record of 16 bytes") << "g_points[2]"
                                        << "{x = 0, y = 0} -> {x = 0, y = 11}";
    QTest::newRow("array of characters") << "g_text"
                                         << "\"abc\" -> \"xbc\"";
    QTest::newRow("through an address") << "*(double *)&g_ratio"
                                        << "0.5 -> 2.5";
}

void TstLldbWatch::eachKindOfDataIsWatched()
{
    QFETCH(QString, expression);
    QFETCH(QString, change);
    QVERIFY(begin("kinds"));
    QCOMPARE(watch(expression.toStdString()).resolved, m_rig->all());
    const debug::StopEvent stop = m_rig->resume();
    QCOMPARE(stop.cause.reason, StopReason::Watched);
    QCOMPARE(QString::fromStdString(stop.watched.front().before + " -> " + stop.watched.front().after), change);
}

void TstLldbWatch::conditionPicksTheChange()
{
    QVERIFY(begin("often"));
    const debug::BreakpointStatus status = watch("g_total", WatchedData::Use::Change, "g_total == 500");
    QCOMPARE(status.judge, debug::Judge::Reader);
    QCOMPARE(status.problem, std::string());
    QCOMPARE(shown(m_rig->resume()), std::string("watchpoint inWay 2: 499 -> 500"));
    QCOMPARE(m_rig->resume().cause.reason, StopReason::Breakpoint);
}

void TstLldbWatch::changesArePassed()
{
    QVERIFY(begin("often"));
    debug::SetBreakpoint set{{kWatch, WatchedData{"g_total"}, {}, true, 3}};
    static_cast<void>(client().ask(m_rig->all(), set));
    QCOMPARE(shown(m_rig->resume()),
             std::string("watchpoint inWay 2: 2 -> 3")); // 1 -> 0 was the first
    QCOMPARE(shown(m_rig->resume()), std::string("watchpoint inWay 2: 3 -> 4"));
    set.ignoreAnew = true;
    static_cast<void>(client().ask(m_rig->all(), set));
    QCOMPARE(shown(m_rig->resume()), std::string("watchpoint inWay 2: 7 -> 8"));
}

void TstLldbWatch::disabledOneDoesNotStop()
{
    QVERIFY(begin("global"));
    QCOMPARE(watch("g_total").resolved, m_rig->all());
    const debug::BreakpointSpec off{kWatch, WatchedData{"g_total"}, {}, false};
    static_cast<void>(client().ask(m_rig->all(), debug::SetBreakpoint{off}));
    static_cast<void>(runTo("// again"));
    QCOMPARE(watch("g_total").resolved, m_rig->all());
    QCOMPARE(shown(m_rig->resume()), std::string("watchpoint inWay 2: 2 -> 3"));
    static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{kWatch}));
    QCOMPARE(m_rig->resume().cause.reason, StopReason::Breakpoint);
}

void TstLldbWatch::twoThatOneInstructionWritesAreBothTold()
{
    QVERIFY(begin("both"));
    QCOMPARE(watch("g_many[0]").resolved, m_rig->all());
    const debug::BreakpointSpec other{util::BreakpointId(3), WatchedData{"g_many[1]"}, {}, true};
    static_cast<void>(client().ask(m_rig->all(), debug::SetBreakpoint{other}));
    const debug::StopEvent stop = m_rig->resume();
    QCOMPARE(stop.cause.reason, StopReason::Watched);
    std::set<std::uint32_t> told;
    for (const debug::WatchedChange& change : stop.watched) {
        QCOMPARE(change.after, std::string("16843009"));
        told.insert(change.id.value());
    }
    if (told.size() == 1) { // memset() wrote them one after the other
        const debug::StopEvent next = m_rig->resume();
        QCOMPARE(next.cause.reason, StopReason::Watched);
        told.insert(next.watched.front().id.value());
    }
    QCOMPARE(told.size(), std::size_t(2));
}

void TstLldbWatch::localEndsWithItsCall()
{
    QVERIFY(begin("local"));
    static_cast<void>(runTo("local is there"));
    const debug::BreakpointStatus status = watch("local");
    QCOMPARE(status.scope, std::string("work"));
    debug::StopEvent stop = m_rig->resume();
    QCOMPARE(shown(stop), std::string("watchpoint change 2: 1 -> 2"));
    stop = m_rig->resume(); // not the call that work() makes of itself
    QCOMPARE(shown(stop), std::string("watchpoint change 2: 2 -> 3"));
    stop = m_rig->resume();
    QCOMPARE(shown(stop), std::string("scope-end inWay"));
    QCOMPARE(stop.cause.description, std::string("work"));
    const auto changed = client().next<debug::BreakpointChanged>();
    QVERIFY(changed);
    QCOMPARE(changed->status.pending, m_rig->all());
    QVERIFY(changed->status.problem.starts_with("the call of work that it was of is over"));
    QCOMPARE(m_rig->resume().cause.breakpoints, (std::vector{util::BreakpointId(9)}));
}

void TstLldbWatch::localOfACallThatWasLeftIsOver_data()
{
    QTest::addColumn<QString>("way");
    QTest::newRow("by longjmp") << "left";
    QTest::newRow("by an exception") << "unwound";
}

/// Nobody comes by where the call would have returned to; what another call writes there is not it.
void TstLldbWatch::localOfACallThatWasLeftIsOver()
{
    QFETCH(QString, way);
    QVERIFY(begin(way.toStdString()));
    static_cast<void>(runTo("inner is there"));
    QCOMPARE(watch("inner").scope, std::string("leave"));
    debug::StopEvent stop = m_rig->resume();
    if (stop.cause.reason == StopReason::ScopeEnd)
        stop = m_rig->resume();
    QCOMPARE(stop.cause.breakpoints, (std::vector{util::BreakpointId(9)}));
}

void TstLldbWatch::finishTellsItsOwnEndAndTheScopes()
{
    QVERIFY(begin("local"));
    static_cast<void>(runTo("local is there"));
    QCOMPARE(watch("local").resolved, m_rig->all());
    const debug::BreakpointSpec off{kWatch, WatchedData{"local"}, {}, false};
    static_cast<void>(client().ask(m_rig->all(), debug::SetBreakpoint{off}));
    const debug::StopEvent stop = m_rig->resume(debug::Step{debug::StepKind::Out});
    QCOMPARE(stop.cause.reason, StopReason::Step);
    QCOMPARE(stop.cause.returnedFrom, std::string("work"));
    const auto changed = client().next<debug::BreakpointChanged>();
    QVERIFY(changed);
    QCOMPARE(changed->status.pending, m_rig->all());
}

void TstLldbWatch::otherThreadsAreSeen()
{
    QVERIFY(begin("thread"));
    QCOMPARE(watch("g_total").resolved, m_rig->all());
    QCOMPARE(shown(m_rig->resume()), std::string("watchpoint inThread 2: 1 -> 7"));
    QCOMPARE(m_rig->resume().cause.reason, StopReason::Breakpoint);
}

void TstLldbWatch::whatTheKernelWritesIsNotTold()
{
    QVERIFY(begin("kernel"));
    QCOMPARE(watch("g_bytes").resolved, m_rig->all());
    const debug::StopEvent stop = m_rig->resume();
    QCOMPARE(stop.cause.reason, StopReason::Watched);
    QCOMPARE(stop.watched.front().after, std::string("\"New\""));
    QCOMPARE(m_rig->resume().cause.reason, StopReason::Breakpoint);
}

void TstLldbWatch::detachedRankRunsOn()
{
    QVERIFY(begin("often"));
    QCOMPARE(watch("g_total").resolved, m_rig->all());
    QCOMPARE(m_rig->resume().cause.reason, StopReason::Watched);
    static_cast<void>(client().ask(m_rig->all(), debug::Detach{}));
    QVERIFY(client().next<daemon::RankDetached>());
    QCOMPARE(m_rig->process(0).waitForEnd(std::chrono::seconds(20)), std::optional(0));
}

void TstLldbWatch::whatCannotBeWatchedIsRefused_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("why");
    QTest::newRow("computed") << "g_total + 1"
                              << "it is computed, and has no memory of its own; watch the variables in it";
    QTest::newRow("too large") << "g_points"
                               << "it is 64 bytes, and processors watch at most 32";
    QTest::newRow("unknown") << "nothing"
                             << "there is no 'nothing' here";
    QTest::newRow("broken") << "g_total +"
                            << "";
    QTest::newRow("null") << "*(int *)0"
                          << "";
}

void TstLldbWatch::whatCannotBeWatchedIsRefused()
{
    QFETCH(QString, expression);
    QFETCH(QString, why);
    QVERIFY(begin("global"));
    const QString said = QString::fromStdString(refusal(expression.toStdString()));
    QVERIFY2(said.contains("'" + expression + "' cannot be watched: " + why), qPrintable(said));
    QCOMPARE(m_rig->resume().cause.reason, StopReason::Breakpoint);
}

void TstLldbWatch::fifthIsRefusedWithTheNumbersOfTheOthers()
{
    QVERIFY(begin("kinds"));
    for (std::uint32_t i = 0; i < 4; ++i) {
        const debug::BreakpointSpec one{
            util::BreakpointId(10 + i), WatchedData{"g_points[" + std::to_string(i) + "].y"}, {}, true};
        QVERIFY(client().ask(m_rig->all(), debug::SetBreakpoint{one}).failures.empty());
    }
    const QString said = QString::fromStdString(refusal("g_total"));
    QVERIFY2(said.contains("watches 4 places of up to 8 bytes in a rank, and watchpoints 10, 11, 12, 13 have them"),
             qPrintable(said));
    static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{util::BreakpointId(11)}));
    QCOMPARE(refusal("g_total"), std::string());
    QCOMPARE(m_rig->resume().cause.breakpoints, (std::vector{util::BreakpointId(12)}));
}

void TstLldbWatch::registersThatAreTakenAreThoseThatThereAre_data()
{
    QTest::addColumn<QStringList>("expressions");
    QTest::newRow("of one register each")
        << QStringList{"g_total", "g_ratio", "g_flags", "g_points[1].x", "g_points[2].y"};
    QTest::newRow("of two") << QStringList{"g_points[0]", "g_points[2]", "g_total"};
    QTest::newRow("one, two, one, one") << QStringList{"g_total", "g_points[3]", "g_ratio", "g_flags"};
    QTest::newRow("three and two") << QStringList{"*(char (*)[24])&g_huge[8]", "g_points[0]", "g_total", "g_ratio"};
    QTest::newRow("four") << QStringList{"*(char (*)[32])&g_huge[8]", "g_total"};
    QTest::newRow("across a border") << QStringList{"*(int *)((char *)&g_huge[4] + 6)", "g_points[0]", "g_total"};
    QTest::newRow("eight, not aligned") << QStringList{"*(long *)((char *)&g_huge[4] + 3)", "g_points[0]", "g_total"};
}

void TstLldbWatch::registersThatAreTakenAreThoseThatThereAre()
{
    QFETCH(QStringList, expressions);
    QVERIFY(begin("kinds"));
    std::uint32_t taken = 0;
    bool isFull = false;
    for (qsizetype i = 0; i < expressions.size(); ++i) {
        const std::string expression = expressions[i].toStdString();
        // What it takes when nothing else is watched.
        for (qsizetype j = 0; j < i; ++j) {
            const debug::BreakpointSpec off{
                util::BreakpointId(10 + std::uint32_t(j)), WatchedData{expressions[j].toStdString()}, {}, false};
            const auto status = client().get<debug::BreakpointReply>(m_rig->all(), debug::SetBreakpoint{off}).status;
            QCOMPARE(status.registers, debug::WatchRegisters{});
        }
        const debug::WatchRegisters alone = watch(expression).registers;
        QVERIFY2(alone.taken > 0 && alone.all == 4, expression.c_str());
        static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{kWatch}));
        for (qsizetype j = 0; j < i; ++j) {
            const debug::BreakpointSpec on{
                util::BreakpointId(10 + std::uint32_t(j)), WatchedData{expressions[j].toStdString()}, {}, true};
            QVERIFY(client().ask(m_rig->all(), debug::SetBreakpoint{on}).failures.empty());
        }
        const debug::BreakpointSpec spec{util::BreakpointId(10 + std::uint32_t(i)), WatchedData{expression}, {}, true};
        isFull = !client().ask(m_rig->all(), debug::SetBreakpoint{spec}).failures.empty();
        QVERIFY2(isFull == (taken + alone.taken > alone.all), expression.c_str());
        taken += alone.taken;
        if (isFull)
            break;
    }
    QVERIFY(isFull);
}

void TstLldbWatch::ranksInOtherFunctionsFindWhatIsShared()
{
    QVERIFY(begin("global", 2));
    debug::SetBreakpoint set{{kWatch, WatchedData{"g_total"}, {}, true}};
    set.frame = 0;
    set.match = debug::FrameMatch{{{1, 2}}, "end()"}; // nobody is there
    const auto status = client().get<debug::BreakpointReply>(m_rig->all(), set).status;
    QCOMPARE(status.resolved, m_rig->all());
    QCOMPARE(m_rig->resume().cause.reason, StopReason::Watched);
}

void TstLldbWatch::exceptionsStopByTheirClass_data()
{
    using What = Moment::What;
    QTest::addColumn<int>("what");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QStringList>("stops");
    QTest::newRow("throw") << int(What::Throw) << ""
                           << QStringList{"threw std::runtime_error", "threw shop::Error", "threw int"};
    QTest::newRow("throw, by class") << int(What::Throw) << "shop::Error" << QStringList{"threw shop::Error"};
    QTest::newRow("throw, by name") << int(What::Throw) << "runtime_error" << QStringList{"threw std::runtime_error"};
    QTest::newRow("not by part of a name") << int(What::Throw) << "rror" << QStringList{};
    QTest::newRow("catch") << int(What::Catch) << ""
                           << QStringList{"caught std::runtime_error", "caught shop::Error", "caught int", "caught int",
                                          "caught shop::Error"};
    QTest::newRow("catch, by class") << int(What::Catch) << "Error"
                                     << QStringList{"caught shop::Error", "caught shop::Error"};
    QTest::newRow("rethrow") << int(What::Rethrow) << "" << QStringList{"threw once more an exception"};
}

void TstLldbWatch::exceptionsStopByTheirClass()
{
    QFETCH(int, what);
    QFETCH(QString, type);
    QFETCH(QStringList, stops);
    QVERIFY(begin("throw"));
    const debug::BreakpointSpec spec{kWatch, Moment{Moment::What(what), type.toStdString()}, {}, true};
    QCOMPARE(client().get<debug::BreakpointReply>(m_rig->all(), debug::SetBreakpoint{spec}).status.resolved,
             m_rig->all());
    for (const QString& expected : stops) {
        const debug::StopEvent stop = m_rig->resume();
        QCOMPARE(stop.cause.reason, StopReason::Breakpoint);
        QCOMPARE(QString::fromStdString(stop.cause.description), expected);
        QCOMPARE(stop.cause.place().function, std::string("throwAll"));
    }
    QCOMPARE(m_rig->resume().cause.breakpoints, (std::vector{util::BreakpointId(9)}));
}

void TstLldbWatch::breakpointIsPassedANumberOfTimes_data()
{
    QTest::addColumn<QString>("condition");
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    QTest::newRow("always") << ""
                            << "4"
                            << "5";
    QTest::newRow("condition") << "i % 2 == 0"
                               << "8"
                               << "10";
    QTest::newRow("by the compiler") << "static_cast<int>(i) % 2 == 0"
                                     << "8"
                                     << "10";
}

void TstLldbWatch::breakpointIsPassedANumberOfTimes()
{
    QFETCH(QString, condition);
    QFETCH(QString, first);
    QFETCH(QString, second);
    QVERIFY(begin("often"));
    const debug::SourceLine line{"watched.cpp", watchedLine("g_total = i;")};
    debug::SetBreakpoint set{{kWatch, line, condition.toStdString(), true, 4}};
    static_cast<void>(client().ask(m_rig->all(), set));
    QCOMPARE(m_rig->resume().cause.breakpoints, (std::vector{kWatch}));
    QCOMPARE(QString::fromStdString(m_rig->value("i")), first);
    static_cast<void>(client().ask(m_rig->all(), set)); // sent again, it does not count anew
    QCOMPARE(m_rig->resume().cause.breakpoints, (std::vector{kWatch}));
    QCOMPARE(QString::fromStdString(m_rig->value("i")), second);
}

void TstLldbWatch::whereTheProcessorWatchesNothingThatIsSaid()
{
    if (test::processorWatches())
        QSKIP("the processor of this machine watches memory");
    QVERIFY(begin("global", 2));
    const std::string words = refusal("g_total");
    QVERIFY2(words.find("stops nobody for memory that it is to watch") != std::string::npos, words.c_str());
    QCOMPARE(m_rig->resume().cause.breakpoints, (std::vector{util::BreakpointId(9)}));
}

DBGR_TEST(TstLldbWatch, QCoreApplication);

} // namespace tst_lldb_watch

#include "tst_lldb_watch.moc"
