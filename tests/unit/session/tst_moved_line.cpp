// SPDX-License-Identifier: GPL-3.0-or-later
// Where a line of source is that has been changed since.
#include "session/moved_line.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_moved_line {

using namespace dbgr;
using session::comparableLines;
using session::fateOf;
using session::LineFate;
using session::lineTextAt;

namespace {

/// What is remembered of a line of a text.
debug::LineText lineOf(const std::string& text, std::uint32_t line)
{
    return lineTextAt(*comparableLines(text), line).value_or(debug::LineText{});
}

/// "same 3", "moved 5", "gone 3", "unclear 3"
QString fate(const debug::LineText& old, const std::string& now)
{
    const LineFate found = fateOf(old, *comparableLines(now));
    const char* const words[] = {"same", "moved", "gone", "unclear"};
    return QString("%1 %2").arg(words[static_cast<int>(found.what)]).arg(found.line);
}

std::string blankLines(int count)
{
    return std::string(static_cast<std::size_t>(count), '\n');
}

} // namespace

class TestMovedLine : public QObject
{
    Q_OBJECT

private slots:
    void linesAreComparedWithoutWhatIsBlank_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QStringList>("lines");
        const auto row = [](const char* name, const QByteArray& text, const QStringList& lines) {
            QTest::newRow(name) << text << lines;
        };
        row("nothing", "", {});
        row("an empty line", "\n", {""});
        row("the last one without an end", "a\nb", {"a", "b"});
        row("tabs and blanks", "\ta = 1; \t\n  b\n", {"a = 1;", "b"});
        row("blanks within stay", "a  =  1", {"a  =  1"});
        row("CRLF", "a\r\nb\r\n", {"a", "b"});
        row("Latin-1", "// f\xfcr\n", {"// für"});
        row("UTF-8", "// f\xc3\xbcr\n", {"// für"});
        row("a long line", QByteArray(1000, 'x'), {QString(400, 'x')});
    }
    void linesAreComparedWithoutWhatIsBlank()
    {
        QFETCH(QByteArray, text);
        const auto lines = comparableLines(text.toStdString());
        QVERIFY(lines);
        QStringList shown;
        for (const std::string& line : *lines)
            shown << QString::fromStdString(line);
        QTEST(shown, "lines");
    }
    void whatIsNoTextHasNoLines() { QVERIFY(!comparableLines(std::string("a\0b", 3))); }

    void aLineIsKeptWithThoseAroundIt()
    {
        const debug::LineText line = lineOf("  a\n\tb\n\nc\n", 2);
        QCOMPARE(line.line, 2U);
        QCOMPARE(line.text, std::string("b"));
        QCOMPARE(line.before, std::string("a"));
        QCOMPARE(line.after, std::string());
        QCOMPARE(lineOf("a\nb\n", 1).before, std::string());
        QCOMPARE(lineOf("a\nb\n", 2).after, std::string());
    }
    void aBlankLineIsNotKept()
    {
        const auto lines = *comparableLines("a\n \n");
        for (const std::uint32_t line : {0U, 2U, 3U, 400U})
            QVERIFY(!lineTextAt(lines, line));
    }

    void aLineIsFoundAgain_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<int>("line");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QString>("fate");
        const auto row = [](const char* name, const QByteArray& before, int line, const QByteArray& after,
                            const char* what) { QTest::newRow(name) << before << line << after << QString(what); };
        row("nothing changed", "a\nb\nc\n", 2, "a\nb\nc\n", "same 2");
        row("others changed", "a\nb\nc\n", 2, "x\nb\ny\n", "same 2");
        row("only its blanks changed", "a\n  b\nc\n", 2, "a\n\tb \r\nc\n", "same 2");
        row("lines came before it", "a\nb\nc\n", 2, "x\ny\na\nb\nc\n", "moved 4");
        row("lines went before it", "x\ny\na\nb\nc\n", 4, "a\nb\nc\n", "moved 2");
        row("the first line", "a\nb\n", 1, "x\na\nb\n", "moved 2");
        row("to the first line", "x\na\nb\n", 2, "a\nb\n", "moved 1");
        row("the last line", "a\nb", 2, "a\nx\nb", "moved 3");
        row("from behind the end", "a\nb\nc\nd\n", 4, "d\n", "moved 1");
        row("the text is gone", "a\nb\nc\n", 2, "a\nx\nc\n", "gone 2");
        row("all is gone", "a\nb\nc\n", 2, "", "gone 2");
        row("of Latin-1 to UTF-8", "f\xfcr\n", 1, "x\nf\xc3\xbcr\n", "moved 2");
        row("two, and one is like it", "a\nb\nc\nx\nb\ny\n", 2, "\n\n\n\nx\nb\ny\n\na\nb\nc\n", "moved 10");
        row("the same twice, and moved by two", "a\nf();\nb\nc\nf();\nd\n", 5, "x\ny\na\nf();\nb\nc\nf();\nd\n",
            "moved 7");
        row("two that are like it: the nearest", "a\nb\nc\n", 2, "\n\n\na\nb\nc\na\nb\nc\n", "moved 5");
        row("two as near and as like", "a\nb\nc\n", 2, "b\nx\nb\n", "unclear 2");
        row("as near, and one is like it", "x\na\nb\nc\n", 3, "y\nb\nz\nb\nc\n", "moved 4");
        row("a brace by itself", "x\n}\ny\n", 2, "a\nb\n}\nc\n", "gone 2");
        row("a brace by what is around it", "x\n}\ny\n", 2, "a\nx\n}\ny\n", "moved 3");
        row("blank lines around say nothing", "\n}\n\n", 2, "a\n\n}\n\n", "gone 2");
    }
    void aLineIsFoundAgain()
    {
        QFETCH(QByteArray, before);
        QFETCH(int, line);
        QFETCH(QByteArray, after);
        QTEST(fate(lineOf(before.toStdString(), static_cast<std::uint32_t>(line)), after.toStdString()), "fate");
    }

    void farAwayIsNotLookedAt()
    {
        const debug::LineText line = lineOf("work();\n", 1);
        QCOMPARE(fate(line, blankLines(500) + "work();\n"), QString("moved 501"));
        QCOMPARE(fate(line, blankLines(501) + "work();\n"), QString("gone 1"));
    }
};

DBGR_TEST(TestMovedLine);

} // namespace tst_moved_line

#include "tst_moved_line.moc"
