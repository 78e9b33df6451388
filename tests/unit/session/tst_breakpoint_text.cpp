// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "session/breakpoint_text.h"
#include "session/describe.h"

using namespace dbgr;

class TestBreakpointText : public QObject
{
    Q_OBJECT

private slots:
    void readsWhatDescribeWrites_data();
    void readsWhatDescribeWrites();
    void ranksAreThoseOfTheText_data();
    void ranksAreThoseOfTheText();
    void lineAloneIsOfTheFileAtHand();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
};

void TestBreakpointText::readsWhatDescribeWrites_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isLine");
    for (const char* const line : {"ring.cpp:41", "/a b/c:d.cpp:7", "ring.cpp:41 if rank == 2 && x"})
        QTest::newRow(line) << line << true;
    for (const char* const function :
         {"work", "ns::work(int, char *)", "ns::41", "notify if a < b", "watch", "catch", "watch total",
          "rwatch p->x[3] if i == 2", "awatch *(int *)p", "catch throw", "catch throw std::bad_alloc", "catch catch",
          "catch rethrow", "work on 0-3,7", "work on 2 if x > 2", "watch total on 1", "catch throw int on 5",
          "notify on fire! if x"})
        QTest::newRow(function) << function << false;
}

void TestBreakpointText::readsWhatDescribeWrites()
{
    QFETCH(QString, text);
    QFETCH(bool, isLine);
    const auto typed = session::parseBreakpoint(text.toStdString());
    QVERIFY(typed.has_value());
    const debug::BreakpointSpec& spec = typed->spec;
    QCOMPARE(QString::fromStdString(session::describe(spec)), text);
    QCOMPARE(std::holds_alternative<debug::SourceLine>(spec.where), isLine);
    const bool isData = QRegularExpression("^(r|a)?(watch|catch) ").match(text).hasMatch();
    QCOMPARE(debug::placeOf(spec.where).has_value(), !isData);
    QVERIFY(spec.enabled);
    QVERIFY(typed->group.empty());
}

void TestBreakpointText::ranksAreThoseOfTheText_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("ranks"); ///< "-": all
    QTest::addColumn<QString>("group");
    const auto row = [](const char* text, const char* place, const char* ranks, const char* group) {
        QTest::newRow(text) << text << place << ranks << group;
    };
    row("work", "work", "-", "");
    row("work on all", "work", "-", "");
    row("work  on  3, 1-2", "work", "1-3", "");
    row("41 on 0", ":41", "0", "");
    row("work on slow", "work", "-", "slow");
    row("work on crashed | 3 if x", "work", "-", "crashed | 3");
    row("work on none", "work", "", "");
    row("a on 1 on 2", "a on 1", "2", "");
    row("work on", "work on", "-", "");
    row("work on 1 2", "work on 1 2", "-", "");
    row("work if state on 1", "work", "-", "");
    row("operator on(3-)", "operator on(3-)", "-", "");
}

void TestBreakpointText::ranksAreThoseOfTheText()
{
    QFETCH(QString, text);
    QFETCH(QString, place);
    QFETCH(QString, ranks);
    QFETCH(QString, group);
    const auto typed = session::parseBreakpoint(text.toStdString());
    QVERIFY(typed.has_value());
    QCOMPARE(QString::fromStdString(debug::textOf(typed->spec.where)), place);
    const auto& found = typed->spec.ranks;
    QCOMPARE(found ? QString::fromStdString(found->toString()) : QString("-"), ranks);
    QCOMPARE(QString::fromStdString(typed->group), group);
}

void TestBreakpointText::lineAloneIsOfTheFileAtHand()
{
    const auto typed = session::parseBreakpoint(" 41 if(x)");
    QVERIFY(typed.has_value());
    QVERIFY((std::get<debug::SourceLine>(typed->spec.where) == debug::SourceLine{"", 41}));
    QCOMPARE(typed->spec.condition, "(x)");
}

void TestBreakpointText::saysWhatIsWrong_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("why");
    QTest::newRow("nothing") << ""
                             << "a place is missing: FILE:LINE, LINE or FUNCTION";
    QTest::newRow("only a condition") << "if x"
                                      << "a place is missing: FILE:LINE, LINE or FUNCTION";
    QTest::newRow("empty condition") << "work if "
                                     << "an expression is missing after 'if'";
    QTest::newRow("no line") << "ring.cpp:"
                             << "a line number is missing after 'ring.cpp:'";
    QTest::newRow("nothing to catch") << "catch fire"
                                      << "'fire' cannot be caught: throw, catch or rethrow, and perhaps a class";
    QTest::newRow("exception with a condition")
        << "catch throw if x"
        << "exceptions have no condition; a class behind 'catch throw' picks some of them";
    QTest::newRow("class of what is thrown once more")
        << "catch rethrow int"
        << "of what is thrown once more the class is not known: 'catch rethrow' stops at all";
    QTest::newRow("line 0") << "ring.cpp:0"
                            << "lines count from 1";
}

void TestBreakpointText::saysWhatIsWrong()
{
    QFETCH(QString, text);
    QFETCH(QString, why);
    const auto typed = session::parseBreakpoint(text.toStdString());
    QVERIFY(!typed.has_value());
    QCOMPARE(QString::fromStdString(typed.error().detail), why);
}

QTEST_GUILESS_MAIN(TestBreakpointText)
#include "tst_breakpoint_text.moc"
