// SPDX-License-Identifier: GPL-3.0-or-later
// How LLDB's engine runs, steps, stops and lets go of real processes: what only real ones can show.
#include <QFileInfo>
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "debug/debug_error.h"
#include "tests/contract/lldb_rig.h"
#include "tests/support/run/test_class.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>

namespace tst_lldb_control {

using namespace dbgr;
using debug::Errc;
using debug::StopReason;
using test::Debuggee;
using test::EngineClient;
using test::lineOf;
using test::LldbRig;
using util::RankSet;

namespace {

debug::SourceLine at(const char* file, const char* text)
{
    return {file, lineOf(file, text)};
}

int openFiles()
{
    int count = 0;
    for (int fd = 0; fd < 256; ++fd)
        count += ::fcntl(fd, F_GETFD) >= 0;
    return count;
}

} // namespace

class TstLldbControl : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_rig = std::make_unique<LldbRig>(); }
    void cleanup() { m_rig.reset(); }

    void rankStoppedBeforeAttachingRunsOn_data();
    void rankStoppedBeforeAttachingRunsOn();
    void detachedRankThatWasStoppedBeforeRunsOn_data() { rankStoppedBeforeAttachingRunsOn_data(); }
    void detachedRankThatWasStoppedBeforeRunsOn();
    void stubThatCannotAttachIsAnAttachFailure();
    void stubThatSaysNothingSensibleIsAnAttachFailure();
    void programWithoutDebugInfoIsSaidToHaveNone();
    void conditionPicksTheStop_data();
    void conditionPicksTheStop();
    void twoAtOnePlaceAreBothAsked();
    void changedBreakpointFollows();
    void breakpointOnACommentMovesDownToCode();
    void breakpointByPartOfThePath();
    void lineBehindTheEndOfItsFileIsRefused();
    void lineBehindTheEndOfAHeaderIsRefused();
    void placeThatIsNotThereIsToldWithTheNearest_data();
    void placeThatIsNotThereIsToldWithTheNearest();
    void functionIsFoundByItsCppName_data();
    void functionIsFoundByItsCppName();
    void pendingBreakpointIsToldWhenItsLibraryComes();
    void stepsGoIntoOverAndOut();
    void inALibraryTheFrameThatCalledItCounts();
    void stepIntoCodeWithoutDebugInfoIsAStepOver();
    void breakpointInsideAStepEndsIt();
    void severalStepsPassAConditionThatIsFalse();
    void severalStepsEndWithTheRank();
    void severalStepsEndWithAnInterrupt();
    void stepsOfInstructionsGoIntoCallsOrOver();
    void untilPassesDeeperCallsAndAdvanceDoesNot();
    void untilEndsWhereTheFunctionReturns();
    void aRunThatNeverArrivesEndsWithTheRank();
    void aConditionThatIsFalseDoesNotHideThePlaceOfARun();
    void crashStopsAndThenEndsTheRank();
    void exitStatusIsTold_data();
    void exitStatusIsTold();
    void harmlessSignalsReachTheRank();
    void signalsFollowTheirRules_data();
    void signalsFollowTheirRules();
    void aSignalThatStopsNobodyIsTold();
    void execIsAStopInTheNewProgram();
    void deadStubLosesTheRank();
    void endedRanksLeaveNoDescriptors();
    void rankCanBeAttachedToAgain();

private:
    EngineClient& client() { return m_rig->client(); }
    std::unique_ptr<LldbRig> m_rig;
};

void TstLldbControl::rankStoppedBeforeAttachingRunsOn_data()
{
    QTest::addColumn<int>("begin");
    QTest::newRow("running") << int(Debuggee::Begin::Running);
    QTest::newRow("by a signal") << int(Debuggee::Begin::StoppedBySignal);
    QTest::newRow("on exec") << int(Debuggee::Begin::StoppedOnExec);
}

void TstLldbControl::rankStoppedBeforeAttachingRunsOn()
{
    QFETCH(int, begin);
    m_rig->start("loop", {}, 2, Debuggee::Begin(begin));
    QVERIFY(m_rig->attach());
    const debug::StopEvent stop = m_rig->runTo(debug::FunctionName{"turn"});
    QCOMPARE(stop.cause.reason, StopReason::Breakpoint);
    QCOMPARE(stop.stopId, util::StopId(2));
    QVERIFY(!client().has<debug::StopEvent>());
}

void TstLldbControl::detachedRankThatWasStoppedBeforeRunsOn()
{
    QFETCH(int, begin);
    m_rig->start("loop", {"1"}, 1, Debuggee::Begin(begin));
    QVERIFY(m_rig->attach());
    QVERIFY(client().ask(m_rig->all(), debug::Detach{}).failures.empty());
    const auto end = m_rig->process(0).waitForEnd(std::chrono::seconds(10));
    QVERIFY2(end.has_value(), std::string(1, m_rig->process(0).state()).c_str());
    QCOMPARE(*end, 0);
}

void TstLldbControl::stubThatCannotAttachIsAnAttachFailure()
{
    m_rig->start("loop");
    Debuggee dead("exits");
    QVERIFY(dead.waitForEnd(std::chrono::seconds(5)));
    client().attach({});
    std::vector<daemon::AttachTarget> targets;
    targets.push_back(dead.target(util::Rank(7)));
    targets.push_back(m_rig->process(0).target(util::Rank(0)));
    client().attach(std::move(targets));
    const auto failed = client().next<daemon::RankAttachFailed>();
    QVERIFY(failed);
    QCOMPARE(failed->rank, util::Rank(7));
    QCOMPARE(failed->error.code, Errc::KeeperFailed);
    QVERIFY(client().next<debug::AttachedRank>()); // the other one is not harmed
}

void TstLldbControl::stubThatSaysNothingSensibleIsAnAttachFailure()
{
    int ends[2];
    QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    QCOMPARE(::write(ends[1], "hello?", 6), 6);
    ::close(ends[1]);
    std::vector<daemon::AttachTarget> targets;
    targets.push_back({util::Rank(0), util::Pid(1), util::UniqueFd(ends[0]), "/bin/true"});
    client().attach(std::move(targets));
    const auto failed = client().next<daemon::RankAttachFailed>();
    QVERIFY(failed);
    QCOMPARE(failed->error.code, Errc::KeeperFailed);
}

void TstLldbControl::programWithoutDebugInfoIsSaidToHaveNone()
{
    m_rig->start("/bin/sleep", {"60"}, 1, Debuggee::Begin::Running);
    client().attach({});
    std::vector<daemon::AttachTarget> targets;
    targets.push_back(m_rig->process(0).target(util::Rank(0)));
    client().attach(std::move(targets));
    const auto attached = client().next<debug::AttachedRank>();
    QVERIFY(attached);
    QVERIFY(attached->executable.ends_with("sleep"));
    QVERIFY(client().next<debug::StopEvent>());
    const auto warning = client().next<debug::RankWarning>();
    QVERIFY(warning);
    QCOMPARE(warning->error.code, Errc::NoDebugInfo);
    QVERIFY(warning->error.detail.find("sleep: it has none") != std::string::npos);
    QVERIFY(warning->error.advice.find("-g") != std::string::npos);
    QCOMPARE(EngineClient::failure(client().ask(m_rig->all(), debug::GetVariables{})), Errc::NoDebugInfo);
}

void TstLldbControl::conditionPicksTheStop_data()
{
    QTest::addColumn<QString>("condition");
    QTest::addColumn<bool>("hasPrograms");
    QTest::addColumn<debug::Judge>("judge");
    QTest::newRow("tracer") << "i == 20" << true << debug::Judge::Tracer;
    QTest::newRow("tracer, of globals") << "g_turns == 20 && i > -1" << true << debug::Judge::Tracer;
    QTest::newRow("tracer, which has no answer") << "i == 20 || 1 / (i - i) == 2" << true << debug::Judge::Tracer;
    QTest::newRow("reader") << "i == 20" << false << debug::Judge::Reader;
    QTest::newRow("compiler") << "__builtin_labs(i) == 20" << true << debug::Judge::Compiler;
}

void TstLldbControl::conditionPicksTheStop()
{
    QFETCH(QString, condition);
    QFETCH(bool, hasPrograms);
    QFETCH(debug::Judge, judge);
    m_rig->start("loop", {}, 2);
    if (!hasPrograms)
        m_rig->doWithoutPrograms();
    QVERIFY(m_rig->attach());
    const debug::SetBreakpoint set{{util::BreakpointId(1), debug::FunctionName{"turn"}, condition.toStdString(), true}};
    QCOMPARE(client().get<debug::BreakpointReply>(m_rig->all(), set).status.judge, judge);
    const debug::StopEvent stop = m_rig->resume();
    QCOMPARE(stop.cause.reason, StopReason::Breakpoint);
    const bool hasAnswer = !condition.contains("i - i"); // else each hit stops
    QCOMPARE(m_rig->value("i"), std::string(hasAnswer ? "20" : "0"));
    QCOMPARE(stop.cause.description.empty(), hasAnswer);
}

void TstLldbControl::twoAtOnePlaceAreBothAsked()
{
    m_rig->start("loop");
    QVERIFY(m_rig->attach());
    const auto set = [&](std::uint32_t id, const char* condition) {
        static_cast<void>(
            client().ask(m_rig->all(),
                         debug::SetBreakpoint{{util::BreakpointId(id), debug::FunctionName{"turn"}, condition, true}}));
    };
    set(1, "i == 40");
    set(2, "i == 20");
    const debug::StopEvent first = m_rig->resume();
    QCOMPARE(m_rig->value("i"), std::string("20"));
    QCOMPARE(first.cause.breakpoints, std::vector{util::BreakpointId(2)});
    set(2, "");
    const debug::StopEvent second = m_rig->resume();
    QCOMPARE(m_rig->value("i"), std::string("21"));
    QCOMPARE(second.cause.breakpoints, std::vector{util::BreakpointId(2)});
    static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{util::BreakpointId(2)}));
    const debug::StopEvent third = m_rig->resume();
    QCOMPARE(m_rig->value("i"), std::string("40"));
    QCOMPARE(third.cause.breakpoints, std::vector{util::BreakpointId(1)});
}

void TstLldbControl::changedBreakpointFollows()
{
    m_rig->start("loop");
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(debug::FunctionName{"turn"}, "i == 5"));
    const std::uint32_t other = lineOf("loop.cpp", "return doubled");
    const debug::SetBreakpoint moved{{util::BreakpointId(1), debug::SourceLine{"loop.cpp", other}, "", true}};
    QCOMPARE(client().get<debug::BreakpointReply>(m_rig->all(), moved).status.actual.line, other);
    QCOMPARE(m_rig->resume().cause.top.where.line, other);
    QCOMPARE(m_rig->value("i"), std::string("5"));
    const debug::SetBreakpoint disabled{{util::BreakpointId(1), debug::SourceLine{"loop.cpp", other}, "", false}};
    static_cast<void>(client().ask(m_rig->all(), disabled));
    static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
    QVERIFY(!client().next<debug::StopEvent>(std::chrono::milliseconds(200)));
}

void TstLldbControl::breakpointOnACommentMovesDownToCode()
{
    m_rig->start("loop");
    QVERIFY(m_rig->attach());
    const std::uint32_t head = lineOf("loop.cpp", "static long turn");
    const debug::StopEvent stop = m_rig->runTo(debug::SourceLine{"loop.cpp", head - 1});
    QVERIFY(stop.cause.top.where.line >= head);
    QVERIFY(stop.cause.top.where.line <= head + 2);
}

void TstLldbControl::breakpointByPartOfThePath()
{
    m_rig->start("loop");
    QVERIFY(m_rig->attach());
    const std::uint32_t line = lineOf("loop.cpp", "++g_turns");
    for (const std::string& file : {std::string("debuggees/loop.cpp"), test::sourcePath("loop.cpp")}) {
        const debug::SetBreakpoint set{{util::BreakpointId(3), debug::SourceLine{file, line}, "", true}};
        QCOMPARE(client().get<debug::BreakpointReply>(m_rig->all(), set).status.resolved, m_rig->all());
    }
    const debug::SetBreakpoint elsewhere{
        {util::BreakpointId(4), debug::SourceLine{"elsewhere/loop.cpp", line}, "", true}};
    QCOMPARE(client().get<debug::BreakpointReply>(m_rig->all(), elsewhere).status.pending, m_rig->all());
}

void TstLldbControl::lineBehindTheEndOfItsFileIsRefused()
{
    m_rig->start("loop");
    QVERIFY(m_rig->attach());
    const auto set = [this](std::uint32_t line) {
        return client().ask(
            m_rig->all(), debug::SetBreakpoint{{util::BreakpointId(7), debug::SourceLine{"loop.cpp", line}, "", true}});
    };
    const debug::EngineReply reply = set(9999);
    QCOMPARE(reply.failures.size(), std::size_t(1));
    QVERIFY(reply.failures[0].error.code == debug::Errc::NoSuchPlace);
    const std::string last = std::to_string(lineOf("loop.cpp", "return sum > 0") + 1); // the brace behind it
    QVERIFY2(reply.failures[0].error.detail.ends_with(
                 "loop.cpp has no code from line 9999 on; its last line with code is " + last),
             reply.failures[0].error.detail.c_str());
    const auto removed = client().ask(m_rig->all(), debug::RemoveBreakpoint{util::BreakpointId(7)});
    QCOMPARE(removed.failures.size(), std::size_t(1)); // there is none
    QVERIFY(set(lineOf("loop.cpp", "++g_turns")).failures.empty());
}

/// Its code may grow with libraries to come, and the file itself does not.
void TstLldbControl::lineBehindTheEndOfAHeaderIsRefused()
{
    m_rig->start("differs");
    QVERIFY(m_rig->attach());
    const auto set = [this](std::uint32_t line) {
        return client().ask(
            m_rig->all(),
            debug::SetBreakpoint{{util::BreakpointId(7), debug::SourceLine{"bits/stl_vector.h", line}, "", true}});
    };
    const debug::EngineReply reply = set(99'999);
    QCOMPARE(reply.failures.size(), std::size_t(1));
    QVERIFY(reply.failures[0].error.code == debug::Errc::NoSuchPlace);
    const QString detail = QString::fromStdString(reply.failures[0].error.detail);
    const QString words = "/bits/stl_vector.h has no line 99999; its last one is ";
    QVERIFY2(detail.contains(words), qPrintable(detail));
    const std::uint32_t last = detail.section(words, 1).toUInt();
    const debug::EngineReply still = set(last); // no code so far
    QVERIFY2(last > 1000 && still.failures.empty(), qPrintable(detail));
    QCOMPARE(std::get<debug::BreakpointReply>(still.body).status.pending, m_rig->all());
}

void TstLldbControl::placeThatIsNotThereIsToldWithTheNearest_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("told");
    const QString soFar = " in the program and its libraries so far";
    QTest::newRow("file") << "lopo.cpp:3"
                          << "there is no file 'lopo.cpp'" + soFar + "; the nearest is 'loop.cpp'";
    QTest::newRow("another file") << "x.cpp:3"
                                  << "there is no file 'x.cpp'" + soFar;
    QTest::newRow("function") << "tunr"
                              << "there is no function 'tunr'" + soFar + "; the nearest is 'turn'";
    QTest::newRow("another function") << "quite_another"
                                      << "";
}

void TstLldbControl::placeThatIsNotThereIsToldWithTheNearest()
{
    QFETCH(QString, place);
    m_rig->start("loop");
    QVERIFY(m_rig->attach());
    const int colon = place.indexOf(':');
    debug::BreakpointSpec spec{util::BreakpointId(7), debug::FunctionName{place.toStdString()}, "", true};
    if (colon > 0)
        spec.where = debug::SourceLine{place.left(colon).toStdString(), place.mid(colon + 1).toUInt()};
    const auto status = client().get<debug::BreakpointReply>(m_rig->all(), debug::SetBreakpoint{spec}).status;
    QCOMPARE(status.pending, m_rig->all());
    QTEST(QString::fromStdString(status.problem), "told");
}

void TstLldbControl::functionIsFoundByItsCppName_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"Counter::add", "add", "shop::Counter::add", "shop::Counter::add"})
        QTest::newRow(name) << name;
}

void TstLldbControl::functionIsFoundByItsCppName()
{
    QFETCH(QString, name);
    m_rig->start("steps");
    QVERIFY(m_rig->attach());
    const debug::StopEvent stop = m_rig->runTo(debug::FunctionName{name.toStdString()});
    QCOMPARE(stop.cause.top.function, std::string("shop::Counter::add"));
}

void TstLldbControl::pendingBreakpointIsToldWhenItsLibraryComes()
{
    m_rig->start("steps"); // held before the C library is loaded
    QVERIFY(m_rig->attach());
    const debug::SetBreakpoint set{{util::BreakpointId(2), debug::FunctionName{"getenv"}, "", true}};
    QCOMPARE(client().get<debug::BreakpointReply>(m_rig->all(), set).status.pending, m_rig->all());
    static_cast<void>(m_rig->runTo(debug::FunctionName{"main"}));
    const auto changed = client().next<debug::BreakpointChanged>();
    QVERIFY(changed);
    QCOMPARE(changed->status.id, util::BreakpointId(2));
    QCOMPARE(changed->status.resolved, m_rig->all());
}

void TstLldbControl::stepsGoIntoOverAndOut()
{
    m_rig->start("steps", {}, 2);
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(at("steps.cpp", "twice = ")));
    debug::StopEvent stop = m_rig->resume(debug::Step{debug::StepKind::Into});
    QCOMPARE(stop.cause.reason, StopReason::Step);
    QCOMPARE(stop.cause.top.function, std::string("twiceOf"));
    stop = m_rig->resume(debug::Step{debug::StepKind::Out});
    QCOMPARE(stop.cause.reason, StopReason::Step);
    QCOMPARE(stop.cause.top.function, std::string("main"));
    QCOMPARE(stop.cause.returnedFrom, std::string("twiceOf"));
    QVERIFY(stop.returned);
    QCOMPARE(stop.returned->value, std::string("40"));
    QCOMPARE(stop.returned->type, std::string("int"));
    static_cast<void>(m_rig->resume(debug::Step{debug::StepKind::Over}));
    stop = m_rig->resume(debug::Step{debug::StepKind::Over});
    QCOMPARE(stop.cause.top.function, std::string("main"));
    QVERIFY(stop.cause.top.where.line > lineOf("steps.cpp", "twice = "));
}

void TstLldbControl::inALibraryTheFrameThatCalledItCounts()
{
    m_rig->start("steps");
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(debug::FunctionName{"main"}));
    debug::StopEvent stop = m_rig->runTo(debug::FunctionName{"getenv"});
    QCOMPARE(stop.cause.top.function, std::string("getenv"));
    QVERIFY(stop.cause.source);
    QCOMPARE(stop.cause.place().function, std::string("main"));
    QCOMPARE(stop.cause.place().where.line, lineOf("steps.cpp", "getenv"));
    const auto values = client().get<debug::ValuesReply>(m_rig->all(), debug::Evaluate{"twice", {}, {}}).values;
    QCOMPARE(values.size(), std::size_t(1));
    QCOMPARE(values.front().value, std::string("40"));
    stop = m_rig->resume(debug::Step{debug::StepKind::Over}); // back to the frame that counts
    QCOMPARE(stop.cause.top.function, std::string("main"));
    QVERIFY(stop.cause.returnedFrom.empty());
}

void TstLldbControl::stepIntoCodeWithoutDebugInfoIsAStepOver()
{
    m_rig->start("steps");
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(at("steps.cpp", "getenv")));
    const debug::StopEvent stop = m_rig->resume(debug::Step{debug::StepKind::Into});
    QCOMPARE(stop.cause.reason, StopReason::Step);
    QCOMPARE(stop.cause.top.function, std::string("main"));
}

void TstLldbControl::breakpointInsideAStepEndsIt()
{
    m_rig->start("steps");
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(at("steps.cpp", "twice = ")));
    static_cast<void>(client().ask(
        m_rig->all(), debug::SetBreakpoint{{util::BreakpointId(2), debug::FunctionName{"twiceOf"}, "", true}}));
    debug::StopEvent stop = m_rig->resume(debug::Step{debug::StepKind::Over});
    QCOMPARE(stop.cause.reason, StopReason::Breakpoint);
    QCOMPARE(stop.cause.breakpoints, std::vector{util::BreakpointId(2)});
    // The step is forgotten: the rank now runs to its end.
    static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
    QVERIFY(client().next<daemon::RankExited>());
    QVERIFY(!client().has<debug::StopEvent>());
}

void TstLldbControl::severalStepsPassAConditionThatIsFalse()
{
    m_rig->start("steps", {}, 2);
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(at("steps.cpp", "twice = ")));
    static_cast<void>(client().ask(
        m_rig->all(), debug::SetBreakpoint{{util::BreakpointId(2), at("steps.cpp", "home = "), "twice == 1", true}}));
    const debug::StopEvent stop = m_rig->resume(debug::Step{debug::StepKind::Over, 3});
    QCOMPARE(stop.cause.reason, StopReason::Step);
    QVERIFY(stop.cause.steps == std::optional(debug::StepCount{3, 3}));
    QCOMPARE(stop.cause.top.where.line, lineOf("steps.cpp", "counter.add"));
    QVERIFY(!client().has<debug::StopEvent>());
}

void TstLldbControl::severalStepsEndWithTheRank()
{
    m_rig->start("steps", {}, 2);
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(at("steps.cpp", "twice = ")));
    static_cast<void>(client().ask(m_rig->all(), debug::Step{debug::StepKind::Over, debug::kMostSteps}));
    const auto ends = client().nextOfEach<daemon::RankExited>(2);
    QCOMPARE(ends.size(), std::size_t(2));
    for (const auto& [rank, end] : ends)
        QCOMPARE(end.status, 41);
    QVERIFY(!client().has<debug::StopEvent>());
}

void TstLldbControl::severalStepsEndWithAnInterrupt()
{
    m_rig->start("loop", {}, 2);
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(debug::FunctionName{"turn"}));
    static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{util::BreakpointId(1)}));
    static_cast<void>(client().ask(m_rig->all(), debug::Step{debug::StepKind::Over, debug::kMostSteps}));
    QVERIFY(!client().next<debug::StopEvent>(std::chrono::milliseconds(300)));
    static_cast<void>(client().ask(m_rig->all(), debug::Interrupt{}));
    const auto stops = client().nextOfEach<debug::StopEvent>(2);
    QCOMPARE(stops.size(), std::size_t(2));
    for (const auto& [rank, stop] : stops)
        QVERIFY(stop.cause.steps && stop.cause.steps->cutShort() && stop.cause.steps->done > 0);
    QVERIFY(!client().next<debug::StopEvent>(std::chrono::milliseconds(300)));
}

void TstLldbControl::stepsOfInstructionsGoIntoCallsOrOver()
{
    m_rig->start("steps");
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(at("steps.cpp", "twice = ")));
    const auto step = [&](debug::StepKind kind) { return m_rig->resume(debug::Step{kind}); };
    debug::StopEvent stop = step(debug::StepKind::IntoInstruction);
    for (int i = 0; i < 10 && stop.cause.top.function == "main"; ++i)
        stop = step(debug::StepKind::IntoInstruction);
    QCOMPARE(stop.cause.top.function, std::string("twiceOf"));
    QVERIFY(stop.cause.instruction && stop.cause.instruction->offset == 0U);
    QCOMPARE(*stop.cause.instruction->address, stop.cause.top.pc);
    stop = m_rig->resume(debug::Step{debug::StepKind::Out});
    QVERIFY(!stop.cause.instruction);
    for (int i = 0; i < 100 && stop.cause.top.where.line < lineOf("steps.cpp", "counter.add"); ++i) {
        stop = step(debug::StepKind::OverInstruction); // over getenv()
        QCOMPARE(stop.cause.top.function, std::string("main"));
    }
    QCOMPARE(stop.cause.top.where.line, lineOf("steps.cpp", "counter.add"));
}

void TstLldbControl::untilPassesDeeperCallsAndAdvanceDoesNot()
{
    m_rig->start("steps", {}, 2);
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(debug::FunctionName{"countDown"}));
    static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{util::BreakpointId(1)}));
    QCOMPARE(m_rig->value("left"), std::string("3"));
    const debug::SourceLine back = at("steps.cpp", "on the way back");
    debug::StopEvent stop = m_rig->resume(debug::RunTo{back});
    QCOMPARE(stop.cause.reason, StopReason::Arrived);
    QCOMPARE(m_rig->value("left"), std::string("1"));
    stop = m_rig->resume(debug::RunTo{back, true}); // no call of it is deeper, and this one is left
    QCOMPARE(stop.cause.reason, StopReason::Step);
    QCOMPARE(stop.cause.returnedFrom, std::string("countDown"));
    QCOMPARE(m_rig->value("left"), std::string("2"));
    QVERIFY(!client().has<debug::StopEvent>());

    m_rig = std::make_unique<LldbRig>();
    m_rig->start("steps", {}, 2);
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(debug::FunctionName{"countDown"}));
    static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{util::BreakpointId(1)}));
    stop = m_rig->resume(debug::RunTo{back, true});
    QCOMPARE(stop.cause.reason, StopReason::Arrived);
    QCOMPARE(m_rig->value("left"), std::string("3"));
    QVERIFY(!client().has<debug::StopEvent>());
}

void TstLldbControl::untilEndsWhereTheFunctionReturns()
{
    m_rig->start("steps", {}, 2);
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(debug::FunctionName{"countDown"}));
    static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{util::BreakpointId(1)}));
    const debug::StopEvent stop = m_rig->resume(debug::RunTo{at("steps.cpp", "the end of it"), true});
    QCOMPARE(stop.cause.reason, StopReason::Step);
    QCOMPARE(stop.cause.returnedFrom, std::string("countDown"));
    QCOMPARE(stop.cause.top.function, std::string("main"));
    static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
    QCOMPARE(client().nextOfEach<daemon::RankExited>(2).size(), std::size_t(2));
}

void TstLldbControl::aRunThatNeverArrivesEndsWithTheRank()
{
    m_rig->start("steps", {}, 2);
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(debug::FunctionName{"main"}));
    static_cast<void>(client().ask(m_rig->all(), debug::RunTo{debug::FunctionName{"raiseAll"}}));
    const auto ends = client().nextOfEach<daemon::RankExited>(2);
    QCOMPARE(ends.size(), std::size_t(2));
    for (const auto& [rank, end] : ends)
        QCOMPARE(end.status, 41);
}

void TstLldbControl::aConditionThatIsFalseDoesNotHideThePlaceOfARun()
{
    m_rig->start("loop", {}, 2);
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(debug::FunctionName{"turn"}));
    const debug::SetBreakpoint never{{util::BreakpointId(1), debug::FunctionName{"turn"}, "i == -5", true}};
    QCOMPARE(client().get<debug::BreakpointReply>(m_rig->all(), never).status.judge, debug::Judge::Tracer);
    const debug::StopEvent stop = m_rig->resume(debug::RunTo{debug::FunctionName{"turn"}});
    QCOMPARE(stop.cause.reason, StopReason::Arrived);
    static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
    QVERIFY(!client().next<debug::StopEvent>(std::chrono::milliseconds(300)));
}

void TstLldbControl::crashStopsAndThenEndsTheRank()
{
    m_rig->start("crash");
    QVERIFY(m_rig->attach());
    const debug::StopEvent stop = m_rig->resume();
    QCOMPARE(stop.cause.reason, StopReason::Signal);
    QCOMPARE(stop.cause.signal, SIGSEGV);
    QVERIFY(stop.cause.isCrash());
    QCOMPARE(stop.cause.description, std::string("null pointer")); // a member of what it points to
    QVERIFY(stop.cause.address && *stop.cause.address > 0 && *stop.cause.address < 4096);
    QCOMPARE(stop.cause.top.function, std::string("fill"));
    static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
    const auto end = client().next<daemon::RankExited>();
    QVERIFY(end);
    QCOMPARE(m_rig->process(0).toldEnd(), std::optional(256 + SIGSEGV));
}

void TstLldbControl::exitStatusIsTold_data()
{
    QTest::addColumn<QString>("argument");
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("told"); // by the keeper: LLDB does not tell signals apart
    QTest::newRow("0") << "0" << 0 << 0;
    QTest::newRow("status 11, which is no SIGSEGV") << "11" << 11 << 11;
    QTest::newRow("status 200") << "200" << 200 << 200;
    QTest::newRow("SIGTERM") << "-15" << SIGTERM << 256 + SIGTERM;
    QTest::newRow("SIGKILL") << "-9" << SIGKILL << 256 + SIGKILL;
}

void TstLldbControl::exitStatusIsTold()
{
    QFETCH(QString, argument);
    m_rig->start("exits", {argument.toStdString()});
    QVERIFY(m_rig->attach());
    static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
    const auto end = client().next<daemon::RankExited>();
    QVERIFY(end);
    QTEST(end->status, "status");
    QTEST(m_rig->process(0).toldEnd().value_or(-1), "told");
    QVERIFY(!client().has<debug::StopEvent>());
    QCOMPARE(EngineClient::failure(client().ask(m_rig->all(), debug::Continue{})), Errc::Ended);
}

void TstLldbControl::harmlessSignalsReachTheRank()
{
    m_rig->start("steps", {"signals"});
    QVERIFY(m_rig->attach());
    const debug::StopEvent stop = m_rig->runTo(debug::FunctionName{"signalsCame"});
    QCOMPARE(stop.cause.reason, StopReason::Breakpoint);
    QCOMPARE(m_rig->value("count"), std::string("4"));
    QVERIFY(!client().has<debug::StopEvent>());
}

void TstLldbControl::signalsFollowTheirRules_data()
{
    QTest::addColumn<bool>("stop");
    QTest::addColumn<bool>("pass");
    QTest::addColumn<QString>("came");
    QTest::newRow("stop pass") << true << true << "4";
    QTest::newRow("stop nopass") << true << false << "3";
    QTest::newRow("nostop nopass") << false << false << "3";
    QTest::newRow("nostop pass") << false << true << "4";
}

void TstLldbControl::signalsFollowTheirRules()
{
    QFETCH(bool, stop);
    QFETCH(bool, pass);
    QFETCH(QString, came);
    m_rig->start("steps", {"signals"});
    QVERIFY(m_rig->attach());
    QVERIFY(client().ask(m_rig->all(), debug::SetSignal{{SIGUSR1, stop, pass}}).failures.empty());
    debug::StopEvent event = m_rig->runTo(debug::FunctionName{"signalsCame"});
    if (stop) {
        QCOMPARE(event.cause.reason, StopReason::Signal);
        QCOMPARE(event.cause.signal, SIGUSR1);
        event = m_rig->resume();
    }
    QCOMPARE(event.cause.reason, StopReason::Breakpoint);
    QCOMPARE(QString::fromStdString(m_rig->value("count")), came);
}

void TstLldbControl::aSignalThatStopsNobodyIsTold()
{
    m_rig->start("steps", {"signals"}, 2);
    QVERIFY(m_rig->attach());
    for (const int signal : {SIGUSR1, SIGPIPE})
        QVERIFY(client().ask(m_rig->all(), debug::SetSignal{{signal, false, true, true}}).failures.empty());
    QCOMPARE(m_rig->runTo(debug::FunctionName{"signalsCame"}).cause.reason, StopReason::Breakpoint);
    QCOMPARE(m_rig->value("count"), std::string("4"));
    std::map<int, util::RankSet> told;
    for (int i = 0; i < 4; ++i) {
        const auto seen = client().next<debug::SignalsSeen>();
        QVERIFY(seen);
        QCOMPARE(seen->times, std::uint64_t(1));
        told[seen->signal] |= seen->ranks;
    }
    QCOMPARE(told.size(), std::size_t(2));
    QCOMPARE(told[SIGUSR1], m_rig->all());
    QCOMPARE(told[SIGPIPE], m_rig->all());
    QVERIFY(!client().has<debug::SignalsSeen>());
}

void TstLldbControl::execIsAStopInTheNewProgram()
{
    m_rig->start("becomes", {DBGR_DEBUGGEE_DIR "/exits", "5"}, 1, Debuggee::Begin::Running);
    QVERIFY(m_rig->attach());
    static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
    ::kill(m_rig->process(0).pid().value(), SIGUSR1);
    const auto stop = client().next<debug::StopEvent>();
    QVERIFY(stop);
    QCOMPARE(stop->cause.reason, StopReason::Exec);
    QCOMPARE(QFileInfo(stop->cause.description.c_str()).fileName(), QString("exits"));
    QCOMPARE(m_rig->runTo(debug::FunctionName{"main"}).cause.reason, StopReason::Breakpoint);
    static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
    QCOMPARE(client().next<daemon::RankExited>()->status, 5);
}

void TstLldbControl::deadStubLosesTheRank()
{
    m_rig->start("loop", {}, 2);
    QVERIFY(m_rig->attach());
    static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
    m_rig->process(0).killKeeper();
    const auto lost = client().next<daemon::RankLost>();
    QVERIFY(lost);
    QCOMPARE(lost->rank, util::Rank(0));
    QCOMPARE(lost->error.code, Errc::KeeperFailed);
    static_cast<void>(client().ask(RankSet{util::Rank(1)}, debug::Interrupt{}));
    QVERIFY(client().next<debug::StopEvent>());
}

void TstLldbControl::endedRanksLeaveNoDescriptors()
{
    m_rig->start("exits", {"0"});
    const int before = openFiles();
    QVERIFY(m_rig->attach());
    static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
    QVERIFY(client().next<daemon::RankExited>());
    static_cast<void>(client().ask(m_rig->all(), debug::GetThreads{})); // after the engine has tidied up
    m_rig->process(0).killKeeper();                                     // the test's own connection to it
    QTRY_VERIFY(openFiles() <= before);
}

void TstLldbControl::rankCanBeAttachedToAgain()
{
    m_rig->start("loop");
    QVERIFY(m_rig->attach());
    static_cast<void>(client().ask(m_rig->all(), debug::Detach{}));
    QTRY_COMPARE(m_rig->process(0).tracer(), 0);
    QVERIFY(m_rig->attach());
    QCOMPARE(m_rig->runTo(debug::FunctionName{"turn"}).cause.reason, StopReason::Breakpoint);
}

DBGR_TEST(TstLldbControl, QCoreApplication);

} // namespace tst_lldb_control

#include "tst_lldb_control.moc"
