// SPDX-License-Identifier: GPL-3.0-or-later
// Places that are named by a pattern of functions, or by an address: where they are, and what is refused. Breakpoints
// that have several, of which some are off.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "tests/contract/lldb_rig.h"

#include "debug/debug_error.h"
#include "tests/support/run/test_class.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <string>

namespace tst_lldb_places {

using namespace dbgr;
using debug::StopReason;
using test::EngineClient;
using test::LldbRig;
using util::BreakpointId;

class TstLldbPlaces : public QObject
{
    Q_OBJECT

private slots:
    void cleanup() { m_rig.reset(); }

    void eachFunctionOfAPatternStops();
    void aPatternThatMeansNothingWaits();
    void aPatternMeansFunctionsOfLateLibraries();
    void aPatternThatMeansTooMuchIsRefused();
    void aPatternThatComesToMeanTooMuchIsOff();
    void anInstructionStops();
    void anAddressStops();
    void whatIsNoInstructionIsRefused_data();
    void whatIsNoInstructionIsRefused();
    void ranksRunToAnInstruction();
    void eachPlaceIsTold_data();
    void eachPlaceIsTold();
    void aPlaceThatIsOffStopsNobody_data();
    void aPlaceThatIsOffStopsNobody();
    void aPlaceThatIsOffLogsNothing();
    void aPlaceStopsAgain();
    void aDisabledBreakpointTakesItsPlacesWithIt();
    void aPlaceOfALateLibraryMayBeOff();
    void anotherBreakpointStopsWhereAPlaceIsOff();
    void aPatternOfFilesPicksPlaces_data();
    void aPatternOfFilesPicksPlaces();
    void aPatternOfFilesWaitsForThem();

private:
    /// Of a breakpoint by this text ("places.cpp:LINE" or a function) in the ranks of the program `places`.
    [[nodiscard]] debug::BreakpointSpec specOf(const QString& where) const
    {
        debug::BreakpointSpec spec;
        spec.id = BreakpointId(7);
        const QStringList parts = where.split(':');
        if (parts.size() == 2)
            spec.where = debug::SourceLine{parts[0].toStdString(), parts[1].toUInt()};
        else
            spec.where = debug::FunctionName{where.toStdString()};
        return spec;
    }
    [[nodiscard]] debug::BreakpointStatus ask(const debug::BreakpointSpec& spec)
    {
        return client().get<debug::BreakpointReply>(m_rig->all(), debug::SetBreakpoint{spec}).status;
    }
    /// Sets it with the place off whose function has this text in its name. \return the line of the place
    std::uint32_t setWithout(debug::BreakpointSpec spec, const std::string& function)
    {
        for (const debug::BreakpointPlace& place : ask(spec).placeList) {
            if (place.name.function.find(function) == std::string::npos)
                continue;
            spec.off = {place.name};
            static_cast<void>(ask(spec));
            return place.where.line;
        }
        return 0;
    }
    /// The functions or lines of the next stops of rank 0.
    [[nodiscard]] QStringList stopLines(int count)
    {
        QStringList lines;
        for (int i = 0; i < count; ++i) {
            const debug::StopEvent stop = m_rig->resume();
            lines << (stop.cause.reason == StopReason::Breakpoint ? QString::number(stop.cause.top.where.line)
                                                                  : QString("?"));
        }
        return lines;
    }

    void start(const std::string& program, const std::vector<std::string>& arguments = {})
    {
        m_rig = std::make_unique<LldbRig>();
        m_rig->start(program, arguments, 2);
        QVERIFY(m_rig->attach());
    }
    [[nodiscard]] debug::EngineReply set(debug::Trigger where, std::uint32_t id = 7)
    {
        return client().ask(m_rig->all(), debug::SetBreakpoint{{BreakpointId(id), std::move(where), {}}});
    }
    [[nodiscard]] debug::BreakpointStatus statusOf(debug::Trigger where, std::uint32_t id = 7)
    {
        const debug::EngineReply reply = set(std::move(where), id);
        const auto* const body = std::get_if<debug::BreakpointReply>(&reply.body);
        return body ? body->status : debug::BreakpointStatus();
    }
    /// Why it is refused; "" it is not.
    [[nodiscard]] QString refusal(debug::Trigger where)
    {
        const debug::EngineReply reply = set(std::move(where));
        if (reply.failures.empty() || EngineClient::failure(reply) != debug::Errc::NoSuchPlace)
            return {};
        return QString::fromStdString(reply.failures.front().error.detail);
    }
    /// How far from the beginning of `turn` the instruction is that comes `steps` after its prologue.
    [[nodiscard]] std::uint64_t offsetAfter(std::uint32_t steps)
    {
        static_cast<void>(m_rig->runTo(debug::FunctionName{"turn"}));
        const debug::StopEvent stop = m_rig->resume(debug::Step{debug::StepKind::OverInstruction, steps});
        static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{BreakpointId(1)}));
        return stop.cause.instruction && stop.cause.instruction->offset ? *stop.cause.instruction->offset : 0;
    }
    [[nodiscard]] EngineClient& client() { return m_rig->client(); }

    std::unique_ptr<LldbRig> m_rig;
};

void TstLldbPlaces::eachFunctionOfAPatternStops()
{
    start("traced", {"2"});
    const debug::BreakpointStatus status = statusOf(debug::FunctionPattern{"^(half|work|doTurns)[(]"});
    QCOMPARE(status.resolved, m_rig->all());
    QCOMPARE(status.places, 3U);
    std::multiset<std::string> functions;
    for (int stops = 0; stops < 5; ++stops) {
        const debug::StopEvent stop = m_rig->resume();
        QCOMPARE(stop.cause.reason, StopReason::Breakpoint);
        QCOMPARE(stop.cause.breakpoints, std::vector<BreakpointId>{BreakpointId(7)});
        functions.insert(stop.cause.top.function.substr(0, stop.cause.top.function.find('(')));
    }
    QCOMPARE(functions, (std::multiset<std::string>{"doTurns", "half", "half", "work", "work"}));
}

void TstLldbPlaces::aPatternThatMeansNothingWaits()
{
    start("traced");
    const debug::BreakpointStatus status = statusOf(debug::FunctionPattern{"^nothing_like_it$"});
    QCOMPARE(status.pending, m_rig->all());
    QVERIFY(QString::fromStdString(status.problem).contains("nothing_like_it"));
}

void TstLldbPlaces::aPatternMeansFunctionsOfLateLibraries()
{
    start("loads", {"+liblate1.so", "!liblate1.so"});
    const debug::BreakpointStatus status = statusOf(debug::FunctionPattern{"^late_(mark|work)$"});
    QCOMPARE(status.pending, m_rig->all());
    const debug::StopEvent stop = m_rig->resume();
    QCOMPARE(stop.cause.reason, StopReason::Breakpoint);
}

void TstLldbPlaces::aPatternThatMeansTooMuchIsRefused()
{
    start("loop");
    static_cast<void>(m_rig->runTo(debug::FunctionName{"turn"}));
    QVERIFY(refusal(debug::FunctionPattern{"."}).contains("more than 1000 functions"));
    QVERIFY(client().ask(m_rig->all(), debug::RemoveBreakpoint{BreakpointId(7)}).failures.size() > 0); // there is none
}

void TstLldbPlaces::aPatternThatComesToMeanTooMuchIsOff()
{
    m_rig = std::make_unique<LldbRig>();
    m_rig->start("loop"); // no library is loaded yet
    QVERIFY(m_rig->attach());
    static_cast<void>(set(debug::FunctionPattern{"^std::"}));
    static_cast<void>(m_rig->runTo(debug::FunctionName{"turn"}));
    while (client().has<debug::BreakpointChanged>()) {
        const debug::BreakpointStatus status = client().next<debug::BreakpointChanged>()->status;
        if (status.id == BreakpointId(7) && QString::fromStdString(status.problem).contains("more than 1000 functions"))
            return;
    }
    QFAIL("nobody said so");
}

void TstLldbPlaces::anInstructionStops()
{
    start("loop");
    const std::uint64_t offset = offsetAfter(3);
    QVERIFY(offset > 0);
    const debug::BreakpointStatus status = statusOf(debug::CodeAddress{"turn", offset});
    QCOMPARE(status.resolved, m_rig->all());
    const debug::StopEvent stop = m_rig->resume();
    QCOMPARE(stop.cause.reason, StopReason::Breakpoint);
    const debug::StopEvent next = m_rig->resume(debug::Step{debug::StepKind::OverInstruction});
    QVERIFY(next.cause.instruction->offset && *next.cause.instruction->offset > offset);
    QCOMPARE(stop.cause.top.pc - offset, next.cause.top.pc - *next.cause.instruction->offset);
}

void TstLldbPlaces::anAddressStops()
{
    m_rig = std::make_unique<LldbRig>();
    m_rig->start("loop"); // one rank: another may have it elsewhere
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(debug::FunctionName{"turn"}));
    const std::uint64_t pc = m_rig->resume(debug::Step{debug::StepKind::OverInstruction, 2}).cause.top.pc;
    static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{BreakpointId(1)}));
    QCOMPARE(statusOf(debug::CodeAddress{"", pc}).resolved, m_rig->all());
    const debug::StopEvent stop = m_rig->resume();
    QCOMPARE(stop.cause.reason, StopReason::Breakpoint);
    QCOMPARE(stop.cause.top.pc, pc);
}

void TstLldbPlaces::whatIsNoInstructionIsRefused_data()
{
    QTest::addColumn<QString>("function");
    QTest::addColumn<qulonglong>("offset");
    QTest::addColumn<QString>("words");
    QTest::newRow("within an instruction")
        << "turn" << qulonglong(2) << "no instruction begins there; the nearest begin at turn+1 and turn+4";
    QTest::newRow("behind the function") << "turn" << qulonglong(100) << "ends before that";
    QTest::newRow("no such function") << "nothing_like_it" << qulonglong(0) << "there is no function 'nothing_like_it'";
    QTest::newRow("no code") << "" << qulonglong(0x10) << "there is no code";
    QTest::newRow("beyond all code") << "" << ~qulonglong(0) << "there is no code";
}

void TstLldbPlaces::whatIsNoInstructionIsRefused()
{
    QFETCH(QString, function);
    QFETCH(qulonglong, offset);
    QFETCH(QString, words);
    start("loop");
    const QString why = refusal(debug::CodeAddress{function.toStdString(), offset});
    QVERIFY2(why.contains(words), qPrintable(why));
    // and nothing has been put into the text
    static_cast<void>(m_rig->runTo(debug::FunctionName{"turn"}));
    QCOMPARE(m_rig->resume().cause.reason, StopReason::Breakpoint);
}

void TstLldbPlaces::ranksRunToAnInstruction()
{
    start("loop");
    const std::uint64_t offset = offsetAfter(3);
    const debug::StopEvent stop = m_rig->resume(debug::RunTo{debug::CodeAddress{"turn", offset}});
    QCOMPARE(stop.cause.reason, StopReason::Arrived);
}

void TstLldbPlaces::eachPlaceIsTold_data()
{
    QTest::addColumn<QString>("where");
    QTest::addColumn<QStringList>("functions"); // parts of their names
    QTest::newRow("overloads") << "scale" << QStringList{"scale(double)", "scale(int)"};
    QTest::newRow("instances") << "places.cpp:22" << QStringList{"add<double>", "add<int>"};
    QTest::newRow("copies") << "places.cpp:27" << QStringList{"inlined in first", "inlined in second"};
}

void TstLldbPlaces::eachPlaceIsTold()
{
    QFETCH(QString, where);
    QFETCH(QStringList, functions);
    start("places");
    const debug::BreakpointStatus status = ask(specOf(where));
    QCOMPARE(status.places, 2U);
    QCOMPARE(status.placeList.size(), std::size_t(2));
    for (qsizetype i = 0; i < functions.size(); ++i) {
        const debug::BreakpointPlace& place = status.placeList[static_cast<std::size_t>(i)];
        const QString name = QString::fromStdString(place.name.function);
        QVERIFY2(name.contains(functions[i]), qPrintable(name));
        QCOMPARE(place.name.file, std::string("places.cpp"));
        QCOMPARE(place.name.module, std::string("places"));
        QCOMPARE(place.ranks, m_rig->all());
        QVERIFY(place.where.known());
        QVERIFY(place.address);
        QVERIFY(QString::fromStdString(place.module).endsWith("/places"));
    }
}

void TstLldbPlaces::aPlaceThatIsOffStopsNobody_data()
{
    QTest::addColumn<QString>("condition");
    QTest::addColumn<bool>("judged");
    QTest::addColumn<int>("thread");
    QTest::newRow("always") << "" << true << 0;
    QTest::newRow("condition that the keeper judges") << "by > 0" << true << 0;
    QTest::newRow("condition that the engine judges") << "by > 0" << false << 0;
    QTest::newRow("of a thread") << "" << true << 1;
}

void TstLldbPlaces::aPlaceThatIsOffStopsNobody()
{
    QFETCH(QString, condition);
    QFETCH(bool, judged);
    QFETCH(int, thread);
    m_rig = std::make_unique<LldbRig>();
    m_rig->start("places", {"2"}, 2);
    if (!judged)
        m_rig->doWithoutPrograms();
    QVERIFY(m_rig->attach());
    debug::BreakpointSpec spec = specOf("scale");
    spec.condition = condition.toStdString();
    if (thread != 0)
        spec.thread = debug::ThreadIndex{static_cast<std::uint32_t>(thread)};
    QCOMPARE(setWithout(spec, "(int)"), 11U);
    QCOMPARE(stopLines(2), (QStringList{"16", "16"}));
}

void TstLldbPlaces::aPlaceThatIsOffLogsNothing()
{
    start("places", {"1"});
    debug::BreakpointSpec spec = specOf("scale");
    spec.traced = {"by"};
    QVERIFY(setWithout(spec, "(int)") != 0);
    static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
    const auto records = client().nextOfEach<debug::TraceRecord>(2);
    QCOMPARE(records.size(), std::size_t(2));
    for (const auto& [rank, record] : records)
        QCOMPARE(record.values.front().value, std::string("2"));
}

void TstLldbPlaces::aPlaceStopsAgain()
{
    start("places", {"3"});
    const debug::BreakpointSpec spec = specOf("scale");
    QVERIFY(setWithout(spec, "(int)") != 0);
    QCOMPARE(stopLines(1), QStringList{"16"});
    static_cast<void>(ask(spec));
    QCOMPARE(stopLines(2), (QStringList{"11", "16"}));
    QVERIFY(setWithout(spec, "(double)") != 0);
    QCOMPARE(stopLines(1), QStringList{"11"});
}

void TstLldbPlaces::aDisabledBreakpointTakesItsPlacesWithIt()
{
    start("places", {"3"});
    static_cast<void>(m_rig->runTo(debug::FunctionName{"first"}));
    debug::BreakpointSpec spec = specOf("scale");
    for (const debug::BreakpointPlace& place : ask(spec).placeList)
        if (place.name.function.find("(int)") != std::string::npos)
            spec.off = {place.name};
    spec.enabled = false;
    static_cast<void>(ask(spec));
    const QStringList ofFirst = stopLines(1); // by breakpoint 1, in the next round
    QVERIFY(ofFirst != QStringList{"11"} && ofFirst != QStringList{"16"});
    spec.enabled = true;
    static_cast<void>(ask(spec));
    QCOMPARE(stopLines(1), QStringList{"16"});
}

void TstLldbPlaces::aPlaceOfALateLibraryMayBeOff()
{
    start("loads", {"+liblate1.so", "!liblate1.so", "."});
    debug::BreakpointSpec spec = specOf("late_mark");
    QCOMPARE(ask(spec).pending, m_rig->all());
    spec.off = {{"late.cpp", "late_mark(int)", "liblate1.so", 0}, {"late.cpp", "late_mark", "liblate1.so", 0}};
    static_cast<void>(ask(spec)); // LLDBs differ in what they call it
    const debug::StopEvent stop = m_rig->runTo(debug::FunctionName{"pause_here"});
    QCOMPARE(stop.cause.breakpoints, std::vector<BreakpointId>{BreakpointId(1)});
    const auto list = ask(spec).placeList;
    QCOMPARE(list.size(), std::size_t(1));
    QVERIFY2(std::ranges::find(spec.off, list.front().name) != spec.off.end(), list.front().name.function.c_str());
}

void TstLldbPlaces::anotherBreakpointStopsWhereAPlaceIsOff()
{
    start("places", {"2"});
    QCOMPARE(setWithout(specOf("scale"), "(int)"), 11U);
    const debug::StopEvent stop = m_rig->runTo(debug::SourceLine{"places.cpp", 11});
    QCOMPARE(stop.cause.breakpoints, std::vector<BreakpointId>{BreakpointId(1)});
    QCOMPARE(stopLines(1), QStringList{"16"});
}

void TstLldbPlaces::aPatternOfFilesPicksPlaces_data()
{
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("within");
    QTest::addColumn<int>("stops");
    QTest::newRow("a library") << "late_mark"
                               << "liblate2.so" << 1;
    QTest::newRow("several") << "late_mark"
                             << "liblate?.so" << 3;
    QTest::newRow("by folder") << "late_mark"
                               << "*/debuggees/liblate2.so" << 1;
    QTest::newRow("another folder") << "late_mark"
                                    << "*/elsewhere/liblate2.so" << 0;
    QTest::newRow("a source") << "late_mark"
                              << "late.cpp" << 3;
    QTest::newRow("another source") << "late_mark"
                                    << "loads.cpp" << 0;
    QTest::newRow("a line in a library") << "late.cpp:8"
                                         << "liblate2*" << 1;
    QTest::newRow("a line by folder") << "late.cpp:8"
                                      << "*/debuggees/late.cpp" << 3;
    QTest::newRow("a line in another folder") << "late.cpp:8"
                                              << "*/elsewhere/late.cpp" << 0;
    QTest::newRow("no such file") << "late_mark"
                                  << "lib*solver*.so" << 0;
}

/// Of two libraries with the same function, that are loaded when the rank runs: the very first call stops.
void TstLldbPlaces::aPatternOfFilesPicksPlaces()
{
    QFETCH(QString, where);
    QFETCH(QString, within);
    QFETCH(int, stops);
    start("loads", {"+liblate1.so", "!liblate1.so", "+liblate2.so", "!liblate2.so", "!liblate1.so", "."});
    debug::BreakpointSpec spec = specOf(where);
    spec.within = within.toStdString();
    const debug::BreakpointStatus pending = ask(spec);
    QCOMPARE(pending.pending, m_rig->all());
    QVERIFY2(pending.problem.find(spec.within) != std::string::npos, pending.problem.c_str());
    debug::StopEvent stop = m_rig->runTo(debug::FunctionName{"pause_here"});
    for (int i = 0; i < stops; ++i, stop = m_rig->resume())
        QCOMPARE(stop.cause.breakpoints, std::vector<BreakpointId>{BreakpointId(7)});
    QCOMPARE(stop.cause.breakpoints, std::vector<BreakpointId>{BreakpointId(1)});
    const debug::BreakpointStatus status = ask(spec);
    QCOMPARE(status.placeList.size(), std::size_t(stops > 2 ? 2 : stops));
    QCOMPARE(status.resolved, stops > 0 ? m_rig->all() : util::RankSet());
    for (const debug::BreakpointPlace& place : status.placeList)
        QVERIFY(stops > 1 || place.name.module == "liblate2.so");
}

/// What stands elsewhere is no place of it: it is pending, judges nothing there, and says so when its file comes.
void TstLldbPlaces::aPatternOfFilesWaitsForThem()
{
    start("loads", {"+liblate1.so", ".", "+liblate2.so", "!liblate1.so", "!liblate2.so"});
    QCOMPARE(m_rig->runTo(debug::FunctionName{"pause_here"}).cause.breakpoints,
             std::vector<BreakpointId>{BreakpointId(1)});
    debug::BreakpointSpec spec = specOf("late_mark");
    spec.within = "liblate2.so";
    spec.condition = "value > 0";
    const debug::BreakpointStatus status = ask(spec);
    QCOMPARE(status.pending, m_rig->all());
    QCOMPARE(status.places, 0U);
    QVERIFY(!status.actual.known());
    QCOMPARE(m_rig->resume().cause.breakpoints, std::vector<BreakpointId>{BreakpointId(7)});
    const auto changed = client().next<debug::BreakpointChanged>();
    QVERIFY(changed);
    QVERIFY(!changed->status.resolved.empty());
}

DBGR_TEST(TstLldbPlaces, QCoreApplication);

} // namespace tst_lldb_places

#include "tst_lldb_places.moc"
