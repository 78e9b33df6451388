// SPDX-License-Identifier: GPL-3.0-or-later
// Single threads of a real process: which one leads, which ones stand while it runs, what an expression is in each.
#include <QFile>
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "debug/debug_error.h"
#include "tests/contract/lldb_rig.h"
#include "tests/support/run/test_class.h"

#include <algorithm>
#include <map>
#include <sys/syscall.h>

namespace tst_lldb_threads {

using namespace dbgr;
using debug::Errc;
using debug::StopReason;
using test::lineOf;
using test::LldbRig;

namespace {

debug::SourceLine at(const char* text)
{
    return {"team.cpp", lineOf("team.cpp", text)};
}

constexpr util::BreakpointId kSecond{2};

/// The system call that its main thread is in: "35 0x7ffd...".
QByteArray callOf(util::Pid pid)
{
    QFile file(QString("/proc/%1/syscall").arg(pid.value()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TstLldbThreads : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_rig = std::make_unique<LldbRig>();
        m_rig->start("team");
        QVERIFY(m_rig->attach());
    }
    void cleanup() { m_rig.reset(); }

    void theSelectedThreadIsTheOneThatIsAskedAndSteps();
    void aThreadThatIsNotThereIsRefused();
    void aFrozenThreadStandsWhileTheOthersRun();
    void aFrozenThreadAtABreakpointIsNoNewsUntilItIsThawed();
    void aRankOfFrozenThreadsDoesNotRun();
    void aFrozenThreadDoesNotStep();
    void anInterruptIsObeyedWhileTheMainThreadIsFrozen();
    void frozenThreadsStandThoughAllOthersHaveEnded();
    void aFrozenThreadCanCallFunctions();
    void stepsOfOneThreadLeaveTheOthersStanding();
    void anInterruptEndsAStepThatWaitsForAThreadThatStands();
    void whatAThreadStoodForBeforeIsNotToldOnceMore_data();
    void whatAThreadStoodForBeforeIsNotToldOnceMore();
    void aValueIsToldOfEachThread();
    void aBreakpointMayBeForOneThread_data();
    void aBreakpointMayBeForOneThread();

private:
    test::EngineClient& client() { return m_rig->client(); }
    debug::RankThreads threads(debug::EngineRequest request = debug::GetThreads{})
    {
        auto reply = client().get<debug::ThreadsReply>(m_rig->all(), std::move(request));
        return reply.ranks.empty() ? debug::RankThreads{} : reply.ranks.front();
    }
    debug::ThreadInfo thread(const std::string& name)
    {
        for (debug::ThreadInfo& one : threads().threads) {
            if (one.name == name)
                return one;
        }
        return {};
    }
    std::string leading()
    {
        for (debug::ThreadInfo& one : threads().threads) {
            if (one.leading)
                return one.name;
        }
        return "none";
    }
    static debug::FreezeThreads freezing(const debug::ThreadInfo& thread, bool freeze = true)
    {
        return {{debug::ThreadIndex{thread.index}}, freeze};
    }
    /// Of the thread that leads, in the frame that counts.
    std::string value(const std::string& expression)
    {
        const auto values = client().get<debug::ValuesReply>(m_rig->all(), debug::Evaluate{expression, {}, {}}).values;
        return values.size() != 1               ? "no value"
               : values.front().problem.empty() ? values.front().value
                                                : values.front().problem;
    }
    long laps(int who) { return std::stol(value("g_laps[" + std::to_string(who) + "]")); }
    void select(const std::string& name)
    {
        const auto selected = threads(debug::SelectThread{debug::ThreadIndex{thread(name).index}});
        QCOMPARE(leading(), name);
        QCOMPARE(selected.threads.size(), std::size_t(4));
    }
    std::error_code failure(debug::EngineRequest request)
    {
        return test::EngineClient::failure(client().ask(m_rig->all(), std::move(request)));
    }

    std::unique_ptr<LldbRig> m_rig;
};

void TstLldbThreads::theSelectedThreadIsTheOneThatIsAskedAndSteps()
{
    QCOMPARE(m_rig->runTo(at("main counts")).cause.reason, StopReason::Breakpoint);
    QCOMPARE(leading(), "team");
    select("right");
    const auto frames = client().get<debug::FramesReply>(m_rig->all(), debug::GetFrames{});
    QCOMPARE(frames.ranks.front().thread, thread("right").id);
    QCOMPARE(value("share"), "7");
    // Main comes by its breakpoint meanwhile, and stops there, or right does its step: whoever stopped leads.
    static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{util::BreakpointId(1)}));
    const debug::StopEvent stop = m_rig->resume(debug::Step{debug::StepKind::Over, 4});
    QVERIFY2(
        stop.cause.reason == StopReason::Step,
        (std::to_string(stop.cause.signal) + stop.cause.description + stop.cause.top.function + leading()).c_str());
    QCOMPARE(stop.cause.top.function, "worker");
    QCOMPARE(leading(), "right");
}

void TstLldbThreads::aThreadThatIsNotThereIsRefused()
{
    QCOMPARE(m_rig->runTo(at("main counts")).cause.reason, StopReason::Breakpoint);
    QCOMPARE(failure(debug::SelectThread{debug::ThreadIndex{99}}), make_error_code(Errc::NoSuchThread));
    const debug::FreezeThreads both{{debug::ThreadIndex{thread("left").index}, debug::ThreadIndex{99}}, true};
    QCOMPARE(failure(both), make_error_code(Errc::NoSuchThread));
    QVERIFY(!thread("left").frozen); // nothing of it was done
    QCOMPARE(leading(), "team");
}

void TstLldbThreads::aFrozenThreadStandsWhileTheOthersRun()
{
    QCOMPARE(m_rig->runTo(at("main counts")).cause.reason, StopReason::Breakpoint);
    threads(freezing(thread("middle")));
    QVERIFY(thread("middle").frozen && !thread("right").frozen);
    const long middle = laps(1);
    const long right = laps(2);
    debug::StopEvent stop;
    for (int i = 0; i < 200 && (i < 5 || laps(2) == right); ++i)
        stop = m_rig->resume();
    QCOMPARE(stop.cause.reason, StopReason::Breakpoint);
    QCOMPARE(stop.cause.frozen, 1U);
    QCOMPARE(leading(), "team");
    QCOMPARE(laps(1), middle);
    QVERIFY(laps(2) > right);
    threads(debug::FreezeThreads{{}, false});
    QVERIFY(!thread("middle").frozen);
    for (int i = 0; i < 200 && laps(1) == middle; ++i)
        stop = m_rig->resume();
    QVERIFY(laps(1) > middle);
    QCOMPARE(stop.cause.frozen, 0U);
}

void TstLldbThreads::aFrozenThreadAtABreakpointIsNoNewsUntilItIsThawed()
{
    QCOMPARE(m_rig->runTo(at("others count")).cause.reason, StopReason::Breakpoint);
    for (int i = 0; i < 50 && (thread("middle").id == util::ThreadId() || thread("right").id == util::ThreadId()); ++i)
        static_cast<void>(m_rig->resume());
    const std::string frozen = leading();
    const std::string other = frozen == "middle" ? "right" : "middle";
    threads(freezing(thread(frozen)));
    const long stood = laps(frozen == "middle" ? 1 : 2);
    for (int i = 0; i < 3; ++i) {
        QCOMPARE(m_rig->resume().cause.reason, StopReason::Breakpoint);
        QCOMPARE(leading(), other);
    }
    QCOMPARE(laps(frozen == "middle" ? 1 : 2), stood);
    threads(freezing(thread(frozen), false));
    const int who = frozen == "middle" ? 1 : 2;
    const long before = laps(who);
    for (int i = 0; i < 50 && laps(who) < before + 2; ++i)
        QCOMPARE(m_rig->resume().cause.reason, StopReason::Breakpoint);
    QVERIFY(laps(who) >= before + 2);
}

void TstLldbThreads::aRankOfFrozenThreadsDoesNotRun()
{
    QCOMPARE(m_rig->runTo(at("main counts")).cause.reason, StopReason::Breakpoint);
    threads(debug::FreezeThreads{{}, true});
    threads(freezing(thread("team")));
    while (client().has<daemon::RankResumed>())
        static_cast<void>(client().next<daemon::RankResumed>());
    const auto reply = client().ask(m_rig->all(), debug::Continue{});
    QCOMPARE(test::EngineClient::failure(reply), make_error_code(Errc::Frozen));
    QVERIFY(reply.failures.front().error.detail.find("all its threads are frozen") != std::string::npos);
    QVERIFY(!client().has<daemon::RankResumed>());
    threads(debug::FreezeThreads{{}, false});
    QCOMPARE(m_rig->resume().cause.reason, StopReason::Breakpoint);
}

void TstLldbThreads::aFrozenThreadDoesNotStep()
{
    QCOMPARE(m_rig->runTo(at("main counts")).cause.reason, StopReason::Breakpoint);
    threads(freezing(thread("team")));
    QCOMPARE(failure(debug::Step{}), make_error_code(Errc::Frozen));
    const auto until = client().ask(m_rig->all(), debug::RunTo{at("// main waits"), true});
    QVERIFY2(test::EngineClient::failure(until) == Errc::Frozen, until.failures.front().error.message().c_str());
    threads(freezing(thread("team"), false));
    QCOMPARE(m_rig->resume(debug::Step{}).cause.reason, StopReason::Step);
}

void TstLldbThreads::anInterruptIsObeyedWhileTheMainThreadIsFrozen()
{
    QCOMPARE(m_rig->runTo(at("main counts")).cause.reason, StopReason::Breakpoint);
    threads(freezing(thread("team")));
    const long main = laps(3);
    QVERIFY(client().ask(m_rig->all(), debug::Continue{}).failures.empty());
    QTest::qWait(100);
    const debug::StopEvent stop = m_rig->resume(debug::Interrupt{});
    QCOMPARE(stop.cause.reason, StopReason::Interrupt);
    QCOMPARE(stop.cause.frozen, 1U);
    QVERIFY(leading() != "team");
    QCOMPARE(laps(3), main);
}

void TstLldbThreads::frozenThreadsStandThoughAllOthersHaveEnded()
{
    m_rig = std::make_unique<LldbRig>();
    m_rig->start("team", {"ends"});
    QVERIFY(m_rig->attach());
    QCOMPARE(m_rig->runTo(at("others count")).cause.reason, StopReason::Breakpoint);
    static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{util::BreakpointId(1)}));
    const std::size_t before = threads(debug::FreezeThreads{{}, true}).threads.size();
    QVERIFY(client().ask(m_rig->all(), debug::Continue{}).failures.empty());
    QVERIFY(!client().next<debug::StopEvent>(std::chrono::seconds(1)));
    const debug::StopEvent stop = m_rig->resume(debug::Interrupt{});
    QCOMPARE(stop.cause.reason, StopReason::Interrupt);
    QCOMPARE(threads().threads.size(), before - 1);
    QCOMPARE(stop.cause.frozen, std::uint32_t(before - 1));
    QCOMPARE(failure(debug::Continue{}), make_error_code(Errc::Frozen));
    threads(debug::FreezeThreads{{}, false});
    QVERIFY(client().ask(m_rig->all(), debug::Continue{}).failures.empty());
    const auto end = client().next<daemon::RankExited>();
    QVERIFY(end && end->status == 0 && end->signal == 0);
}

void TstLldbThreads::aFrozenThreadCanCallFunctions()
{
    QCOMPARE(m_rig->runTo(at("main counts")).cause.reason, StopReason::Breakpoint);
    threads(freezing(thread("team")));
    QCOMPARE(value("(int)usleep(1)"), "0");
}

void TstLldbThreads::stepsOfOneThreadLeaveTheOthersStanding()
{
    QCOMPARE(m_rig->runTo(at("main counts")).cause.reason, StopReason::Breakpoint);
    select("right");
    const long left = laps(0);
    const long middle = laps(1);
    const long right = laps(2);
    const debug::StopEvent stop = m_rig->resume(debug::Step{debug::StepKind::Over, 20, true});
    QCOMPARE(stop.cause.reason, StopReason::Step);
    QCOMPARE(stop.cause.steps->done, 20U);
    QCOMPARE(stop.cause.frozen, 0U);
    QCOMPARE(leading(), "right");
    QVERIFY(laps(2) >= right + 3);
    QCOMPARE(laps(0), left);
    QCOMPARE(laps(1), middle);
    // The others run again.
    QCOMPARE(m_rig->resume().cause.reason, StopReason::Breakpoint);
    QCOMPARE(leading(), "team");
}

void TstLldbThreads::anInterruptEndsAStepThatWaitsForAThreadThatStands()
{
    // Where all have been made.
    QCOMPARE(m_rig->runTo(at("main counts")).cause.reason, StopReason::Breakpoint);
    static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{util::BreakpointId(1)}));
    QCOMPARE(m_rig->runTo(at("left counts")).cause.reason, StopReason::Breakpoint);
    QCOMPARE(leading(), "left"); // it holds the lock
    const long main = laps(3);
    select("team");
    static_cast<void>(client().ask(m_rig->all(), debug::Step{debug::StepKind::Over, 1000, true}));
    QVERIFY(!client().next<debug::StopEvent>(std::chrono::seconds(1)));
    const debug::StopEvent stop = m_rig->resume(debug::Interrupt{});
    QCOMPARE(stop.cause.reason, StopReason::Interrupt);
    QVERIFY(stop.cause.steps && stop.cause.steps->cutShort());
    QCOMPARE(leading(), "team");
    QVERIFY(laps(3) <= main + 1);
    const debug::SetBreakpoint again{{kSecond, at("main counts"), {}, true}};
    static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{util::BreakpointId(1)}));
    static_cast<void>(client().ask(m_rig->all(), again));
    QCOMPARE(m_rig->resume().cause.breakpoints, std::vector{kSecond});
}

void TstLldbThreads::whatAThreadStoodForBeforeIsNotToldOnceMore_data()
{
    QTest::addColumn<bool>("isToStep");
    QTest::newRow("while it runs") << false;
    QTest::newRow("while it does the next one") << true;
}

void TstLldbThreads::whatAThreadStoodForBeforeIsNotToldOnceMore()
{
    QFETCH(bool, isToStep);
    m_rig = std::make_unique<LldbRig>();
    m_rig->start("waits_in_call");
    QVERIFY(m_rig->attach());
    QCOMPARE(m_rig->runTo(debug::FunctionName{"enterKernel"}).cause.reason, StopReason::Breakpoint);
    threads(debug::SelectThread{debug::ThreadIndex{thread("counts").index}});
    QCOMPARE(m_rig->resume(debug::Step{}).cause.reason, StopReason::Step);
    QCOMPARE(leading(), "counts");
    // Main leaves the breakpoint first, and all others stand for so long.
    debug::EngineRequest next = debug::Continue{};
    if (isToStep)
        next = debug::Step{debug::StepKind::Out};
    QVERIFY(client().ask(m_rig->all(), next).failures.empty());
    QVERIFY(!client().next<debug::StopEvent>(std::chrono::milliseconds(200)));
    QTRY_VERIFY_WITH_TIMEOUT(callOf(m_rig->process(0).pid()).startsWith(QByteArray::number(SYS_epoll_pwait) + ' '),
                             10000); // LLDB takes its time under load
    const debug::StopEvent stop = m_rig->resume(debug::Interrupt{});
    QVERIFY2(stop.cause.reason == StopReason::Interrupt, std::to_string(int(stop.cause.reason)).c_str());
}

void TstLldbThreads::aValueIsToldOfEachThread()
{
    QCOMPARE(m_rig->runTo(at("main counts")).cause.reason, StopReason::Breakpoint);
    const auto reply = client().get<debug::ThreadValuesReply>(m_rig->all(), debug::EvaluateInThreads{"share"});
    QCOMPARE(reply.ranks.size(), std::size_t(1));
    std::map<std::uint32_t, std::string> shares;
    for (const debug::ThreadValues& one : reply.ranks.front().values) {
        for (const debug::ThreadIndex index : one.threads)
            shares[index.value] = one.value.problem.empty() ? one.value.value : "none";
    }
    QCOMPARE(shares.size(), std::size_t(4));
    QCOMPARE(shares[thread("middle").index], "5");
    QCOMPARE(shares[thread("right").index], "7");
    QCOMPARE(shares[thread("team").index], "none");
    // One of all of them is told once.
    const auto all = client().get<debug::ThreadValuesReply>(m_rig->all(), debug::EvaluateInThreads{"g_laps[3]"});
    QCOMPARE(all.ranks.front().values.size(), std::size_t(1));
    QCOMPARE(all.ranks.front().values.front().threads.size(), std::size_t(4));
}

void TstLldbThreads::aBreakpointMayBeForOneThread_data()
{
    QTest::addColumn<QString>("condition");
    QTest::addColumn<int>("judge");
    QTest::newRow("always") << "" << int(debug::Judge::Nobody);
    QTest::newRow("a condition that the keeper judges") << "share != 0" << int(debug::Judge::Tracer);
    QTest::newRow("a condition for the compiler") << "(int)getpid() != 0" << int(debug::Judge::Compiler);
}

void TstLldbThreads::aBreakpointMayBeForOneThread()
{
    QFETCH(QString, condition);
    QCOMPARE(m_rig->runTo(at("main counts")).cause.reason, StopReason::Breakpoint);
    static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{util::BreakpointId(1)}));
    const long middle = laps(1);
    debug::BreakpointSpec spec{kSecond, at("others count"), condition.toStdString(), true};
    spec.thread = debug::ThreadIndex{thread("right").index};
    const auto status = client().get<debug::BreakpointReply>(m_rig->all(), debug::SetBreakpoint{spec}).status;
    QCOMPARE(status.problem, std::string());
    QTEST(int(status.judge), "judge");
    for (int i = 0; i < 5; ++i) {
        const debug::StopEvent stop = m_rig->resume();
        QCOMPARE(stop.cause.reason, StopReason::Breakpoint);
        QCOMPARE(stop.cause.breakpoints, std::vector{kSecond});
        QCOMPARE(leading(), "right");
    }
    QVERIFY(laps(1) > middle); // who came there, too
    spec.thread = debug::ThreadIndex{99};
    static_cast<void>(client().ask(m_rig->all(), debug::SetBreakpoint{spec}));
    static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
    QVERIFY(!client().next<debug::StopEvent>(std::chrono::milliseconds(300)));
}

DBGR_TEST(TstLldbThreads, QCoreApplication);

} // namespace tst_lldb_threads

#include "tst_lldb_threads.moc"
