// SPDX-License-Identifier: GPL-3.0-or-later
// Tracepoints whose hits the keeper notes: the records are those that the engine makes where it is told each hit, in
// the same order, each once, whoever interrupts, however much there is to log, and whatever is gone by the time when
// notes are read.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "tests/contract/lldb_rig.h"

#include "bytecode/trace_note.h"
#include "tests/support/run/test_class.h"

#include <map>
#include <memory>
#include <regex>
#include <string>
#include <vector>

namespace tst_lldb_noted {

using namespace dbgr;
using debug::TraceRecord;
using test::lineOf;
using test::LldbRig;
using util::BreakpointId;

namespace {

constexpr const char* kTraced = "it is traced here";

std::string textOf(const TraceRecord& record)
{
    std::string text;
    for (const debug::TracedValue& value : record.values)
        text += (text.empty() ? "" : "; ") + (value.problem.empty() ? value.value : "<" + value.problem + ">");
    return text;
}

debug::BreakpointSpec specOf(debug::Trigger where, std::vector<std::string> traced, std::uint32_t id = 7)
{
    debug::BreakpointSpec made{BreakpointId(id), std::move(where), {}};
    made.traced = std::move(traced);
    return made;
}

debug::BreakpointSpec inTraced(std::vector<std::string> traced, std::uint32_t id = 7)
{
    return specOf(debug::SourceLine{"traced.cpp", lineOf("traced.cpp", kTraced)}, std::move(traced), id);
}

} // namespace

class TstLldbNoted : public QObject
{
    Q_OBJECT

private slots:
    void cleanup() { m_rig.reset(); }

    void bothWaysLogTheSame_data();
    void bothWaysLogTheSame();
    void eachHitIsLoggedOnce_data();
    void eachHitIsLoggedOnce();
    void severalOfOnePlaceLogInTheirOrder();
    void oneThatStopsBesideSeesAllThatWasBefore();
    void passedHitsAndFalseOnesAreNotLogged();
    void hitsThatAreToldKeepTheirPlace();
    void moreThanTheRingHoldsIsLogged();
    void aLibraryThatIsGoneCanBeRead();
    void itComesAndGoesWhileItIsHit();
    void whatAnotherEngineHasNotReadIsSaidToBeLost_data();
    void whatAnotherEngineHasNotReadIsSaidToBeLost();

private:
    void start(const char* name, const std::vector<std::string>& arguments, bool isNoted = true)
    {
        m_rig = std::make_unique<LldbRig>();
        if (!isNoted)
            m_rig->doWithoutNotes();
        m_rig->start(name, arguments);
        QVERIFY(m_rig->attach());
    }
    void set(const debug::BreakpointSpec& wanted)
    {
        const auto status =
            m_rig->client().get<debug::BreakpointReply>(m_rig->all(), debug::SetBreakpoint{wanted}).status;
        QCOMPARE(status.problem, std::string());
        QCOMPARE(status.resolved, m_rig->all());
    }
    void go() { static_cast<void>(m_rig->client().ask(m_rig->all(), debug::Continue{})); }
    void awaitEnd() { QVERIFY(m_rig->client().next<daemon::RankExited>(std::chrono::seconds(60))); }
    /// Records so far, taken.
    [[nodiscard]] std::vector<TraceRecord> logged()
    {
        std::vector<TraceRecord> all;
        while (m_rig->client().has<TraceRecord>())
            all.push_back(*m_rig->client().next<TraceRecord>());
        return all;
    }
    [[nodiscard]] std::vector<std::string> texts()
    {
        std::vector<std::string> all;
        for (const TraceRecord& record : logged())
            all.push_back(textOf(record));
        return all;
    }
    /// Of each thread: first, second, ... turn, and no other. \param value which one of each record's is the turn
    void verifyTurns(const std::vector<TraceRecord>& records, int threads, int turns, std::size_t value = 0);

    std::unique_ptr<LldbRig> m_rig;
};

void TstLldbNoted::bothWaysLogTheSame_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("place"); // a function, or what stands in a line
    QTest::addColumn<QString>("expression");
    QTest::addColumn<bool>("isNoted");
    const auto rows = [](const char* program, const char* place, bool isNoted,
                         std::initializer_list<const char*> expressions) {
        for (const char* expression : expressions)
            QTest::addRow("%s: %s", program, expression) << program << place << expression << isNoted;
    };
    rows("traced", kTraced, true,
         {"turn",
          "turn * 2 + 1",
          "turn / 3.0",
          "-turn",
          "!turn",
          "turn == 3 || who",
          "item",
          "item.weight",
          "item.id",
          "item.next",
          "*item.next",
          "&turn",
          "&item",
          "all",
          "all[1]",
          "all[turn]",
          "all.size()",
          "name",
          "name[0]",
          "name.size()",
          "g_done",
          "g_done[who]",
          "g_done[turn]",
          "(char)(turn + 65)",
          "(long*)&turn",
          "(char*)&turn",
          "(float)turn",
          "100 / (turn - 3)",
          "1 << turn * 4",
          "&item.id",
          "*&item",
          "g_turns",
          "3"});
    rows("traced", kTraced, false, {"half(turn)", "&half", "$rsp != 0", "$rip != 0"});
    rows("moves", "givesInt", true, {"n", "n % 7"});
#ifdef DBGR_TEST_FORTRAN
    rows("moves_f", "shapes::area", true, {"SIDE", "-side", "side > 1"});
    rows("moves_f", "shapes::area", false, {"side**2 + 1"});
#endif
}

void TstLldbNoted::bothWaysLogTheSame()
{
    QFETCH(QString, program);
    QFETCH(QString, place);
    QFETCH(QString, expression);
    QFETCH(bool, isNoted);
    std::vector<std::string> texts[2];
    for (const bool asNotes : {false, true}) {
        start(qPrintable(program), {}, asNotes);
        set(place == kTraced ? inTraced({expression.toStdString()})
                             : specOf(debug::FunctionName{place.toStdString()}, {expression.toStdString()}));
        QCOMPARE(m_rig->notedPlaces() > 0, isNoted);
        go();
        awaitEnd();
        for (const std::string& text : this->texts()) // each process has its own addresses
            texts[asNotes ? 1 : 0].push_back(std::regex_replace(text, std::regex("0x[0-9a-f]+"), "0x"));
    }
    QVERIFY(!texts[0].empty());
    QCOMPARE(texts[1], texts[0]);
    for (const std::string& text : texts[1])
        QVERIFY2(text.find("not all of it was read") == std::string::npos, text.c_str());
}

void TstLldbNoted::verifyTurns(const std::vector<TraceRecord>& records, int threads, int turns, std::size_t value)
{
    std::map<util::ThreadId, int> next;
    std::map<util::ThreadId, std::chrono::microseconds> last;
    for (const TraceRecord& record : records) {
        QCOMPARE(record.values.at(value).value, std::to_string(next[record.thread]++));
        QVERIFY(record.time >= last[record.thread]);
        last[record.thread] = record.time;
    }
    QCOMPARE(next.size(), std::size_t(threads));
    for (const auto& [thread, count] : next)
        QCOMPARE(count, turns);
}

void TstLldbNoted::eachHitIsLoggedOnce_data()
{
    QTest::addColumn<bool>("threads");
    QTest::addColumn<bool>("isInterrupted");
    for (const bool threads : {false, true}) {
        QTest::addRow(threads ? "three threads" : "one thread") << threads << false;
        QTest::addRow(threads ? "three threads, interrupted" : "one thread, interrupted") << threads << true;
    }
}

void TstLldbNoted::eachHitIsLoggedOnce()
{
    QFETCH(bool, threads);
    QFETCH(bool, isInterrupted);
    constexpr int kTurns = 3000;
    start("traced", {std::to_string(kTurns), threads ? "threads" : "-"});
    set(inTraced({"turn"}));
    QVERIFY(m_rig->notedPlaces() > 0);
    go();
    int stops = 0;
    std::vector<TraceRecord> records;
    while (isInterrupted && !m_rig->client().has<daemon::RankExited>() && stops < 40) {
        static_cast<void>(m_rig->client().ask(m_rig->all(), debug::Interrupt{}));
        if (!m_rig->client().next<debug::StopEvent>(std::chrono::seconds(5)))
            break;
        ++stops;
        // What is told at a stop is what the rank has done by then.
        const std::string done = m_rig->value(threads ? "g_done[1] + g_done[2] + g_done[3]" : "g_done[0]");
        const auto news = logged();
        records.insert(records.end(), news.begin(), news.end());
        QVERIFY(records.size() >= std::stoul(done) && records.size() <= std::stoul(done) + 3);
        go();
    }
    awaitEnd();
    QVERIFY(!isInterrupted || stops > 3);
    const auto rest = logged();
    records.insert(records.end(), rest.begin(), rest.end());
    verifyTurns(records, threads ? 3 : 1, kTurns);
}

void TstLldbNoted::severalOfOnePlaceLogInTheirOrder()
{
    start("traced", {"50"});
    debug::BreakpointSpec odd = inTraced({"turn * 10"}, 8);
    odd.condition = "turn % 2 == 1";
    set(inTraced({"turn"}));
    set(odd);
    QCOMPARE(m_rig->notedPlaces(), std::size_t(2));
    go();
    awaitEnd();
    std::vector<std::string> expected;
    for (int turn = 0; turn < 50; ++turn) {
        expected.push_back("7: " + std::to_string(turn));
        if (turn % 2 == 1)
            expected.push_back("8: " + std::to_string(turn * 10));
    }
    std::vector<std::string> found;
    for (const TraceRecord& record : logged())
        found.push_back(std::to_string(record.id.value()) + ": " + textOf(record));
    QCOMPARE(found, expected);
}

void TstLldbNoted::oneThatStopsBesideSeesAllThatWasBefore()
{
    start("traced", {"1000"});
    debug::BreakpointSpec stops = inTraced({}, 8);
    stops.condition = "turn % 300 == 299";
    set(inTraced({"turn"}));
    set(stops);
    std::vector<TraceRecord> records;
    for (int stop = 1; stop <= 3; ++stop) {
        QCOMPARE(m_rig->resume().cause.breakpoints, std::vector{BreakpointId(8)});
        const auto news = logged();
        records.insert(records.end(), news.begin(), news.end());
        QCOMPARE(records.size(), std::size_t(stop) * 300);
    }
    go();
    awaitEnd();
    const auto rest = logged();
    records.insert(records.end(), rest.begin(), rest.end());
    verifyTurns(records, 1, 1000);
}

void TstLldbNoted::passedHitsAndFalseOnesAreNotLogged()
{
    start("traced", {"1000"});
    debug::BreakpointSpec wanted = inTraced({"turn"});
    wanted.condition = "turn % 10 == 0";
    wanted.ignore = 20;
    set(wanted);
    go();
    awaitEnd();
    std::vector<std::string> expected;
    for (int turn = 200; turn < 1000; turn += 10)
        expected.push_back(std::to_string(turn));
    QCOMPARE(texts(), expected);
}

/// Every other one has a null pointer, which only the reader can speak of.
void TstLldbNoted::hitsThatAreToldKeepTheirPlace()
{
    start("traced", {"300"});
    set(inTraced({"turn", "*item.next"}));
    QVERIFY(m_rig->notedPlaces() > 0);
    go();
    awaitEnd();
    const auto records = logged();
    verifyTurns(records, 1, 300);
    for (std::size_t turn = 0; turn < records.size(); ++turn)
        QCOMPARE(records[turn].values[1].value, turn % 2 ? std::to_string(turn) : std::string());
}

void TstLldbNoted::moreThanTheRingHoldsIsLogged()
{
    constexpr int kTurns = 20'000; // some 10 MB
    start("traced", {std::to_string(kTurns)});
    std::vector<std::string> traced{"turn"};
    for (int i = 0; i < 8; ++i)
        traced.insert(traced.end(), {"name", "item", "all"});
    set(inTraced(traced));
    QVERIFY(m_rig->notedPlaces() > 0);
    go();
    awaitEnd();
    const auto records = logged();
    verifyTurns(records, 1, kTurns);
    QCOMPARE(records[1234].values[22].value, std::string("\"turn, 1234\""));
    QCOMPARE(records[1234].values[24].value, std::string("size=3 {617, 617, 617}"));
}

void TstLldbNoted::aLibraryThatIsGoneCanBeRead()
{
    std::vector<std::string> arguments;
    for (int round = 0; round < 5; ++round) // at the same place or another one
        arguments.insert(arguments.end(), {"+liblate1.so", "!liblate1.so", "!liblate1.so", "-liblate1.so"});
    start("loads", arguments);
    static_cast<void>(m_rig->client().ask(
        m_rig->all(), debug::SetBreakpoint{specOf(debug::FunctionName{"late_mark"}, {"value", "value + 1"})}));
    go();
    awaitEnd();
    QCOMPARE(texts(), std::vector<std::string>(10, "0; 1"));
}

void TstLldbNoted::itComesAndGoesWhileItIsHit()
{
    start("traced", {"2000000000", "threads"});
    go();
    for (std::uint32_t round = 0; round < 30; ++round) {
        const std::string what = round % 2 ? "turn" : "turn * 0 + " + std::to_string(round);
        set(inTraced({what}, 10 + round));
        QVERIFY(m_rig->client().next<TraceRecord>());
        static_cast<void>(m_rig->client().ask(m_rig->all(), debug::RemoveBreakpoint{BreakpointId(10 + round)}));
        for (const TraceRecord& record : logged()) { // those of before may still come
            const std::uint32_t of = record.id.value() - 10;
            QVERIFY(of <= round && record.values.size() == 1 && record.values[0].problem.empty());
            if (of % 2 == 0)
                QCOMPARE(record.values[0].value, std::to_string(of));
        }
    }
    QVERIFY(!m_rig->client().has<debug::StopEvent>());
    QVERIFY(!m_rig->client().has<debug::RankWarning>());
}

void TstLldbNoted::whatAnotherEngineHasNotReadIsSaidToBeLost_data()
{
    QTest::addColumn<int>("notes");
    QTest::newRow("none") << 0;
    QTest::newRow("three") << 3;
}

void TstLldbNoted::whatAnotherEngineHasNotReadIsSaidToBeLost()
{
    QFETCH(int, notes);
    m_rig = std::make_unique<LldbRig>();
    m_rig->start("traced");
    for (int i = 0; i < notes; ++i)
        m_rig->leaveBehind(bytecode::encode(bytecode::TraceNote{1, 1, {}, {}, {}}));
    QVERIFY(m_rig->attach());
    set(inTraced({"turn"}));
    go();
    awaitEnd();
    QCOMPARE(m_rig->client().has<debug::RankWarning>(), notes > 0);
    if (notes > 0)
        QCOMPARE(m_rig->client().next<debug::RankWarning>()->error.detail,
                 std::string("telling what tracepoints have logged: at least 3 of the latest records are lost with the "
                             "debug engine that was to tell them"));
    verifyTurns(logged(), 1, 20);
}

DBGR_TEST(TstLldbNoted, QCoreApplication);

} // namespace tst_lldb_noted

#include "tst_lldb_noted.moc"
