// SPDX-License-Identifier: GPL-3.0-or-later
// Processes that log values at tracepoints, and never stop there.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "tests/contract/lldb_rig.h"

#include "debug/debug_error.h"
#include "tests/support/run/test_class.h"

#include <map>
#include <memory>
#include <set>
#include <string>

namespace tst_lldb_traces {

using namespace dbgr;
using debug::StopReason;
using debug::TraceRecord;
using test::EngineClient;
using test::lineOf;
using test::LldbRig;
using util::BreakpointId;
using util::Rank;

namespace {

constexpr const char* kTraced = "it is traced here";

/// Values, or what is wrong, with "; " between them.
std::string textOf(const TraceRecord& record)
{
    std::string text;
    for (const debug::TracedValue& value : record.values)
        text += (text.empty() ? "" : "; ") + (value.problem.empty() ? value.value : "<" + value.problem + ">");
    return text;
}

} // namespace

class TstLldbTraces : public QObject
{
    Q_OBJECT

private slots:
    void cleanup() { m_rig.reset(); }

    void valuesAreLogged_data();
    void valuesAreLogged();
    void conditionsChoose_data();
    void conditionsChoose();
    void whoLogsIsSaid_data();
    void whoLogsIsSaid();
    void whatComesBesideChangesWhoLogs();
    void theFirstHitsArePassed();
    void eachThreadLogs();
    void twoOfOnePlaceLogBoth();
    void aBreakpointBesideStops();
    void stepsGoOverIt();
    void stepsEndOnIt();
    void itIsSetAndRemovedWhileRanksRun();
    void disabledItLogsNothing();
    void whatCannotBeIsRefused_data();
    void whatCannotBeIsRefused();
    void whatCanBeAtSomePlacesIsLoggedThere();
    void whatCannotBeInALibraryToComeIsSaid();
    void aConditionChangesWhateverIsLogged();
#ifdef DBGR_TEST_FORTRAN
    void fortranLogs();
    void fortranRefuses_data();
    void fortranRefuses();
#endif

private:
    void start(const std::vector<std::string>& arguments = {}, bool programs = true, const char* name = "traced")
    {
        m_rig = std::make_unique<LldbRig>();
        if (!programs)
            m_rig->doWithoutPrograms();
        m_rig->start(name, arguments, 2);
        QVERIFY(m_rig->attach());
    }
    [[nodiscard]] debug::BreakpointSpec spec(std::vector<std::string> traced, std::uint32_t id = 7) const
    {
        debug::BreakpointSpec made{
            BreakpointId(id), debug::SourceLine{"traced.cpp", lineOf("traced.cpp", kTraced)}, {}};
        made.traced = std::move(traced);
        return made;
    }
    [[nodiscard]] debug::BreakpointStatus set(const debug::BreakpointSpec& wanted)
    {
        return client().get<debug::BreakpointReply>(m_rig->all(), debug::SetBreakpoint{wanted}).status;
    }
    [[nodiscard]] EngineClient& client()
    {
        return m_rig->client();
    }
    /// \param told why it is refused; "" it is set
    void refuseOrSet(const debug::BreakpointSpec& wanted, const QString& expression, const QString& told);
    /// Lets them run to their ends, which are all right.
    void runToTheEnd()
    {
        static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
        const auto ends = client().nextOfEach<daemon::RankExited>(2);
        QCOMPARE(ends.size(), std::size_t(2));
        for (const auto& [rank, end] : ends)
            QCOMPARE(end.status, 0);
        QVERIFY(!client().has<debug::StopEvent>());
    }
    /// What was logged so far, by rank, in the order of its coming; taken.
    [[nodiscard]] std::map<Rank, std::vector<TraceRecord>> logged()
    {
        std::map<Rank, std::vector<TraceRecord>> all;
        while (client().has<TraceRecord>()) {
            TraceRecord record = *client().next<TraceRecord>();
            all[record.rank].push_back(std::move(record));
        }
        return all;
    }

    std::unique_ptr<LldbRig> m_rig;
};

void TstLldbTraces::valuesAreLogged_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    const auto row = [](const char* expression, const char* first, const char* second) {
        QTest::newRow(expression) << expression << first << second;
    };
    row("turn", "0", "1");
    row("item.weight", "0", "0.3333333333333333");
    row("turn * 2 + 1", "1", "3");
    row("all", "size=3 {0, 0, 0}", "size=3 {0, 0, 0}");
    row("name", "\"turn, 0\"", "\"turn, 1\"");
    row("g_done[who]", "0", "1");
    row("*item.next", "<a null pointer>", "1"); // only where it has a value
    row("half(turn + 3)", "1", "2");            // compiled, and run
    row("&turn == 0", "false", "false");
}

void TstLldbTraces::valuesAreLogged()
{
    QFETCH(QString, expression);
    QFETCH(QString, first);
    QFETCH(QString, second);
    start();
    const auto before = std::chrono::system_clock::now().time_since_epoch();
    const debug::BreakpointStatus status = set(spec({expression.toStdString()}));
    QCOMPARE(status.problem, std::string());
    QCOMPARE(status.resolved, m_rig->all());
    runToTheEnd();
    const auto all = logged();
    QCOMPARE(all.size(), std::size_t(2));
    for (const auto& [rank, records] : all) {
        QCOMPARE(records.size(), std::size_t(20));
        QCOMPARE(records[0].id, BreakpointId(7));
        const QString text = QString::fromStdString(textOf(records[0]));
        QVERIFY2(text == first || (first.startsWith('<') && text.startsWith('<')), qPrintable(text));
        QCOMPARE(QString::fromStdString(textOf(records[1])), second);
        QCOMPARE(records[0].thread.value(), std::uint64_t(m_rig->process(rank.value()).pid().value()));
        std::chrono::microseconds last = std::chrono::duration_cast<std::chrono::microseconds>(before);
        for (const TraceRecord& record : records) {
            QVERIFY(record.time >= last);
            last = record.time;
        }
    }
}

void TstLldbTraces::conditionsChoose_data()
{
    QTest::addColumn<QString>("condition");
    QTest::addColumn<bool>("programs");
    QTest::addColumn<int>("judge");
    QTest::newRow("of the keeper") << "turn % 10 == 3" << true << int(debug::Judge::Tracer);
    QTest::newRow("of the reader") << "turn % 10 == 3" << false << int(debug::Judge::Reader);
    QTest::newRow("of the compiler") << "half(turn - 3) * 2 % 10 == 0 && turn % 2 == 1" << true
                                     << int(debug::Judge::Compiler);
}

void TstLldbTraces::conditionsChoose()
{
    QFETCH(QString, condition);
    QFETCH(bool, programs);
    QFETCH(int, judge);
    start({}, programs);
    debug::BreakpointSpec wanted = spec({"turn"});
    wanted.condition = condition.toStdString();
    QCOMPARE(int(set(wanted).judge), judge);
    runToTheEnd();
    for (const auto& [rank, records] : logged()) {
        QCOMPARE(records.size(), std::size_t(2));
        QCOMPARE(textOf(records[0]), std::string("3"));
        QCOMPARE(textOf(records[1]), std::string("13"));
    }
}

void TstLldbTraces::whoLogsIsSaid_data()
{
    QTest::addColumn<QString>("expressions");
    QTest::addColumn<QString>("condition");
    QTest::addColumn<bool>("programs");
    QTest::addColumn<bool>("isTracer");
    const auto row = [](const char* expressions, const char* condition, bool programs, bool isTracer) {
        QTest::addRow("%s if %s, %s", expressions, condition, programs ? "programs" : "none")
            << expressions << condition << programs << isTracer;
    };
    row("turn", "", true, true);
    row("turn|name|item", "", true, true);
    row("turn", "turn % 2 == 1", true, true);
    row("turn", "", false, false);
    row("turn", "half(turn) == 1", true, false);
    row("half(turn)", "", true, false);
    row("turn|half(turn)", "", true, false);
    row("$rip", "", true, false);
}

/// And is what the engine asks of the keeper.
void TstLldbTraces::whoLogsIsSaid()
{
    QFETCH(QString, expressions);
    QFETCH(QString, condition);
    QFETCH(bool, programs);
    QFETCH(bool, isTracer);
    start({}, programs);
    debug::BreakpointSpec wanted = spec({});
    for (const QString& expression : expressions.split('|'))
        wanted.traced.push_back(expression.toStdString());
    wanted.condition = condition.toStdString();
    QCOMPARE(set(wanted).logger, isTracer ? debug::Logger::Tracer : debug::Logger::Engine);
    if (programs)
        QCOMPARE(m_rig->notedPlaces() > 0, isTracer);
    wanted.traced.clear();
    QCOMPARE(set(wanted).logger, debug::Logger::Nobody);
}

/// Hits of a place are the keeper's only if all that stands there is.
void TstLldbTraces::whatComesBesideChangesWhoLogs()
{
    start();
    debug::BreakpointSpec wanted = spec({"turn"});
    wanted.condition = "turn % 2 == 1";
    QCOMPARE(set(wanted).logger, debug::Logger::Tracer);
    const auto nextOfEach = [&] {
        static_cast<void>(client().next<debug::BreakpointChanged>());
        const auto news = client().next<debug::BreakpointChanged>();
        return news ? news->status : debug::BreakpointStatus();
    };
    static_cast<void>(set({BreakpointId(8), wanted.where, {}}));
    debug::BreakpointStatus news = nextOfEach();
    QCOMPARE(news.id, BreakpointId(7));
    QCOMPARE(news.logger, debug::Logger::Engine);
    QCOMPARE(news.judge, debug::Judge::Reader);
    static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{BreakpointId(8)}));
    news = nextOfEach();
    QCOMPARE(news.logger, debug::Logger::Tracer);
    QCOMPARE(news.judge, debug::Judge::Tracer);
    static_cast<void>(set(spec({"half(turn)"}, 8))); // judged, but logged by the engine
    news = nextOfEach();
    QCOMPARE(news.logger, debug::Logger::Engine);
    QCOMPARE(news.judge, debug::Judge::Tracer);
    static_cast<void>(set({BreakpointId(9), debug::FunctionName{"half"}, {}})); // elsewhere
    QVERIFY(!client().has<debug::BreakpointChanged>());
}

void TstLldbTraces::theFirstHitsArePassed()
{
    start();
    debug::BreakpointSpec wanted = spec({"turn"});
    wanted.ignore = 18;
    static_cast<void>(set(wanted));
    runToTheEnd();
    for (const auto& [rank, records] : logged()) {
        QCOMPARE(records.size(), std::size_t(2));
        QCOMPARE(textOf(records[0]), std::string("18"));
    }
}

void TstLldbTraces::eachThreadLogs()
{
    start({"50", "threads"});
    static_cast<void>(set(spec({"who", "turn"})));
    runToTheEnd();
    for (const auto& [rank, records] : logged()) {
        QCOMPARE(records.size(), std::size_t(150));
        std::map<std::uint64_t, std::vector<std::string>> byThread;
        for (const TraceRecord& record : records)
            byThread[record.thread.value()].push_back(textOf(record));
        QCOMPARE(byThread.size(), std::size_t(3));
        std::set<char> who;
        for (const auto& [thread, texts] : byThread) {
            who.insert(texts[0][0]);
            for (std::size_t turn = 0; turn < 50; ++turn)
                QCOMPARE(texts.at(turn), std::string(1, texts[0][0]) + "; " + std::to_string(turn));
        }
        QCOMPARE(who, (std::set<char>{'1', '2', '3'}));
    }
}

void TstLldbTraces::twoOfOnePlaceLogBoth()
{
    start();
    static_cast<void>(set(spec({"turn"}, 7)));
    static_cast<void>(set(spec({"item.id", "who"}, 8)));
    runToTheEnd();
    for (const auto& [rank, records] : logged()) {
        std::map<BreakpointId, std::vector<std::string>> byPoint;
        for (const TraceRecord& record : records)
            byPoint[record.id].push_back(textOf(record));
        QCOMPARE(byPoint[BreakpointId(7)].size(), std::size_t(20));
        QCOMPARE(byPoint[BreakpointId(8)].size(), std::size_t(20));
        QCOMPARE(byPoint[BreakpointId(7)][19], std::string("19"));
        QCOMPARE(byPoint[BreakpointId(8)][19], std::string("19; 0"));
    }
}

void TstLldbTraces::aBreakpointBesideStops()
{
    start();
    static_cast<void>(set(spec({"turn"})));
    const debug::StopEvent stop =
        m_rig->runTo(debug::SourceLine{"traced.cpp", lineOf("traced.cpp", kTraced)}, "turn == 5");
    QCOMPARE(stop.cause.reason, StopReason::Breakpoint);
    QCOMPARE(stop.cause.breakpoints, std::vector<BreakpointId>{BreakpointId(1)});
    for (const auto& [rank, records] : logged())
        QCOMPARE(records.size(), std::size_t(6)); // it was passed, too, in the turn in which it stops
    runToTheEnd();
    for (const auto& [rank, records] : logged())
        QCOMPARE(records.size(), std::size_t(14));
}

void TstLldbTraces::stepsGoOverIt()
{
    start();
    static_cast<void>(m_rig->runTo(debug::SourceLine{"traced.cpp", lineOf("traced.cpp", "work(who, turn);")}));
    static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{BreakpointId(1)}));
    static_cast<void>(set(spec({"turn"})));
    const debug::StopEvent stop = m_rig->resume(debug::Step{debug::StepKind::Over, 2});
    QCOMPARE(stop.cause.reason, StopReason::Step);
    QVERIFY(stop.cause.top.function.starts_with("doTurns"));
    for (const auto& [rank, records] : logged())
        QCOMPARE(records.size(), std::size_t(1));
    runToTheEnd();
}

void TstLldbTraces::stepsEndOnIt()
{
    start();
    static_cast<void>(m_rig->runTo(debug::SourceLine{"traced.cpp", lineOf("traced.cpp", "std::string name")}));
    static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{BreakpointId(1)}));
    static_cast<void>(set(spec({"turn"})));
    const debug::StopEvent stop = m_rig->resume(debug::Step{debug::StepKind::Over});
    QCOMPARE(stop.cause.reason, StopReason::Step);
    QCOMPARE(stop.cause.top.where.line, lineOf("traced.cpp", kTraced));
    runToTheEnd();
    for (const auto& [rank, records] : logged()) {
        QCOMPARE(records.size(), std::size_t(20)); // each turn once, the one in which the step ended as well
        QCOMPARE(textOf(records[0]), std::string("0"));
        QCOMPARE(textOf(records[1]), std::string("1"));
    }
}

void TstLldbTraces::itIsSetAndRemovedWhileRanksRun()
{
    start({"2000000000"});
    static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
    for (int round = 0; round < 10; ++round) {
        QCOMPARE(set(spec({"turn"})).resolved, m_rig->all());
        QVERIFY(client().next<TraceRecord>());
        static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{BreakpointId(7)}));
        static_cast<void>(logged());
    }
    QVERIFY(!client().has<debug::StopEvent>());
    static_cast<void>(client().ask(m_rig->all(), debug::Interrupt{}));
    for (const auto& [rank, stop] : client().nextOfEach<debug::StopEvent>(2))
        QCOMPARE(stop.cause.reason, StopReason::Interrupt);
}

void TstLldbTraces::disabledItLogsNothing()
{
    start();
    debug::BreakpointSpec wanted = spec({"turn"});
    wanted.enabled = false;
    static_cast<void>(set(wanted));
    runToTheEnd();
    QVERIFY(logged().empty());
}

void TstLldbTraces::whatCannotBeIsRefused_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("told"); // "" nothing: it is set
    const auto row = [](const char* expression, const char* told) { QTest::newRow(expression) << expression << told; };
    row("item", ""); // more than a number may be logged
    row("all", "");
    row("name", "");
    row("$rip", "");
    row("half(turn)", ""); // calls are for the compiler
    row("*item.next", "");
    row("turn / (turn - turn)", ""); // of its values, nobody knows yet
    row("nothing_like_it", "there is no 'nothing_like_it' in work");
    row("trun * 2", "there is no 'trun' in work; the nearest is 'turn'");
    row("item.wieght", "no member named 'wieght' in Item");
    row("turn.x", "only a struct has members");
    row("*turn", "'*' needs a pointer");
    row("(turn", "a ')' is missing");
    row("turn +", "nothing stands behind the last '+'");
}

void TstLldbTraces::whatCannotBeIsRefused()
{
    QFETCH(QString, expression);
    QFETCH(QString, told);
    start({"2"});
    refuseOrSet(spec({"turn", expression.toStdString()}), expression, told);
    runToTheEnd();
    QCOMPARE(logged().empty(), !told.isEmpty());
}

void TstLldbTraces::refuseOrSet(const debug::BreakpointSpec& wanted, const QString& expression, const QString& told)
{
    const debug::EngineReply reply = client().ask(m_rig->all(), debug::SetBreakpoint{wanted});
    if (told.isEmpty()) {
        QVERIFY(reply.failures.empty());
        const auto& status = std::get<debug::BreakpointReply>(reply.body).status;
        QCOMPARE(status.resolved, m_rig->all());
        QCOMPARE(status.problem, std::string());
        return;
    }
    QCOMPARE(reply.failures.size(), std::size_t(1));
    QVERIFY(reply.failures[0].error.code == debug::Errc::BadExpression);
    QCOMPARE(QString::fromStdString(reply.failures[0].error.detail), "what to log, '" + expression + "': " + told);
    const debug::EngineReply removed = client().ask(m_rig->all(), debug::RemoveBreakpoint{wanted.id});
    QCOMPARE(test::EngineClient::failure(removed), debug::Errc::NoSuchBreakpoint);
}

void TstLldbTraces::whatCanBeAtSomePlacesIsLoggedThere()
{
    start({"1"}, true, "places");
    debug::BreakpointSpec wanted{BreakpointId(7), debug::FunctionName{"scale"}, {}};
    wanted.traced = {"by % 2"};
    const debug::BreakpointStatus status = set(wanted);
    QCOMPARE(status.resolved, m_rig->all());
    QCOMPARE(status.problem, "at 1 of its 2 places (places.cpp:" + std::to_string(lineOf("places.cpp", "another one")) +
                                 ") it cannot be: '%' does not apply to real numbers");
    wanted.traced = {"by.x"};
    wanted.id = BreakpointId(8);
    QVERIFY(!client().ask(m_rig->all(), debug::SetBreakpoint{wanted}).failures.empty());
    runToTheEnd();
    for (const auto& [rank, records] : logged()) {
        QCOMPARE(records.size(), std::size_t(2));
        QVERIFY(records[0].values[0].problem.empty() != records[1].values[0].problem.empty());
    }
}

void TstLldbTraces::whatCannotBeInALibraryToComeIsSaid()
{
    start({"+liblate1.so", "!liblate1.so"}, true, "loads");
    debug::BreakpointSpec wanted{BreakpointId(7), debug::FunctionName{"late_mark"}, {}};
    wanted.traced = {"no_such_name"};
    QCOMPARE(set(wanted).pending, m_rig->all());
    static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
    const auto changed = client().next<debug::BreakpointChanged>();
    QVERIFY(changed);
    QVERIFY(changed->status.problem.find("no_such_name") != std::string::npos);
}

void TstLldbTraces::aConditionChangesWhateverIsLogged()
{
    start({"2"});
    debug::BreakpointSpec wanted = spec({"turn"});
    static_cast<void>(set(wanted));
    wanted.condition = "turn == 1";
    QCOMPARE(set(wanted).judge, debug::Judge::Tracer);
    wanted.condition = "nothing_like_it == 1";
    const debug::EngineReply refused = client().ask(m_rig->all(), debug::SetBreakpoint{wanted});
    QCOMPARE(test::EngineClient::failure(refused), debug::Errc::BadExpression);
    runToTheEnd();
    for (const auto& [rank, records] : logged())
        QCOMPARE(records.size(), std::size_t(1));
}

#ifdef DBGR_TEST_FORTRAN
void TstLldbTraces::fortranLogs()
{
    start({}, true, "moves_f");
    debug::BreakpointSpec wanted{BreakpointId(7), debug::FunctionName{"shapes::area"}, {}};
    wanted.traced = {"SIDE", "side**2 + 1"};
    QCOMPARE(set(wanted).resolved, m_rig->all());
    runToTheEnd();
    for (const auto& [rank, records] : logged()) {
        QCOMPARE(records.size(), std::size_t(1));
        QCOMPARE(textOf(records[0]), std::string("3; 10"));
    }
}

void TstLldbTraces::fortranRefuses_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("told");
    const auto row = [](const char* expression, const char* told) { QTest::newRow(expression) << expression << told; };
    row("who", "");
    row("field", "");
    row("heap", "");
    row("sum(field(2:3)) / who", "");
    row("$rip", "");
    row("sied", "there is no 'sied' in turn");
    row("who%x", "only a derived type has components");
    row("field(1, 2)", "the array has 1 dimensions, not 2");
    row("who +", "an expression is expected");
}

void TstLldbTraces::fortranRefuses()
{
    QFETCH(QString, expression);
    QFETCH(QString, told);
    start({}, true, "own_data_f");
    debug::BreakpointSpec wanted{
        BreakpointId(7), debug::SourceLine{"own_data_f.f90", lineOf("own_data_f.f90", "if (who > 0)")}, {}};
    wanted.traced = {expression.toStdString()};
    refuseOrSet(wanted, expression, told);
}
#endif

DBGR_TEST(TstLldbTraces, QCoreApplication);

} // namespace tst_lldb_traces

#include "tst_lldb_traces.moc"
