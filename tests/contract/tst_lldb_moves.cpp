// SPDX-License-Identifier: GPL-3.0-or-later
// Processes that go on elsewhere without running: by a jump within a function, and by leaving one with a value.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "tests/contract/lldb_rig.h"

#include "debug/debug_error.h"
#include "tests/support/run/test_class.h"

#include <memory>
#include <string>

namespace tst_lldb_moves {

using namespace dbgr;
using debug::StopReason;
using test::EngineClient;
using test::lineOf;
using test::LldbRig;

class TstLldbMoves : public QObject
{
    Q_OBJECT

private slots:
    void cleanup() { m_rig.reset(); }

    void functionsGiveWhatIsAsked_data();
    void functionsGiveWhatIsAsked();
    void whatCannotBeGivenSaysWhy_data();
    void whatCannotBeGivenSaysWhy();
    void aFunctionIsLeftWithAllThatItCalled();
    void aSystemCallIsLeft();
    void aValueOfAStepBeforeIsNotTold();
    void aStepOutIsForgotten();
    void linesAreJumpedTo_data();
    void linesAreJumpedTo();
    void aLineElsewhereIsRefused_data();
    void aLineElsewhereIsRefused();
    void whoStandsInACallDoesNotJump();
    void inlinedFunctionsAreNotLeft();
    void whoHasEndedDoesNotMove();
#ifdef DBGR_TEST_FORTRAN
    void fortranGivesWhatIsAsked_data();
    void fortranGivesWhatIsAsked();
#endif

private:
    void start(const std::string& program, const std::vector<std::string>& arguments = {})
    {
        m_rig = std::make_unique<LldbRig>();
        m_rig->start(program, arguments, 2);
        QVERIFY(m_rig->attach());
    }
    /// Both stand at the beginning of the function, and no breakpoint is left.
    void standIn(const std::string& function)
    {
        const debug::StopEvent stop = m_rig->runTo(debug::FunctionName{function});
        QCOMPARE(QString::fromStdString(stop.cause.top.function).section('(', 0, 0), QString::fromStdString(function));
        static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{util::BreakpointId(1)}));
    }
    [[nodiscard]] debug::StopEvent runTo(const std::string& text)
    {
        return m_rig->resume(debug::RunTo{debug::SourceLine{"moves.cpp", lineOf("moves.cpp", text)}});
    }
    [[nodiscard]] debug::SourceLine line(const std::string& text) const
    {
        return {"moves.cpp", lineOf("moves.cpp", text)};
    }
    [[nodiscard]] EngineClient& client()
    {
        return m_rig->client();
    }
    void endWith(int status)
    {
        static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
        const auto ends = client().nextOfEach<daemon::RankExited>(2);
        QCOMPARE(ends.size(), std::size_t(2));
        for (const auto& [rank, end] : ends) {
            QCOMPARE(end.signal, 0);
            QCOMPARE(end.status, status);
        }
    }

    std::unique_ptr<LldbRig> m_rig;
};

void TstLldbMoves::functionsGiveWhatIsAsked_data()
{
    QTest::addColumn<QString>("function");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("variable");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char* function, const char* value, const char* variable, const char* shown) {
        QTest::addRow("%s %s", function, value) << function << value << variable << shown;
    };
    row("givesBool", "true", "boolean", "true");
    row("givesBool", "n == 3", "boolean", "true");
    row("givesSmall", "-1", "small", "-1");
    row("givesSmall", "127", "small", "127");
    row("givesShort", "-32768", "shortInt", "-32768");
    row("givesUnsignedShort", "65535", "unsignedShort", "65535");
    row("givesInt", "-7", "integer", "-7");
    row("givesInt", "n * 2 + g_two", "integer", "8");
    row("givesUnsigned", "4294967295", "unsignedInt", "4294967295");
    row("givesLong", "-4294967296", "longInt", "-4294967296");
    row("givesWord", "0xffffffffffffffff", "word", "18446744073709551615");
    row("givesFloat", "0.25", "real", "0.25");
    row("givesDouble", "-2.5e-10", "doubleReal", "-2.5e-10");
    row("givesDouble", "n", "doubleReal", "3");
    row("givesColor", "Color::Blue", "color", "Blue");
    row("givesPointer", "&g_two", "*pointer", "2");
}

void TstLldbMoves::functionsGiveWhatIsAsked()
{
    QFETCH(QString, function);
    QFETCH(QString, value);
    QFETCH(QString, variable);
    QFETCH(QString, shown);
    start("moves");
    standIn(function.toStdString());
    const debug::StopEvent stop = m_rig->resume(debug::ReturnNow{value.toStdString()});
    QCOMPARE(stop.cause.reason, StopReason::Moved);
    QCOMPARE(QString::fromStdString(stop.cause.returnedFrom).section('(', 0, 0), function);
    QCOMPARE(stop.cause.top.function, std::string("main"));
    QVERIFY(!stop.returned);
    QCOMPARE(runTo("what came of it").cause.reason, StopReason::Arrived);
    QCOMPARE(QString::fromStdString(m_rig->value(variable.toStdString())).section("::", -1), shown);
    endWith(variable == "doubleReal" && value == "n" ? 0 : 1); // and nothing else is wrong
}

void TstLldbMoves::whatCannotBeGivenSaysWhy_data()
{
    QTest::addColumn<QString>("function");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* function, const char* value, const char* words) {
        QTest::addRow("%s %s", function, value) << function << value << words;
    };
    row("givesSmall", "200", "does not fit");
    row("givesInt", "nothing_like_it", "nothing_like_it");
    row("givesInt", "1 +", "an expression is expected");
    row("givesInt", "givesInt(4)", "compiler");
    row("givesNothing", "3", "the function gives nothing");
    row("givesPoint", "3", "the function gives something else");
    row("givesLongDouble", "3", "the function gives something else");
}

void TstLldbMoves::whatCannotBeGivenSaysWhy()
{
    QFETCH(QString, function);
    QFETCH(QString, value);
    QFETCH(QString, words);
    start("moves");
    standIn(function.toStdString());
    const debug::EngineReply reply = client().ask(m_rig->all(), debug::ReturnNow{value.toStdString()});
    QCOMPARE(reply.failures.size(), std::size_t(1));
    QVERIFY(reply.failures.front().error.code == debug::Errc::BadExpression);
    const QString said = QString::fromStdString(reply.failures.front().error.detail);
    QVERIFY2(said.contains(words), qPrintable(said));
    QVERIFY(!client().has<debug::StopEvent>());
    endWith(0); // they stand where they stood
}

void TstLldbMoves::aFunctionIsLeftWithAllThatItCalled()
{
    start("moves");
    standIn("deeper");
    QCOMPARE(m_rig->resume(debug::Step{debug::StepKind::Over}).cause.reason, StopReason::Step);
    debug::StopEvent stop = m_rig->resume(debug::ReturnNow{"4"});
    QCOMPARE(stop.cause.top.function, std::string("main"));
    QCOMPARE(runTo("what came of it").cause.reason, StopReason::Arrived);
    QCOMPARE(m_rig->value("g_left"), std::string("0")); // no destructor has run
    endWith(0);
}

void TstLldbMoves::aSystemCallIsLeft()
{
    start("moves", {"waits"});
    standIn("waits");
    static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
    QVERIFY(!client().next<debug::StopEvent>(std::chrono::milliseconds(300)));
    debug::StopEvent stop = m_rig->resume(debug::Interrupt{});
    QVERIFY(stop.cause.source && stop.cause.source->function.starts_with("waits"));
    stop = m_rig->resume(debug::ReturnNow{"17"});
    QCOMPARE(stop.cause.top.function, std::string("main"));
    endWith(17);
}

void TstLldbMoves::aValueOfAStepBeforeIsNotTold()
{
    start("moves");
    standIn("givesInt");
    QVERIFY(m_rig->resume(debug::Step{debug::StepKind::Out}).returned);
    const debug::StopEvent stop = m_rig->resume(debug::Jump{line("const long double longReal")});
    QCOMPARE(stop.cause.reason, StopReason::Moved);
    QVERIFY(!stop.returned && stop.cause.returnedFrom.empty());
}

void TstLldbMoves::aStepOutIsForgotten()
{
    start("moves", {"waits"});
    standIn("waits");
    static_cast<void>(client().ask(m_rig->all(), debug::Step{debug::StepKind::Out}));
    QVERIFY(!client().next<debug::StopEvent>(std::chrono::milliseconds(300)));
    static_cast<void>(m_rig->resume(debug::Interrupt{}));
    static_cast<void>(m_rig->resume(debug::ReturnNow{"5"}));
    endWith(5); // it does not stop where the step would have ended
}

void TstLldbMoves::linesAreJumpedTo_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<int>("lines"); ///< from `to` on
    QTest::addColumn<QString>("at");
    QTest::addColumn<QString>("sum");
    QTest::newRow("forwards") << "the first"
                              << "the third" << 0 << "the third"
                              << "103";
    QTest::newRow("backwards") << "the end"
                               << "the second" << 0 << "the second"
                               << "224";
    QTest::newRow("to where it stands") << "the second"
                                        << "the second" << 0 << "the second"
                                        << "114";
    QTest::newRow("before there is a frame") << "the end"
                                             << "static int lines" << 1 << "int sum = n"
                                             << "114";
    QTest::newRow("a line without code") << "the end"
                                         << "a line without" << 0 << "the third"
                                         << "214";
}

void TstLldbMoves::linesAreJumpedTo()
{
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(int, lines);
    QFETCH(QString, at);
    QFETCH(QString, sum);
    start("moves");
    standIn("lines");
    static_cast<void>(runTo(from.toStdString()));
    debug::SourceLine place = line(to.toStdString());
    place.line += static_cast<std::uint32_t>(lines);
    const debug::StopEvent stop = m_rig->resume(debug::Jump{place});
    QCOMPARE(stop.cause.reason, StopReason::Moved);
    QCOMPARE(stop.cause.top.where.line, line(at.toStdString()).line);
    QVERIFY(stop.cause.returnedFrom.empty());
    QCOMPARE(m_rig->value("n"), std::string("3"));
    QCOMPARE(runTo("what came of it").cause.reason, StopReason::Arrived);
    QCOMPARE(QString::fromStdString(m_rig->value("sum")), sum);
    endWith(sum == "114" ? 0 : 1);
}

void TstLldbMoves::aLineElsewhereIsRefused_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("file");
    QTest::newRow("in another function") << "const int below"
                                         << "moves.cpp";
    QTest::newRow("before it") << "g_one = 1"
                               << "moves.cpp";
    QTest::newRow("its name") << "static int lines"
                              << "moves.cpp";
    QTest::newRow("behind it") << "int main"
                               << "moves.cpp";
    QTest::newRow("in another file") << "the first"
                                     << "steps.cpp";
    QTest::newRow("in a file that ends so") << "the first"
                                            << "oves.cpp";
}

void TstLldbMoves::aLineElsewhereIsRefused()
{
    QFETCH(QString, text);
    QFETCH(QString, file);
    start("moves");
    standIn("lines");
    const debug::SourceLine place{file.toStdString(), line(text.toStdString()).line};
    const debug::EngineReply reply = client().ask(m_rig->all(), debug::Jump{place});
    QCOMPARE(EngineClient::failure(reply), debug::Errc::NoSuchPlace);
    QVERIFY(reply.failures.front().error.detail.find("is not in lines") != std::string::npos);
    QVERIFY(!client().has<debug::StopEvent>());
    endWith(0);
}

void TstLldbMoves::whoStandsInACallDoesNotJump()
{
    start("moves", {"waits"});
    standIn("waits");
    static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
    QVERIFY(!client().next<debug::StopEvent>(std::chrono::milliseconds(300)));
    static_cast<void>(m_rig->resume(debug::Interrupt{}));
    const debug::EngineReply reply = client().ask(m_rig->all(), debug::Jump{line("static int waits")});
    QCOMPARE(EngineClient::failure(reply), debug::Errc::NoSuchPlace);
    QVERIFY(reply.failures.front().error.detail.find("which waits has called") != std::string::npos);
}

void TstLldbMoves::inlinedFunctionsAreNotLeft()
{
    start("moves");
    const debug::StopEvent stop = m_rig->runTo(line("inside of it"));
    QCOMPARE(QString::fromStdString(stop.cause.top.function).section('(', 0, 0), QString("inlined"));
    static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{util::BreakpointId(1)}));
    QCOMPARE(EngineClient::failure(client().ask(m_rig->all(), debug::ReturnNow{"4"})), debug::Errc::NoSuchFrame);
    // But what it stands in can be gone on in, elsewhere.
    const debug::StopEvent moved = m_rig->resume(debug::Jump{line("const int below")});
    QCOMPARE(moved.cause.top.function, std::string("main"));
    QCOMPARE(m_rig->value("integer"), std::string("3"));
    endWith(0);
}

void TstLldbMoves::whoHasEndedDoesNotMove()
{
    start("moves");
    static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
    QCOMPARE(client().nextOfEach<daemon::RankExited>(2).size(), std::size_t(2));
    QCOMPARE(EngineClient::failure(client().ask(m_rig->all(), debug::ReturnNow{})), debug::Errc::Ended);
}

#ifdef DBGR_TEST_FORTRAN
void TstLldbMoves::fortranGivesWhatIsAsked_data()
{
    QTest::addColumn<QString>("function");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("variable");
    QTest::addColumn<QString>("shown"); ///< "": refused
    const auto row = [](const char* function, const char* value, const char* variable, const char* shown) {
        QTest::addRow("%s %s", function, value) << function << value << variable << shown;
    };
    row("count_of", "n**2 + 1", "many", "10");
    row("area", "2.5d0 * side", "wide", "7.5");
    row("is_large", ".true.", "large", ".true.");
    row("name_of", "'abc'", "called", "");
    row("nothing", "3", "left", "");
    row("nothing", "", "left", "3");
}

void TstLldbMoves::fortranGivesWhatIsAsked()
{
    QFETCH(QString, function);
    QFETCH(QString, value);
    QFETCH(QString, variable);
    QFETCH(QString, shown);
    start("moves_f");
    static_cast<void>(m_rig->runTo(debug::FunctionName{function.toStdString()}));
    if (shown.isEmpty()) {
        const debug::EngineReply reply = client().ask(m_rig->all(), debug::ReturnNow{value.toStdString()});
        QCOMPARE(EngineClient::failure(reply), debug::Errc::BadExpression);
        return;
    }
    static_cast<void>(m_rig->resume(debug::ReturnNow{value.toStdString()}));
    const debug::SourceLine end{"moves_f.f90", lineOf("moves_f.f90", "what came of it")};
    static_cast<void>(m_rig->resume(debug::RunTo{end}));
    QCOMPARE(QString::fromStdString(m_rig->value(variable.toStdString())), shown);
}
#endif

DBGR_TEST(TstLldbMoves, QCoreApplication);

} // namespace tst_lldb_moves

#include "tst_lldb_moves.moc"
