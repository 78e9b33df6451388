// SPDX-License-Identifier: GPL-3.0-or-later
// dbgd whose engine dies, in every state of its ranks: another one takes its place, and nobody loses anything but the
// request that it was at.
#include "debug/debug_error.h"
#include "tests/support/dbgdaemon/node_job.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QTest>

#include <csignal>
#include <thread>

namespace tst_engine_process {

using namespace dbgr;
using namespace dbgr::test;
using debug::StopReason;
using util::RankSet;

namespace {

/// To a process, never to a group.
bool send(util::Pid pid, int signal)
{
    return pid.value() > 0 && ::kill(pid.value(), signal) == 0;
}

enum class State
{
    Attached,
    AtBreakpoint,
    Running,
    RunningToBreakpoint, ///< which is met all the time, by a condition that never holds
    Logging,             ///< at a tracepoint that is met all the time
    Stepped
};

constexpr std::pair<const char*, State> kStates[] = {
    {"attached", State::Attached}, {"at a breakpoint", State::AtBreakpoint},
    {"running", State::Running},   {"condition", State::RunningToBreakpoint},
    {"logging", State::Logging},   {"stepped", State::Stepped}};

struct Job : NodeJob
{
    using NodeJob::NodeJob;

    /// \return whether there is another one within the time
    [[nodiscard]] bool killEngine(int signal = SIGKILL, int milliseconds = kStartMilliseconds)
    {
        const util::Pid old = awaitHelper("dbgd-engine");
        return send(old, signal) && awaitHelper("dbgd-engine", old, milliseconds) != util::Pid();
    }
    [[nodiscard]] bool set(const std::string& function, const std::string& condition = {})
    {
        const debug::SetBreakpoint wanted{{util::BreakpointId(1), debug::FunctionName{function}, condition, true}};
        return frontEnd.ask(all, wanted).has_value();
    }
    [[nodiscard]] bool trace()
    {
        debug::BreakpointSpec wanted{util::BreakpointId(1), debug::FunctionName{"turn"}, {}};
        wanted.traced = {"i"};
        return frontEnd.ask(all, debug::SetBreakpoint{wanted}).has_value();
    }
    /// Both ranks have logged something since events were cleared.
    [[nodiscard]] bool bothLog()
    {
        return QTest::qWaitFor(
            [this] {
                RankSet heard;
                for (const debug::RanksTraced& news : frontEnd.eventsOf<debug::RanksTraced>()) {
                    for (const debug::TraceRecord& record : news.records)
                        heard.insert(record.rank);
                }
                return heard == all;
            },
            kStartMilliseconds);
    }
    [[nodiscard]] bool bringInto(State state)
    {
        if (!attach())
            return false;
        switch (state) {
        case State::Attached:
            return true;
        case State::AtBreakpoint:
            return set("turn") && resume() && stoppedFor(StopReason::Breakpoint);
        case State::Running:
            return resume();
        case State::RunningToBreakpoint:
            return set("turn", "i < 0") && resume();
        case State::Logging:
            return trace() && resume() && bothLog();
        case State::Stepped:
            if (!set("turn") || !resume() || !stoppedFor(StopReason::Breakpoint))
                return false;
            frontEnd.clearEvents();
            return frontEnd.ask(all, debug::Step{}).has_value() && stoppedFor(StopReason::Step);
        }
        return false;
    }
    /// "3,3" or what is wrong.
    [[nodiscard]] QString turns()
    {
        const auto reply = frontEnd.ask(all, debug::Evaluate{"g_turns", {}, {}});
        const auto* const body = reply ? std::get_if<debug::ValuesReply>(&reply->body) : nullptr;
        if (!body || !reply->failures.empty())
            return reply ? QString::fromStdString(reply->failures.front().error.message()) : QString("no reply");
        QStringList words;
        for (const debug::ValueGroup& group : body->values)
            words += QString::fromStdString(group.ranks.toString() + "=" + group.value);
        words.sort();
        return words.join(' ');
    }
    [[nodiscard]] std::vector<util::StopId> stopIds()
    {
        const auto reply = frontEnd.ask(all, debug::GetFrames{});
        std::vector<util::StopId> ids;
        if (const auto* const body = reply ? std::get_if<debug::FramesReply>(&reply->body) : nullptr) {
            for (const debug::RankFrames& rank : body->ranks)
                ids.push_back(rank.stopId);
        }
        return ids;
    }
    [[nodiscard]] bool isQuiet()
    {
        return frontEnd.eventsOf<debug::StopGroup>().empty() && frontEnd.eventsOf<debug::RanksResumed>().empty() &&
               frontEnd.eventsOf<debug::RanksLost>().empty() && frontEnd.eventsOf<debug::RanksAttached>().empty() &&
               frontEnd.eventsOf<debug::RanksExited>().empty();
    }
};

/// How long its main thread has had a processor, in nanoseconds.
QByteArray processorTime(util::Pid pid)
{
    QFile file(QString("/proc/%1/schedstat").arg(pid.value()));
    return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').value(0) : QByteArray();
}

bool hasRunSince(util::Pid pid, const QByteArray& before)
{
    const QByteArray now = processorTime(pid);
    return !now.isEmpty() && now != before;
}

} // namespace

class TestEngineProcess : public QObject
{
    Q_OBJECT

private slots:
    void anotherTakesItsPlace_data();
    void anotherTakesItsPlace();
    void frozenThreadsStayFrozen();
    void theRequestThatItWasAtFailsByItsName();
    void requestsBehindThatAreDone();
    void whatRanksMeetMeanwhileIsTold();
    void ranksThatRunToAPlaceStandInstead();
    void oneThatDiesAgainAndAgainLosesTheRanks();
    void oneThatDiesWhileItAttachesIsReplaced();
    void oneThatSaysNothingIsReplaced();
    void dbgdEndsThoughItIsStuck();
};

void TestEngineProcess::anotherTakesItsPlace_data()
{
    QTest::addColumn<int>("state");
    for (const auto& [name, state] : kStates)
        QTest::newRow(name) << static_cast<int>(state);
}

void TestEngineProcess::anotherTakesItsPlace()
{
    QFETCH(int, state);
    const auto rankState = static_cast<State>(state);
    const bool logs = rankState == State::Logging;
    const bool runs = rankState == State::Running || rankState == State::RunningToBreakpoint || logs;
    Job job("loop", 2);
    QVERIFY(job.bringInto(rankState));
    const QString before = runs ? QString() : job.turns();
    const auto ids = job.stopIds();
    for (int times = 0; times < 2; ++times) { // what a successor knows, its successor has to know, too
        job.frontEnd.clearEvents();
        QVERIFY(job.killEngine());
        if (runs) {
            QVERIFY(!job.turns().isEmpty()); // answered by the new one
        } else {
            QCOMPARE(job.turns(), before);
            QVERIFY(job.stopIds() == ids);
        }
        QVERIFY(!logs || job.bothLog());
        QVERIFY(job.isQuiet());
        auto warnings = job.frontEnd.eventsOf<debug::RankWarning>();
        const auto lost = std::erase_if(warnings, [](const debug::RankWarning& warning) {
            return warning.error.message().find("of the latest records are lost") != std::string::npos;
        });
        QVERIFY(lost <= (logs ? job.all.size() : 0)); // what it had not told, of each rank
        QCOMPARE(warnings.size(), std::size_t{1});
        QVERIFY(warnings[0].ranks == job.all);
        QVERIFY2(warnings[0].error.message().find("LLDB's process ended (signal 9") != std::string::npos,
                 warnings[0].error.message().c_str());
    }
    for (const auto& rank : job.ranks) {
        const QByteArray start = processorTime(rank->pid()); // one with a condition may stand whenever somebody looks
        const auto isAsItWas = [&] {
            return runs ? hasRunSince(rank->pid(), start) : processState(rank->pid()) == 't';
        };
        QVERIFY(QTest::qWaitFor(isAsItWas, 20000)); // QTRY_VERIFY would ask again behind the first yes
    }
    job.frontEnd.clearEvents();
    if (runs) {
        QVERIFY(job.frontEnd.ask(job.all, debug::Interrupt{}));
        QVERIFY(job.stoppedFor(StopReason::Interrupt));
    }
    if (rankState == State::AtBreakpoint || rankState == State::Stepped) { // that stands still
        QVERIFY(job.resume());
        QVERIFY(job.stoppedFor(StopReason::Breakpoint));
        const auto groups = job.frontEnd.eventsOf<debug::StopGroup>();
        QVERIFY(groups.back().cause.breakpoints == std::vector{util::BreakpointId(1)});
        QVERIFY(groups.back().stopIds.front().second > ids.front());
    }
    job.noteHelpers();
    job.frontEnd.hangUp();
    QVERIFY(job.nothingOfOursIsLeft());
    QVERIFY(job.ranksRunUntraced());
}

void TestEngineProcess::frozenThreadsStayFrozen()
{
    Job job("loop", 2);
    QVERIFY(job.bringInto(State::AtBreakpoint));
    QVERIFY(job.frontEnd.ask(job.all, debug::FreezeThreads{{debug::ThreadIndex{1}}, true}));
    QVERIFY(job.killEngine());
    const auto refused = job.frontEnd.ask(job.all, debug::Continue{});
    QVERIFY(refused && refused->failures.size() == 1);
    QVERIFY(refused->failures[0].ranks == job.all);
    QVERIFY(refused->failures[0].error.code == debug::Errc::Frozen);
    QVERIFY(job.frontEnd.ask(job.all, debug::FreezeThreads{{}, false}));
    job.frontEnd.clearEvents();
    QVERIFY(job.resume());
    QVERIFY(job.stoppedFor(StopReason::Breakpoint));
}

void TestEngineProcess::theRequestThatItWasAtFailsByItsName()
{
    Job job("loop", 2);
    QVERIFY(job.bringInto(State::AtBreakpoint));
    const QString before = job.turns();
    const util::Pid engine = job.awaitHelper("dbgd-engine");
    std::thread killer([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(700)); // the rank is in the function by then
        send(engine, SIGKILL);
    });
    const auto reply = job.frontEnd.ask(job.all, debug::Evaluate{"(int)pause()", {}, {}});
    killer.join();
    QVERIFY(reply);
    QCOMPARE(reply->failures.size(), std::size_t{1});
    QVERIFY(reply->failures[0].ranks == job.all);
    const std::string why = reply->failures[0].error.message();
    QVERIFY2(why.find("while it was at \"print (int)pause()\"") != std::string::npos, why.c_str());
    QCOMPARE(job.turns(), before);
    QVERIFY(job.frontEnd.eventsOf<debug::RankWarning>().empty()); // the reply says it
    QVERIFY(job.resume());                                        // out of the call, too
    QVERIFY(job.stoppedFor(StopReason::Breakpoint));
    QVERIFY(job.turns() != before);
}

void TestEngineProcess::requestsBehindThatAreDone()
{
    Job job("loop", 1);
    QVERIFY(job.bringInto(State::AtBreakpoint));
    const util::Pid engine = job.awaitHelper("dbgd-engine");
    std::thread stuck([&] { static_cast<void>(job.frontEnd.ask(job.all, debug::Evaluate{"(int)pause()", {}, {}})); });
    QTest::qWait(300);
    std::thread killer([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        send(engine, SIGKILL);
    });
    QVERIFY2(job.turns().startsWith("0="), qPrintable(job.turns()));
    stuck.join();
    killer.join();
}

/// It runs on while there is no engine, and meets a breakpoint: that is told as what it is.
void TestEngineProcess::whatRanksMeetMeanwhileIsTold()
{
    Job job("loop", 2);
    QVERIFY(job.attach());
    QVERIFY(job.set("turn", "i > 2000")); // two seconds or so
    QVERIFY(job.resume());
    QVERIFY(job.killEngine());
    QVERIFY(job.stoppedFor(StopReason::Breakpoint));
    QVERIFY(job.frontEnd.eventsOf<debug::StopGroup>().back().cause.breakpoints == std::vector{util::BreakpointId(1)});
    QVERIFY(job.frontEnd.eventsOf<debug::RanksLost>().empty());
}

/// The next engine does not know to which place.
void TestEngineProcess::ranksThatRunToAPlaceStandInstead()
{
    Job job("loop", 2);
    QVERIFY(job.bringInto(State::AtBreakpoint));
    QVERIFY(job.set("turn", "i < 0"));
    job.frontEnd.clearEvents();
    QVERIFY(job.frontEnd.ask(job.all, debug::RunTo{debug::FunctionName{"main"}}));
    QVERIFY(job.killEngine());
    QVERIFY(job.stoppedFor(StopReason::Interrupt));
    QVERIFY(job.turns().startsWith("0"));
}

void TestEngineProcess::oneThatDiesAgainAndAgainLosesTheRanks()
{
    Job job("loop", 2);
    QVERIFY(job.bringInto(State::AtBreakpoint));
    job.frontEnd.clearEvents();
    const auto areLost = [&] { return job.frontEnd.ranksOf<debug::RanksLost>() == job.all; };
    for (int times = 0; times < 10 && !areLost(); ++times) {
        static_cast<void>(job.killEngine(SIGKILL, 2000));
        QTest::qWait(100);
    }
    QVERIFY(areLost());
    const std::string why = job.frontEnd.eventsOf<debug::RanksLost>().front().error.message();
    QVERIFY2(why.find("again and again (signal 9") != std::string::npos, why.c_str());
    QTRY_VERIFY_WITH_TIMEOUT(job.ranksRunUntraced(), kEndMilliseconds);
}

void TestEngineProcess::oneThatDiesWhileItAttachesIsReplaced()
{
    for (const int delay : {0, 20, 60, 150, 300}) {
        Job job("loop", 4);
        QVERIFY(job.start());
        QVERIFY(job.awaitHelper("dbgd-engine") != util::Pid());
        QTest::qWait(delay);
        QVERIFY(job.killEngine());
        QVERIFY(job.stoppedFor(StopReason::Attached));
        QVERIFY(job.frontEnd.eventsOf<debug::AttachFailed>().empty());
        QVERIFY(job.frontEnd.eventsOf<debug::RanksLost>().empty());
        QVERIFY2(job.turns().startsWith("0"), qPrintable(job.turns()));
    }
}

void TestEngineProcess::oneThatSaysNothingIsReplaced()
{
    constexpr int kSilenceMilliseconds = 60000; // dbgwire's limit is half of that
    Job job("loop", 1);
    QVERIFY(job.bringInto(State::AtBreakpoint));
    const QString before = job.turns();
    QVERIFY(job.killEngine(SIGSTOP, kSilenceMilliseconds));
    QCOMPARE(job.turns(), before);
}

void TestEngineProcess::dbgdEndsThoughItIsStuck()
{
    Job job("loop", 2);
    QVERIFY(job.bringInto(State::AtBreakpoint));
    job.noteHelpers();
    QVERIFY(send(job.awaitHelper("dbgd-engine"), SIGSTOP));
    job.frontEnd.hangUp();
    QVERIFY(QTest::qWaitFor([&] { return !job.frontEnd.daemonRuns(); }, 2 * kEndMilliseconds));
    QVERIFY(job.nothingOfOursIsLeft());
    QVERIFY(job.ranksRunUntraced());
}

DBGR_TEST(TestEngineProcess, QCoreApplication);

} // namespace tst_engine_process

#include "tst_engine_process.moc"
