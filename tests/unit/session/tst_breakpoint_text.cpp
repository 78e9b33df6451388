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
    for (const char* const function : {"work", "ns::work(int, char *)", "ns::41", "notify if a < b", "watch", "catch",
                                       "watch total", "rwatch p->x[3] if i == 2", "awatch *(int *)p", "catch throw",
                                       "catch throw std::bad_alloc", "catch catch", "catch rethrow"})
        QTest::newRow(function) << function << false;
}

void TestBreakpointText::readsWhatDescribeWrites()
{
    QFETCH(QString, text);
    QFETCH(bool, isLine);
    const auto spec = session::parseBreakpoint(text.toStdString());
    QVERIFY(spec.has_value());
    QCOMPARE(QString::fromStdString(session::describe(*spec)), text);
    QCOMPARE(std::holds_alternative<debug::SourceLine>(spec->where), isLine);
    QCOMPARE(debug::placeOf(spec->where).has_value(), !text.contains(' ') || isLine || text.startsWith("n"));
    QVERIFY(spec->enabled);
}

void TestBreakpointText::lineAloneIsOfTheFileAtHand()
{
    const auto spec = session::parseBreakpoint(" 41 if(x)");
    QVERIFY(spec.has_value());
    QVERIFY((std::get<debug::SourceLine>(spec->where) == debug::SourceLine{"", 41}));
    QCOMPARE(spec->condition, "(x)");
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
    const auto spec = session::parseBreakpoint(text.toStdString());
    QVERIFY(!spec.has_value());
    QCOMPARE(QString::fromStdString(spec.error().detail), why);
}

QTEST_GUILESS_MAIN(TestBreakpointText)
#include "tst_breakpoint_text.moc"
