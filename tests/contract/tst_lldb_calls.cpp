// SPDX-License-Identifier: GPL-3.0-or-later
// A real process stops in front of its system calls and behind them, and what it does is what it does without.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "debug/debug_error.h"
#include "tests/contract/lldb_rig.h"
#include "tests/support/run/test_class.h"

#include <unistd.h>

namespace tst_lldb_calls {

using namespace dbgr;
using debug::Errc;
using debug::Moment;
using debug::StopReason;
using test::LldbRig;

namespace {

constexpr util::BreakpointId kFirst{1};

debug::SetBreakpoint caught(const std::string& calls)
{
    return {{kFirst, Moment{Moment::What::SystemCall, calls}, {}, true}};
}

/// "getppid entry", "write return -9".
QString toldOf(const debug::StopEvent& stop)
{
    if (!stop.cause.systemCall)
        return QString(debug::name(stop.cause.reason)) + ": " + QString::fromStdString(stop.cause.description);
    const debug::SystemCall& call = *stop.cause.systemCall;
    QString text = QString::fromStdString(call.name) + (call.returned ? " return" : " entry");
    if (call.error() != 0)
        text += " " + QString::number(*call.value);
    return text;
}

} // namespace

class TstLldbCalls : public QObject
{
    Q_OBJECT

private slots:
    void cleanup() { m_rig.reset(); }

    void theRankStopsInFrontOfItsCallsAndBehindThem()
    {
        begin();
        ask(caught("getppid write"));
        for (int lap = 0; lap < 2; ++lap) {
            for (const char* const told : {"getppid entry", "getppid return", "write entry", "write return -9"}) {
                const debug::StopEvent stop = m_rig->resume();
                QCOMPARE(toldOf(stop), QString(told));
                QCOMPARE(stop.cause.reason, StopReason::Breakpoint);
                QCOMPARE(stop.cause.breakpoints, std::vector{kFirst});
                QVERIFY(stop.cause.source && stop.cause.source->function.find("makeCalls") != std::string::npos);
            }
        }
        ask(debug::RemoveBreakpoint{kFirst});
        QVERIFY(ends());
    }

    void itsArgumentsAreThoseOfTheCall()
    {
        begin();
        ask(caught("write"));
        const debug::StopEvent stop = m_rig->resume();
        QVERIFY(stop.cause.systemCall);
        const auto& arguments = stop.cause.systemCall->arguments;
        QCOMPARE(arguments.size(), std::size_t(3));
        QCOMPARE(static_cast<std::int32_t>(*arguments[0]), -1);
        QCOMPARE(*arguments[2], std::uint64_t(1));
    }

    void functionsCanBeCalledInFrontOfACall()
    {
        begin();
        ask(caught("getppid"));
        QCOMPARE(toldOf(m_rig->resume()), QString("getppid entry"));
        QCOMPARE(m_rig->value("(int)getpid()"), std::to_string(m_rig->process(0).pid().value()));
        QCOMPARE(m_rig->value("(int)getppid()"), std::to_string(::getpid())); // and none of these is told
        const debug::StopEvent stop = m_rig->resume();
        QCOMPARE(toldOf(stop), QString("getppid return"));
        QCOMPARE(stop.cause.systemCall->value, std::optional<std::int64_t>(::getpid()));
        QCOMPARE(m_rig->value("(int)getpid()"), std::to_string(m_rig->process(0).pid().value()));
        ask(debug::RemoveBreakpoint{kFirst});
        QVERIFY(ends());
    }

    void allCallsMayBeMeant()
    {
        begin();
        ask(caught(""));
        for (int i = 0; i < 20; ++i)
            QVERIFY(m_rig->resume().cause.systemCall);
        ask(debug::RemoveBreakpoint{kFirst});
        QVERIFY(ends());
    }

    void oneThatRunsStopsAtItsNextCall()
    {
        begin({"for ever"});
        ask(debug::Continue{});
        QVERIFY(!m_rig->client().next<debug::StopEvent>(std::chrono::milliseconds(200)));
        ask(caught("getppid"));
        const auto stop = m_rig->client().next<debug::StopEvent>();
        QVERIFY(stop);
        QCOMPARE(toldOf(*stop), QString("getppid entry"));
        ask(debug::RemoveBreakpoint{kFirst});
        ask(debug::Continue{});
        QVERIFY(!m_rig->client().next<debug::StopEvent>(std::chrono::milliseconds(200)));
    }

    /// Whoever looks at it in the middle of it does not end it.
    void aCallThatIsInterruptedIsStillTheSame()
    {
        begin({"sleeps"});
        ask(caught("nanosleep"));
        QCOMPARE(toldOf(m_rig->resume()), QString("nanosleep entry"));
        for (int times = 0; times < 3; ++times) {
            ask(debug::Continue{});
            QVERIFY(!m_rig->client().next<debug::StopEvent>(std::chrono::milliseconds(50)));
            QCOMPARE(m_rig->resume(debug::Interrupt{}).cause.reason, StopReason::Interrupt);
        }
        const debug::StopEvent stop = m_rig->resume();
        QCOMPARE(toldOf(stop), QString("nanosleep return"));
        QCOMPARE(stop.cause.systemCall->value, std::optional<std::int64_t>(0));
        QVERIFY(ends());
    }

    void aStepIsCutShort()
    {
        begin();
        QCOMPARE(m_rig->runTo(debug::SourceLine{"makes_calls.cpp", test::lineOf("makes_calls.cpp", "gone through")})
                     .cause.reason,
                 StopReason::Breakpoint);
        const debug::SetBreakpoint calls{{util::BreakpointId(2), Moment{Moment::What::SystemCall, "write"}, {}, true}};
        ask(calls);
        const debug::StopEvent stop = m_rig->resume(debug::Step{debug::StepKind::Over, 5});
        QCOMPARE(toldOf(stop), QString("write entry"));
        QVERIFY(stop.cause.steps && stop.cause.steps->cutShort());
    }

    void hitsArePassed()
    {
        begin();
        debug::SetBreakpoint request = caught("getppid");
        request.spec.ignore = 3;
        ask(request);
        QCOMPARE(toldOf(m_rig->resume()), QString("getppid return")); // of the second lap
        ask(debug::RemoveBreakpoint{kFirst});
        QVERIFY(ends());
    }

    void bothThreadsStop()
    {
        begin({"threads"});
        ask(caught("getppid"));
        for (int i = 0; i < 30; ++i)
            QVERIFY(m_rig->resume().cause.systemCall);
        ask(debug::RemoveBreakpoint{kFirst});
        QVERIFY(ends());
    }

    void whatIsDisabledStopsNobody()
    {
        begin();
        debug::SetBreakpoint request = caught("getppid");
        request.spec.enabled = false;
        ask(request);
        QVERIFY(ends());
    }

    void aCallOfNoProcessorIsRefused()
    {
        begin();
        const auto reply = m_rig->client().ask(m_rig->all(), caught("wriet"));
        QCOMPARE(test::EngineClient::failure(reply), make_error_code(Errc::NoSuchPlace));
    }

private:
    void begin(const std::vector<std::string>& arguments = {})
    {
        m_rig = std::make_unique<LldbRig>();
        m_rig->start("makes_calls", arguments);
        QVERIFY(m_rig->attach());
    }
    void ask(debug::EngineRequest request)
    {
        const auto reply = m_rig->client().ask(m_rig->all(), std::move(request));
        QVERIFY2(reply.failures.empty(), reply.failures.empty() ? "" : reply.failures.front().error.message().c_str());
    }
    /// It runs to its end, and all was as it is without a debugger.
    bool ends()
    {
        static_cast<void>(m_rig->client().ask(m_rig->all(), debug::Continue{}));
        const auto end = m_rig->client().next<daemon::RankExited>();
        return end && end->status == 0 && end->signal == 0;
    }

    std::unique_ptr<LldbRig> m_rig;
};

DBGR_TEST(TstLldbCalls, QCoreApplication);

} // namespace tst_lldb_calls

#include "tst_lldb_calls.moc"
